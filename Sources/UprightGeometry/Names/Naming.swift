// The table of namings: what every convention we know says for each of the eight tags (TIFF 6.0, page 36), for people and for other programs' tables.

/// One convention: its title, and what it says for each tag.
///
///     for naming in Naming.all { print(naming.title, naming.name(of: .rightTop)) }
///
/// The cells are made from the types beside this one (``AppleOrientation``, ``HEIFProperty`` …): programs use those, people read these.
///
/// Two columns of the list that the titles come from are left out, because they are remarks and not namings: how old comments in
/// UIKit's header had left and right reversed (`UIImage_old_header_comment_trap`), and the two angles that were ever seen from
/// metadata-extractor on movies (`metadata-extractor_mov_Rotation`).
public struct Naming: Sendable {
  /// What a convention belongs to.
  public enum Topic: String, CaseIterable, Sendable {
    /// The eight as a group, and what they do to coordinates.
    case group = "The group"
    /// Files and streams that hold a number or properties.
    case metadataFields = "Carriers"
    /// Phones: frameworks and cameras.
    case phones = "Phones"
    /// Libraries and programs that turn pixels.
    case tools = "Tools"
    /// Movies and streams.
    case movies = "Movies"
    /// Pages, drawings, and requests.
    case pages = "Pages"
    /// What programs print.
    case texts = "Texts"
  }

  /// The convention's name and conditions.
  public let title: String
  /// What it belongs to.
  public let topic: Topic
  /// Whether it has no words for mirrors: a mirrored tag gets no cell, or that of another tag.
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

  /// What it says for the tag; empty where it says nothing.
  public func name(of tag: ExifOrientation) -> String { format(tag) }

  /// Every convention, in a fixed order.
  public static let all: [Naming] = group + metadataFields + phones + tools + files + movies + pages + texts
}

extension Naming {
  /// Several operations or properties, one after the other.
  static func text(_ operations: [some CustomStringConvertible], separator: String = "+", none: String = "-") -> String
  {
    operations.isEmpty ? none : operations.map(\.description).joined(separator: separator)
  }
}
