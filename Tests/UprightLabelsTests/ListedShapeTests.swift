// Shapes of listed images, read and rotated, compared with independent rasters.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

@Suite("Listed shapes")
struct ListedShapeTests {
  private static let planes: [LabelPlane] = [
    .pixels, .percent, LabelPlane(extent: 1, risesUp: false), LabelPlane(extent: 1, risesUp: true),
    LabelPlane(extent: nil, risesUp: true),
  ]

  /// A shape and the bytes that contain its numbers.
  private struct Source {
    var bytes: [UInt8] = []
    var shape: ListedShape

    init(_ kind: ListedShape.Kind, _ numbers: [String]) {
      var places: [Range<Int>] = []
      for number in numbers {
        places.append(bytes.count..<bytes.count + number.utf8.count)
        bytes += Array((number + " ").utf8)
      }
      let bytes = self.bytes
      shape = ListedShape(kind: kind, numbers: places.compactMap { NumberToken(bytes, $0, strictly: true) })
    }

    func turned<From: Space, To: Space>(
      _ turn: LabelReorientation<From, To>, _ plane: LabelPlane, style: NumberStyle = .plain
    ) -> Source {
      let numbers = shape.reoriented(plane.reorient(turn, style, bytes))
      let texts = numbers.map { number in
        switch number {
        case .kept(let index): Labels.text(Array(bytes[shape.numbers[index].range]))
        case .written(let text): Labels.text(text)
        }
      }
      return Source(shape.kind, texts)
    }
  }

  /// Random numbers of a kind, in the unit of a plane.
  private func source(
    _ kind: ListedShape.Kind, _ plane: LabelPlane, _ size: PixelSize<Stored>, _ random: inout SplitMix64
  ) -> Source {
    func number(_ side: Int, _ part: ClosedRange<Double> = 0...1) -> String {
      String(Double.random(in: part, using: &random) * Double(plane.extent ?? side))
    }
    func pair(_ part: ClosedRange<Double> = 0...1) -> [String] {
      [number(size.width, part), number(size.height, part)]
    }
    let angle = String(Double.random(in: -359..<359, using: &random))
    switch kind {
    case .cornerBox, .centerBox: return Source(kind, pair() + pair(0.1...0.6))
    case .edgeBox: return Source(kind, pair(0...0.4) + pair(0.5...1))
    case .corners, .circle: return Source(kind, pair() + pair())
    case .turnedBox, .ellipse: return Source(kind, pair() + pair(0.1...0.5) + [angle])
    case .polygon, .line, .points, .turnedCorners: return Source(kind, (0..<4).flatMap { _ in pair() })
    // Masks have pixels of their own: see WholeImagesTests.
    case .mask: return Source(kind, ["1", "2", "3", "4"])
    }
  }

  private static let kinds: [ListedShape.Kind] = [
    .cornerBox, .centerBox, .edgeBox, .corners, .turnedBox, .ellipse, .circle, .polygon, .line, .points,
    .turnedCorners,
  ]

  /// Planes in which a kind is used: angles and distances are meaningful only if y points down.
  private static func planes(of kind: ListedShape.Kind) -> [LabelPlane] {
    switch kind {
    case .turnedBox, .ellipse, .circle: [.pixels, .percent]
    default: planes
    }
  }

  private func raster<S: Space>(_ region: Region<S>, _ size: PixelSize<S>) -> [[Bool]] {
    guard let outline = region.outline else { return Raster.of(region.box.standardized, size.width, size.height) }
    return Raster.of(outline, size.width, size.height)
  }

  @Test("What is turned covers the pixels that the table moves, and so does the model", arguments: kinds, 0..<6)
  func rasters(kind: ListedShape.Kind, seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    for plane in Self.planes(of: kind) {
      let size: PixelSize<Stored> = random.size()
      let source = source(kind, plane, size, &random)
      let region: Region<Stored> = source.shape.region(on: size, plane)
      let drawing = raster(region, size)
      for (tag, orientation) in PixelTable.all {
        let turned = orientation.applied(to: size)
        let found = source.turned(LabelReorientation(size: size, orientation: orientation), plane).shape.region(
          on: turned, plane)
        let wanted = PixelTable(tag: tag, width: size.width, height: size.height).turned(drawing)
        #expect(raster(found, turned) == wanted, "\(kind) tag \(tag)\n\(Raster.drawing(raster(found, turned)))")
        #expect(raster(region.applying(orientation, in: size), turned) == wanted)
        let box = region.box.applying(orientation, in: size)
        let exact = Region<Displayed>(box: found.box.standardized)
        #expect(Labels.agree(exact, Region(box: box.standardized), within: 1e-6), "\(kind) tag \(tag)")
      }
    }
  }

  @Test("There and back are the same bytes, under all tags", arguments: kinds, 0..<8)
  func thereAndBack(kind: ListedShape.Kind, seed: Int) {
    var random = SplitMix64(seed: UInt64(seed &+ 100))
    for plane in Self.planes(of: kind) {
      let size = PixelSize<Stored>(
        width: Int.random(in: 1...9000, using: &random), height: Int.random(in: 1...9000, using: &random))
      let source = source(kind, plane, size, &random)
      for (tag, orientation) in PixelTable.all {
        let there = source.turned(LabelReorientation(size: size, orientation: orientation), plane)
        let back = there.turned(
          LabelReorientation(size: orientation.applied(to: size), orientation: orientation.inverse), plane)
        let texts = (Labels.text(back.bytes), Labels.text(source.bytes))
        #expect(texts.0 == texts.1, "\(kind) tag \(tag)")
      }
    }
  }

  @Test("Numbers are those that Python's fractions find, and the way back", arguments: TurnedShapes.all.indices)
  func numbers(index: Int) {
    let known = TurnedShapes.all[index]
    let source = Source(known.kind, known.tags[0].split(separator: " ").map(String.init))
    for (tag, orientation) in PixelTable.all {
      let turned = source.turned(LabelReorientation(size: known.size, orientation: orientation), known.plane)
      #expect(Labels.text(turned.bytes) == known.tags[tag - 1] + " ", "\(known.kind) tag \(tag)")
      let back = turned.turned(
        LabelReorientation(size: orientation.applied(to: known.size), orientation: orientation.inverse), known.plane)
      #expect(Labels.text(back.bytes) == known.tags[0] + " ", "\(known.kind) tag \(tag)")
    }
  }

  @Test("A box that is turned about its corner keeps the corner; its angle and the unit of its sides change")
  func turnedBox() {
    let source = Source(.turnedBox, ["10", "20", "30", "40", "15"])
    let wanted: [(Int, String)] = [
      (1, "10 20 30 40 15 "), (2, "90 20 16 75 75 "), (3, "90 80 30 40 195 "), (4, "10 80 16 75 255 "),
      (5, "20 10 40 30 345 "), (6, "80 10 75 16 105 "), (7, "80 90 40 30 165 "), (8, "20 90 75 16 285 "),
    ]
    for (tag, text) in wanted {
      let orientation = Orientation<Stored, Displayed>(exif: ExifOrientation(rawValue: UInt8(tag)) ?? .topLeft)
      let turned = source.turned(LabelReorientation(size: Labels.size, orientation: orientation), .percent)
      #expect(Labels.text(turned.bytes) == text, "tag \(tag)")
    }
  }

  @Test(
    "Angles stay on their side of 0 and are never 0, so that the way back is the same",
    arguments: [
      ("270", "360", "90"), ("300", "30", "60"), ("-90", "-360", "-270"), ("-30", "-300", "-330"), ("360", "90", "360"),
      ("0.5", "90.5", "359.5"), ("90", "180", "270"),
    ])
  func angles(angle: String, clockwise: String, transposed: String) {
    let source = Source(.turnedBox, ["10", "20", "30", "40", angle])
    for (tag, wanted) in [(ExifOrientation.rightTop, clockwise), (.leftTop, transposed)] {
      let turned = source.turned(Labels.turn(tag), .percent)
      #expect(Labels.text(turned.bytes).hasSuffix(" \(wanted) "), "\(Labels.text(turned.bytes))")
      #expect(Labels.text(turned.turned(Labels.back(tag), .percent).bytes) == Labels.text(source.bytes))
    }
  }

  @Test("Without an angle, or with 0, sides change places and no digit is computed but the corner's")
  func straight() {
    for numbers in [
      ["10", "20", "30.125", "4"], ["10", "20", "30.125", "4", "0"], ["10", "20", "30.125", "4", "0.0"],
    ] {
      let turned = Source(.turnedBox, numbers).turned(Labels.turn(.rightTop), .percent)
      #expect(
        Labels.text(turned.bytes) == (["76", "10", "4", "30.125"] + numbers.dropFirst(4)).joined(separator: " ") + " ")
      let region: Region<Stored> = Source(.turnedBox, numbers).shape.region(on: Labels.size, .percent)
      #expect(region.outline == nil)
      #expect(region.box == Rect2D(x: 10, y: 8, width: 30.125, height: 1.6))
    }
  }

  @Test("From the lower edge upwards, what is clockwise is not so in numbers")
  func risingUp() {
    let plane = LabelPlane(extent: 1, risesUp: true)
    let source = Source(.cornerBox, ["0.1", "0.2", "0.3", "0.4"])
    let region: Region<Stored> = source.shape.region(on: Labels.size, plane)
    #expect(Labels.agree(region, Region(box: Rect2D(x: 10, y: 16, width: 30, height: 16))))
    let turned = source.turned(Labels.turn(.rightTop), plane)
    #expect(Labels.text(turned.bytes) == "0.2 0.6 0.4 0.3 ")
  }

  @Test("Nine decimals and more were rounded; fewer, and pixels, are meant as they stand")
  func precision() {
    func found(_ numbers: [String], _ plane: LabelPlane) -> LabelPrecision<Stored> {
      Source(.cornerBox, numbers).shape.region(on: Labels.size, plane).precision
    }
    let shares = LabelPlane(extent: 1, risesUp: true)
    #expect(found(["0.5", "0.25", "0.12345678", "0.2"], shares) == .exact)
    #expect(found(["0.123456789", "0.25", "0.1", "0.2"], shares) == .init(across: 1e-7, down: 4e-8))
    #expect(found(["50", "25", "1.0123456789", "2"], .percent) == .init(across: 1e-10, down: 4e-11))
    #expect(found(["50.123456789", "25", "1", "2"], .pixels) == .exact)
  }
}
