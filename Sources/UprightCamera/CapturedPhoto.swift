// What is written to a photo file: a tag with the pixels as captured, or upright pixels with tag 1 (TIFF 6.0, tag 274).

public import UprightGeometry

/// A photo to write.
public struct CapturedPhoto: Hashable, Sendable {
  /// Where the orientation is stored.
  public enum OrientationField: String, CaseIterable, Hashable, Sendable {
    /// In the tag; the pixels are written as captured.
    case tag
    /// In the pixels, for readers that ignore the tag.
    case pixels
  }

  /// What is done to the buffer's pixels before encoding: from the buffer's grid to the file's; the identity if the tag
  /// is used.
  public let turn: Orientation<Stored, Stored>
  /// The tag to write, 1 if the pixels are upright: never keep an older one.
  public let tag: ExifOrientation
  /// The stored size of the image in the file, in pixels.
  public let storedSize: PixelSize<Stored>
}

extension CaptureSnapshot {
  /// The photo of the capture, with its orientation in the given field; both fields display the same image.
  public func photo(uprightIn field: CapturedPhoto.OrientationField = .tag) -> CapturedPhoto {
    let upright = Orientation<Stored, Stored>(
      mirrored: orientation.isMirrored, clockwise: orientation.clockwiseQuarters)
    return switch field {
    case .tag: CapturedPhoto(turn: .identity, tag: orientation.exif, storedSize: storedSize)
    case .pixels:
      CapturedPhoto(turn: upright, tag: .topLeft, storedSize: upright.applied(to: storedSize))
    }
  }
}
