// The image information document, info.json (IIIF Image API 3.0 and 2.1, 5).

public import UprightGeometry

/// The image information document.
public enum IIIFInfo {
  /// The document of an image of this size; `id` is the image's base URI without a trailing slash.
  ///
  /// - Throws: `image-size` if the image has no known size.
  public static func json(
    version: IIIFVersion, id: String, image: PixelSize<Displayed>, service: IIIFService
  ) throws(IIIFError) -> String {
    let layout = try IIIFLayout(image: image, service: service)
    return "{\"width\": \(layout.image.width)}"
  }
}
