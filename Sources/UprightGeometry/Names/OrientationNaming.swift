// What the namings of an orientation have in common: other conventions' values, one for each tag of TIFF 6.0 (page 36).

/// Another convention's values, one for each tag: nothing is lost either way.
///
///     AppleOrientation(exif: .rightTop)                 // right
///     AppleOrientation.right.orientation                // Stored → Displayed, a quarter clockwise
public protocol OrientationNaming: Hashable, Sendable {
  /// The value that says the same as the tag.
  init(exif: ExifOrientation)

  /// The tag that says the same.
  var exif: ExifOrientation { get }
}

extension OrientationNaming {
  /// The tag that says the same.
  public var exif: ExifOrientation { ExifOrientation.allCases.first { Self(exif: $0) == self } ?? .topLeft }

  /// The value that says the same as the orientation.
  public init(_ orientation: Orientation<Stored, Displayed>) { self.init(exif: orientation.exif) }

  /// How the stored picture is displayed.
  public var orientation: Orientation<Stored, Displayed> { Orientation(exif: exif) }

  /// The value of which `property` is `value`, if there is one.
  init?<Value: Equatable>(_ property: (Self) -> Value, is value: Value) {
    guard let found = ExifOrientation.allCases.lazy.map(Self.init(exif:)).first(where: { property($0) == value })
    else { return nil }
    self = found
  }
}

/// A naming that is a list: its cases stand in the order of the tags 1…8.
public protocol ListedNaming: OrientationNaming, CaseIterable where AllCases == [Self] {}

extension ListedNaming {
  /// The case in the tag's place.
  public init(exif: ExifOrientation) { self = Self.allCases[Int(exif.rawValue) - 1] }
}

/// A convention that has no words for mirrors: of the eight it says four, and what is said otherwise is lost.
public protocol MirrorlessNaming: Hashable, Sendable {
  /// The value that says the same as the tag; nil where the tag mirrors (2, 4, 5, 7).
  init?(exif: ExifOrientation)

  /// The value for the tag's turn alone; what of a mirrored tag is taken for its turn, the convention says.
  init(losingMirrorOf exif: ExifOrientation)

  /// The tag that says the same: 1, 3, 6 or 8.
  var exif: ExifOrientation { get }
}

extension MirrorlessNaming {
  /// The value that says the same as the tag; nil where the tag mirrors (2, 4, 5, 7).
  public init?(exif: ExifOrientation) {
    guard !Orientation<Stored, Displayed>(exif: exif).isMirrored else { return nil }
    self.init(losingMirrorOf: exif)
  }

  /// How the stored picture is displayed.
  public var orientation: Orientation<Stored, Displayed> { Orientation(exif: exif) }
}
