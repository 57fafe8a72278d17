// What is odd about a file's orientation without stopping us: a stable code and a sentence.

/// A fault that does not stop the reading of a file.
public struct Finding: Hashable, Sendable {
  /// Stable codes, as they appear in JSON.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The tag's value is none of 1…8; it counts as 1 (EXIF 2.32, 4.6.4.A).
    case invalidValue = "orientation-invalid-value"
    /// The tag's type is not SHORT but an integer all the same; its value counts.
    case unusualType = "orientation-unusual-type"
    /// The tag's type is no integer; it counts as 1.
    case wrongType = "orientation-wrong-type"
    /// The tag's count is not 1; its first value counts.
    case wrongCount = "orientation-wrong-count"
    /// The tag stands more than once in IFD0; the first counts.
    case duplicateTag = "orientation-duplicate"
    /// There is more than one Exif segment; the first counts.
    case duplicateExif = "exif-duplicate"
    /// The thumbnail's directory has another orientation; it does not count.
    case thumbnailConflict = "orientation-conflict-ifd1"
    /// XMP has another orientation; it does not count.
    case xmpConflict = "orientation-conflict-xmp"
    /// Only XMP has an orientation; it does not count.
    case xmpOnly = "orientation-xmp-only"
    /// The Exif block breaks a rule of TIFF 6.0 and was read as far as it goes.
    case exifMalformed = "exif-malformed"
    /// The frame's height is left to a later marker (ITU T.81, B.2.5), so the size is not known from the header.
    case heightDeferred = "height-deferred"
    /// The header breaks off behind the frame header.
    case headerDamaged = "header-damaged"
    /// Bytes between two segments that belong to neither.
    case strayBytes = "stray-bytes"
  }

  /// Which fault.
  public let code: Code
  /// One sentence for a person.
  public let message: String

  /// A fault and its sentence.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
