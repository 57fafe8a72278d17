// Writes calls of the page's geometry with their results, computed by the library on this machine. `Tests/Page/module.mjs`
// makes the same calls to the WebAssembly module, and compares every bit.

import PageGeometry
import UprightGeometry

/// A sequence of numbers that is the same everywhere (SplitMix64).
struct Numbers {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
  mutating func fraction() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
  mutating func within(_ low: Double, _ high: Double) -> Double { low + fraction() * (high - low) }
}

/// One image, with calls in random order.
struct Trial {
  let page: PageGeometry
  var numbers: Numbers
  var windows = [PixelSize<Window>(width: 0, height: 0), PixelSize<Window>(width: 0, height: 0)]

  init(_ tag: ExifOrientation, seed: UInt64) {
    numbers = Numbers(state: seed)
    let most = [8, 200, 6000, 60000][numbers.below(4)]
    let size = PixelSize<Stored>(width: 1 + numbers.below(most), height: 1 + numbers.below(most))
    page = PageGeometry(stored: size, orientation: Orientation(exif: tag))
    Self.write("open", [Double(size.width), Double(size.height), Double(tag.rawValue)], [1])
  }

  static func write(_ name: String, _ values: [Double], _ results: [Double]?) {
    let texts = [values, results ?? []].map { list in
      list.map { String($0.bitPattern, radix: 16) }.joined(separator: ",")
    }
    print(name, texts[0], results == nil ? "-" : texts[1], separator: " ")
  }

  private func point(_ x: Double, _ y: Double) -> Point2D<Window> { Point2D(x: x, y: y) }

  private mutating func place(in view: Int) -> (x: Double, y: Double) {
    let (wide, high) = (Double(windows[view].width), Double(windows[view].height))
    let isExact = numbers.below(2) == 0
    let (x, y) = (numbers.within(-0.1, 1.1) * wide, numbers.within(-0.1, 1.1) * high)
    return isExact ? (x.rounded(), y.rounded()) : (x, y)
  }

  private mutating func anyID() -> Int { page.session.selections.last?.id ?? numbers.below(3) }

  mutating func run(calls: Int) {
    for view in 0...1 { resize(view) }
    for _ in 0..<calls {
      let view = numbers.below(2)
      switch numbers.below(12) {
      case 0: resize(view)
      case 1, 2: zoom(view)
      case 3: turn(view)
      case 4, 5: drag(view)
      case 6: nudge(view)
      case 7: snap()
      case 8: replace()
      case 9: step()
      case 10: restore()
      default: lock()
      }
      ask(view)
    }
  }

  private mutating func resize(_ view: Int) {
    let margin = Double(numbers.below(30))
    windows[view] = PixelSize(width: 1 + numbers.below(2000), height: 1 + numbers.below(1500))
    page.views[view].resize(to: windows[view], margin: margin)
    Self.write("resize", [Double(view), Double(windows[view].width), Double(windows[view].height), margin], nil)
  }

  private mutating func zoom(_ view: Int) {
    let (factor, at) = (numbers.within(0.2, 4), place(in: view))
    page.views[view].zoom(by: factor, at: point(at.x, at.y))
    Self.write("zoom", [Double(view), factor, at.x, at.y], nil)
    let (right, down) = (numbers.within(-300, 300), numbers.within(-300, 300))
    page.views[view].pan(right: right, down: down)
    Self.write("pan", [Double(view), right, down], nil)
    guard numbers.below(4) == 0 else { return }
    page.views[view].fit()
    Self.write("fit", [Double(view)], nil)
  }

  private mutating func turn(_ view: Int) {
    let (quarters, mirrored) = (numbers.below(4), numbers.below(2))
    page.views[view].reorient(Orientation(mirrored: mirrored == 1, clockwise: quarters))
    Self.write("turnView", [Double(view), Double(quarters), Double(mirrored)], nil)
    let id = anyID()
    if let area = page.session[id]?.area { page.views[view].show(area) }
    Self.write("show", [Double(view), Double(id)], nil)
  }

  private mutating func drag(_ view: Int) {
    let (start, end, reach) = (place(in: view), place(in: view), numbers.within(0, 22))
    let ratio = numbers.below(3) == 0 ? numbers.within(0.3, 3) : 0
    let isDrawing = numbers.below(2)
    let id = page.begin(
      at: point(start.x, start.y), in: view, reach: reach, ratio: ratio > 0 ? ratio : nil, drawing: isDrawing == 1)
    Self.write("begin", [Double(view), start.x, start.y, reach, ratio, Double(isDrawing)], [Double(id ?? 0)])
    page.drag(to: point(end.x, end.y), in: view)
    Self.write("drag", [Double(view), end.x, end.y], nil)
    if numbers.below(8) == 0 {
      page.session.cancel()
      Self.write("cancelDrag", [], nil)
    } else {
      page.session.end()
      Self.write("endDrag", [], nil)
    }
  }

  private mutating func nudge(_ view: Int) {
    let (id, right, down) = (anyID(), Double(numbers.below(21) - 10), Double(numbers.below(21) - 10))
    page.nudge(id, right: right, down: down, in: view)
    Self.write("nudge", [Double(id), right, down, Double(view)], nil)
    page.grow(id, right: right, down: 0, in: view)
    Self.write("grow", [Double(id), right, 0, Double(view)], nil)
    page.grow(id, right: 0, down: down, in: view)
    Self.write("grow", [Double(id), 0, down, Double(view)], nil)
  }

  private mutating func snap() {
    let unit = [0, 1, 8, 16][numbers.below(4)]
    page.session.snapping =
      unit == 0 ? .none : unit == 1 ? .pixels : .blocks(PixelSize(width: unit, height: unit))
    Self.write("snap", [Double(unit), Double(unit)], nil)
  }

  private mutating func replace() {
    let (id, isStored) = (anyID(), numbers.below(2) == 1)
    let size = page.displayed
    let values = [size.width, size.height, size.width, size.height].map { Double(numbers.below($0 + 2)) }
    if isStored {
      let rect = Rect2D<Stored>(x: values[0], y: values[1], width: values[2], height: values[3])
      page.replace(id, with: rect.applying(page.orientation, in: page.stored))
    } else {
      page.replace(id, with: Rect2D(x: values[0], y: values[1], width: values[2], height: values[3]))
    }
    Self.write(isStored ? "replaceStored" : "replace", [Double(id)] + values, nil)
    let added = Selection(Rect2D(x: values[0], y: values[1], width: values[2], height: values[3]), in: size)
    Self.write("add", values, [Double(added.map { page.session.add($0) } ?? 0)])
  }

  private mutating func step() {
    if numbers.below(2) == 0 {
      page.session.undo()
      Self.write("undo", [], nil)
    } else {
      page.session.redo()
      Self.write("redo", [], nil)
    }
    guard numbers.below(3) == 0 else { return }
    let id = anyID()
    page.session.remove(id)
    Self.write("removeSelection", [Double(id)], nil)
  }

  private mutating func restore() {
    let values = [numbers.fraction(), numbers.fraction(), numbers.fraction(), numbers.fraction()]
    let ratio = numbers.below(2) == 0 ? 0 : numbers.within(0.5, 2)
    let area = Selection(Rect2D(x: values[0], y: values[1], width: values[2], height: values[3]))
    let most = page.session.maxSteps
    page.session.maxSteps = 0
    let mark = numbers.below(5)
    let id = area.map { page.session.add($0, ratio: ratio > 0 ? ratio : nil, mark: mark) } ?? 0
    page.session.maxSteps = most
    Self.write("restore", values + [ratio, Double(mark)], [Double(id)])
  }

  private mutating func lock() {
    let (id, ratio) = (anyID(), [-1, 0, numbers.within(0.3, 3)][numbers.below(3)])
    if ratio < 0 { page.lockRatio(of: id) } else { page.session.lock(id, to: ratio > 0 ? ratio : nil) }
    Self.write("lock", [Double(id), ratio], nil)
    page.session.raise(id)
    Self.write("raise", [Double(id)], nil)
    let mark = numbers.below(5)
    page.session.mark(id, with: mark)
    Self.write("mark", [Double(id), Double(mark)], nil)
  }

  /// All that the page reads.
  private mutating func ask(_ view: Int) {
    let shown = page.views[view]
    let at = place(in: view)
    let state = [
      shown.scale, shown.isFitted ? 1 : 0, shown.turn.isMirrored ? 1 : 0, Double(shown.turn.clockwiseQuarters),
    ]
    Self.write("viewState", [Double(view)], state)
    Self.write("displayedSize", [], [Double(page.displayed.width), Double(page.displayed.height)])
    let point = shown.displayedPoint(under: point(at.x, at.y))
    let under = point.map { point in
      let kept = point.applying(Transform2D(page.orientation.inverse, in: page.displayed))
      return [point.x, point.y, kept.x, kept.y, page.displayed.holds(point) ? 1 : 0]
    }
    Self.write("imagePoint", [Double(view), at.x, at.y], under ?? [])
    Self.write(
      "steps", [], [(page.session.canUndo ? 1.0 : 0) + (page.session.canRedo ? 2 : 0)])
    askHit(view, at)
    Self.write("selections", [], page.session.selections.map { Double($0.id) })
    let id = anyID()
    let item = page.session[id]
    let rect = item?.area.area
    Self.write(
      "selection", [Double(id)],
      rect.map { [$0.x, $0.y, $0.width, $0.height, item?.ratio ?? 0, Double(item?.mark ?? 0)] } ?? [])
    let area = item.map { shown.area(of: $0.area) }
    let places = area.map { area in
      SelectionHandle.allCases.flatMap { handle in [handle.point(on: area).x, handle.point(on: area).y] }
    }
    Self.write(
      "area", [Double(view), Double(id)], area.map { [$0.x, $0.y, $0.width, $0.height] + (places ?? []) } ?? [])
    for (index, rounding) in [PixelRounding.outward, .nearest, .inward].enumerated() {
      let found = page.numbers(of: id, rounding: rounding)
      Self.write("numbers", [Double(id), Double(index)], found.map { $0.displayed.list + $0.stored.list } ?? [])
    }
    askTiles(view)
  }

  private func askHit(_ view: Int, _ at: (x: Double, y: Double)) {
    let answer: [Double]
    switch page.hit(point(at.x, at.y), in: view, reach: 12) {
    case .none: answer = []
    case .some(.inside(let id)): answer = [Double(id), 0, 0]
    case .some(.handle(let handle, let id)):
      let place = handle.point(on: Rect2D<Plane>(x: -1, y: -1, width: 2, height: 2))
      let way = page.views[view].direction(right: place.x, down: place.y)
      answer = [Double(id), way.right, way.down]
    }
    Self.write("hit", [Double(view), at.x, at.y, 12], answer)
  }

  private mutating func askTiles(_ view: Int) {
    let (side, ratio, least) = (256, [1, 1.25, 2][numbers.below(3)], 1 << numbers.below(4))
    let tile = PixelSize<Device>(width: side, height: side)
    let found = page.tiles(in: view, tile: tile, pixelsPerPoint: ratio, leastFactor: least, mostFactor: 64)
    let list = found.map {
      [$0.factor, $0.columns.lowerBound, $0.columns.upperBound, $0.rows.lowerBound, $0.rows.upperBound].map(Double.init)
    }
    Self.write("tiles", [Double(view), Double(side), Double(side), ratio, Double(least), 64], list ?? [])
    guard let found else { return }
    let (column, row) = (found.columns.upperBound - 1, found.rows.lowerBound)
    let one = page.tile(
      column: column, row: row, factor: found.factor, in: view, tile: tile, pixelsPerPoint: ratio)
    let numbers = one.map { one in
      let map = one.place.map
      return [
        one.x, one.y, one.width, one.height, one.delivered.width, one.delivered.height, one.place.size.width,
        one.place.size.height,
      ].map(Double.init) + [map.a, map.b, map.c, map.d, map.tx, map.ty]
    }
    Self.write(
      "tile", [view, column, row, found.factor, side, side].map(Double.init) + [ratio], numbers ?? [])
  }
}

@main
struct Vectors {
  static func main() {
    let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 25
    for tag in ExifOrientation.allCases {
      for index in 0..<count {
        var trial = Trial(tag, seed: UInt64(tag.rawValue) << 32 + UInt64(index))
        trial.run(calls: 40)
      }
    }
  }
}
