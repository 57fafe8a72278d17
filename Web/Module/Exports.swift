// The functions that the page calls. Each takes numbers and leaves its results in a list that `result` reads.

import PageGeometry
import UprightGeometry

/// The page's image; there is one per module.
private var page = PageGeometry(
  stored: PixelSize(width: 0, height: 0), orientation: .identity)
private var results: [Double] = []

/// Forgets the last results.
@inline(never) private func begin() { results.removeAll(keepingCapacity: true) }

/// Adds a result.
@inline(never) private func put(_ number: Double) { results.append(number) }

private func put(_ number: Int) { put(Double(number)) }

/// How many results there are.
private func count() -> Int32 { Int32(truncatingIfNeeded: results.count) }

/// The index of a view: as displayed, or as stored.
private func at(_ view: Int32) -> Int { view == 0 ? 0 : 1 }

private func whole(_ number: Double) -> Int { Int(exactly: number.rounded()) ?? 0 }

private func turn<From: Space, To: Space>(_ quarters: Int32, _ mirrored: Int32) -> Orientation<From, To> {
  Orientation(mirrored: mirrored != 0, clockwise: Int(quarters))
}

private func rounding(_ number: Int32) -> PixelRounding { number == 0 ? .outward : number == 1 ? .nearest : .inward }

private func put<S: Space>(_ point: Point2D<S>) {
  put(point.x)
  put(point.y)
}

private func put<S: Space>(_ rect: Rect2D<S>) {
  put(rect.x)
  put(rect.y)
  put(rect.width)
  put(rect.height)
}

private func put(_ size: PixelSize<Device>) {
  put(size.width)
  put(size.height)
}

private func put<S: Space>(_ numbers: BoxNumbers<S>) {
  for number in numbers.list { put(number) }
}

/// A number of the last results.
@_cdecl("result") public func result(_ index: Int32) -> Double {
  results.indices.contains(Int(index)) ? results[Int(index)] : .nan
}

/// Begins with an image: its stored size and its tag. 1, or 0 for a tag outside 1…8 or an empty image.
@_cdecl("open") public func open(_ width: Double, _ height: Double, _ tag: Int32) -> Int32 {
  guard let exif = UInt8(exactly: tag).flatMap(ExifOrientation.init(rawValue:)), width >= 1, height >= 1 else {
    return 0
  }
  page = PageGeometry(
    stored: PixelSize(width: whole(width), height: whole(height)), orientation: Orientation(exif: exif))
  return 1
}

/// The displayed size: width, height.
@_cdecl("displayedSize") public func displayedSize() -> Int32 {
  begin()
  put(page.displayed.width)
  put(page.displayed.height)
  return count()
}

// MARK: Views

/// Resizes a view's window.
@_cdecl("resize") public func resize(_ view: Int32, _ width: Double, _ height: Double, _ margin: Double) {
  page.views[at(view)].resize(to: PixelSize(width: whole(width), height: whole(height)), margin: margin)
}

/// Shows the whole image.
@_cdecl("fit") public func fit(_ view: Int32) { page.views[at(view)].fit() }

/// Zooms at a point.
@_cdecl("zoom") public func zoom(_ view: Int32, _ factor: Double, _ x: Double, _ y: Double) {
  page.views[at(view)].zoom(by: factor, at: Point2D(x: x, y: y))
}

/// Moves the image.
@_cdecl("pan") public func pan(_ view: Int32, _ right: Double, _ down: Double) {
  page.views[at(view)].pan(right: right, down: down)
}

/// Mirrors the view if `mirrored`, then rotates it clockwise.
@_cdecl("turnView") public func turnView(_ view: Int32, _ quarters: Int32, _ mirrored: Int32) {
  page.views[at(view)].reorient(turn(quarters, mirrored))
}

/// A view's state: points per pixel, whether it is fitted, whether it is mirrored, its quarter turns.
@_cdecl("viewState") public func viewState(_ view: Int32) -> Int32 {
  begin()
  put(page.views[at(view)].scale)
  put(page.views[at(view)].isFitted ? 1 : 0)
  put(page.views[at(view)].turn.isMirrored ? 1 : 0)
  put(page.views[at(view)].turn.clockwiseQuarters)
  return count()
}

/// Brings a selection into view.
@_cdecl("show") public func show(_ view: Int32, _ id: Int32) {
  if let area = page.session[Int(id)]?.area { page.views[at(view)].show(area) }
}

/// The image's points under a point: displayed x, y, stored x, y, and 1 if they are inside.
@_cdecl("imagePoint") public func imagePoint(_ view: Int32, _ x: Double, _ y: Double) -> Int32 {
  begin()
  guard let point = page.views[at(view)].displayedPoint(under: Point2D(x: x, y: y)) else { return 0 }
  put(point)
  put(point.applying(Transform2D(page.orientation.inverse, in: page.displayed)))
  put(page.displayed.holds(point) ? 1 : 0)
  return count()
}

/// The tiles that a view shows: factor, first column, column after the last, first row, row after the last.
@_cdecl("tiles") public func tiles(
  _ view: Int32, _ width: Double, _ height: Double, _ pixelsPerPoint: Double, _ leastFactor: Double,
  _ mostFactor: Double
) -> Int32 {
  begin()
  let tile = PixelSize<Device>(width: whole(width), height: whole(height))
  guard
    let found = page.tiles(
      in: at(view), tile: tile, pixelsPerPoint: pixelsPerPoint, leastFactor: whole(leastFactor),
      mostFactor: whole(mostFactor))
  else { return 0 }
  put(found.factor)
  put(found.columns.lowerBound)
  put(found.columns.upperBound)
  put(found.rows.lowerBound)
  put(found.rows.upperBound)
  return count()
}

/// A tile: its pixels' x, y, width, height; the width and height to request; the width and height to draw, and the map
/// to the screen.
@_cdecl("tile") public func tile(
  _ view: Int32, _ column: Double, _ row: Double, _ factor: Double, _ width: Double, _ height: Double,
  _ pixelsPerPoint: Double
) -> Int32 {
  begin()
  let size = PixelSize<Device>(width: whole(width), height: whole(height))
  guard
    let found = page.tile(
      column: whole(column), row: whole(row), factor: whole(factor), in: at(view), tile: size,
      pixelsPerPoint: pixelsPerPoint)
  else { return 0 }
  put(found.x)
  put(found.y)
  put(found.width)
  put(found.height)
  put(found.delivered)
  put(found.place.size)
  put(found.place.map.a)
  put(found.place.map.b)
  put(found.place.map.c)
  put(found.place.map.d)
  put(found.place.map.tx)
  put(found.place.map.ty)
  return count()
}

// MARK: Selections

/// What is at a point: the selection; and the direction of its handle in the view, or 0 and 0 for its inside.
@_cdecl("hit") public func hit(_ view: Int32, _ x: Double, _ y: Double, _ reach: Double) -> Int32 {
  begin()
  switch page.hit(Point2D(x: x, y: y), in: at(view), reach: reach) {
  case .none: return 0
  case .some(.inside(let id)):
    put(id)
    put(0)
    put(0)
  case .some(.handle(let handle, let id)):
    let place = handle.point(on: Rect2D<Plane>(x: -1, y: -1, width: 2, height: 2))
    let way = page.views[at(view)].direction(right: place.x, down: place.y)
    put(id)
    put(way.right)
    put(way.down)
  }
  return count()
}

/// Begins a drag; a ratio of 0 is none. The selection that is dragged, or 0.
@_cdecl("begin") public func begin(
  _ view: Int32, _ x: Double, _ y: Double, _ reach: Double, _ ratio: Double, _ isDrawing: Int32
) -> Int32 {
  let id = page.begin(
    at: Point2D(x: x, y: y), in: at(view), reach: reach, ratio: ratio > 0 ? ratio : nil, drawing: isDrawing != 0)
  return Int32(id ?? 0)
}

/// Drags to a point.
@_cdecl("drag") public func drag(_ view: Int32, _ x: Double, _ y: Double) {
  page.drag(to: Point2D(x: x, y: y), in: at(view))
}

/// Ends the drag.
@_cdecl("endDrag") public func endDrag() { page.session.end() }

/// Cancels the drag.
@_cdecl("cancelDrag") public func cancelDrag() { page.session.cancel() }

/// Undoes a step.
@_cdecl("undo") public func undo() { page.session.undo() }

/// Redoes a step.
@_cdecl("redo") public func redo() { page.session.redo() }

/// Whether there is a step to undo (1) and one to redo (2).
@_cdecl("steps") public func steps() -> Int32 {
  (page.session.canUndo ? 1 : 0) + (page.session.canRedo ? 2 : 0)
}

/// The numbers of all selections, the topmost last.
@_cdecl("selections") public func selections() -> Int32 {
  begin()
  for item in page.session.selections { put(item.id) }
  return count()
}

/// A selection as it is saved: x, y, width, height in 0…1 of the displayed image, its locked ratio or 0, and its mark.
@_cdecl("selection") public func selection(_ id: Int32) -> Int32 {
  begin()
  guard let item = page.session[Int(id)] else { return 0 }
  put(item.area.area)
  put(item.ratio ?? 0)
  put(item.mark)
  return count()
}

/// A selection's place in a view: x, y, width, height, and x and y of its eight handles.
@_cdecl("area") public func area(_ view: Int32, _ id: Int32) -> Int32 {
  begin()
  guard let item = page.session[Int(id)] else { return 0 }
  let area = page.views[at(view)].area(of: item.area)
  put(area)
  for handle in SelectionHandle.allCases { put(handle.point(on: area)) }
  return count()
}

/// A selection's numbers as displayed and as stored, 16 each (`BoxNumbers.list`).
@_cdecl("numbers") public func numbers(_ id: Int32, _ rounded: Int32) -> Int32 {
  begin()
  guard let numbers = page.numbers(of: Int(id), rounding: rounding(rounded)) else { return 0 }
  put(numbers.displayed)
  put(numbers.stored)
  return count()
}

/// Adds a saved selection, without a step to undo. Its number, or 0 if it is empty.
@_cdecl("restore") public func restore(
  _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ ratio: Double, _ mark: Double
) -> Int32 {
  guard let area = Selection(Rect2D(x: x, y: y, width: width, height: height)) else { return 0 }
  let most = page.session.maxSteps
  page.session.maxSteps = 0
  let id = page.session.add(area, ratio: ratio > 0 ? ratio : nil, mark: whole(mark))
  page.session.maxSteps = most
  return Int32(id)
}

/// Adds a selection of pixels of the displayed image. Its number, or 0 if none of them is in the image.
@_cdecl("add") public func add(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Int32 {
  let size = page.displayed
  guard let area = Selection(Rect2D(x: x, y: y, width: width, height: height), in: size) else { return 0 }
  return Int32(page.session.add(area))
}

/// Replaces a selection by pixels of the displayed image.
@_cdecl("replace") public func replace(
  _ id: Int32, _ x: Double, _ y: Double, _ width: Double, _ height: Double
) {
  page.replace(Int(id), with: Rect2D(x: x, y: y, width: width, height: height))
}

/// Replaces a selection by pixels of the stored image.
@_cdecl("replaceStored") public func replaceStored(
  _ id: Int32, _ x: Double, _ y: Double, _ width: Double, _ height: Double
) {
  let kept = Rect2D<Stored>(x: x, y: y, width: width, height: height)
  page.replace(Int(id), with: kept.applying(page.orientation, in: page.stored))
}

/// Removes a selection.
@_cdecl("removeSelection") public func removeSelection(_ id: Int32) { page.session.remove(Int(id)) }

/// Sets a selection's mark: the page's number of its label.
@_cdecl("mark") public func mark(_ id: Int32, _ number: Double) { page.session.mark(Int(id), with: whole(number)) }

/// Moves a selection to the top.
@_cdecl("raise") public func raise(_ id: Int32) { page.session.raise(Int(id)) }

/// Locks a selection's ratio of width to height, to its own with -1, or unlocks it with 0.
@_cdecl("lock") public func lock(_ id: Int32, _ ratio: Double) {
  if ratio < 0 { return page.lockRatio(of: Int(id)) }
  page.session.lock(Int(id), to: ratio > 0 ? ratio : nil)
}

/// What selections snap to: 0 × 0 for nothing, 1 × 1 for pixels, or blocks of stored pixels.
@_cdecl("snap") public func snap(_ width: Double, _ height: Double) {
  let (across, down) = (whole(width), whole(height))
  let blocks = SelectionSnapping.blocks(PixelSize(width: across, height: down))
  page.session.snapping = across < 1 || down < 1 ? .none : across == 1 && down == 1 ? .pixels : blocks
}

/// Moves a selection by pixels.
@_cdecl("nudge") public func nudge(_ id: Int32, _ right: Double, _ down: Double, _ view: Int32) {
  page.nudge(Int(id), right: right, down: down, in: at(view))
}

/// Moves a selection's right and bottom edges by pixels.
@_cdecl("grow") public func grow(_ id: Int32, _ right: Double, _ down: Double, _ view: Int32) {
  page.grow(Int(id), right: right, down: down, in: at(view))
}
