// How files store amounts of ink (Adobe TN 5116 for JPEG; TIFF 6.0, section 16).

/// What a stored CMYK sample means. This is the only table of it: decoders, the encoder and digests follow it.
///
/// Adobe's programs store the inverse in a JPEG and mark it. libvips, Pillow, ImageMagick, FFmpeg and browsers invert
/// every JPEG with four components, with the marker or without, whatever its transform and its profile state.
package enum InkStorage: Hashable, Sendable {
  /// 0 is no ink.
  case ink
  /// 0 is full ink.
  case inverted

  /// The Adobe marker of a JPEG with four components.
  package enum Marker: Hashable, Sendable, CaseIterable {
    /// There is no marker: CMYK.
    case none
    /// Transform 0: CMYK.
    case unconverted
    /// Any other transform: YCCK.
    case ycck

    /// The marker with a transform; none if it is nil.
    package init(transform: UInt8?) { self = transform.map { $0 == 0 ? .unconverted : .ycck } ?? .none }

    /// The marker as libjpeg reports it; none below 0.
    package init(_ transform: Int32) { self = transform < 0 ? .none : transform == 0 ? .unconverted : .ycck }
  }

  /// What contains the samples.
  package enum Container: Hashable, Sendable {
    /// A JPEG with this marker.
    case jpeg(Marker)
    /// A TIFF, with any compression, JPEG included: the field `PhotometricInterpretation` decides, not the coded data.
    case tiff
  }

  /// What samples in `container` mean.
  package static func of(_ container: Container) -> InkStorage {
    switch container {
    case .jpeg(.none), .jpeg(.unconverted), .jpeg(.ycck): .inverted
    case .tiff: .ink
    }
  }
}
