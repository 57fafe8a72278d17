// What a rotation does where blocks at an edge of a JPEG cannot be moved without loss (ITU T.81, A.2.4: the last blocks are padded).

/// How an image becomes upright whose pixels cannot be rotated without loss.
public enum EdgeMode: String, Hashable, Sendable, CaseIterable {
  /// Re-encodes the image while the original stays available; else keeps its orientation tag.
  case auto
  /// Keeps the orientation tag.
  case keepTag = "keep-tag"
  /// Cuts off the partial blocks.
  case trim
  /// Re-encodes the image.
  case recode
  /// Is an error.
  case fail

  /// What becomes of the file that is read: it decides how much a default may lose.
  public enum Original: Hashable, Sendable {
    /// It stays; the result is another file.
    case stays
    /// The result takes its place, and a journal keeps it.
    case isKept
    /// The result takes its place.
    case isReplaced
  }

  /// An upright image in the source's own format.
  ///
  /// In place, `auto` re-encodes JPEG only: in its own planes and tables, so that the loss is that of one more quantization.
  public func rendition(
    rotation: Orientation<Displayed, Displayed> = .identity, of format: ContainerFormat = .jpeg,
    original: Original = .stays
  ) -> Rendition {
    let (upright, loss): (Rendition.Uprightness, Rendition.Loss) =
      switch self {
      case .auto: (.pixelsWherePossible, Self.loss(of: format, original))
      case .keepTag: (.pixelsWherePossible, .none)
      case .trim: (.pixels, .trim)
      case .recode: (.pixels, .recode)
      case .fail: (.pixels, .none)
      }
    return Rendition(rotation: rotation, upright: upright, loss: loss)
  }

  private static func loss(of format: ContainerFormat, _ original: Original) -> Rendition.Loss {
    switch original {
    case .stays: .recode
    case .isKept: format == .jpeg ? .recode : .none
    case .isReplaced: .none
    }
  }
}
