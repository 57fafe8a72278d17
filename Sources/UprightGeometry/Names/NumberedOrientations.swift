// Orientations by numbers other than the tag's: flags, and orders of their own.

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

// QImageIOHandler::Transformation of Qt 5.5 and later: flags to mirror left to right, to mirror top to bottom, and then
// to rotate by 90 degrees clockwise.

/// A value of `QImageIOHandler::Transformations`, as `QImageReader::transformation()` returns it.
public enum QtTransformation: Int, CaseIterable, OrientationNaming {
  /// `TransformationNone`.
  case identity = 0
  /// `TransformationMirror`: left and right swapped.
  case mirror = 1
  /// `TransformationFlip`: top and bottom swapped.
  case flip = 2
  /// `TransformationRotate180`.
  case rotate180 = 3
  /// `TransformationRotate90`: clockwise.
  case rotate90 = 4
  /// `TransformationMirrorAndRotate90`: mirrored left to right, then rotated by 90 degrees clockwise.
  case mirrorAndRotate90 = 5
  /// `TransformationFlipAndRotate90`: mirrored top to bottom, then rotated by 90 degrees clockwise.
  case flipAndRotate90 = 6
  /// `TransformationRotate270`: clockwise.
  case rotate270 = 7

  /// The flags that display an image stored with this tag upright.
  public init(exif: ExifOrientation) {
    let mirrors = exif.form.mirrors(beforeRotating: true)
    self = Self.allCases[(mirrors.horizontal ? 1 : 0) + (mirrors.vertical ? 2 : 0) + (mirrors.turned ? 4 : 0)]
  }

  /// The constant's name without the prefix `Transformation`: `Rotate90`.
  public var name: String {
    switch self {
    case .identity: "None"
    case .mirror: "Mirror"
    case .flip: "Flip"
    case .rotate180: "Rotate180"
    case .rotate90: "Rotate90"
    case .mirrorAndRotate90: "MirrorAndRotate90"
    case .flipAndRotate90: "FlipAndRotate90"
    case .rotate270: "Rotate270"
    }
  }
}

// RotateFlipType of GDI+ (gdiplusimaging.h) and System.Drawing: rotated clockwise first, then flipped.

/// A value of `RotateFlipType`, 0…7: two bits of quarter turns clockwise, and one to mirror left to right after them.
public struct RotateFlipType: OrientationNaming {
  /// The value, 0…7.
  public let rawValue: Int

  /// The value that displays an image stored with this tag upright.
  public init(exif: ExifOrientation) {
    let (quarters, mirrored) = exif.form.rotateFirst
    rawValue = quarters + (mirrored ? 4 : 0)
  }

  /// The orientation with this number, 0…7.
  public init?(rawValue: Int) { self.init({ $0.rawValue }, is: rawValue) }

  /// The orientation with any of the sixteen names: `FlipY` and `FlipXY` are second names of the same eight values.
  public init?(name: String) {
    let turns = Array(Self.turns.enumerated()),
      flips = [("None", false, 0), ("X", true, 0), ("Y", true, 2), ("XY", false, 2)]
    for (quarters, turn) in turns {
      for (flip, mirrored, more) in flips where name == "Rotate\(turn)Flip\(flip)" {
        self.init(Orientation(clockwiseFirst: quarters + more, thenMirrored: mirrored))
        return
      }
    }
    return nil
  }

  /// `Rotate90FlipX`: its name without `Y`.
  public var name: String { "Rotate\(Self.turns[rawValue & 3])Flip\(rawValue < 4 ? "None" : "X")" }

  private static let turns = ["None", "90", "180", "270"]
}

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
