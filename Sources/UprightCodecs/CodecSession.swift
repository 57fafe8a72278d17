// One run of a C library (CUpright). All pointers of this target are here or in CodecStreams.swift: bytes in, bytes
// out, errors back.

import CUpright
import Upright

/// A session of the C target, ended with its last reference.
@safe final class CodecSession {
  private let session: OpaquePointer
  private let streams: CodecStreams
  private let format: ContainerFormat

  private init(
    _ format: ContainerFormat, limits: Limits, warnings: Int, streams: CodecStreams
  ) throws(UprightError) {
    var bounds = up_limits(limits, warnings: warnings)
    var io = unsafe streams.io
    guard let session = unsafe up_create(&bounds, &io) else {
      throw .outOfMemory
    }
    unsafe self.session = session
    self.streams = streams
    self.format = format
  }

  deinit { unsafe up_destroy(session) }

  /// Runs `body` with a session that reads `source`.
  static func reading(
    _ source: any ByteSource, as format: ContainerFormat, limits: Limits,
    _ body: (CodecSession) throws(UprightError) -> Void
  ) throws(UprightError) {
    let streams = CodecStreams(source: source, sink: nil)
    try body(CodecSession(format, limits: limits, warnings: limits.warnings, streams: streams))
  }

  /// Runs `body` with a session that writes to `sink`; if it also reads, the first warning is an error.
  static func writing<Result>(
    to sink: inout some ByteSink, reading source: any ByteSource = [UInt8](), as format: ContainerFormat,
    limits: Limits, _ body: (CodecSession) throws(UprightError) -> Result
  ) throws(UprightError) -> Result {
    try unsafe withUnsafeMutablePointer(to: &sink) { pointer throws(UprightError) in
      let streams = CodecStreams(source: source) { bytes throws(UprightError) in
        try unsafe pointer.pointee.write(bytes)
      }
      return try body(CodecSession(format, limits: limits, warnings: 0, streams: streams))
    }
  }

  /// Fills `rows`, given by their first byte, stride and count.
  private func read(
    _ rows: inout Raster<Decoded>, _ call: (OpaquePointer, UnsafeMutablePointer<UInt8>?, Int, UInt32) -> up_status
  ) throws(UprightError) {
    let (stride, count) = (rows.bytesPerRow, UInt32(clamping: rows.size.height))
    let status = unsafe rows.withMutableBytes { bytes in
      unsafe call(session, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), stride, count)
    }
    guard let status else { throw .outOfMemory }
    try check(status)
  }

  private func check(_ status: up_status) throws(UprightError) {
    guard status != UP_OK else { return }
    throw unsafe streams.error(up_result(session).pointee, saying: String(cString: up_text(session)), format)
  }
}

extension CodecSession {
  /// Reads a JPEG's headers.
  func openJPEG() throws(UprightError) -> up_jpeg_header {
    var header = up_jpeg_header()
    try check(unsafe up_jpeg_open(session, &header))
    return header
  }

  /// How much of the source was read, in bytes.
  var consumed: Int { unsafe Int(clamping: up_result(session).pointee.offset) }

  /// Whether the library warned of anything so far.
  var hasWarnings: Bool { unsafe up_result(session).pointee.warnings > 0 }

  /// Starts a pass over the opened JPEG.
  func startJPEG(_ pass: up_jpeg_pass) throws(UprightError) {
    var pass = pass
    try check(unsafe up_jpeg_start(session, &pass))
  }

  /// Fills `rows` with the next rows of the pass.
  func readJPEG(_ rows: inout Raster<Decoded>) throws(UprightError) {
    try unsafe read(&rows, up_jpeg_read)
  }

  /// Starts a JPEG; `tables` contains 64 values per channel in natural order, or nothing.
  func encodeJPEG(_ settings: up_jpeg_settings, tables: [UInt16]) throws(UprightError) {
    let status = unsafe tables.withUnsafeBufferPointer { values in
      var settings = settings
      return unsafe up_jpeg_encode(session, &settings, values.isEmpty ? nil : values.baseAddress)
    }
    try check(status)
  }

  /// Starts a JPEG from the opened one's coefficients.
  func transformJPEG(_ turn: up_jpeg_orientation) throws(UprightError) {
    var turn = turn
    try check(unsafe up_jpeg_transform(session, &turn))
  }

  /// Writes the opened JPEG's blocks in a normal form, independent of their coding.
  func writeBlocks(_ turn: up_jpeg_orientation) throws(UprightError) {
    var turn = turn
    try check(unsafe up_jpeg_blocks(session, &turn))
  }

  /// Writes marker segments; only between the start of a JPEG and its rows.
  func writeMarkers(_ segments: [CarriedMetadata.Segment]) throws(UprightError) {
    for segment in segments {
      let status = unsafe segment.payload.withUnsafeBufferPointer { bytes in
        unsafe up_jpeg_marker(session, Int32(segment.marker), bytes.baseAddress, bytes.count)
      }
      try check(status)
    }
  }

  /// Writes all rows of the started JPEG.
  func writeJPEG(_ image: Raster<Output>) throws(UprightError) {
    let (stride, count) = (image.bytesPerRow, UInt32(clamping: image.size.height))
    let status = unsafe image.withBytes { bytes in
      unsafe up_jpeg_write(session, bytes.baseAddress, stride, count)
    }
    try check(status)
  }

  /// Ends the started JPEG.
  func endJPEG() throws(UprightError) { try check(unsafe up_jpeg_end(session)) }
}

extension CodecSession {
  /// Starts a pass over a region of the opened JPEG's planes.
  func startPlanes(_ region: up_jpeg_region) throws(UprightError) {
    var region = region
    try check(unsafe up_jpeg_start_planes(session, &region))
  }

  /// Fills `rows` with the next rows of the region.
  func readPlanes(_ rows: inout PlanarRaster<Decoded>) throws(UprightError) {
    let (sizes, count) = (rows.planes.map(\.size), UInt32(clamping: rows.size.height))
    let status = unsafe rows.withMutableBytes { bytes in
      let planes = unsafe zip(bytes, sizes).map { unsafe up_plane($0.baseAddress, $1) }
      return unsafe up_jpeg_read_planes(session, planes, count)
    }
    guard let status else { throw .outOfMemory }
    try check(status)
  }

  /// Writes the next rows of the JPEG from their planes: whole rows of units, or all that are left.
  func writePlanes(_ image: PlanarRaster<Output>) throws(UprightError) {
    let status = unsafe image.withBytes { bytes in
      let planes = unsafe zip(bytes, image.planes).map {
        unsafe up_plane(UnsafeMutableRawPointer(mutating: $0.baseAddress), $1.size)
      }
      return unsafe up_jpeg_write_planes(session, planes)
    }
    try check(status)
  }
}

extension up_plane {
  /// A plane of this size, without gaps between rows.
  fileprivate init<S: Space>(_ bytes: UnsafeMutableRawPointer?, _ size: PixelSize<S>) {
    unsafe self.init(
      bytes: bytes?.assumingMemoryBound(to: UInt8.self), stride: size.width, width: UInt32(clamping: size.width),
      height: UInt32(clamping: size.height))
  }
}

extension CodecSession {
  /// Reads a PNG's chunks up to the coded pixels; a thread may decompress those of a large image in advance.
  func openPNG(usingThreads: Bool) throws(UprightError) -> up_png_header {
    var header = up_png_header()
    try check(unsafe up_png_open(session, &header, usingThreads ? 1 : 0))
    return header
  }

  /// Starts a pass over the opened PNG.
  func startPNG(_ pass: up_png_pass) throws(UprightError) {
    var pass = pass
    try check(unsafe up_png_start(session, &pass))
  }

  /// Fills `rows` with the next rows of the pass.
  func readPNG(_ rows: inout Raster<Decoded>) throws(UprightError) {
    try unsafe read(&rows, up_png_read)
  }

  /// Starts a PNG, with an ICC profile unless it is empty.
  func encodePNG(_ settings: up_png_settings, profile: [UInt8]) throws(UprightError) {
    let status = unsafe profile.withUnsafeBufferPointer { bytes in
      var settings = settings
      return unsafe up_png_encode(session, &settings, bytes.isEmpty ? nil : bytes.baseAddress, bytes.count)
    }
    try check(status)
  }

  /// Writes what a started PNG of coded samples has between the chunks before a palette and those after it.
  func writePalette(_ colors: [UInt8], alpha: [UInt8]) throws(UprightError) {
    let status = unsafe colors.withUnsafeBufferPointer { colors in
      unsafe alpha.withUnsafeBufferPointer { alpha in
        var palette = unsafe up_png_palette(
          colors: colors.baseAddress, alpha: alpha.baseAddress, colors_size: colors.count, alpha_size: alpha.count)
        return unsafe up_png_put_palette(session, &palette)
      }
    }
    try check(status)
  }

  /// Writes a chunk; only between the start of a PNG and its rows.
  func writeChunk(_ name: [UInt8], _ payload: [UInt8]) throws(UprightError) {
    let status = unsafe payload.withUnsafeBufferPointer { bytes in
      unsafe up_png_chunk(session, name, bytes.baseAddress, bytes.count)
    }
    try check(status)
  }

  /// Writes all rows of the started PNG, and its end.
  func writePNG(_ image: Raster<Output>) throws(UprightError) {
    let (stride, count) = (image.bytesPerRow, UInt32(clamping: image.size.height))
    let status = unsafe image.withBytes { bytes in
      unsafe up_png_write(session, bytes.baseAddress, stride, count)
    }
    try check(status)
    try check(unsafe up_png_end(session))
  }
}

extension CodecSession {
  /// Reads a WebP's headers.
  func openWebP() throws(UprightError) -> up_webp_header {
    var header = up_webp_header()
    try check(unsafe up_webp_open(session, &header))
    return header
  }

  /// Starts a pass over the opened WebP.
  func startWebP(_ pass: up_webp_pass) throws(UprightError) {
    var pass = pass
    try check(unsafe up_webp_start(session, &pass))
  }

  /// Fills `rows` with the next rows of the pass.
  func readWebP(_ rows: inout Raster<Decoded>) throws(UprightError) {
    try unsafe read(&rows, up_webp_read)
  }

  /// Writes an image as a WebP without metadata.
  func encodeWebP(_ settings: up_webp_settings, _ image: Raster<Output>) throws(UprightError) {
    let stride = image.bytesPerRow
    let status = unsafe image.withBytes { bytes in
      var settings = settings
      return unsafe up_webp_encode(session, &settings, bytes.baseAddress, stride)
    }
    try check(status)
  }
}
