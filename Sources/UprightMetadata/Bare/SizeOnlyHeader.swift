// Formats whose header has a size and no orientation: GIF (GIF 89a, 18) and Windows bitmaps (Win32 API, BITMAPINFOHEADER).

internal import UprightGeometry

/// The size of a picture that counts as upright whatever else its file holds: viewers pass over XMP in GIF.
struct SizeOnlyHeader: ContainerHeader {
  /// Columns and rows as stored, counted from the top, whichever row comes first in the file.
  let storedSize: PixelSize<Stored>
  /// Which of the two it is.
  let format: ContainerFormat

  /// None.
  var mayHaveProfile: Bool { false }
  /// None.
  var findings: [Finding] { [] }
  /// None.
  var exif: LocatedExifBlock? { nil }

  /// Reads the size.
  ///
  /// - Throws: `.truncated`, `.imageMissing` where there is no row or column, `.unreadable`.
  init(_ source: some ByteSource) throws(MetadataError) {
    let bytes = try source.read(0..<26)
    let isBitmap = bytes.starts(with: "BM".utf8)
    guard bytes.count >= 10, !isBitmap || bytes.count >= 22 else { throw MetadataError(.truncated, at: bytes.count) }
    guard let size = isBitmap ? Self.bitmapSize(bytes) : Self.screenSize(bytes), !size.isEmpty else {
      throw MetadataError(isBitmap && bytes.count < 26 ? .truncated : .imageMissing, at: isBitmap ? 18 : 6)
    }
    storedSize = size
    format = isBitmap ? .bmp : .gif
  }

  /// Upright.
  func resolvedOrientation(_ rules: OrientationRules) -> ResolvedOrientation { ResolvedOrientation() }

  /// Nothing to change, as long as the picture stays upright.
  ///
  /// - Throws: `.notExpressible`.
  func retag(_ change: OrientationChange, from resolved: ResolvedOrientation) throws(MetadataError) -> BytePatch {
    guard change.value == .topLeft else { throw MetadataError(.notExpressible, at: 0, format: format) }
    return BytePatch([])
  }

  /// The logical screen (GIF 89a, 18).
  private static func screenSize(_ bytes: [UInt8]) -> PixelSize<Stored>? {
    PixelSize(width: number(bytes, at: 6, size: 2), height: number(bytes, at: 8, size: 2))
  }

  /// Two bytes each in a BITMAPCOREHEADER (12 bytes), else four with a sign, by which a height says that the top row comes first.
  private static func bitmapSize(_ bytes: [UInt8]) -> PixelSize<Stored>? {
    guard number(bytes, at: 14, size: 4) != 12 else {
      return PixelSize(width: number(bytes, at: 18, size: 2), height: number(bytes, at: 20, size: 2))
    }
    guard bytes.count >= 26 else { return nil }
    let sides = [18, 22].map { Int(Int32(truncatingIfNeeded: number(bytes, at: $0, size: 4))) }
    return sides[0] > 0 ? PixelSize(width: sides[0], height: Int(sides[1].magnitude)) : nil
  }

  /// A number, the low byte first.
  private static func number(_ bytes: [UInt8], at offset: Int, size: Int) -> Int {
    (0..<size).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }
}
