// The region parameter (IIIF Image API 3.0, 4.1): `full`, `square`, `x,y,w,h`, `pct:x,y,w,h`.

import UprightGeometry

extension RegionParameter {
  /// The region in an address.
  init(iiif text: String) throws(IIIFError) {
    do throws(GrammarFault) { try self.init(text, as: .iiif) } catch {
      throw error == .empty ? Self.empty : Self.malformed
    }
  }

  /// The pixels of an image, clipped to its edges.
  func visible(in image: PixelSize<Displayed>) throws(IIIFError) -> PixelRect<Displayed> {
    let asked = pixels(of: image)
    guard let visible = asked.clipped(to: image) else {
      throw IIIFError(
        status: 400, code: "region-outside", parameter: "region",
        message: "\(asked) is outside the image, which has \(image) pixels")
    }
    return visible
  }

  private static var malformed: IIIFError {
    IIIFError(
      status: 400, code: "region-syntax", parameter: "region",
      message: "write full, square, x,y,w,h in whole pixels, or pct:x,y,w,h in percent")
  }

  private static var empty: IIIFError {
    IIIFError(
      status: 400, code: "region-empty", parameter: "region", message: "width and height must be greater than zero")
  }
}
