// What is written into a photo's file: a tag beside the pixels as they come, or upright pixels and tag 1 (TIFF 6.0, tag 274).

public import UprightGeometry

/// A photo as it is to be written.
public struct CapturedPhoto: Hashable, Sendable {
  /// Where the orientation goes.
  public enum OrientationField: String, CaseIterable, Hashable, Sendable {
    /// Into the tag; the pixels are written as they come.
    case tag
    /// Into the pixels, for readers that know no tag.
    case pixels
  }

  /// What is done to the buffer's pixels before they are encoded: from the buffer's grid to the file's, nothing where the tag says it.
  public let turn: Orientation<Stored, Stored>
  /// The tag to write, 1 where the pixels are upright: never leave one from before.
  public let tag: ExifOrientation
  /// The size of the picture in the file, in its own pixels.
  public let storedSize: PixelSize<Stored>
}

extension CaptureSnapshot {
  /// The photo of the capture, its orientation in the carrier that is asked for; displayed, both are the same picture.
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
