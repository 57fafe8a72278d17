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
