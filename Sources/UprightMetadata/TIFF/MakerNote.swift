// What a camera noted about its own turning: Canon's AutoRotate and Panasonic's Rotation (both as ExifTool documents them).

internal import UprightGeometry

/// A maker note of one of the two kinds that say plainly how the camera was held.
enum MakerNote {
  private static let panasonic = Array("Panasonic\0\0\0".utf8)
  /// Panasonic's Rotation: a tag of its own, with the numbers of tag 274.
  private static let rotation = 0x30
  /// Canon's ShotInfo: a list of numbers.
  private static let shotInfo = 4
  /// Where AutoRotate stands in ShotInfo: 0 none, then quarter turns clockwise, as displayed.
  private static let autoRotate = 27

  /// How the picture was to be displayed as it was taken; nil where the camera did not say.
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

  /// The list opens with its own length in bytes; where that does not agree, the note was moved and its offsets lead elsewhere.
  private static func canonOrientation(_ directory: TIFFDirectory?, in block: TIFFBlock) -> ExifOrientation? {
    guard let list = directory?.entries.first(where: { $0.tag == shotInfo }), list.type == 3, list.count > autoRotate,
      block.integer(of: list) == 2 * list.count, let quarters = block.integer(of: list, at: autoRotate),
      (0...3).contains(quarters)
    else { return nil }
    return [.topLeft, .rightTop, .bottomRight, .leftBottom][quarters]
  }
}
