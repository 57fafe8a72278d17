// The lines that the edges of a selection keep to: those between pixels, or between the blocks of a JPEG (ITU-T T.81, A.2: blocks are counted from the
// top left corner of the stored picture).

/// What the edges of a selection keep to.
public enum SelectionSnapping: Hashable, Sendable {
  /// Nothing.
  case none
  /// The edges of pixels.
  case pixels
  /// The edges of blocks of this many stored columns and rows, and the picture's own: what lies between them can be cut out without loss.
  case blocks(PixelSize<Stored>)

  /// Columns and rows between two lines; nil where there are none.
  private var unit: PixelSize<Stored>? {
    switch self {
    case .none: nil
    case .pixels: PixelSize(width: 1, height: 1)
    case .blocks(let size): size.isEmpty ? nil : size
    }
  }

  /// The rectangle with those edges on the nearest lines that are not where `start` has them, at least one unit large.
  func resized(_ rect: Rect2D<Stored>, from start: Rect2D<Stored>, in size: PixelSize<Stored>) -> Rect2D<Stored> {
    guard let unit else { return rect }
    let across = Self.span(rect.x, rect.maxX, from: (start.x, start.maxX), unit.width, size.width)
    let down = Self.span(rect.y, rect.maxY, from: (start.y, start.maxY), unit.height, size.height)
    return Rect2D(x: across.0, y: down.0, width: across.1 - across.0, height: down.1 - down.0)
  }

  /// The rectangle, as large as it is, with its left and top edges on the nearest lines.
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

  /// The nearest line; of an edge that stays, only where it misses it by no more than arithmetic does.
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
