// The eight handles of a selection: the centers of its edges and its corners, as displayed.

/// A handle of a rectangle; the edges that it names follow a drag, the others stay.
public struct SelectionHandle: Hashable, Sendable, CaseIterable {
  /// Which vertical edge follows: left, none, right.
  public let horizontal: ContentAnchor.Position
  /// Which horizontal edge follows: top, none, bottom.
  public let vertical: ContentAnchor.Position

  private init(_ horizontal: ContentAnchor.Position, _ vertical: ContentAnchor.Position) {
    (self.horizontal, self.vertical) = (horizontal, vertical)
  }

  /// The corner at the top left.
  public static var topLeft: Self { Self(.near, .near) }
  /// The middle of the top edge.
  public static var top: Self { Self(.middle, .near) }
  /// The corner at the top right.
  public static var topRight: Self { Self(.far, .near) }
  /// The middle of the left edge.
  public static var left: Self { Self(.near, .middle) }
  /// The middle of the right edge.
  public static var right: Self { Self(.far, .middle) }
  /// The corner at the bottom left.
  public static var bottomLeft: Self { Self(.near, .far) }
  /// The middle of the bottom edge.
  public static var bottom: Self { Self(.middle, .far) }
  /// The corner at the bottom right.
  public static var bottomRight: Self { Self(.far, .far) }

  /// Corners first, so that of close handles a corner is chosen.
  public static var allCases: [Self] {
    [.topLeft, .topRight, .bottomLeft, .bottomRight, .top, .left, .right, .bottom]
  }

  /// Its position on a rectangle.
  public func point<S: Space>(on rect: Rect2D<S>) -> Point2D<S> {
    Point2D(x: rect.x + rect.width * horizontal.share, y: rect.y + rect.height * vertical.share)
  }
}

// The lines that selections snap to: between pixels, or between the blocks of a JPEG (ITU-T T.81, A.2: blocks begin at
// the top left corner of the stored image).

/// What the edges of a selection snap to.
public enum SelectionSnapping: Hashable, Sendable {
  /// Nothing.
  case none
  /// The edges of pixels.
  case pixels
  /// The edges of blocks of this many stored columns and rows, and the image's edges: the area between them can be
  /// cropped losslessly.
  case blocks(PixelSize<Stored>)

  /// Columns and rows between two lines; nil for none.
  private var unit: PixelSize<Stored>? {
    switch self {
    case .none: nil
    case .pixels: PixelSize(width: 1, height: 1)
    case .blocks(let size): size.isEmpty ? nil : size
    }
  }

  /// The rectangle with the edges that differ from `start` on the nearest lines, at least one unit large.
  func resized(_ rect: Rect2D<Stored>, from start: Rect2D<Stored>, in size: PixelSize<Stored>) -> Rect2D<Stored> {
    guard let unit else { return rect }
    let across = Self.span(rect.x, rect.maxX, from: (start.x, start.maxX), unit.width, size.width)
    let down = Self.span(rect.y, rect.maxY, from: (start.y, start.maxY), unit.height, size.height)
    return Rect2D(x: across.0, y: down.0, width: across.1 - across.0, height: down.1 - down.0)
  }

  /// The rectangle with its left and top edges on the nearest lines, with its size kept.
  func moved(_ rect: Rect2D<Stored>, in size: PixelSize<Stored>) -> Rect2D<Stored> {
    guard let unit else { return rect }
    var rect = rect
    rect.x = Self.start(rect.x, rect.width, unit.width, size.width)
    rect.y = Self.start(rect.y, rect.height, unit.height, size.height)
    return rect
  }

  private static func line(_ place: Double, _ unit: Int, _ extent: Int) -> Double {
    let (unit, extent) = (Double(unit), Double(extent))
    let low = (place / unit).rounded(.down) * unit
    let high = min(low + unit, extent)
    return place - low < high - place ? max(0, low) : high
  }

  /// The nearest line; an edge that stays is only corrected for arithmetic error.
  private static func edge(_ place: Double, isFixed: Bool, _ unit: Int, _ extent: Int) -> Double {
    let line = line(place, unit, extent)
    return isFixed && (line - place).magnitude > PixelRounding.slack ? place : line
  }

  private static func span(
    _ low: Double, _ high: Double, from start: (Double, Double), _ unit: Int, _ extent: Int
  ) -> (Double, Double) {
    let isLowFixed = min((low - start.0).magnitude, (low - start.1).magnitude) < PixelRounding.slack
    let isHighFixed = min((high - start.0).magnitude, (high - start.1).magnitude) < PixelRounding.slack
    let near = edge(low, isFixed: isLowFixed, unit, extent)
    let far = edge(high, isFixed: isHighFixed, unit, extent)
    if far - near > PixelRounding.slack { return (near, far) }
    let before = max(0, (((near / Double(unit)).rounded(.up)) - 1) * Double(unit))
    let after = min(Double(extent), ((near / Double(unit)).rounded(.down) + 1) * Double(unit))
    return isHighFixed || after <= near ? (before, far) : (near, after)
  }

  private static func start(_ place: Double, _ length: Double, _ unit: Int, _ extent: Int) -> Double {
    let most = Double(extent) - length
    let nearest = (place / Double(unit)).rounded() * Double(unit)
    guard nearest > most else { return max(0, nearest) }
    return max(0, (most / Double(unit)).rounded(.down) * Double(unit))
  }
}
