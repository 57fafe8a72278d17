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

// The two decompositions of an orientation: mirror first (IIIF Image API 3.0, 4.3; Apple's names) and rotate first
// (GDI+, many Android helpers).

extension Orientation {
  /// Mirrored left to right in `From` first, then rotated clockwise.
  public var mirrorFirst: (mirrored: Bool, thenClockwise: Int) { (isMirrored, clockwiseQuarters) }

  /// Rotated clockwise first, then mirrored left to right in `To`.
  ///
  /// The quarter turns differ from ``mirrorFirst`` if axes swap and a mirror is involved: confusing the two changes
  /// transpose into transverse (5 into 7).
  public var rotateFirst: (clockwise: Int, thenMirrored: Bool) {
    (isMirrored ? -clockwiseQuarters & 3 : clockwiseQuarters, isMirrored)
  }

  /// Mirrors left and right in `From` if `mirrored`, then rotates; `init(mirrored:clockwise:)` with the order in its
  /// name.
  public init(mirroredFirst mirrored: Bool, thenClockwise quarters: Int) {
    self.init(mirrored: mirrored, clockwise: quarters)
  }

  /// Rotates clockwise by `quarters`, then mirrors left and right in `To` if `mirrored`; any integer is taken modulo 4.
  public init(clockwiseFirst quarters: Int, thenMirrored mirrored: Bool) {
    self.init(mirrored: mirrored, clockwise: mirrored ? -(quarters & 3) : quarters)
  }
}

extension Orientation {
  /// Mirrors in `From`, left to right and top to bottom, followed by a quarter turn (`clockwise` or not) if axes swap.
  func mirrors(beforeRotating clockwise: Bool) -> (horizontal: Bool, vertical: Bool, turned: Bool) {
    let back = Orientation<To, To>(clockwise: swapsAxes ? (clockwise ? -1 : 1) : 0)
    let mirrors = then(back).reversesFromAxes
    return (mirrors.horizontal, mirrors.vertical, swapsAxes)
  }
}

// Mirroring an image that has an orientation: as displayed (after the tag) and as stored (before the tag), which differ
// if axes swap.

extension Orientation where From == Stored, To == Displayed {
  /// The displayed image with left and right swapped: tags 1 ↔ 2, 3 ↔ 4, 5 ↔ 6, 7 ↔ 8.
  ///
  /// In Apple's names, `right` becomes `leftMirrored`, and `left` becomes `rightMirrored`.
  public var mirroredHorizontallyAsDisplayed: Self { then(.mirrorHorizontal) }

  /// The displayed image with top and bottom swapped: tags 1 ↔ 4, 2 ↔ 3, 5 ↔ 8, 6 ↔ 7.
  public var mirroredVerticallyAsDisplayed: Self { then(.mirrorVertical) }

  /// The tag of the image after its stored rows are reversed left to right: tags 1 ↔ 2, 3 ↔ 4, 5 ↔ 8, 6 ↔ 7.
  ///
  /// UIKit's `withHorizontallyFlippedOrientation` does this: `right` becomes `rightMirrored`. If axes swap, the
  /// displayed image is mirrored top to bottom.
  public var mirroredHorizontallyAsStored: Self { Orientation<Stored, Stored>(mirrored: true, clockwise: 0).then(self) }

  /// The tag of the image after its stored columns are reversed top to bottom: tags 1 ↔ 4, 2 ↔ 3, 5 ↔ 6, 7 ↔ 8.
  public var mirroredVerticallyAsStored: Self { Orientation<Stored, Stored>(mirrored: true, clockwise: 2).then(self) }
}

// How the Photos application of iPhone OS 3 interpreted the Orientation tag: four of its eight values (TIFF 6.0, tag
// 274).

extension Orientation where From == Stored, To == Displayed {
  /// How Photos displayed an image with this orientation: 1, 3, 6 and 8 correctly, the mirrored ones as stored.
  ///
  /// Only for crops that a person made in such a picker: they are in the image as it was displayed there.
  public var asPhotosRead: Self { isMirrored ? .identity : self }
}

// The values 1…8 of the Orientation tag, by their names in TIFF 6.0 (page 36, tag 274; EXIF 2.32, 4.6.4.A).

/// The value of the Orientation tag: the displayed sides of the stored row 0 (first word) and column 0 (second word).
public enum ExifOrientation: UInt8, CaseIterable, Hashable, Sendable {
  /// 1: stored as displayed.
  case topLeft = 1
  /// 2: mirrored left to right.
  case topRight = 2
  /// 3: rotated by 180 degrees.
  case bottomRight = 3
  /// 4: mirrored top to bottom.
  case bottomLeft = 4
  /// 5: reflected in the main diagonal (transpose).
  case leftTop = 5
  /// 6: displayed after a rotation by 90 degrees clockwise; its inverse is 8.
  case rightTop = 6
  /// 7: reflected in the other diagonal (transverse).
  case rightBottom = 7
  /// 8: displayed after a rotation by 270 degrees clockwise; its inverse is 6.
  case leftBottom = 8

  /// What must be done to the stored image to display it upright, in one word.
  public var word: String {
    switch self {
    case .topLeft: "upright"
    case .topRight: "mirror-horizontal"
    case .bottomRight: "180"
    case .bottomLeft: "mirror-vertical"
    case .leftTop: "transpose"
    case .rightTop: "cw"
    case .rightBottom: "transverse"
    case .leftBottom: "ccw"
    }
  }
}

/// The same values by the names of Apple's frameworks (``AppleOrientation``).
extension ExifOrientation {
  /// Stored as displayed: 1.
  public static var up: Self { .topLeft }
  /// Mirrored left to right: 2.
  public static var upMirrored: Self { .topRight }
  /// Rotated by 180 degrees: 3.
  public static var down: Self { .bottomRight }
  /// Mirrored top to bottom: 4.
  public static var downMirrored: Self { .bottomLeft }
  /// Transposed: 5.
  public static var leftMirrored: Self { .leftTop }
  /// Displayed after a rotation by 90 degrees clockwise: 6.
  public static var right: Self { .rightTop }
  /// Transverse: 7.
  public static var rightMirrored: Self { .rightBottom }
  /// Displayed after a rotation by 90 degrees counterclockwise: 8.
  public static var left: Self { .leftBottom }
}

// The image sides in the tag's names (TIFF 6.0, page 36: the 0th row is the visual top …).
extension ExifOrientation {
  /// A side of the displayed image.
  public enum Side: String, CaseIterable, Hashable, Sendable {
    /// The upper edge.
    case top
    /// The right edge.
    case right
    /// The lower edge.
    case bottom
    /// The left edge.
    case left

    /// The side that it becomes when the image is rotated clockwise.
    func rotated(clockwise quarters: Int) -> Side {
      let sides = Self.allCases
      return sides[((sides.firstIndex(of: self) ?? 0) + quarters) & 3]
    }
  }

  /// The displayed side of the stored image's first row.
  public var row0: Side { Side.top.rotated(clockwise: form.clockwiseQuarters) }

  /// The displayed side of the stored image's first column.
  public var column0: Side {
    (form.isMirrored ? Side.right : .left).rotated(clockwise: form.clockwiseQuarters)
  }

  /// The tag whose first row and column have these sides; nil if both are the same or opposite.
  public init?(row0: Side, column0: Side) { self.init(where: { $0.row0 == row0 && $0.column0 == column0 }) }

  var form: Orientation<Stored, Displayed> { Orientation(exif: self) }
}
