// A JPEG XL file: headers and boxes written in code, around frames from an encoder (ISO 18181-1, D; ISO 18181-2, 9).

package import UprightGeometry

/// A JPEG XL file of 3 × 2 pixels in six colors, correct or deliberately wrong.
///
/// The frames are the bytes after the image header in files of libjxl's `cjxl` 0.7.0, made from ``TinyImage/sixColors``
/// stored for each tag. The options are `cjxl -d 0 -e 1` for the lossless ones, `cjxl -d 1` for the one in XYB, all
/// with `-x color_space=RGB_D65_SRG_Rel_SRG`.
package struct TinyJXL: Sendable {
  /// The form of the image header.
  package enum Header: Hashable, Sendable {
    /// One bit: all defaults. The frame is in XYB, stored as tag 1.
    case allUsual
    /// No extra fields, among them the orientation.
    case noFurtherFields
    /// The orientation, optionally with an intrinsic size.
    case written(ExifOrientation, hasIntrinsicSize: Bool = false)
  }

  /// The container of the codestream.
  package enum Container: Hashable, Sendable {
    /// None.
    case bare
    /// A box.
    case box(TinyBoxLength)
    /// Partial boxes, the first one with this many bytes.
    case parts(first: Int)
  }

  /// The form of the image header.
  package var header: Header
  /// The tag for which the six colors are stored.
  package var storedAs = ExifOrientation.topLeft
  /// The container of the codestream.
  package var container = Container.bare
  /// An Exif block in a box; nil for none.
  package var exif: TinyTIFF?
  /// Bytes between the Exif offset and the start of the block.
  package var exifPadding = 0
  /// An XMP packet in a box; nil for none.
  package var packet: [UInt8]?
  /// Whether Exif and XMP are in boxes that are compressed with Brotli, without a gain.
  package var isCompressed = false
  /// Other boxes before the codestream.
  package var boxesBefore: [UInt8] = []
  /// Other boxes after it.
  package var boxesAfter: [UInt8] = []

  /// A file with this header.
  package init(_ header: Header) { self.header = header }

  /// A file that is displayed as the six colors, stored for `tag` and with that orientation.
  package init(as tag: ExifOrientation) {
    self.init(.written(tag))
    storedAs = tag
  }

  /// The whole file.
  package var bytes: [UInt8] {
    guard container != .bare else { return codestream }
    let type = TinyBox.bytes("ftyp", Array("jxl ".utf8) + TinyBox.number(0, 4) + Array("jxl ".utf8))
    let signature = TinyBox.bytes("JXL ", [0x0D, 0x0A, 0x87, 0x0A])
    return signature + type + boxesBefore + metadata + boxed + boxesAfter
  }

  /// The header's bits, padded, and the frame.
  package var codestream: [UInt8] { [0xFF, 0x0A] + Self.packed(headerBits) + frame }

  /// The bits of the image header, after the signature.
  package var headerBits: [Bool] {
    let isTall = storedAs.rawValue > 4
    let size =
      Self.bits((0, 1), (0, 2), (isTall ? 2 : 1, 9), (isTall ? 0 : 4, 3)) + (isTall ? Self.bits((0, 2), (1, 9)) : [])
    // 8 bits, 16-bit buffers, no extra channels, no XYB, default colors; default tone mapping; no extensions; default
    // weights.
    let depth = Self.bits((0, 3), (1, 1), (0, 2), (0, 1), (1, 1))
    switch header {
    case .allUsual: return size + Self.bits((1, 1), (1, 1))
    case .noFurtherFields: return size + Self.bits((0, 1), (0, 1)) + depth + Self.bits((0, 2), (1, 1))
    case .written(let tag, let hasIntrinsicSize):
      let shown = hasIntrinsicSize ? Self.bits((1, 1), (1, 1), (4, 5), (0, 3), (7, 5)) : Self.bits((0, 1))
      return size + Self.bits((0, 1), (1, 1), (Int(tag.rawValue) - 1, 3)) + shown + Self.bits((0, 2)) + depth
        + Self.bits((1, 1), (0, 2), (1, 1))
    }
  }

  /// Numbers as bits, each with this many, the lowest first.
  package static func bits(_ numbers: (value: Int, count: Int)...) -> [Bool] {
    numbers.flatMap { number in (0..<number.count).map { number.value >> $0 & 1 == 1 } }
  }

  /// Bits as bytes, the last one padded with zeros.
  package static func packed(_ bits: [Bool]) -> [UInt8] {
    stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<min(start + 8, bits.count)].enumerated().reduce(0) { $0 | ($1.element ? 1 << UInt8($1.offset) : 0) }
    }
  }

  private var metadata: [UInt8] {
    let block = exif.map {
      box("Exif", TinyBox.number(exifPadding, 4) + [UInt8](repeating: 0, count: exifPadding) + $0.bytes)
    }
    return (block ?? []) + (packet.map { box("xml ", $0) } ?? [])
  }

  private func box(_ kind: String, _ contents: [UInt8]) -> [UInt8] {
    isCompressed
      ? TinyBox.bytes("brob", Array(kind.utf8) + Self.brotli(contents)) : TinyBox.bytes(kind, contents)
  }

  /// A Brotli stream of 1 to 65,536 bytes as they are (RFC 7932, 9.1 and 9.2): a window of 64 KiB, an uncompressed
  /// block, an empty last block.
  package static func brotli(_ contents: [UInt8]) -> [UInt8] {
    packed(bits((0, 1), (0, 1), (0, 2), (contents.count - 1, 16), (1, 1))) + contents + [3]
  }

  private var boxed: [UInt8] {
    switch container {
    case .bare: return codestream
    case .box(let length): return TinyBox.bytes("jxlc", codestream, length: length)
    case .parts(let count):
      return TinyBox.bytes("jxlp", TinyBox.number(0, 4) + codestream.prefix(count))
        + TinyBox.bytes("jxlp", TinyBox.number(1 << 31 | 1, 4) + codestream.dropFirst(count))
    }
  }

  private var frame: [UInt8] {
    let hex = header == .allUsual ? Self.xybFrame : Self.frames[Int(storedAs.rawValue) - 1]
    let digits = hex.utf8.compactMap { UInt8(String(UnicodeScalar($0)), radix: 16) }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  private static let frames = [
    "0802010090004b12a5428524d601e705000040f1fbe407c01ee05fc07f003e3dbd843fbdfceef17f8f0f",
    "0802010090004b12a5428524d601e705000040a7fbe407c03ec07f40fe02f4f8f8f8527af9ddc7ffbe7e",
    "0802010088004b12a5428524d601e70d000000919bfc00e8f707dc1fd00ffaf6fa603f7ffbf3b707",
    "0802010090004b12a5428524d601e7050000c0cfcbe40720febc81fb0bf2e3d34ba237d03e3efdf3bb07",
    "0802010090004b12a5428524d601e705000040f1fbe407c0be4080df7f00bee8458f3f1dbffcdf778f0f",
    "0802010090004b12a5428524d601e705000040a7fbe407c07ec0807cff02f4f8f8c2577a7cf9bfefbe7e",
    "0802010088004b12a5428524d601e70d000000919bfc00e8dfdf1f10d08f3dfafad06efffcf9b707",
    "0802010090004b12a5428524d601e7050000c0cfcbe40720fefdf90506f2e38b5ea23740dffef3f1bb07",
  ]

  private static let xybFrame =
    "0012880200bc01fda31a0000152aa38c1bbc9cebf9f24387c5b48deb0c6db56d6149a2c838364927704812cbc0c68d30c0c300c0ccb9358c1670"
    + "8514c8b1d90691546494d8589eff5d00359ef24050d716a7fdf2b00f69fd6fafb1102d1b32fa723b7680c739744ed7ecc3e59ea397297f1a"
    + "6b0b2815"
}
