// Many selections over one picture, as a value that any user interface can drive.

/// Selections over one picture, kept as parts of it as displayed, so that they outlive a view that is resized, a device that is turned and a picture that is
/// loaded again at another size.
///
///     var session = SelectionSession(size: probe.storedSize, orientation: probe.orientation)
///     session.begin(at: touch, in: placement, reach: 22)    // a handle, a selection, or a new one
///     session.drag(to: touch, in: placement)                // as often as there is news; the placement may be another by then
///     session.end()                                         // one step that can be undone
///     let pixels = session.selections.map { $0.area.pixels(in: session.size, session.orientation) }
public struct SelectionSession: Hashable, Sendable {
  /// One of the selections.
  public struct Item: Hashable, Sendable, Identifiable {
    /// Its number, which no other of the session ever has.
    public let id: Int
    /// The part of the picture.
    public internal(set) var area: Selection
    /// Its width over its height in displayed pixels, where resizing has to keep that.
    public internal(set) var ratio: Double?
  }

  /// What undoing brings back.
  struct State: Hashable, Sendable {
    var items: [Item] = []
    var orientation: Orientation<Stored, Displayed>
  }

  /// Columns and rows of the picture as stored.
  public private(set) var size: PixelSize<Stored>
  /// What the edges of selections keep to while they are dragged.
  public var snapping = SelectionSnapping.none
  /// The least extent of a selection in displayed pixels, in both directions.
  public var smallest = 1.0 { didSet { if !(smallest > 0) { smallest = oldValue } } }
  /// How many steps can be undone.
  public var maxSteps = 100

  var state: State
  var gesture: Gesture?
  private var past: [State] = []
  private var future: [State] = []
  private var lastID = 0

  /// A session without selections, over a picture as its file says it is.
  public init(size: PixelSize<Stored>, orientation: Orientation<Stored, Displayed>) {
    self.size = size
    state = State(orientation: orientation)
  }

  /// How the stored picture is turned to be displayed.
  public var orientation: Orientation<Stored, Displayed> { state.orientation }
  /// Columns and rows of the picture as displayed.
  public var displayedSize: PixelSize<Displayed> { orientation.applied(to: size) }
  /// The selections, the topmost last.
  public var selections: [Item] { state.items }

  /// The selection of this number; nil where it is gone.
  public subscript(id: Int) -> Item? { state.items.first { $0.id == id } }

  /// Adds a selection on top, and says its number.
  @discardableResult
  public mutating func add(_ area: Selection, ratio: Double? = nil) -> Int {
    change { session in
      session.append(area, ratio: ratio)
      return session.lastID
    }
  }

  mutating func append(_ area: Selection, ratio: Double?) {
    lastID += 1
    state.items.append(Item(id: lastID, area: area, ratio: Self.usable(ratio)))
  }

  /// Takes a selection away.
  public mutating func remove(_ id: Int) { change { $0.state.items.removeAll { $0.id == id } } }

  /// Puts another part of the picture in a selection's place.
  public mutating func replace(_ id: Int, with area: Selection) { change { $0.edit(id) { $0.area = area } } }

  /// Makes resizing keep a width over a height, in displayed pixels, or lets it go with nil; the selection stays as it is until then.
  public mutating func lock(_ id: Int, to ratio: Double?) {
    change { $0.edit(id) { $0.ratio = Self.usable(ratio) } }
  }

  /// Lays a selection on top of all others.
  public mutating func raise(_ id: Int) {
    change { session in
      guard let index = session.state.items.firstIndex(where: { $0.id == id }) else { return }
      session.state.items.append(session.state.items.remove(at: index))
    }
  }

  /// Moves a selection by displayed pixels, as arrow keys do; it stops at the picture's edge.
  public mutating func nudge(_ id: Int, right: Double, down: Double) {
    guard let item = self[id], right.isFinite, down.isFinite else { return }
    let size = displayedSize
    let moved = moved(item.area.rect(in: size), right: right, down: down, snapped: false)
    change { $0.edit(id) { $0.area = Selection(moved, in: $0.area, of: size) } }
  }

  /// The picture itself is turned or mirrored as displayed: the selections stay on what they show.
  public mutating func reorient(_ turn: Orientation<Displayed, Displayed>) {
    change { session in
      session.state.orientation = session.orientation.then(turn)
      for index in session.state.items.indices { session.state.items[index].reorient(turn) }
    }
  }

  /// The picture was loaded again, perhaps at another size: the selections stay where they are as displayed, in a picture that looks the same.
  public mutating func reload(size: PixelSize<Stored>, orientation: Orientation<Stored, Displayed>) {
    cancel()
    self.size = size
    let change = { (state: inout State) in state.orientation = orientation }
    change(&state)
    for index in past.indices { change(&past[index]) }
    for index in future.indices { change(&future[index]) }
  }

  /// Whether there is a step to be undone.
  public var canUndo: Bool { !past.isEmpty }
  /// Whether there is a step to be done again.
  public var canRedo: Bool { !future.isEmpty }

  /// Takes the last step back; a gesture that is under way ends with nothing.
  public mutating func undo() {
    cancel()
    guard let before = past.popLast() else { return }
    future.append(state)
    state = before
  }

  /// Does the step again that was taken back last.
  public mutating func redo() {
    cancel()
    guard let after = future.popLast() else { return }
    past.append(state)
    state = after
  }

  /// Does something that can be undone; what changes nothing is no step.
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
  /// A rectangle of a picture, or what there was where it holds no pixel.
  init(_ rect: Rect2D<Displayed>, in old: Selection, of size: PixelSize<Displayed>) {
    self = Selection(rect.normalized(in: size)) ?? old
  }
}
