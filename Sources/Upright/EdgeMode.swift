// What a rotation does if edge blocks of a JPEG cannot be moved losslessly (ITU T.81, A.2.4: the last blocks are
// padded).

/// How an image becomes upright if its pixels cannot be rotated without loss.
public enum EdgeMode: String, Hashable, Sendable, CaseIterable {
  /// Re-encodes the image if the original stays available; otherwise keeps its orientation tag.
  case auto
  /// Keeps the orientation tag.
  case keepTag = "keep-tag"
  /// Cuts off the partial blocks.
  case trim
  /// Re-encodes the image.
  case recode
  /// Reports an error.
  case fail

  /// What happens to the source file; it determines how much the default may lose.
  public enum Original: Hashable, Sendable {
    /// It stays; the result is a separate file.
    case stays
    /// The result replaces it, and a journal keeps it.
    case isKept
    /// The result replaces it.
    case isReplaced
  }

  /// An upright image in the source's format.
  ///
  /// In place, `auto` re-encodes only JPEG, with the source's planes and tables, so that the loss is one more
  /// quantization, and nothing that the file contains is lost.
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
    var rendition = Rendition(rotation: rotation, upright: upright, loss: loss)
    if original != .stays { rendition.allowedLosses = AllowedLosses.none }
    return rendition
  }

  private static func loss(of format: ContainerFormat, _ original: Original) -> Rendition.Loss {
    switch original {
    case .stays: .recode
    case .isKept: format == .jpeg ? .recode : .none
    case .isReplaced: .none
    }
  }
}
