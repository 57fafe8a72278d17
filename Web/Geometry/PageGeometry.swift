// The geometry of the page that shows an image: two views of it, and the selections on it.

public import UprightGeometry

/// An image with its selections, in two views: as displayed (0) and as stored (1).
///
/// Selections are parts of the displayed image in both, so what is drawn in one view appears in the other.
public final class PageGeometry {
  /// The size of the image as stored.
  public let stored: PixelSize<Stored>
  /// The image's orientation, by its tag.
  public let orientation: Orientation<Stored, Displayed>
  /// The selections.
  public var session: SelectionSession
  /// The view as displayed, and the view as stored.
  public var views: [ImageView]

  /// An image without selections.
  public init(stored: PixelSize<Stored>, orientation: Orientation<Stored, Displayed>) {
    self.stored = stored
    self.orientation = orientation
    session = SelectionSession(size: stored, orientation: orientation)
    let back = orientation.inverse
    views = [
      ImageView(of: session.displayedSize),
      ImageView(
        of: session.displayedSize, turn: Orientation(mirrored: back.isMirrored, clockwise: back.clockwiseQuarters)),
    ]
  }

  /// The displayed size of the image.
  public var displayed: PixelSize<Displayed> { session.displayedSize }
}

extension PageGeometry {
  /// Begins a drag in a view: of what is at the point, or of a new selection.
  public func begin(
    at point: Point2D<Window>, in view: Int, reach: Double, ratio: Double?, drawing: Bool
  ) -> Int? {
    let shown = views[view]
    let place = point.applying(shown.toPlane)
    let ratioOfNew = ratio.map { shown.turn.swapsAxes ? 1 / $0 : $0 }
    return drawing
      ? session.beginDrawing(at: place, in: shown.placement, ratio: ratioOfNew)
      : session.begin(at: place, in: shown.placement, reach: reach, ratioOfNew: ratioOfNew)
  }

  /// Drags to a point of a view.
  public func drag(to point: Point2D<Window>, in view: Int) {
    session.drag(to: point.applying(views[view].toPlane), in: views[view].placement)
  }

  /// What is at a point of a view.
  public func hit(_ point: Point2D<Window>, in view: Int, reach: Double) -> SelectionSession.Hit? {
    session.hit(point.applying(views[view].toPlane), in: views[view].placement, reach: reach)
  }

  /// Moves a selection by pixels, in a view's directions.
  public func nudge(_ id: Int, right: Double, down: Double, in view: Int) {
    let step = views[view].step(right: right, down: down)
    session.nudge(id, right: step.right, down: step.down)
  }

  /// Moves the right and bottom edges of a selection, as a view shows them, by pixels.
  public func grow(_ id: Int, right: Double, down: Double, in view: Int) {
    let shown = views[view]
    let side = shown.step(right: right == 0 ? 0 : 1, down: down == 0 ? 0 : 1)
    let step = shown.step(right: right, down: down)
    guard let handle = SelectionHandle(right: side.right, down: side.down) else { return }
    session.resize(id, by: handle, right: step.right, down: step.down)
  }

  /// Locks a selection's ratio of width to height to that of its pixels.
  public func lockRatio(of id: Int) {
    guard let rect = session[id]?.area.rect(in: displayed), rect.height > 0 else { return }
    session.lock(id, to: rect.width / rect.height)
  }

  /// Replaces a selection by pixels of the displayed image; no change if none of them is in the image.
  public func replace(_ id: Int, with rect: Rect2D<Displayed>) {
    if let area = Selection(rect, in: displayed) { session.replace(id, with: area) }
  }

  /// A selection's whole pixels in both spaces; nil if there is no such selection, or if rounding leaves no pixel.
  public func numbers(
    of id: Int, rounding: PixelRounding
  ) -> (displayed: BoxNumbers<Displayed>, stored: BoxNumbers<Stored>)? {
    guard let area = session[id]?.area, let shown = area.pixels(in: displayed, rounding: rounding),
      let kept = area.pixels(in: stored, orientation, rounding: rounding)
    else { return nil }
    return (BoxNumbers(shown, in: displayed), BoxNumbers(kept, in: stored))
  }
}

extension PageGeometry {
  /// The tiles that a view shows at the scale of the screen, or at `leastFactor` if that is coarser; nil without a
  /// window.
  public func tiles(
    in view: Int, tile: PixelSize<Device>, pixelsPerPoint: Double, leastFactor: Int = 1, mostFactor: Int
  ) -> (factor: Int, columns: Range<Int>, rows: Range<Int>)? {
    let shown = views[view]
    guard let toImage = shown.placement.toImage else { return nil }
    let factor = max(
      leastFactor, TileGrid<Displayed>.factor(pixelsPerPixel: shown.scale * pixelsPerPoint, most: mostFactor))
    let seen = shown.window.bounds.rect.applying(shown.toPlane).applying(toImage)
    if view == 0 {
      let tiles = TileGrid(displayed, tile: tile, factor: factor)?.tiles(touching: seen)
      return tiles.map { (factor, $0.columns, $0.rows) }
    }
    let part = seen.applying(orientation.inverse, in: displayed)
    let tiles = TileGrid(stored, tile: tile, factor: factor)?.tiles(touching: part)
    return tiles.map { (factor, $0.columns, $0.rows) }
  }

  /// A tile's pixels, the size in which it is requested, and its place on the screen; nil if there is no such tile.
  public func tile(
    column: Int, row: Int, factor: Int, in view: Int, tile: PixelSize<Device>, pixelsPerPoint: Double
  ) -> (x: Int, y: Int, width: Int, height: Int, delivered: PixelSize<Device>, place: TilePlace)? {
    if view == 0 {
      guard let grid = TileGrid(displayed, tile: tile, factor: factor),
        let pixels = grid.pixels(column: column, row: row)
      else { return nil }
      let place = place(of: pixels.rect, Orientation<Displayed, Displayed>.identity, in: view, pixelsPerPoint)
      return (pixels.x, pixels.y, pixels.width, pixels.height, grid.delivered(pixels), place)
    }
    guard let grid = TileGrid(stored, tile: tile, factor: factor), let pixels = grid.pixels(column: column, row: row)
    else { return nil }
    let shown: Rect2D<Displayed> = pixels.applying(orientation, in: stored).rect
    let place = place(of: shown, orientation, in: view, pixelsPerPoint)
    return (pixels.x, pixels.y, pixels.width, pixels.height, grid.delivered(pixels), place)
  }

  private func place<Content: Space>(
    of rect: Rect2D<Displayed>, _ content: Orientation<Content, Displayed>, in view: Int, _ pixelsPerPoint: Double
  ) -> TilePlace {
    let shown = views[view]
    let inWindow: Rect2D<Window> = rect.applying(shown.placement.toView).applying(shown.toWindow)
    let toScreen = Transform2D<Window, Device>(scaleX: pixelsPerPoint, scaleY: pixelsPerPoint)
    let upright = Orientation<Displayed, Plane>.identity
    return TilePlace(inWindow.applying(toScreen), content.then(upright).then(shown.turn))
  }
}

extension SelectionHandle {
  /// The handle in a direction from the center, by signs; nil for none.
  init?(right: Double, down: Double) {
    let corner = Point2D<Window>(x: right == 0 ? 0.5 : right < 0 ? 0 : 1, y: down == 0 ? 0.5 : down < 0 ? 0 : 1)
    let unit = Rect2D<Window>(x: 0, y: 0, width: 1, height: 1)
    guard let handle = Self.allCases.first(where: { $0.point(on: unit) == corner }) else { return nil }
    self = handle
  }
}

extension PixelSize where S == Displayed {
  /// Whether a point is inside.
  public func holds(_ point: Point2D<S>) -> Bool {
    point.x >= 0 && point.y >= 0 && point.x < Double(width) && point.y < Double(height)
  }
}
