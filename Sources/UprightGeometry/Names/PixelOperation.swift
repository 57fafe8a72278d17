// The common interface of tools' pixel operations: each is a reorientation, and a sequence of them is an orientation.

/// One operation on an image's pixels, as a tool names it.
///
///     OpenCVOperation.operations(for: .rightBottom)     // transpose, then flip about both axes
public protocol PixelOperation: Hashable, Sendable {
  /// Its effect, as displayed, on the image it is applied to.
  var turn: Orientation<Displayed, Displayed> { get }

  /// The operations that display an image stored with this tag upright, in order; none for tag 1.
  static func operations(for exif: ExifOrientation) -> [Self]
}

extension PixelOperation where Self: CaseIterable {
  /// The single operation that displays an image stored with this tag upright; nil if there is none, or nothing to do.
  public init?(exif: ExifOrientation) {
    let wanted = Orientation<Displayed, Displayed>(tag: exif)
    self.init(where: { $0.turn == wanted })
  }

  /// The single operation that displays an image stored with this tag upright, or none.
  public static func operations(for exif: ExifOrientation) -> [Self] { Self(exif: exif).map { [$0] } ?? [] }
}

extension Orientation where From == Stored, To == Displayed {
  /// The orientation of a stored image after all these operations, in order.
  public init(_ operations: [some PixelOperation]) {
    self = operations.reduce(.identity) { $0.then($1.turn) }
  }
}
