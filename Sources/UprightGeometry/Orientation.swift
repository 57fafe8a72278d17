// An orientation: an element of the dihedral group D4 that leads from one space to another (TIFF 6.0, tag 274; IIIF Image API 3.0, 4.3 for "mirror first").

/// One of the eight ways a picture's axes can be carried from one space to another.
///
/// The canonical form is *mirror first* (left and right swapped, in `From`), then a number of quarter turns clockwise,
/// in a y-down picture. This is the order of IIIF's `!90` and of Apple's `…Mirrored` names.
///
///     let tag = Orientation(exif: .rightTop)          // Stored → Displayed
///     let mirrored = tag.then(.mirrorHorizontal)      // as displayed: leftTop (5)
public struct Orientation<From: Space, To: Space>: Hashable, Sendable {
  /// Whether left and right are swapped, in `From`, before turning.
  public let isMirrored: Bool
  /// Quarter turns clockwise, 0…3, in a y-down picture, after mirroring.
  public let clockwiseQuarters: Int

  /// Mirrors left and right (in `From`) when asked, then turns clockwise by `quarters`; any integer counts modulo 4.
  public init(mirrored: Bool = false, clockwise quarters: Int) {
    isMirrored = mirrored
    clockwiseQuarters = quarters & 3
  }

  /// All eight, in the order of the tag numbers 1…8.
  public static var all: [Self] { ExifOrientation.allCases.map(Self.init(tag:)) }

  /// Whether width and height change places.
  public var swapsAxes: Bool { clockwiseQuarters & 1 == 1 }

  /// Whether nothing moves.
  public var isIdentity: Bool { !isMirrored && clockwiseQuarters == 0 }

  /// The orientation that leads back.
  public var inverse: Orientation<To, From> {
    Orientation<To, From>(mirrored: isMirrored, clockwise: isMirrored ? clockwiseQuarters : -clockwiseQuarters)
  }

  /// This orientation first, `next` after it.
  public func then<Next: Space>(_ next: Orientation<To, Next>) -> Orientation<From, Next> {
    let mine = next.isMirrored ? -clockwiseQuarters : clockwiseQuarters
    return Orientation<From, Next>(
      mirrored: isMirrored != next.isMirrored, clockwise: next.clockwiseQuarters + mine)
  }

  /// The size a picture of `size` has after it.
  public func applied(to size: PixelSize<From>) -> PixelSize<To> {
    swapsAxes
      ? PixelSize<To>(width: size.height, height: size.width)
      : PixelSize<To>(width: size.width, height: size.height)
  }

  /// Whether the horizontal and the vertical axis of `From` run backwards in `To`.
  ///
  /// These are the axes along which a lossless transform needs whole blocks.
  public var reversesFromAxes: (horizontal: Bool, vertical: Bool) {
    let half = clockwiseQuarters >= 2
    let last = clockwiseQuarters == 1 || clockwiseQuarters == 2
    return (half != isMirrored, last)
  }

  /// What happens to a picture that goes through it, in one word: `upright`, `cw`, `mirror-horizontal` …
  public var word: String { tag.word }

  /// The element whose tag number, read as stored → displayed, is `tag`.
  init(tag: ExifOrientation) {
    let forms: (Bool, Int) =
      switch tag {
      case .topLeft: (false, 0)
      case .topRight: (true, 0)
      case .bottomRight: (false, 2)
      case .bottomLeft: (true, 2)
      case .leftTop: (true, 3)
      case .rightTop: (false, 1)
      case .rightBottom: (true, 1)
      case .leftBottom: (false, 3)
      }
    self.init(mirrored: forms.0, clockwise: forms.1)
  }

  /// The tag number of this element, if it were read as stored → displayed.
  var tag: ExifOrientation {
    switch (isMirrored, clockwiseQuarters) {
    case (false, 0): .topLeft
    case (true, 0): .topRight
    case (false, 2): .bottomRight
    case (true, 2): .bottomLeft
    case (true, 3): .leftTop
    case (false, 1): .rightTop
    case (true, 1): .rightBottom
    default: .leftBottom
    }
  }
}

extension Orientation {
  /// Nothing moves.
  public static var identity: Self { Self(clockwise: 0) }
}

extension Orientation where From == Stored, To == Displayed {
  /// What the tag says about how the stored picture is displayed.
  public init(exif: ExifOrientation) { self.init(tag: exif) }

  /// The tag that says so.
  public var exif: ExifOrientation { tag }
}

extension Orientation where From == Displayed, To == Displayed {
  /// Swaps left and right as displayed.
  public static var mirrorHorizontal: Self { Self(mirrored: true, clockwise: 0) }
  /// Swaps top and bottom as displayed.
  public static var mirrorVertical: Self { Self(mirrored: true, clockwise: 2) }
  /// A quarter turn clockwise as displayed.
  public static var rotate90: Self { Self(clockwise: 1) }
  /// Half a turn.
  public static var rotate180: Self { Self(clockwise: 2) }
  /// Three quarters clockwise (one anticlockwise) as displayed.
  public static var rotate270: Self { Self(clockwise: 3) }
  /// Reflects in the main diagonal as displayed: the top left corner stays.
  public static var transpose: Self { Self(mirrored: true, clockwise: 3) }
  /// Reflects in the other diagonal as displayed: the top right corner stays.
  public static var transverse: Self { Self(mirrored: true, clockwise: 1) }
}

extension Orientation where From == Displayed, To == Displayed {
  /// The turn that, given to a picture displayed as it is stored, shows what `orientation` shows of the stored one.
  public init(asDisplayed orientation: Orientation<Stored, Displayed>) {
    self.init(mirrored: orientation.isMirrored, clockwise: orientation.clockwiseQuarters)
  }
}

extension Orientation where From == Displayed, To == Output {
  /// A turn as asked for, carrying the displayed picture to the delivered one.
  public init(carrying turn: Orientation<Displayed, Displayed>) {
    self.init(mirrored: turn.isMirrored, clockwise: turn.clockwiseQuarters)
  }
}

extension Orientation where From == Decoded, To == Output {
  /// The turn that carries decoded rows to delivered rows: a decoded picture's axes are the stored ones, a delivered one's the displayed ones.
  public init(carrying orientation: Orientation<Stored, Displayed>) {
    self.init(mirrored: orientation.isMirrored, clockwise: orientation.clockwiseQuarters)
  }
}

extension Orientation: CustomStringConvertible {
  /// In IIIF's words: `0`, `90`, `!180` …
  public var description: String { "\(isMirrored ? "!" : "")\(clockwiseQuarters * 90)" }
}
