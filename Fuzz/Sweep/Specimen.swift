// The files that are swept: every container that can say it, in every orientation.

import UprightFixtures
import UprightGeometry

/// A file and its name.
struct Specimen: Sendable {
  let name: String
  let bytes: [UInt8]

  /// Eight containers in eight orientations.
  static let all: [Specimen] = ExifOrientation.allCases.flatMap { tag in
    containers(tag).map { Specimen(name: "\($0.name) \(tag.rawValue)", bytes: $0.bytes) }
  }

  private static let packet = TinyXMP.packet(orientation: "6")

  private static func containers(_ tag: ExifOrientation) -> [Specimen] {
    let block = TinyTIFF(.big, orientation: Int(tag.rawValue))
    let image = TinyImage(width: 3, height: 2, filledWith: [128])
    var heif = TinyHEIF(tag, exif: block, xmp: packet)
    let avif = heif.bytes
    heif.brands = ["heic", "mif1"]
    var jxl = TinyJXL(as: tag)
    (jxl.container, jxl.exif, jxl.packet) = (.box(.short), block, packet)
    var track = TinyTrack(image, as: tag)
    track.sample = [1, 2, 3]
    let files: [(String, [UInt8])] = [
      ("jpeg", TinyJPEG(image, segments: [.jfif, .exif(block), .xmp(packet)]).bytes),
      ("png", TinyPNG(.sixColors, chunks: [.exif(block.bytes), .xmp(packet)]).bytes),
      ("webp", TinyWebP(.sixColors, chunks: [.exif(block.bytes), .xmp(packet)]).bytes),
      ("tiff", TinyTIFFFile(.big, pages: [.init(displaying: .sixColors, as: tag)]).bytes), ("heif", heif.bytes),
      ("avif", avif), ("jxl", jxl.bytes), ("movie", TinyMovie([track]).bytes),
    ]
    return files.map { Specimen(name: $0.0, bytes: $0.1) }
  }
}
