// The camera's own record of its rotation: Canon's AutoRotate and Panasonic's Rotation (both as documented by
// ExifTool).

internal import UprightGeometry

/// A maker note of a kind that clearly states how the camera was held.
enum MakerNote {
  private static let panasonic = Array("Panasonic\0\0\0".utf8)
  /// Panasonic's Rotation: a separate tag with the values of tag 274.
  private static let rotation = 0x30
  /// Canon's ShotInfo: a list of numbers.
  private static let shotInfo = 4
  /// Index of AutoRotate in ShotInfo: 0 none, then quarter turns clockwise, as displayed.
  private static let autoRotate = 27

  /// The orientation for display at capture time; nil if the camera did not record it.
  static func orientation(in block: TIFFBlock) -> ExifOrientation? {
    guard let note = block.exifDirectory?.first(.makerNote), note.count > 12, note.valueOffset < block.bytes.count
    else {
      return nil
    }
    if block.bytes[note.valueOffset...].starts(with: panasonic) {
      return panasonicOrientation(block.directory(at: note.valueOffset + panasonic.count), in: block)
    }
    guard isCanon(block) else { return nil }
    return canonOrientation(block.directory(at: note.valueOffset), in: block)
  }

  private static func isCanon(_ block: TIFFBlock) -> Bool {
    guard let make = block.ifd0?.first(.make), make.type == 2, make.count >= 5, make.valueOffset < block.bytes.count
    else { return false }
    return block.bytes[make.valueOffset...].starts(with: "Canon".utf8)
  }

  private static func panasonicOrientation(_ directory: TIFFDirectory?, in block: TIFFBlock) -> ExifOrientation? {
    directory?.entries.first { $0.tag == rotation }
      .flatMap { block.integer(of: $0) }.flatMap(UInt8.init(exactly:)).flatMap(ExifOrientation.init(rawValue:))
  }

  /// The list begins with its length in bytes. If that does not match, the note was moved and its offsets are wrong.
  private static func canonOrientation(_ directory: TIFFDirectory?, in block: TIFFBlock) -> ExifOrientation? {
    guard let list = directory?.entries.first(where: { $0.tag == shotInfo }), list.type == 3, list.count > autoRotate,
      block.integer(of: list) == 2 * list.count, let quarters = block.integer(of: list, at: autoRotate),
      (0...3).contains(quarters)
    else { return nil }
    return [.topLeft, .rightTop, .bottomRight, .leftBottom][quarters]
  }
}
