// The byte of WebRTC's video orientation (urn:3gpp:video-orientation, 3GPP TS 26.114, 7.4.5): 0000CFRR.

/// Camera, flip and rotation of a frame as sent: the receiver rotates clockwise by RR quarter turns, then mirrors if F
/// is set.
///
/// The standard does not define which comes first; the order matters for tags 5 and 7.
public struct CVOByte: OrientationNaming {
  /// The equivalent tag.
  public let exif: ExifOrientation
  /// C: whether the back camera took it, from the point of view of the person who holds the phone.
  public let isBackCamera: Bool

  /// The byte for frames with this tag, from the front camera or an unknown one.
  public init(exif: ExifOrientation) { self.init(exif: exif, isBackCamera: false) }

  /// The byte for frames with this tag.
  public init(exif: ExifOrientation, isBackCamera: Bool) {
    self.exif = exif
    self.isBackCamera = isBackCamera
  }

  /// Parses the byte; nil if one of the upper four bits is set.
  public init?(rawValue: UInt8) {
    guard rawValue < 16 else { return nil }
    let form = Orientation<Stored, Displayed>(clockwiseFirst: Int(rawValue & 3), thenMirrored: rawValue & 4 != 0)
    self.init(exif: form.exif, isBackCamera: rawValue & 8 != 0)
  }

  /// The byte.
  public var rawValue: UInt8 {
    let (quarters, mirrored) = orientation.rotateFirst
    return (isBackCamera ? 8 : 0) | (mirrored ? 4 : 0) | UInt8(quarters)
  }
}

extension CVOByte: CustomStringConvertible {
  /// `0x05`.
  public var description: String { "0x0" + String(rawValue, radix: 16) }
}
