// An invariant for any bytes read as labels of any format: an error, or regions of finite numbers whose rotation can be
// undone.

import UprightGeometry
import UprightLabels
import UprightTestTools

/// Runs every label operation on bytes that may be broken anywhere; a trap ends the process.
enum LabelTrial {
  /// All formats, in a fixed order, because an input's first byte selects among them.
  static let codings: [any LabelCoding] = [
    COCOFormat(), YOLOFormat(), YOLOFormat(rows: .polygons), YOLOFormat(rows: .corners), VOCFormat(),
    VOCFormat(numbering: .fromZero), CVATFormat(), WebAnnotationFormat(unit: .pixel),
    WebAnnotationFormat(unit: .percent), XMPRegionsFormat(), LabelMeFormat(), LabelStudioFormat(), CreateMLFormat(),
    BoxLinesFormat(), BoxLinesFormat(.tensorFlow), BoxLinesFormat(.boxes(.vision)),
    YOLOFormat(keypoints: YOLOKeypoints(count: 2, hasVisibility: true)),
  ]

  private static let size = PixelSize<Stored>(width: 100, height: 40)

  /// A set with one region of each shape, for a start.
  static var sample: LabelSet<Stored> {
    let box = Rect2D<Stored>(x: 10, y: 5, width: 40.25, height: 20)
    let ring = [Point2D<Stored>(x: 10, y: 5), Point2D(x: 50.25, y: 5), Point2D(x: 30, y: 25)]
    var set = LabelSet<Stored>(names: ["cat", "dog & <cat>"])
    set.images = [
      LabelledImage(
        name: "a.jpg", size: size,
        regions: [
          Region(box: box, label: 0, attributes: [LabelAttribute("difficult", "1")]),
          Region(box: box, outline: .polygon(Polygon(rings: [ring])), label: 1),
          Region(
            box: box,
            outline: .rotated(
              RotatedRect(center: Point2D(x: 30, y: 15), size: Size2D(width: 20, height: 10), degrees: 30)), label: 1),
          Region(box: box, outline: .line(ring), label: 0), Region(box: box, outline: .points(ring), label: 0),
          Region(box: box, keypoints: [Keypoint(ring[0], .visible), Keypoint(ring[2], .hidden)], label: 1),
        ])
    ]
    return set
  }

  /// Initial inputs: the sample in every format, after the byte that selects it.
  static var seeds: [[UInt8]] {
    codings.enumerated().flatMap { index, coding in
      coding.written(sample).files.map { [UInt8(index)] + $0.bytes }
    }
  }

  /// Describes what is wrong with the result for an input; nil if nothing is, or it is refused.
  static func complaint(_ input: [UInt8]) -> String? {
    guard let first = input.first else { return nil }
    let coding = codings[Int(first) % codings.count]
    let tag = ExifOrientation.allCases[input.count % 8]
    let file = LabelFile(name: "a.txt", bytes: Array(input.dropFirst()))
    return complaint(coding, file, tag) ?? (coding is YOLOFormat ? complaintOfNames(file.bytes) : nil)
  }

  /// The names in the bytes as `data.yaml` and as `classes.txt`, if they can be written and read back.
  private static func complaintOfNames(_ bytes: [UInt8]) -> String? {
    for name in ["data.yaml", "classes.txt"] {
      guard let names = try? YOLONames(LabelFile(name: name, bytes: bytes)) else { continue }
      let written = LabelFile(name: "data.yaml", bytes: names.bytes)
      guard (try? YOLONames(written)) == names else { return "the names of \(name) are not read again" }
    }
    return nil
  }

  private static func complaint(_ coding: some LabelCoding, _ file: LabelFile, _ tag: ExifOrientation) -> String? {
    var set = LabelSet<Stored>(names: ["cat", "dog"])
    do { try coding.read(file, into: &set) { _ in size } } catch { return nil }
    if !set.images.allSatisfy({ $0.regions.allSatisfy { isFinite($0.box) } }) { return "a box that is not finite" }
    let turned: LabelSet<Displayed> = set.applying { _ in Orientation(exif: tag) }
    for written in coding.written(turned).files {
      var again = LabelSet<Displayed>(names: set.names)
      do { try coding.read(written, into: &again) { _ in nil } } catch {
        if !written.name.hasSuffix("yaml") { return "what was written is refused: \(error)" }
      }
    }
    return complaintOfTurn(coding, file, Orientation(exif: tag))
  }

  private static func complaintOfTurn(
    _ coding: some LabelCoding, _ file: LabelFile, _ orientation: Orientation<Stored, Displayed>
  ) -> String? {
    let there = LabelReorientation(size: size, orientation: orientation)
    let back = LabelReorientation(size: orientation.applied(to: size), orientation: orientation.inverse)
    guard let edit = try? coding.reoriented(file, { _ in there }) else { return nil }
    let other = LabelFile(name: file.name, bytes: edit.bytes)
    guard let again = try? coding.reoriented(other, { _ in back }) else {
      return "what was turned cannot be turned back"
    }
    guard again.reorientedRows == edit.reorientedRows else {
      return "\(edit.reorientedRows) rows were turned, \(again.reorientedRows) back"
    }
    return ShortestNumbers.areAlike(again.bytes, file.bytes) ? nil : "what was turned back is not what it was"
  }

  private static func isFinite<S: Space>(_ box: Rect2D<S>) -> Bool {
    box.x.isFinite && box.y.isFinite && box.width.isFinite && box.height.isFinite
  }
}
