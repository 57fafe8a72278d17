// The operations of every label format: read regions, reorient a file in place, write regions to one file or to several.

public import UprightGeometry

/// A label format. Reading and reorienting are total: for any bytes, there is a result with findings, or one error.
public protocol LabelCoding: Sendable {
  /// Adds a file's labels to a set.
  ///
  /// `size` provides an image's size in the space of the labels, by the name in the labels (its stem, in formats with
  /// one file per image). It takes precedence over a stated size. Invalid rows become findings; the others are read.
  /// - Throws: `LabelError` if the file as a whole cannot be read.
  func read<S: Space>(
    _ file: LabelFile, into set: inout LabelSet<S>, size: @escaping (_ image: String) -> PixelSize<S>?
  ) throws(LabelError)

  /// Reorients a file's labels in place: only coordinates and sizes change. All other bytes stay, and the inverse
  /// restores the same bytes.
  ///
  /// `turn` provides an image's size in the space of the labels, and its reorientation. Rows that cannot be
  /// reoriented stay unchanged.
  /// - Throws: `LabelError` if the file as a whole cannot be read.
  func reoriented<From: Space, To: Space>(
    _ file: LabelFile, _ turn: @escaping (_ image: String) -> LabelReorientation<From, To>?
  ) throws(LabelError) -> LabelEdit

  /// Checks that the contents of a file do not exceed the memory limit. Always succeeds for formats whose rows take
  /// no more memory than their bytes.
  ///
  /// - Throws: `LabelError` `.tooMuchMemory`.
  func checkMemory(of file: LabelFile) throws(LabelError)

  /// The positions and IDs of rows by their numbers (``LabelLocation/row``); empty for formats in which a line
  /// identifies a row.
  func rows(in file: LabelFile, of numbers: Set<Int>) -> [Int: LabelRow]

  /// The files that express a set; anything that the format cannot express becomes a finding.
  func written<S: Space>(_ set: LabelSet<S>) -> LabelOutput
}

extension LabelCoding {
  /// Default: no check.
  public func checkMemory(of file: LabelFile) throws(LabelError) {}
}

/// A reoriented label file.
public struct LabelEdit: Hashable, Sendable {
  /// Its bytes.
  public var bytes: [UInt8]
  /// Number of reoriented rows.
  public var reorientedRows: Int
  /// Number of rows that had to stay unchanged.
  public var unchangedRows: Int
  /// The reasons for unchanged rows, and other findings.
  public var findings: [LabelFinding]

  init(_ bytes: [UInt8]) { (self.bytes, reorientedRows, unchangedRows, findings) = (bytes, 0, 0, []) }

  /// Changes some ranges of the file as it was.
  mutating func change(_ places: [ByteEdit]) {
    var copy = PatchedBytes(bytes)
    copy.replace(places)
    bytes = copy.finished()
  }
}

/// Written label files.
public struct LabelOutput: Hashable, Sendable {
  /// The files, named relative to the labels' folder.
  public var files: [LabelFile] = []
  /// What could not be expressed.
  public var findings: [LabelFinding] = []
}

extension LabelOutput {
  /// The name of the file for an image; nil, with a finding, if it would be outside the folder.
  mutating func name(for image: String, extension suffix: String) -> String? {
    if let name = LabelFile.name(for: image, extension: suffix) { return name }
    findings.append(LabelFinding(.notExpressible, in: image, note: "this name is outside the folder"))
    return nil
  }
}

extension LabelOutput {
  /// The name of the file for an image, and the image's size, in which positions are stated; nil, with a finding, if the
  /// name would be outside the folder or the size is unknown.
  mutating func place<S: Space>(
    for image: LabelledImage<S>, extension suffix: String
  ) -> (name: String, size: PixelSize<S>)? {
    guard let name = name(for: image.name, extension: suffix) else { return nil }
    guard let size = image.size, !size.isEmpty else {
      findings.append(LabelFinding(.imageUnknown, in: image.name))
      return nil
    }
    return (name, size)
  }
}

/// Collects the contents of one file.
protocol SingleFileWriter {
  /// What is written so far.
  var bytes: [UInt8] { get }
  /// What the format cannot express.
  var findings: [LabelFinding] { get }

  /// Writes a whole set; call it once.
  mutating func write<S: Space>(_ set: LabelSet<S>)
}

extension LabelSet {
  /// One file with all valid regions, and findings.
  func written(by writer: some SingleFileWriter, as name: String) -> LabelOutput {
    refusingBroken { set in
      var writer = writer
      writer.write(set)
      return LabelOutput(files: [LabelFile(name: name, bytes: writer.bytes)], findings: writer.findings)
    }
  }
}

// Regions that no format can write: numbers that are not finite (RFC 8259, 6, has neither NaN nor infinities), and
// invalid class indices.
extension LabelSet {
  /// Writes all valid regions with `write`; leaves out each invalid one with a finding.
  func refusingBroken(_ write: (LabelSet) -> LabelOutput) -> LabelOutput {
    guard !images.allSatisfy({ image in image.hasSize && image.regions.allSatisfy { $0.fault == nil } }) else {
      return write(self)
    }
    var (sound, findings) = (self, [LabelFinding]())
    for index in sound.images.indices {
      let name = sound.images[index].name
      if !sound.images[index].hasSize {
        findings.append(LabelFinding(.sizeMalformed, in: name, note: "invalid image size"))
        sound.images[index].size = nil
      }
      sound.images[index].regions.removeAll { region in
        guard let fault = region.fault else { return false }
        let line = region.location.line > 0 ? Int(region.location.line) : nil
        findings.append(LabelFinding(fault.code, in: name, line: line, note: fault.note))
        return true
      }
    }
    var output = write(sound)
    output.findings = findings + output.findings
    return output
  }
}

extension LabelledImage {
  /// Whether its size is positive or unknown.
  fileprivate var hasSize: Bool { size.map { $0.width > 0 && $0.height > 0 } ?? true }
}

extension Region {
  /// Maximum magnitude of a coordinate; beyond it, products might overflow.
  private static var farthest: Double { 1e100 }

  /// Why it cannot be written; nil if it can.
  fileprivate var fault: (code: LabelFinding.Code, note: String)? {
    if hasImpossibleLabel {
      return (.notExpressible, "invalid class number; the row is left out")
    }
    let all = [box.x, box.y, box.width, box.height]
    guard all.allSatisfy(Self.isNumber) else {
      return (.numberInvalid, "an edge of this box is not a number; the row is left out")
    }
    guard keypoints.allSatisfy({ Self.isPlace($0.point) }) else {
      return (.numberInvalid, "a keypoint's coordinate is not a number; the row is left out")
    }
    guard outline.map(Self.isValid) ?? true else {
      return (.numberInvalid, "an outline's coordinate is not a number; the row is left out")
    }
    return nil
  }

  private static func isNumber(_ value: Double) -> Bool { value.magnitude <= farthest }

  private static func isPlace(_ point: Point2D<S>) -> Bool { isNumber(point.x) && isNumber(point.y) }

  private static func isValid(_ outline: Outline<S>) -> Bool {
    switch outline {
    case .rotated(let rect), .ellipse(let rect):
      isPlace(rect.center) && [rect.size.width, rect.size.height, rect.degrees].allSatisfy(isNumber)
    case .polygon(let polygon): polygon.rings.allSatisfy { $0.allSatisfy(isPlace) }
    case .line(let points), .points(let points): points.allSatisfy(isPlace)
    case .mask: true
    }
  }
}
