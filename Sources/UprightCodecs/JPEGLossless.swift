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
