// Several selections on one image, as a value that any user interface can drive.

/// Selections on one image, kept as parts of the displayed image. They stay valid when a view is resized, a device is
/// rotated, or the image is reloaded at another size.
///
///     var session = SelectionSession(size: probe.storedSize, orientation: probe.orientation)
///     session.begin(at: touch, in: placement, reach: 22)    // a handle, a selection, or a new one
///     session.drag(to: touch, in: placement)                // repeatedly; the placement may change
///     session.end()                                         // one step that can be undone
///     let pixels = session.selections.map { $0.area.pixels(in: session.size, session.orientation) }
public struct SelectionSession: Hashable, Sendable {
  /// A selection.
  public struct Item: Hashable, Sendable, Identifiable {
    /// Its number, unique in the session.
    public let id: Int
    /// The selected part of the image.
    public internal(set) var area: Selection
    /// Its ratio of width to height in displayed pixels if locked; nil if not.
    public internal(set) var ratio: Double?
    /// A number of the caller's, such as the index of its label; 0 unless it is set. Undo restores it too.
    public internal(set) var mark = 0
  }

  /// The state that undo restores.
  struct State: Hashable, Sendable {
    var items: [Item] = []
    var orientation: Orientation<Stored, Displayed>
  }

  /// A drag in progress; each position is computed from its start, so that errors do not accumulate.
  struct Gesture: Hashable, Sendable {
    var id: Int
    /// The dragged handle; nil if the whole selection moves.
    var handle: SelectionHandle?
    /// The selection at the start.
    var start: Rect2D<Displayed>
    /// From the pointer to the handle, or to the top left corner, in displayed pixels.
    var offset: Point2D<Displayed>
    /// The state before the drag.
    var before: State
    /// Whether a new selection is being drawn and is no larger than a touch so far.
    var isTouch: Bool
  }

  /// The stored size of the image.
  public private(set) var size: PixelSize<Stored>
  /// What the edges of selections snap to while dragging.
  public var snapping = SelectionSnapping.none
  /// The minimum extent of a selection on both axes, in displayed pixels.
  public var smallest = 1.0 { didSet { if !(smallest > 0) { smallest = oldValue } } }
  /// The maximum number of undo steps.
  public var maxSteps = 100

  var state: State
  var gesture: Gesture?
  private var past: [State] = []
  private var future: [State] = []
  private var lastID = 0

  /// A session without selections, on an image with the file's size and orientation.
  public init(size: PixelSize<Stored>, orientation: Orientation<Stored, Displayed>) {
    self.size = size
    state = State(orientation: orientation)
  }

  /// The orientation of the stored image.
  public var orientation: Orientation<Stored, Displayed> { state.orientation }
  /// The displayed size of the image.
  public var displayedSize: PixelSize<Displayed> { orientation.applied(to: size) }
  /// The selections, the topmost last.
  public var selections: [Item] { state.items }

  /// The selection with this number; nil if it was removed.
  public subscript(id: Int) -> Item? { state.items.first { $0.id == id } }

  /// Adds a selection on top, and returns its number.
  @discardableResult
  public mutating func add(_ area: Selection, ratio: Double? = nil, mark: Int = 0) -> Int {
    change { session in
      session.append(area, ratio: ratio)
      let id = session.lastID
      session.edit(id) { $0.mark = mark }
      return id
    }
  }

  mutating func append(_ area: Selection, ratio: Double?) {
    lastID += 1
    state.items.append(Item(id: lastID, area: area, ratio: Self.usable(ratio)))
  }

  /// Removes a selection.
  public mutating func remove(_ id: Int) { change { $0.state.items.removeAll { $0.id == id } } }

  /// Replaces a selection's area.
  public mutating func replace(_ id: Int, with area: Selection) { change { $0.edit(id) { $0.area = area } } }

  /// Locks the ratio of width to height for resizing, in displayed pixels, or unlocks it with nil; the selection itself
  /// does not change.
  public mutating func lock(_ id: Int, to ratio: Double?) {
    change { $0.edit(id) { $0.ratio = Self.usable(ratio) } }
  }

  /// Sets the number that is the caller's.
  public mutating func mark(_ id: Int, with number: Int) { change { $0.edit(id) { $0.mark = number } } }

  /// Moves a selection to the top.
  public mutating func raise(_ id: Int) {
    change { session in
      guard let index = session.state.items.firstIndex(where: { $0.id == id }) else { return }
      session.state.items.append(session.state.items.remove(at: index))
    }
  }

  /// Moves a selection by displayed pixels, as arrow keys do; it stops at the image's edge.
  public mutating func nudge(_ id: Int, right: Double, down: Double) {
    guard let item = self[id], right.isFinite, down.isFinite else { return }
    let size = displayedSize
    let moved = moved(item.area.rect(in: size), right: right, down: down, snapped: false)
    change { $0.edit(id) { $0.area = Selection(moved, in: $0.area, of: size) } }
  }

  /// Rotates or mirrors the displayed image itself: the selections stay on what they show.
  public mutating func reorient(_ turn: Orientation<Displayed, Displayed>) {
    change { session in
      session.state.orientation = session.orientation.then(turn)
      for index in session.state.items.indices { session.state.items[index].reorient(turn) }
    }
  }

  /// Replaces the image with a reloaded one that looks the same, perhaps in another size: the selections stay at their
  /// displayed places.
  public mutating func reload(size: PixelSize<Stored>, orientation: Orientation<Stored, Displayed>) {
    cancel()
    self.size = size
    let change = { (state: inout State) in state.orientation = orientation }
    change(&state)
    for index in past.indices { change(&past[index]) }
    for index in future.indices { change(&future[index]) }
  }

  /// Whether there is a step to undo.
  public var canUndo: Bool { !past.isEmpty }
  /// Whether there is a step to redo.
  public var canRedo: Bool { !future.isEmpty }

  /// Undoes the last step; cancels a gesture in progress.
  public mutating func undo() {
    cancel()
    guard let before = past.popLast() else { return }
    future.append(state)
    state = before
  }

  /// Redoes the step that was undone last.
  public mutating func redo() {
    cancel()
    guard let after = future.popLast() else { return }
    past.append(state)
    state = after
  }

  /// Makes a change as an undo step; no change is no step.
  @discardableResult
  mutating func change<Result>(_ body: (inout Self) -> Result) -> Result {
    cancel()
    let before = state
    let result = body(&self)
    remember(before)
    return result
  }

  mutating func remember(_ before: State) {
    guard before != state else { return }
    future = []
    past.append(before)
    past.removeFirst(max(0, past.count - max(0, maxSteps)))
  }

  mutating func edit(_ id: Int, _ body: (inout Item) -> Void) {
    guard let index = state.items.firstIndex(where: { $0.id == id }) else { return }
    body(&state.items[index])
  }

  private static func usable(_ ratio: Double?) -> Double? { ratio.flatMap { $0 > 0 && $0.isFinite ? $0 : nil } }
}

extension SelectionSession.Item {
  fileprivate mutating func reorient(_ turn: Orientation<Displayed, Displayed>) {
    let turned: Rect2D<Normalized<Displayed>> = area.area.applying(turn)
    area = Selection(turned.clippedToUnit) ?? area
    if turn.swapsAxes { ratio = ratio.map { 1 / $0 } }
  }
}

extension Selection {
  /// A rectangle of an image, or the old selection if the rectangle contains no pixel.
  init(_ rect: Rect2D<Displayed>, in old: Selection, of size: PixelSize<Displayed>) {
    self = Selection(rect.normalized(in: size)) ?? old
  }
}

// A person's selection on an image, independent of the view it was made in: 0…1 across the displayed image.

/// A part of a displayed image, never empty, within 0…1 on both axes.
///
/// It stays valid when the view is resized or rotated, and when the image is scaled.
public struct Selection: Hashable, Sendable {
  /// The part, 0…1 across the displayed image, from its top left corner.
  public let area: Rect2D<Normalized<Displayed>>

  /// An area that is known to be in 0…1 and not empty.
  init(checked area: Rect2D<Normalized<Displayed>>) { self.area = area }

  /// The part of `area` in the image; nil if its area is not positive or NaN.
  @inlinable public init?(_ area: Rect2D<Normalized<Displayed>>) {
    guard let inside = area.intersection(Rect2D(x: 0, y: 0, width: 1, height: 1)) else { return nil }
    self.area = inside
  }

  /// The part of `rect` in an image of `size`; nil if it covers no pixel: outside, at its edge (to a millionth of a
  /// pixel), without area, NaN.
  @inlinable public init?(_ rect: Rect2D<Displayed>, in size: PixelSize<Displayed>) {
    guard let inside = rect.clipped(to: size), !inside.pixels(.outward).isEmpty else { return nil }
    self.init(inside.normalized(in: size))
  }

  /// From a rectangle of Vision for the oriented image: 0…1 from the lower left corner, y up.
  public init?(vision area: Rect2D<YUp<Normalized<Displayed>>>) { self.init(area.yDown()) }

  /// The same part for Vision (`regionOfInterest`): 0…1 from the lower left corner, y up, clipped to exclude rounding
  /// errors.
  public var vision: Rect2D<YUp<Normalized<Displayed>>> { area.yUp().clippedToUnit }

  /// The same part of the stored image, 0…1, clipped to exclude rounding errors.
  public func stored(_ orientation: Orientation<Stored, Displayed>) -> Rect2D<Normalized<Stored>> {
    area.applying(orientation.inverse).clippedToUnit
  }

  /// The part in pixels of the displayed image, with unrounded edges.
  public func rect(in size: PixelSize<Displayed>) -> Rect2D<Displayed> { area.denormalized(in: size) }

  /// The part in whole pixels of the displayed image; nil if rounding leaves none.
  public func pixels(
    in size: PixelSize<Displayed>, rounding: PixelRounding = .outward
  ) -> PixelRect<Displayed>? {
    rect(in: size).pixels(rounding).clipped(to: size)
  }

  /// The part in whole pixels of an image stored as `size` with `orientation`; nil if rounding leaves none.
  public func pixels(
    in size: PixelSize<Stored>, _ orientation: Orientation<Stored, Displayed>, rounding: PixelRounding = .outward
  ) -> PixelRect<Stored>? {
    let displayed = orientation.applied(to: size)
    return pixels(in: displayed, rounding: rounding)?.applying(orientation.inverse, in: displayed)
  }
}

extension Rect2D {
  /// The part of a rectangle inside 0…1; a rectangle too thin to clip stays.
  @inlinable package var clippedToUnit: Self { intersection(Self(x: 0, y: 0, width: 1, height: 1)) ?? self }
}
