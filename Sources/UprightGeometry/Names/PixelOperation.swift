// What tools' operations on pixels have in common: each is a turn, and a list of them, done in order, is an orientation.

/// One operation on a picture's pixels, as a tool calls it.
///
///     OpenCVOperation.operations(for: .rightBottom)     // transpose, then flip about both axes
public protocol PixelOperation: Hashable, Sendable {
  /// What it does, as seen, to the picture it is done to.
  var turn: Orientation<Displayed, Displayed> { get }

  /// The operations that show a picture stored with this tag upright, in the order of doing; none for tag 1.
  static func operations(for exif: ExifOrientation) -> [Self]
}

extension PixelOperation where Self: CaseIterable {
  /// The one operation that shows a picture stored with this tag upright; nil where there is none, or nothing to do.
  public init?(exif: ExifOrientation) {
    let wanted = Orientation<Displayed, Displayed>(tag: exif)
    guard let found = Self.allCases.first(where: { $0.turn == wanted }) else { return nil }
    self = found
  }

  /// The one operation that shows a picture stored with this tag upright, or none.
  public static func operations(for exif: ExifOrientation) -> [Self] { Self(exif: exif).map { [$0] } ?? [] }
}

extension Orientation where From == Stored, To == Displayed {
  /// How a stored picture is displayed once all these were done to it, one after the other.
  public init(_ operations: [some PixelOperation]) {
    self = operations.reduce(.identity) { $0.then($1.turn) }
  }
}
