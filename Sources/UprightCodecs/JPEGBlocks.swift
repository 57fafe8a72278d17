// A JPEG's blocks in a normal form, independent of their coding, as input of a digest (docs/digest-and-verify.md; ITU
// T.81, A.3.3).

import CUpright
public import Upright

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
