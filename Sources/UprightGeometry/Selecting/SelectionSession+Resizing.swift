// The result of a drag: inside the image, in the locked shape, snapped to lines.

extension SelectionSession {
  /// Drags a handle of a selection by displayed pixels, as arrow keys do; it stops at the image's edge.
  public mutating func resize(_ id: Int, by handle: SelectionHandle, right: Double, down: Double) {
    guard let item = self[id], right.isFinite, down.isFinite else { return }
    let size = displayedSize
    let start = item.area.rect(in: size)
    let grip = handle.point(on: start)
    let rect = resized(start, by: handle, to: Point2D(x: grip.x + right, y: grip.y + down), ratio: item.ratio)
    change { $0.edit(id) { $0.area = Selection(rect, in: $0.area, of: size) } }
  }

  /// The rectangle moved as far as the image allows, with its size kept.
  func moved(_ rect: Rect2D<Displayed>, right: Double, down: Double, snapped isSnapped: Bool) -> Rect2D<Displayed> {
    let size = displayedSize
    let moved = Rect2D<Displayed>(
      x: min(max(0, rect.x + right), max(0, Double(size.width) - rect.width)),
      y: min(max(0, rect.y + down), max(0, Double(size.height) - rect.height)), width: rect.width, height: rect.height)
    return isSnapped ? snapped(moved) : moved
  }

  /// The rectangle snapped to lines, with its size kept.
  func snapped(_ rect: Rect2D<Displayed>) -> Rect2D<Displayed> {
    guard snapping != .none else { return rect }
    let stored: Rect2D<Stored> = rect.applying(orientation.inverse, in: displayedSize)
    return snapping.moved(stored, in: size).applying(orientation, in: size)
  }

  /// The rectangle with a handle's edges dragged; beyond the opposite edge it flips. With a locked shape, snapped edges
  /// may deviate from it by up to half a unit.
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

/// A drag along one axis.
private struct Pull {
  /// The edge that stays, or the center.
  let anchor: Double
  /// The side to which it extends; 0 for both.
  let side: Double
  /// The maximum extent.
  let reach: Double
  var length: Double
  /// The position and length at the start.
  private let start: (low: Double, length: Double)

  init(
    _ place: ContentAnchor.Position, _ low: Double, _ before: Double, to target: Double, extent: Double,
    smallest: Double
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

  /// Gives both the locked ratio: as large as the farther of both was dragged, and as there is space.
  static func keep(_ ratio: Double, _ across: inout Pull, _ down: inout Pull, smallest: Double) {
    let wanted = down.side == 0 ? across.length : max(across.side == 0 ? 0 : across.length, down.length * ratio)
    let room = min(across.reach, down.reach * ratio)
    across.length = min(room, max(wanted, smallest, smallest * ratio))
    down.length = across.length / ratio
  }
}
