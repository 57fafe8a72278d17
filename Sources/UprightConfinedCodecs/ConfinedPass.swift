// How the decoders of this target run a pass, with any library.

import CConfined
import Upright
import UprightCodecs

extension ConfinedCall {
  /// Decodes a pass over the opened image, band by band.
  ///
  /// - Throws: `.unanswerable` for a pass that does not fit the image, `.unsupported` for channels that it does not
  ///   have.
  func decode(
    _ pass: DecodePass, of image: uc_picture, _ format: ContainerFormat,
    band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    try start(uc_pass(pass, of: image, format))
    try pass.bands(format) { (rows, first) throws(UprightError) in
      try read(&rows)
      try band(rows, first)
    }
  }
}

extension uc_pass {
  /// A pass over an image.
  ///
  /// - Throws: `.unanswerable` if it does not fit, `.unsupported` for channels that the image does not have.
  init(_ pass: DecodePass, of image: uc_picture, _ format: ContainerFormat) throws(UprightError) {
    let (region, channels, depth) = (pass.region, pass.layout.channels, Int32(pass.layout.depth.rawValue))
    guard pass.denominator == 1 else {
      throw .unanswerable(field: "denominator", reason: "\(format.rawValue) decodes to 1/1")
    }
    try region.check(inside: (Int(image.width), Int(image.height)))
    let has = Int(image.channels)
    let fits =
      channels == .cmyk || has == SampleLayout.Channels.cmyk.rawValue
      ? channels.rawValue == has : channels.rawValue >= has
    guard fits, depth <= image.depth else {
      throw .unsupported("this \(format.rawValue) as \(channels) of \(depth) bits")
    }
    self.init(
      channels: UInt32(channels.rawValue), depth: depth, x: UInt32(region.x), y: UInt32(region.y),
      width: UInt32(region.width), height: UInt32(region.height))
  }
}
