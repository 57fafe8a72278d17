// The orientation that MuPDF's fz_image_orientation returns (mupdf/fitz/image.h): its own numbering 1…8.

/// MuPDF's number: 1…4 count quarter turns counterclockwise from 1; 5…8 the same after mirroring left to right.
public struct MuPDFOrientation: OrientationNaming {
  /// The number, 1…8; MuPDF's 0 is not an orientation and is omitted.
  public let rawValue: Int

  /// The number for an image stored with this tag.
  public init(exif: ExifOrientation) {
    rawValue = 1 + (-exif.form.clockwiseQuarters & 3) + (exif.form.isMirrored ? 4 : 0)
  }

  /// The orientation with this number, 1…8.
  public init?(rawValue: Int) { self.init({ $0.rawValue }, is: rawValue) }
}
