// Programs and libraries that apply an orientation, each in the version whose behavior was measured.

/// A common reader of images.
public enum Reader: String, Hashable, Sendable, CaseIterable {
  /// The common behavior of Blink, Gecko and WebKit.
  case browsers
  /// ExifTool 12: the single value that it prints for Orientation.
  case exiftool
  /// Exiv2 0.27.
  case exiv2
  /// Pillow 13, `ImageOps.exif_transpose`.
  case pillow
  /// libvips 8.14, `autorot`.
  case libvips
  /// OpenCV 5, `imread` and `VideoCapture`.
  case opencv
  /// ImageMagick 6.9, `-auto-orient`.
  case imageMagick6 = "imagemagick6"
  /// FFmpeg 5.1, which rotates by default.
  case ffmpeg
  /// exiftran 2.
  case exiftran
  /// piexif 1.1.
  case piexif
  /// jhead 3, `-autorot`.
  case jhead
}
