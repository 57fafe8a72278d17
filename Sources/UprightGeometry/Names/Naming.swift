// The table of namings: the name of each of the eight tags in every known convention (TIFF 6.0, page 36), for people
// and other programs.

/// One convention: its title, and its name for each tag.
///
///     for naming in Naming.all { print(naming.title, naming.name(of: .rightTop)) }
///
/// The cells come from the types beside this one (``AppleOrientation``, ``HEIFProperty`` …): programs use those types,
/// people read the cells.
///
/// Two columns of the source list are left out because they are remarks, not namings. They are the old comments in
/// UIKit's header with left and right reversed (`UIImage_old_header_comment_trap`), and the two angles observed from
/// metadata-extractor on movies (`metadata-extractor_mov_Rotation`).
public struct Naming: Sendable {
  /// The subject area of a convention.
  public enum Topic: String, CaseIterable, Sendable {
    /// The eight as a group, and their effect on coordinates.
    case group = "The group"
    /// Files and streams that store a number or properties.
    case metadataFields = "Metadata fields"
    /// Phones: frameworks and cameras.
    case phones = "Phones"
    /// Libraries and programs that rotate pixels.
    case tools = "Tools"
    /// Movies and streams.
    case movies = "Movies"
    /// Web pages, drawings, and requests.
    case pages = "Pages"
    /// What programs print.
    case texts = "Texts"
  }

  /// The convention's name and conditions.
  public let title: String
  /// Its subject area.
  public let topic: Topic
  /// Whether it cannot express mirroring: a mirrored tag has no cell, or another tag's.
  public let losesMirror: Bool
  private let format: @Sendable (ExifOrientation) -> String

  init(
    _ title: String, _ topic: Topic, losesMirror: Bool = false, _ says: @escaping @Sendable (ExifOrientation) -> String
  ) {
    self.title = title
    self.topic = topic
    self.losesMirror = losesMirror
    self.format = says
  }

  /// Its name for the tag; empty for none.
  public func name(of tag: ExifOrientation) -> String { format(tag) }

  /// Every convention, in a fixed order.
  public static let all: [Naming] = group + metadataFields + phones + tools + files + movies + pages + texts
}

extension Naming {
  /// Several operations or properties, in order.
  static func text(_ operations: [some CustomStringConvertible], separator: String = "+", none: String = "-") -> String
  {
    operations.isEmpty ? none : operations.map { $0.description }.joined(separator: separator)
  }
}
