// One run of a library that hostile content may crash (CConfined), with all pointers of this target.

import CConfined
import CUpright
import Upright
import UprightCodecs

/// A session of the C target, ended with its last reference.
@safe final class ConfinedCall {
  private let session: OpaquePointer
  private let streams: CodecStreams
  private let format: ContainerFormat

  /// A session that reads `source`.
  convenience init(reading source: any ByteSource, as format: ContainerFormat, limits: Limits) throws(UprightError) {
    try self.init(CodecStreams(source: source, sink: nil), as: format, limits: limits)
  }

  private init(_ streams: CodecStreams, as format: ContainerFormat, limits: Limits) throws(UprightError) {
    var (bounds, io) = unsafe (up_limits(limits, warnings: limits.warnings), streams.io)
    guard let session = unsafe uc_create(&bounds, &io, UInt64(clamping: streams.byteCount)) else {
      throw .outOfMemory
    }
    unsafe self.session = session
    self.streams = streams
    self.format = format
  }

  /// Runs `body` with a session that writes to `sink`.
  static func writing(
    to sink: inout some ByteSink, as format: ContainerFormat, limits: Limits,
    _ body: (ConfinedCall) throws(UprightError) -> Void
  ) throws(UprightError) {
    try unsafe withUnsafeMutablePointer(to: &sink) { pointer throws(UprightError) in
      let streams = CodecStreams(source: [UInt8]()) { bytes throws(UprightError) in
        try unsafe pointer.pointee.write(bytes)
      }
      try body(ConfinedCall(streams, as: format, limits: limits))
    }
  }

  deinit { unsafe uc_destroy(session) }

  private func check(_ status: up_status) throws(UprightError) {
    guard status != UP_OK else { return }
    throw unsafe streams.error(uc_result(session).pointee, saying: String(cString: uc_text(session)), format)
  }

  /// Opens the TIFF image whose directory is at an offset; 0 for the first.
  func openTIFF(directory: Int) throws(UprightError) -> uc_picture {
    var image = uc_picture()
    try check(unsafe uc_tiff_open(session, UInt64(clamping: directory), &image))
    return image
  }

  /// Opens the only image of a HEIF or AVIF file.
  func openHEIF(
    of size: PixelSize<Stored>, longestSide: Int, traits: UInt32
  ) throws(UprightError) -> uc_picture {
    var image = uc_picture()
    let (across, down) = (UInt32(clamping: size.width), UInt32(clamping: size.height))
    let side = UInt32(clamping: longestSide)
    try check(unsafe uc_heif_open(session, traits, across, down, side, &image))
    return image
  }

  /// Starts passes over opened images that need no more input, in parallel and without waiting; reading the first rows
  /// of one waits for it.
  static func start(_ calls: [ConfinedCall], _ passes: [uc_pass]) {
    precondition(calls.count == passes.count, "a pass for each")
    let sessions = unsafe calls.map { unsafe Optional($0.session) }
    unsafe uc_start_all(sessions, passes, calls.count, Int32(clamping: calls.count))
  }

  /// Opens a JPEG XL image, or the only image of a GIF, depending on the session's format.
  func openImage() throws(UprightError) -> uc_picture {
    var image = uc_picture()
    try check(unsafe format == .gif ? uc_gif_open(session, &image) : uc_jxl_open(session, &image))
    return image
  }

  /// Skips to a frame of the opened JPEG XL, counted from 1.
  ///
  /// - Throws: `.unanswerable` if it has fewer frames.
  func seekJPEGXL(_ frame: Int) throws(UprightError) {
    var found: UInt32 = 0
    try check(unsafe uc_jxl_seek(session, UInt32(clamping: frame), &found))
    guard found < frame else { return }
    throw .unanswerable(
      field: "frame", reason: "\(frame) was requested, but the animation has \(found) frames, 1 to \(found)")
  }

  /// The profile of the colors in which the opened JPEG XL is decoded.
  func profileOfJPEGXL() throws(UprightError) -> [UInt8] {
    var (profile, size) = ([UInt8](), 0)
    repeat {
      profile = [UInt8](repeating: 0, count: size)
      try check(unsafe uc_jxl_profile(session, &profile, &size))
    } while profile.count != size
    return profile
  }

  /// Writes an image as a JPEG XL, with ICC, Exif and XMP concatenated; the settings contain their lengths.
  func encodeJPEGXL(
    _ settings: uc_jxl_settings, _ image: Raster<Output>, metadata: [UInt8]
  ) throws(UprightError) {
    guard metadata.count == settings.profile + settings.exif + settings.xmp else {
      throw .codec(format: format, message: "the metadata's length is not as announced")
    }
    var settings = settings
    let status = unsafe image.withBytes { bytes in
      unsafe uc_jxl_encode(session, &settings, metadata, bytes.baseAddress, bytes.count)
    }
    try check(status)
  }

  /// Starts a pass over the opened image.
  func start(_ pass: uc_pass) throws(UprightError) {
    var pass = pass
    try check(unsafe uc_start(session, &pass))
  }

  /// Fills `rows` with the next rows of the pass.
  func read(_ rows: inout Raster<Decoded>) throws(UprightError) {
    try read(into: &rows, x: 0, y: 0, width: rows.size.width, height: rows.size.height)
  }

  /// Fills a rectangle of `rows`, which must be inside, with the next rows of the pass.
  func read(into rows: inout Raster<Decoded>, x: Int, y: Int, width: Int, height: Int) throws(UprightError) {
    precondition(
      x >= 0 && y >= 0 && width <= rows.size.width - x && height <= rows.size.height - y, "outside the raster")
    let (stride, start) = (rows.bytesPerRow, y * rows.bytesPerRow + x * rows.layout.bytesPerPixel)
    let status = unsafe rows.withMutableBytes { bytes in
      unsafe uc_read(session, bytes.baseAddress.map { unsafe $0 + start }, stride, UInt32(clamping: height))
    }
    guard let status else { throw .outOfMemory }
    try check(status)
  }
}

extension ConfinedCall {
  /// Writes a complete AVIF; `settings` has everything except the metadata.
  func writeAVIF(_ image: Raster<Output>, _ settings: uc_avif, _ metadata: CarriedMetadata) throws(UprightError) {
    var settings = settings
    let status = unsafe (metadata.icc ?? []).withUnsafeBufferPointer { icc in
      unsafe (metadata.exif ?? []).withUnsafeBufferPointer { exif in
        unsafe (metadata.xmp ?? []).withUnsafeBufferPointer { xmp in
          var packets = unsafe [icc, exif, xmp].map { unsafe uc_packet(bytes: $0.baseAddress, size: $0.count) }
          return unsafe packets.withUnsafeMutableBufferPointer { packets in
            unsafe image.withBytes { rows in
              unsafe uc_avif_write(
                session, &settings, &packets[0], &packets[1], &packets[2], rows.baseAddress, image.bytesPerRow)
            }
          }
        }
      }
    }
    try check(status)
  }
}

extension uc_strip {
  /// Compresses rows of a strip; nil if that fails.
  func packed(_ rows: inout [UInt8]) -> [UInt8]? {
    var strip = self
    guard rows.count == Int(width) * Int(height) * Int(samples) * Int(depth) / 8 else { return nil }
    let room = unsafe uc_strip_room(&strip)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      unsafe rows.withUnsafeMutableBufferPointer { rows in
        unsafe count = uc_pack_strip(&strip, rows.baseAddress, buffer.baseAddress, room)
      }
    }
    return bytes.isEmpty ? nil : bytes
  }
}

extension Raster<Output> {
  /// The same image converted to sRGB from a profile for its channels.
  ///
  /// - Throws: `.unsupported` if the profile cannot be read, or is for other channels; `.shortage` if out of memory.
  func inSRGB(from profile: [UInt8]) throws(UprightError) -> Raster<Output> {
    let channels = layout.channels == .cmyk ? SampleLayout.Channels.rgb : layout.channels
    guard var result = Raster(size: size, layout: SampleLayout(channels, layout.depth)) else {
      throw .outOfMemory
    }
    let stride = (from: bytesPerRow, to: result.bytesPerRow)
    let status = unsafe profile.withUnsafeBufferPointer { profile in
      unsafe withBytes { from in
        unsafe result.withMutableBytes { to in
          var colors = unsafe uc_colors(
            profile: profile.baseAddress, profile_size: profile.count, channels: UInt32(layout.channels.rawValue),
            width: UInt32(clamping: size.width), height: UInt32(clamping: size.height),
            depth: Int32(layout.depth.rawValue), stride_from: stride.from, stride_to: stride.to)
          return unsafe uc_to_srgb(&colors, from.baseAddress, to.baseAddress)
        }
      }
    }
    if status == UP_NO_MEMORY { throw .outOfMemory }
    guard status == UP_OK else { throw .unsupported("the ICC profile cannot be read, or is for other channels") }
    return result
  }
}
