// The common interfaces of other conventions: their names of orientations, one per tag of TIFF 6.0 (page 36), and their
// tools' pixel operations, each a reorientation; a sequence of them is an orientation.

/// Another convention's values, one per tag: conversion loses nothing in either direction.
///
///     AppleOrientation(exif: .rightTop)                 // right
///     AppleOrientation.right.orientation                // Stored → Displayed, 90 degrees clockwise
public protocol OrientationNaming: Hashable, Sendable {
  /// The value equivalent to the tag.
  init(exif: ExifOrientation)

  /// The equivalent tag.
  var exif: ExifOrientation { get }
}

extension OrientationNaming {
  /// The equivalent tag.
  public var exif: ExifOrientation { ExifOrientation.allCases.first { Self(exif: $0) == self } ?? .topLeft }

  /// The value equivalent to the orientation.
  public init(_ orientation: Orientation<Stored, Displayed>) { self.init(exif: orientation.exif) }

  /// The stored image's orientation.
  public var orientation: Orientation<Stored, Displayed> { Orientation(exif: exif) }

  /// The value whose `property` is `value`; nil for none.
  init?<Value: Equatable>(_ property: (Self) -> Value, is value: Value) {
    guard let tag = ExifOrientation(where: { property(Self(exif: $0)) == value }) else { return nil }
    self.init(exif: tag)
  }
}

/// A naming whose cases are in the order of the tags 1…8.
public protocol ListedNaming: OrientationNaming, CaseIterable where AllCases == [Self] {}

extension ListedNaming {
  /// The case at the tag's index.
  public init(exif: ExifOrientation) { self = Self.allCases[Int(exif.rawValue) - 1] }
}

extension CaseIterable {
  /// The first case that `isWanted`; nil for none.
  init?(where isWanted: (Self) -> Bool) {
    guard let found = Self.allCases.first(where: isWanted) else { return nil }
    self = found
  }
}

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
