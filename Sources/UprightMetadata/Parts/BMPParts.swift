// The parts of a bitmap: headers, palette, pixels, profile (Win32 API, BITMAPFILEHEADER to BITMAPV5HEADER).

internal import UprightGeometry

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
