// Where a drag leads: inside the picture, in the locked shape, on the lines that edges keep to.

extension SelectionSession {
  /// The rectangle as large as it is, moved as far as the picture allows.
  func moved(_ rect: Rect2D<Displayed>, right: Double, down: Double, snapped isSnapped: Bool) -> Rect2D<Displayed> {
    let size = displayedSize
    let moved = Rect2D<Displayed>(
      x: min(max(0, rect.x + right), max(0, Double(size.width) - rect.width)),
      y: min(max(0, rect.y + down), max(0, Double(size.height) - rect.height)), width: rect.width, height: rect.height)
    return isSnapped ? snapped(moved) : moved
  }

  /// The rectangle with its place on the lines that edges keep to, as large as it is.
  func snapped(_ rect: Rect2D<Displayed>) -> Rect2D<Displayed> {
    guard snapping != .none else { return rect }
    let stored: Rect2D<Stored> = rect.applying(orientation.inverse, in: displayedSize)
    return snapping.moved(stored, in: size).applying(orientation, in: size)
  }

  /// The rectangle with the edges of a handle where they are dragged to; beyond the opposite edge it is turned over. Where its
  /// shape is kept, edges that keep to lines as well may miss it by up to half of a unit.
  func resized(
    _ start: Rect2D<Displayed>, by handle: SelectionHandle, to target: Point2D<Displayed>, ratio: Double?
  ) -> Rect2D<Displayed> {
    let size = displayedSize
    var across = Pull(
      handle.horizontal, start.x, start.width, to: target.x, extent: Double(size.width), smallest: smallest)
    var down = Pull(
      handle.vertical, start.y, start.height, to: target.y, extent: Double(size.height), smallest: smallest)
    if let ratio { Pull.keep(ratio, &across, &down, smallest: smallest) }
    let rect = Rect2D<Displayed>(x: across.low, y: down.low, width: across.length, height: down.length)
    guard snapping != .none else { return rect }
    let stored: Rect2D<Stored> = rect.applying(orientation.inverse, in: size)
    return snapping.resized(stored, from: start.applying(orientation.inverse, in: size), in: self.size)
      .applying(orientation, in: self.size)
  }
}

/// A drag in one direction.
private struct Pull {
  /// The edge that stays, or the middle.
  let anchor: Double
  /// To which side it reaches; 0 for both.
  let side: Double
  /// How far it may reach.
  let reach: Double
  var length: Double
  /// Where it began, and how long it was.
  private let start: (low: Double, length: Double)

  init(
    _ place: Anchor.Position, _ low: Double, _ before: Double, to target: Double, extent: Double, smallest: Double
  ) {
    start = (low, before)
    let high = low + before
    guard place != .middle else {
      anchor = (low + high) / 2
      side = 0
      reach = 2 * min(anchor, extent - anchor)
      length = before
      return
    }
    anchor = place == .near ? high : low
    let way = min(max(0, target), extent) - anchor
    let wanted = way == 0 ? (place == .near ? -1.0 : 1) : way.sign == .minus ? -1 : 1
    let rooms = (before: anchor, behind: extent - anchor)
    let isTight = (wanted < 0 ? rooms.before : rooms.behind) < smallest
    side = isTight ? (rooms.before > rooms.behind ? -1 : 1) : wanted
    reach = side < 0 ? rooms.before : rooms.behind
    length = max(min(side == wanted ? way.magnitude : 0, reach), min(smallest, reach))
  }

  var low: Double {
    if side == 0 { return length == start.length ? start.low : anchor - length / 2 }
    return side < 0 ? anchor - length : anchor
  }

  /// Both as long as the shape wants: as far as the farther of both was dragged, and as there is room.
  static func keep(_ ratio: Double, _ across: inout Pull, _ down: inout Pull, smallest: Double) {
    let wanted = down.side == 0 ? across.length : max(across.side == 0 ? 0 : across.length, down.length * ratio)
    let room = min(across.reach, down.reach * ratio)
    across.length = min(room, max(wanted, smallest, smallest * ratio))
    down.length = across.length / ratio
  }
}
