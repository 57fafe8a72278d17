// All parts of a file with their bytes, whatever its container (Design.md, "Parts"). The parts of a bitmap: headers,
// palette, pixels, profile (Win32 API, BITMAPFILEHEADER to BITMAPV5HEADER).

internal import UprightGeometry

extension Probe {
  /// All parts of the file. Those without an owner cover its bytes without gap or overlap, also if it is damaged.
  ///
  /// For a JPEG this reads the coded data, because only that reveals where the image ends.
  ///
  /// - Throws: `MetadataError` `.unreadable` on an I/O error.
  public func fileParts(in source: some ByteSource) throws(MetadataError) -> [FilePart] {
    try fileParts(in: source, searchingScans: true)
  }

  /// All parts of the file. Without `searchingScans`, everything from the only scan of a JPEG on counts as its image, so
  /// that its coded data need not be read.
  package func fileParts(in source: some ByteSource, searchingScans: Bool) throws(MetadataError) -> [FilePart] {
    var layout = PartLayout(byteCount: source.byteCount)
    do throws(MetadataError) { try take(source, searchingScans, into: &layout) } catch {
      // What is read so far are parts; the rest is unknown.
      guard error.code != .unreadable else { throw error }
    }
    return try layout.parts(in: source)
  }

  private func take(
    _ source: some ByteSource, _ searchingScans: Bool, into layout: inout PartLayout
  ) throws(MetadataError) {
    switch format {
    case .jpeg: try layout.takeJPEG(source, of: self, searchingScans: searchingScans)
    case .png:
      layout.takeAttachments(of: self)
      try layout.takePNG(source)
    case .webp:
      layout.takeAttachments(of: self)
      try layout.takeWebP(source)
    case .tiff: if let tiff = header.tiff { try layout.takeTIFF(source, of: tiff) }
    case .heif, .avif: try layout.takeHEIF(source, of: header)
    case .jpegXL: try layout.takeJPEGXL(source)
    case .gif: try layout.takeGIF(source)
    case .bmp: if let bitmap = header.container as? BMPHeader { layout.takeBMP(bitmap) }
    case .mp4, .quickTime: try layout.takeMovie(source)
    }
  }
}

extension PartLayout {
  /// Claims the parts of a bitmap.
  mutating func takeBMP(_ header: BMPHeader) {
    if let profile = header.profile { claim(.profile, "", [profile]) }
    let start = min(byteCount, max(0, header.pixelOffset))
    let (size, isTooLong) = header.rowBytes.multipliedReportingOverflow(by: header.storedSize.height)
    let isPlain = header.coding != .runs && header.unsupportedReason == nil && !isTooLong
    let last = isPlain ? start + min(size, byteCount - start) : byteCount
    let headers = 0..<min(byteCount, header.palette.lowerBound)
    let palette = headers.upperBound..<min(byteCount, max(headers.upperBound, header.palette.upperBound))
    let part = claim(.structure, "headers", [headers])
    if header.density != nil { nest(.field, PixelDensity.part, [38..<46], in: part) }
    claim(.image, "", [palette, start..<last])
    end = max(last, header.profile?.upperBound ?? 0)
  }
}
