// The stand-in's own coding: "SI01" ("SI02" if alpha is straight, "SI03" if decoded first as well), width, height, tag,
// RGBA samples, which may be anywhere in a file; a byte after them may be the byte order in which they are decoded; in a JPEG, in the coded data, with a zero after each 0xFF (ITU T.81, B.1.1.5). Blocks of metadata follow
// "META" and their length. "PRIM" is followed by the number of the primary one among several images, "SIZE" by the
// size that the header states instead of the pixels'.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CoreGraphics
import Foundation

public enum StandInFile {
  /// The images of a file and the primary one's number. A JPEG has the orientation of its Exif segment.
  static func pictures(of file: [UInt8]) -> ([(image: CGImage, tag: Int?)], primary: Int) {
    let isJPEG = file.starts(with: [0xFF, 0xD8])
    let bytes = isJPEG ? unstuffed(file) : file
    let exif = isJPEG ? tags(of: file).lazy.compactMap(orientation).first : nil
    var (found, at): ([(image: CGImage, tag: Int?)], Int) = ([], 0)
    while let start = start(in: bytes, from: at), let (image, tag) = picture(in: bytes, at: start) {
      found.append((image, exif ?? tag))
      at = start + 16 + image.width * image.height * 4
    }
    return (found, place(of: "PRIM", in: bytes).map { number(bytes, $0 + 4) } ?? 0)
  }

  private static func start(in bytes: [UInt8], from first: Int) -> Int? {
    let rest = bytes[min(first, bytes.count)...]
    return rest.indices.first {
      rest[$0] == 0x53 && (rest[$0...].starts(with: Array("SI0".utf8)))
    }
  }

  private static func picture(in bytes: [UInt8], at start: Int) -> (image: CGImage, tag: Int?)? {
    guard bytes.count >= start + 16 else { return nil }
    let (width, height, tag) = (number(bytes, start + 4), number(bytes, start + 8), number(bytes, start + 12))
    guard width > 0, height > 0, bytes.count >= start + 16 + width * height * 4 else { return nil }
    let samples = Array(bytes[(start + 16)...].prefix(width * height * 4))
    let isOpaque = stride(from: 3, to: samples.count, by: 4).allSatisfy { samples[$0] == 255 }
    let info: CGImageAlphaInfo =
      switch bytes[start + 3] {
      case 0x32: .last
      case 0x33: .first
      default: .premultipliedLast
      }
    let profile = place(of: "PROFILE", in: bytes).flatMap { at in
      CGColorSpace(iccData: CFData(bytes[(at + 11)...].prefix(number(bytes, at + 7))))
    }
    let image = CGImage(
      standIn: samples, width: width, height: height, colorSpace: profile ?? CGColorSpace(name: CGColorSpace.sRGB),
      alphaInfo: isOpaque ? .noneSkipLast : info)
    let end = start + 16 + samples.count
    if bytes.count == end + 1 { image.standInByteOrder = CGBitmapInfo(rawValue: UInt32(bytes[end]) << 8) }
    return (image, tag == 0 ? nil : tag)
  }

  /// The size that the header of a file with "SIZE" states, whatever its pixels are; nil without.
  static func statedSize(of file: [UInt8]) -> (width: Int, height: Int)? {
    place(of: "SIZE", in: file).map { (number(file, $0 + 4), number(file, $0 + 8)) }
  }

  /// The orientation in IFD0 of an Exif block (TIFF 6.0: tag 0x0112, a SHORT).
  public static func orientation(of block: [UInt8]) -> Int? {
    guard block.starts(with: Array("Exif\0\0".utf8)), block.count >= 16 else { return nil }
    let tiff = Array(block.dropFirst(6))
    let isBig = tiff[0] == 0x4D
    func value(_ at: Int, _ count: Int) -> Int {
      guard at >= 0, at + count <= tiff.count else { return 0 }
      let bytes = tiff[at..<at + count]
      return (isBig ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }
    let directory = value(4, 4)
    for entry in 0..<value(directory, 2) {
      let at = directory + 2 + entry * 12
      if value(at, 2) == 0x0112 { return value(at + 8, 2) }
    }
    return nil
  }

  /// A picture in the stand-in's coding, stored like this, with a tag.
  public static func coded(_ image: CGImage, tag: Int) -> [UInt8] {
    Array((image.alphaInfo == .last ? "SI02" : "SI01").utf8) + bigEndian(image.width) + bigEndian(image.height)
      + bigEndian(tag) + image.standInSamples
  }

  /// The coded data of a JPEG: a zero after each 0xFF.
  public static func stuffed(_ bytes: [UInt8]) -> [UInt8] { bytes.flatMap { $0 == 0xFF ? [0xFF, 0] : [$0] } }

  static func bytes(
    of image: CGImage, tag: Int, as type: String, _ blocks: [[UInt8]], _ options: CFDictionary?
  ) -> [UInt8] {
    let quality = options?[kCGImageDestinationLossyCompressionQuality] as? Double
    let note = quality.map { Array("QUALITY \($0)".utf8) } ?? []
    var meta: [UInt8] = []
    for block in blocks { meta += Array("META".utf8) + bigEndian(block.count) + block }
    let pixels = coded(image, tag: tag)
    if let profile = image.colorSpace?.name.flatMap({ Data(base64Encoded: $0) }), profile.count >= 20 {
      meta += Array("PROFILE".utf8) + bigEndian(profile.count) + profile
    }
    switch type {
    case "public.jpeg":
      // With segments of its own, as ImageIO writes them.
      var file: [UInt8] = [0xFF, 0xD8]
      for (marker, text) in [(0xE0, "JFIF\0"), (0xE1, "Exif\0\0own"), (0xE2, "ICC_PROFILE\0own")] {
        file += segment(UInt8(marker), Array(text.utf8))
      }
      file += segment(0xFE, note)
      let size = bigEndian(image.height).suffix(2) + bigEndian(image.width).suffix(2)
      file += segment(0xC0, [8] + size + [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0])
      file += [0xFF, 0xDA, 0, 2]
      return file + stuffed(pixels) + [0xFF, 0xD9]
    case "public.png": return [0x89] + Array("PNG".utf8) + meta + pixels
    case "public.heic": return [0, 0, 0, 12] + Array("ftypheic".utf8) + note + meta + pixels
    default: return pixels
    }
  }

  static func tags(of file: [UInt8]) -> [[UInt8]] {
    guard file.starts(with: [0xFF, 0xD8]) else {
      var (blocks, rest): ([[UInt8]], [UInt8]) = ([], file)
      while let start = place(of: "META", in: rest) {
        let count = number(rest, start + 4)
        blocks.append(Array(rest[(start + 8)...].prefix(count)))
        rest = Array(rest.dropFirst(start + 8 + count))
      }
      return blocks
    }
    return segments(of: file).filter { $0.marker == 0xE1 }.map(\.payload)
  }

  /// The marker segments of a JPEG before its coded data.
  public static func segments(of file: [UInt8]) -> [(marker: UInt8, payload: [UInt8])] {
    var (found, at): ([(UInt8, [UInt8])], Int) = ([], 2)
    while at + 4 <= file.count, file[at + 1] != 0xDA {
      let end = at + 2 + Int(file[at + 2]) << 8 + Int(file[at + 3])
      found.append((file[at + 1], Array(file[(at + 4)..<end])))
      at = end
    }
    return found
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    let word = UInt32(number)
    return [UInt8(word >> 24), UInt8(word >> 16 & 255), UInt8(word >> 8 & 255), UInt8(word & 255)]
  }

  private static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [0xFF, marker, UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 255)] + payload
  }

  private static func unstuffed(_ file: [UInt8]) -> [UInt8] {
    var (bytes, isAfterFF): ([UInt8], Bool) = ([], false)
    for byte in file {
      if !(isAfterFF && byte == 0) { bytes.append(byte) }
      isAfterFF = byte == 0xFF
    }
    return bytes
  }

  private static func place(of word: String, in bytes: [UInt8]) -> Int? {
    let word = Array(word.utf8)
    return bytes.indices.first { bytes[$0] == word[0] && bytes[$0...].starts(with: word) }
  }

  private static func number(_ bytes: [UInt8], _ at: Int) -> Int {
    (0..<4).reduce(0) { $0 << 8 | Int(bytes[at + $1]) }
  }
}
