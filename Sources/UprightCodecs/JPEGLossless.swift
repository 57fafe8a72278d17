// Lossless transforms and crops of a JPEG: coefficients are moved and negated by the DCT's symmetry (ITU T.81, A.3.3).

import CUpright
public import Upright
import UprightJPEG

extension JPEGCodec {
  /// Reorients and crops coefficients; progressive and arithmetic coding and restart markers are kept.
  ///
  /// `metadata.segments` follow SOI unchanged; they must include the source's APP0 and APP14, which define its colors.
  ///
  /// - Throws: `.unanswerable` for a region that does not begin on a block boundary as the reorientation requires;
  ///   otherwise as `Codec`.
  public func transform(
    _ job: LosslessJob, from source: any ByteSource, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) -> Int {
    let start = ContinuousClock.now
    var fault: ScanFault?
    if let end = try turned(job, from: source, metadata: metadata, limits: limits, into: &sink, &fault) { return end }
    let end = try limits.resumed(since: start) { rest throws(UprightError) in
      try CodecSession.writing(to: &sink, reading: source, as: format, limits: rest) { call throws(UprightError) in
        try call.transformJPEG(Self.turn(for: job, of: call.openJPEG()))
        let end = call.consumed
        try call.writeMarkers(metadata.segments)
        try call.endJPEG()
        return end
      }
    }
    if let fault { throw fault.error(reading: nil) }
    return end
  }

  private static func turn(for job: LosslessJob, of header: up_jpeg_header) throws(UprightError) -> up_jpeg_orientation
  {
    let region = job.region
    try region.check(inside: (Int(header.width), Int(header.height)))
    let reversed = job.orientation.reversesFromAxes
    let (blockWidth, blockHeight) = (Int(header.block_width), Int(header.block_height))
    let (startX, startY) = (reversed.horizontal ? region.maxX : region.x, reversed.vertical ? region.maxY : region.y)
    guard startX % blockWidth == 0, startY % blockHeight == 0 else {
      throw .unanswerable(
        field: "region", reason: "\(region) does not start on a block of \(blockWidth)x\(blockHeight) pixels")
    }
    let size = job.orientation.applied(to: region.size)
    return up_jpeg_orientation(
      block_x: UInt32(startX / blockWidth), block_y: UInt32(startY / blockHeight),
      width: UInt32(size.width), height: UInt32(size.height),
      reversed_x: reversed.horizontal ? 1 : 0, reversed_y: reversed.vertical ? 1 : 0,
      swapped: job.orientation.swapsAxes ? 1 : 0, whole: 0, inverted: 0)
  }
}

// Lossless transforms of a sequential JPEG without libjpeg: its coefficients are kept packed, and two threads walk and
// code them (Sources/UprightJPEG/Design.md).
extension JPEGCodec {
  /// What `transform` does; nil if the file is left to libjpeg, for its coding, or because it is damaged, which `fault`
  /// then states.
  ///
  /// - Throws: `.cancelled`; `.limit` for seconds; errors of `sink`.
  func turned(
    _ job: LosslessJob, from source: some ByteSource, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink, _ fault: inout ScanFault?
  ) throws(UprightError) -> Int? {
    guard !usesOnlyLibjpeg, metadata.segments.allSatisfy({ $0.payload.count <= 65_533 }) else { return nil }
    let watched = WatchedSource(source, limits)
    guard var turn = try turn(job, of: watched, limits, &fault) else { return nil }
    try watched.check()
    try sink.write([0xFF, 0xD8])
    for segment in metadata.segments { try sink.write(segment.bytes) }
    try sink.write(turn.headers)
    while let part = try part(of: &turn, watched) {
      try watched.check()
      try sink.write(part)
    }
    return turn.imageEnd
  }

  /// The next part of the coded data.
  ///
  /// - Throws: `.cancelled`; `.limit` for seconds; `.malformed` for coefficients that no image with 8 bits has, and for
  ///   damage that an index hid; `.io`; `.codec` if the file changed.
  private func part(
    of turn: inout ScanReorientation, _ watched: WatchedSource<some ByteSource>
  ) throws(UprightError) -> [UInt8]? {
    do throws(ScanFault) { return try turn.part() } catch {
      try watched.check()
      throw self.error(error, of: watched)
    }
  }

  /// Reads coefficients; nil for what is left to libjpeg.
  ///
  /// - Throws: `.cancelled`; `.limit` for seconds; as `part` for damage, and for a file that changed, if libjpeg would
  ///   need more memory than it may have.
  private func turn(
    _ job: LosslessJob, of source: WatchedSource<some ByteSource>, _ limits: Limits, _ fault: inout ScanFault?
  ) throws(UprightError) -> ScanReorientation? {
    // Only the region is read in bands, even if all coefficients would fit.
    let longest = job.readsOnlyRegion ? 0 : min(limits.memoryBytes, TransformMemory.whole)
    do throws(ScanFault) {
      return try ScanReorientation(
        job.region, as: job.orientation, of: source, threads: threads(), longest: longest,
        band: TransformMemory.band(limits), index: index.flatMap { $0.isIndex(of: source) ? $0 : nil },
        mostPixels: limits.pixels)
    } catch {
      try source.check()
      if let readError = source.readError { throw readError }
      if error.code.isDamagedData { fault = error }
      guard !error.isLeftToLibjpeg, let header = try? ScanHeader(of: source),
        128 * header.blockCount > limits.memoryBytes
      else { return nil }
      throw self.error(error, of: source)
    }
  }

  private func error(_ fault: ScanFault, of source: WatchedSource<some ByteSource>) -> UprightError {
    fault.error(reading: source.readError)
  }
}

extension ScanFault {
  /// The error if libjpeg does not take over; `readError` is why the source could not be read.
  func error(reading readError: UprightError?) -> UprightError {
    if let readError { return readError }
    switch code {
    case .indexMismatch, .unreadable: return .codec(format: .jpeg, message: "the file changed while it was read")
    default: return .malformed(MetadataError(.corruptData, at: offset))
    }
  }

  /// Whether the file is coded in another way, or not suited to the request, as opposed to damaged or changed.
  fileprivate var isLeftToLibjpeg: Bool {
    code.isUnsupported || [.cutTooLong, .regionOutside].contains(code)
  }
}

extension Limits {
  /// Checks what a walk found, as if a decoder had warned of it.
  ///
  /// - Throws: `.malformed` for damage, unless warnings are allowed.
  func check(_ fault: ScanFault?) throws(UprightError) {
    if warnings == 0, let fault { throw fault.error(reading: nil) }
  }
}

extension CarriedMetadata.Segment {
  /// The marker, the length and the payload.
  fileprivate var bytes: [UInt8] {
    let length = payload.count + 2
    return [0xFF, marker, UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)] + payload
  }
}

// A JPEG's blocks in a normal form, independent of their coding, as input of a digest (docs/digest-and-verify.md; ITU
// T.81, A.3.3).
extension JPEGCodec {
  /// Writes tables and quantized coefficients as displayed; any warning of the decoder is an error.
  ///
  /// - Throws: `.unanswerable` for a size that the image does not have, or one that splits a block; otherwise as
  ///   `Codec`.
  public func writeBlocks(
    of size: PixelSize<Stored>, as orientation: Orientation<Stored, Displayed>, from source: any ByteSource,
    limits: Limits, into sink: inout some ByteSink
  ) throws(UprightError) {
    try CodecSession.writing(to: &sink, reading: source, as: format, limits: limits) { call throws(UprightError) in
      try call.writeBlocks(Self.turn(of: size, as: orientation, in: call.openJPEG()))
    }
  }

  private static func turn(
    of size: PixelSize<Stored>, as orientation: Orientation<Stored, Displayed>, in header: up_jpeg_header
  ) throws(UprightError) -> up_jpeg_orientation {
    try size.bounds.check(inside: (Int(header.width), Int(header.height)))
    let (blockWidth, blockHeight) = (Int(header.block_width), Int(header.block_height))
    guard size.width == Int(header.width) || size.width % blockWidth == 0,
      size.height == Int(header.height) || size.height % blockHeight == 0
    else {
      throw .unanswerable(field: "size", reason: "\(size) splits a block of \(blockWidth)x\(blockHeight) pixels")
    }
    let (shown, reversed) = (orientation.applied(to: size), orientation.reversesFromAxes)
    return up_jpeg_orientation(
      block_x: 0, block_y: 0, width: UInt32(shown.width), height: UInt32(shown.height),
      reversed_x: reversed.horizontal ? 1 : 0, reversed_y: reversed.vertical ? 1 : 0,
      swapped: orientation.swapsAxes ? 1 : 0, whole: 1,
      inverted: header.channels == 4 && InkStorage.of(.jpeg(InkStorage.Marker(header.adobe))) == .inverted ? 1 : 0)
  }
}
