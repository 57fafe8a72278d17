// The orientation that MuPDF's fz_image_orientation gives (mupdf/fitz/image.h): its own numbers 1…8.

/// MuPDF's number: 1…4 count quarters anticlockwise from 1, 5…8 the same after a mirror left to right.
public struct MuPDFOrientation: OrientationNaming {
  /// The number, 1…8; MuPDF's 0 says nothing and so is none of them.
  public let rawValue: Int

  /// The number for a picture stored with this tag.
  public init(exif: ExifOrientation) {
    rawValue = 1 + (-exif.form.clockwiseQuarters & 3) + (exif.form.isMirrored ? 4 : 0)
  }

  /// What the number says, 1…8.
  public init?(rawValue: Int) { self.init(\.rawValue, is: rawValue) }
}
