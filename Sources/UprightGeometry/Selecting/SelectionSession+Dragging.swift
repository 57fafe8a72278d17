// Dragging selections: hit testing, moving, resizing by a handle, drawing new ones.

extension SelectionSession {
  /// What is at a point.
  public enum Hit: Hashable, Sendable {
    /// A handle of a selection.
    case handle(SelectionHandle, of: Int)
    /// The inside of a selection.
    case inside(Int)
  }

  /// What is at a point of a view: handles within `reach` points before insides, the topmost first.
  public func hit<View: Space>(
    _ point: Point2D<View>, in placement: Placement<View>, reach: Double
  ) -> Hit? {
    let areas = state.items.reversed().map { (id: $0.id, area: placement.area(of: $0.area)) }
    var nearest: (distance: Double, hit: Hit)?
    for (id, area) in areas {
      for handle in SelectionHandle.allCases {
        let place = handle.point(on: area)
        let distance = max((place.x - point.x).magnitude, (place.y - point.y).magnitude)
        guard distance <= reach, distance < nearest?.distance ?? .infinity else { continue }
        nearest = (distance, .handle(handle, of: id))
      }
    }
    if let nearest { return nearest.hit }
    return areas.first { $0.area.holds(point) }.map { .inside($0.id) }
  }

  /// Begins dragging what is at a point, or a new selection if nothing is.
  ///
  /// - Returns: The selection that is dragged; nil if the image or the view is empty.
  @discardableResult
  public mutating func begin<View: Space>(
    at point: Point2D<View>, in placement: Placement<View>, reach: Double = 22, ratioOfNew ratio: Double? = nil
  ) -> Int? {
    cancel()
    guard let place = placement.displayedPoint(under: point, in: displayedSize) else { return nil }
    let before = state
    switch hit(point, in: placement, reach: reach) {
    case .some(.handle(let handle, let id)): take(id, handle, at: place, before)
    case .some(.inside(let id)): take(id, nil, at: place, before)
    case .none: draw(at: place, ratio, before)
    }
    return gesture?.id
  }

  /// Begins drawing a new selection, even where there is another one.
  ///
  /// - Returns: The selection that is drawn; nil if the image or the view is empty.
  @discardableResult
  public mutating func beginDrawing<View: Space>(
    at point: Point2D<View>, in placement: Placement<View>, ratio: Double? = nil
  ) -> Int? {
    cancel()
    guard let place = placement.displayedPoint(under: point, in: displayedSize) else { return nil }
    draw(at: place, ratio, state)
    return gesture?.id
  }

  /// Drags to a point.
  public mutating func drag<View: Space>(to point: Point2D<View>, in placement: Placement<View>) {
    guard let gesture, let place = placement.displayedPoint(under: point, in: displayedSize) else { return }
    let target = Point2D<Displayed>(x: place.x + gesture.offset.x, y: place.y + gesture.offset.y)
    let size = displayedSize
    let rect: Rect2D<Displayed>
    if let handle = gesture.handle {
      rect = resized(gesture.start, by: handle, to: target, ratio: self[gesture.id]?.ratio)
      let reach = max((target.x - gesture.start.x).magnitude, (target.y - gesture.start.y).magnitude)
      if reach >= smallest { self.gesture?.isTouch = false }
    } else {
      let (right, down) = (target.x - gesture.start.x, target.y - gesture.start.y)
      rect = moved(gesture.start, right: right, down: down, snapped: true)
    }
    edit(gesture.id) { $0.area = Selection(rect, in: $0.area, of: size) }
  }

  /// Ends the drag as one undo step. A new selection that was not drawn out is removed.
  public mutating func end() {
    guard let gesture else { return }
    self.gesture = nil
    if gesture.isTouch { state = gesture.before }
    remember(gesture.before)
  }

  /// Cancels the drag and restores the previous state.
  public mutating func cancel() {
    guard let gesture else { return }
    self.gesture = nil
    state = gesture.before
  }

  /// The areas of all selections in a view, the topmost last.
  public func areas<View: Space>(in placement: Placement<View>) -> [(id: Int, area: Rect2D<View>)] {
    state.items.map { ($0.id, placement.area(of: $0.area)) }
  }

  private mutating func take(
    _ id: Int, _ handle: SelectionHandle?, at place: Point2D<Displayed>, _ before: State
  ) {
    guard let item = self[id] else { return }
    let start = item.area.rect(in: displayedSize)
    let grip = (handle ?? .topLeft).point(on: start)
    gesture = Gesture(
      id: id, handle: handle, start: start, offset: Point2D(x: grip.x - place.x, y: grip.y - place.y), before: before,
      isTouch: false)
  }

  private mutating func draw(at place: Point2D<Displayed>, _ ratio: Double?, _ before: State) {
    let size = displayedSize
    let (x, y) = (min(max(0, place.x), Double(size.width)), min(max(0, place.y), Double(size.height)))
    let start = snapped(Rect2D(x: x, y: y, width: 0, height: 0))
    let seed = resized(start, by: .bottomRight, to: Point2D(x: start.x, y: start.y), ratio: ratio)
    guard let area = Selection(seed.normalized(in: size)) else { return }
    append(area, ratio: ratio)
    guard let item = state.items.last else { return }
    gesture = Gesture(
      id: item.id, handle: .bottomRight, start: start, offset: Point2D(x: 0, y: 0), before: before, isTouch: true)
  }
}

extension Placement {
  /// The point of an image of `size` under a point of the view, which may show it at another size; nil if either is
  /// empty, or for NaN.
  fileprivate func displayedPoint(under point: Point2D<View>, in size: PixelSize<Displayed>) -> Point2D<Displayed>? {
    guard !size.isEmpty, !self.size.isEmpty, let place = displayedPoint(under: point) else { return nil }
    let (x, y) = (
      place.x * Double(size.width) / Double(self.size.width), place.y * Double(size.height) / Double(self.size.height)
    )
    return x.isFinite && y.isFinite ? Point2D(x: x, y: y) : nil
  }
}

extension Rect2D {
  fileprivate func holds(_ point: Point2D<S>) -> Bool {
    point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
  }
}

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
