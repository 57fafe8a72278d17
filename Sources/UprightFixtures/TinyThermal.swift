// What thermal cameras write into a JPEG's segments (ExifTool's tables of JPEG, FLIR, DJI and InfiRay tags).

/// A camera's thermal image, in the segments that its maker uses.
package enum TinyThermal: CaseIterable, Sendable {
  case flir, parrot, infiRay, dji

  /// The maker's name, as Exif states it.
  package var name: String {
    switch self {
    case .flir: "FLIR"
    case .parrot: "Parrot"
    case .infiRay: "InfiRay"
    case .dji: "DJI"
    }
  }

  /// An Exif segment with the camera's maker and an orientation.
  package func exif(orientation: Int) -> TinySegment {
    .exif(TinyTIFF(ifd0: [TinyEntry(271, text: name), .orientation(orientation)]))
  }

  /// The segments, and what of each belongs to the thermal image.
  ///
  /// - Parameter pixels: The image's own bytes, in two segments if the maker splits it.
  package func segments(_ pixels: [UInt8]) -> [(segment: TinySegment, content: [UInt8])] {
    let half = pixels.count / 2
    let halves = [Array(pixels[..<half]), Array(pixels[half...])]
    switch self {
    case .flir:
      return halves.enumerated().map { number, piece in
        Self.named(0xE1, Array("FLIR\0".utf8) + [1, UInt8(number), 1], piece)
      }
    case .parrot:
      return [Self.named(0xE1, Array("PARROT\0".utf8), [0x49, 0x49, 42, 0, 8, 0, 0, 0] + pixels)]
    case .infiRay:
      let header = [1, 0, 0, 2] + Array("IJPEG\0".utf8) + Array(repeating: 0, count: 70)
      let camera = Array("InfiRay".utf8) + Array(repeating: 0, count: 761)
      return [Self.unnamed(0xE2, header)] + halves.map { Self.unnamed(0xE3, $0) }
        + (UInt8(0xE4)...0xE8).map { Self.unnamed($0, Array(repeating: $0 & 15, count: 130)) }
        + [Self.unnamed(0xE9, camera)]
    case .dji:
      return halves.map { Self.unnamed(0xE3, $0) }
        + [
          Self.unnamed(0xE4, [0xAA, 0x55, 0x12, 6] + Array(repeating: 7, count: 86)),
          Self.unnamed(0xE5, Array(repeating: 5, count: 64)),
          Self.unnamed(0xE6, Array("DTAT\0\0".utf8) + [1] + Array("{}".utf8)),
        ]
    }
  }

  private static func named(_ marker: UInt8, _ head: [UInt8], _ content: [UInt8]) -> (TinySegment, [UInt8]) {
    (TinySegment(marker, head + content), content)
  }

  private static func unnamed(_ marker: UInt8, _ content: [UInt8]) -> (TinySegment, [UInt8]) {
    named(marker, [], content)
  }
}

// Data behind an image, with a list of it (AXS File Concatenation Protocol 1.1).

/// An AFCP trailer with one entry.
package enum TinyConcatenation {
  /// A trailer of this data for a file whose image has `count` bytes.
  package static func trailer(_ data: [UInt8], behind count: Int, isBigEndian: Bool) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return isBigEndian ? bytes.reversed() : bytes
    }
    let magic = Array((isBigEndian ? "AXS!" : "AXS*").utf8)
    let head = magic + number(0x0101, 2) + number(1, 2) + number(0, 4)
    let entry = Array("TEXT".utf8) + number(data.count, 4) + number(count + head.count + 12, 4)
    return head + entry + data + magic + number(count, 4) + number(0, 4)
  }

  /// The data of a file's only entry, found by the list's offsets; nil if these are wrong.
  package static func data(in file: [UInt8]) -> [UInt8]? {
    guard file.count >= 12 else { return nil }
    let foot = Array(file.suffix(12))
    let isBigEndian = foot[3] == UInt8(ascii: "!")
    func number(_ bytes: ArraySlice<UInt8>) -> Int {
      (isBigEndian ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }
    let start = number(foot[4..<8])
    guard start + 24 <= file.count, file[start...].starts(with: foot[..<4]) else { return nil }
    let (size, offset) = (number(file[start + 16..<start + 20]), number(file[start + 20..<start + 24]))
    guard offset <= file.count, size <= file.count - offset else { return nil }
    return Array(file[offset..<offset + size])
  }
}
