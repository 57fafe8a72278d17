// An orientation: an element of the dihedral group D4 that maps one space to another (TIFF 6.0, tag 274; IIIF Image API
// 3.0, 4.3 for "mirror first").

/// One of the eight maps of an image's axes from one space to another.
///
/// The canonical form is *mirror first* (left and right swapped, in `From`), then a number of quarter turns clockwise,
/// in a y-down image. This is the order of IIIF's `!90` and of Apple's `…Mirrored` names.
///
///     let tag = Orientation(exif: .rightTop)          // Stored → Displayed
///     let mirrored = tag.then(.mirrorHorizontal)      // as displayed: leftTop (5)
public struct Orientation<From: Space, To: Space>: Hashable, Sendable {
  /// Whether left and right are swapped, in `From`, before rotating.
  public let isMirrored: Bool
  /// Quarter turns clockwise, 0…3, in a y-down image, after mirroring.
  public let clockwiseQuarters: Int

  /// Mirrors left and right (in `From`) if `mirrored`, then rotates clockwise by `quarters`; any integer is taken
  /// modulo 4.
  public init(mirrored: Bool = false, clockwise quarters: Int) {
    isMirrored = mirrored
    clockwiseQuarters = quarters & 3
  }

  /// All eight, in the order of the tag numbers 1…8.
  public static var all: [Self] { ExifOrientation.allCases.map(Self.init(tag:)) }

  /// Whether width and height are swapped.
  public var swapsAxes: Bool { clockwiseQuarters & 1 == 1 }

  /// Whether it is the identity.
  public var isIdentity: Bool { !isMirrored && clockwiseQuarters == 0 }

  /// The inverse orientation.
  public var inverse: Orientation<To, From> {
    Orientation<To, From>(mirrored: isMirrored, clockwise: isMirrored ? clockwiseQuarters : -clockwiseQuarters)
  }

  /// This orientation followed by `next`.
  public func then<Next: Space>(_ next: Orientation<To, Next>) -> Orientation<From, Next> {
    let mine = next.isMirrored ? -clockwiseQuarters : clockwiseQuarters
    return Orientation<From, Next>(
      mirrored: isMirrored != next.isMirrored, clockwise: next.clockwiseQuarters + mine)
  }

  /// The size of an image of `size` after it.
  public func applied(to size: PixelSize<From>) -> PixelSize<To> {
    swapsAxes
      ? PixelSize<To>(width: size.height, height: size.width)
      : PixelSize<To>(width: size.width, height: size.height)
  }

  /// Whether the horizontal and the vertical axis of `From` are reversed in `To`.
  ///
  /// A lossless transform needs whole blocks along these axes.
  public var reversesFromAxes: (horizontal: Bool, vertical: Bool) {
    let half = clockwiseQuarters >= 2
    let last = clockwiseQuarters == 1 || clockwiseQuarters == 2
    return (half != isMirrored, last)
  }

  /// Its effect on an image, in one word: `upright`, `cw`, `mirror-horizontal` …
  public var word: String { tag.word }

  /// The element whose tag, taken as stored → displayed, is `tag`.
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

  /// The tag of this element, taken as stored → displayed.
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
  /// The identity.
  public static var identity: Self { Self(clockwise: 0) }
}

extension Orientation where From == Stored, To == Displayed {
  /// The orientation of a stored image with this tag.
  public init(exif: ExifOrientation) { self.init(tag: exif) }

  /// The equivalent tag.
  public var exif: ExifOrientation { tag }
}

extension Orientation where From == Displayed, To == Displayed {
  /// Swaps left and right as displayed.
  public static var mirrorHorizontal: Self { Self(mirrored: true, clockwise: 0) }
  /// Swaps top and bottom as displayed.
  public static var mirrorVertical: Self { Self(mirrored: true, clockwise: 2) }
  /// Rotates by 90 degrees clockwise, as displayed.
  public static var rotate90: Self { Self(clockwise: 1) }
  /// Rotates by 180 degrees.
  public static var rotate180: Self { Self(clockwise: 2) }
  /// Rotates by 270 degrees clockwise (90 counterclockwise), as displayed.
  public static var rotate270: Self { Self(clockwise: 3) }
  /// Reflects in the main diagonal, as displayed: the top left corner stays.
  public static var transpose: Self { Self(mirrored: true, clockwise: 3) }
  /// Reflects in the other diagonal, as displayed: the top right corner stays.
  public static var transverse: Self { Self(mirrored: true, clockwise: 1) }
}

extension Orientation where From == Displayed, To == Displayed {
  /// The reorientation that, applied to an image displayed as stored, shows what `orientation` shows of the stored
  /// image.
  public init(asDisplayed orientation: Orientation<Stored, Displayed>) {
    self.init(mirrored: orientation.isMirrored, clockwise: orientation.clockwiseQuarters)
  }
}

extension Orientation where From == Displayed, To == Output {
  /// A requested reorientation, from the displayed image to the result.
  public init(carrying turn: Orientation<Displayed, Displayed>) {
    self.init(mirrored: turn.isMirrored, clockwise: turn.clockwiseQuarters)
  }
}

extension Orientation where From == Decoded, To == Output {
  /// The reorientation from decoded rows to result rows: a decoded image has the stored axes, a result the displayed
  /// ones.
  public init(carrying orientation: Orientation<Stored, Displayed>) {
    self.init(mirrored: orientation.isMirrored, clockwise: orientation.clockwiseQuarters)
  }
}

extension Orientation: CustomStringConvertible {
  /// In IIIF's notation: `0`, `90`, `!180` …
  public var description: String { "\(isMirrored ? "!" : "")\(clockwiseQuarters * 90)" }
}
