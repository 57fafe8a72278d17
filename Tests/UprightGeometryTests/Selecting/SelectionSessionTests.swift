// Sessions: their contents, what is a step, and what survives if an image is rotated or reloaded.

import Testing
import UprightGeometry
import UprightTestTools

@Suite struct SelectionSessionTests {
  typealias Share = Rect2D<Normalized<Displayed>>

  static func selection(_ x: Double, _ y: Double, _ width: Double, _ height: Double) throws -> Selection {
    try #require(Selection(Share(x: x, y: y, width: width, height: height)))
  }

  static func session(_ tag: ExifOrientation = .rightTop) -> SelectionSession {
    SelectionSession(size: PixelSize(width: 400, height: 300), orientation: Orientation(exif: tag))
  }

  @Test func selectionsAreAddedRaisedAndRemoved() throws {
    var session = Self.session()
    let one = session.add(try Self.selection(0, 0, 0.5, 0.5))
    let two = session.add(try Self.selection(0.5, 0.5, 0.5, 0.5), ratio: 1)
    #expect(one != two && session.selections.map(\.id) == [one, two])
    #expect(session[two]?.ratio == 1 && session[one]?.ratio == nil)
    session.raise(one)
    #expect(session.selections.map(\.id) == [two, one])
    session.remove(two)
    #expect(session.selections.map(\.id) == [one] && session[two] == nil)
    #expect(session.add(try Self.selection(0, 0, 1, 1)) != two)
  }

  @Test func undoRestoresMarks() throws {
    var session = Self.session()
    let one = session.add(try Self.selection(0, 0, 0.5, 0.5), mark: 3)
    session.mark(one, with: 4)
    session.mark(one, with: 4)
    session.mark(99, with: 5)
    session.remove(one)
    session.undo()
    #expect(session[one]?.mark == 4)
    session.undo()
    #expect(session[one]?.mark == 3)
    session.redo()
    #expect(session[one]?.mark == 4)
    let two = session.add(try Self.selection(0, 0, 1, 1))
    #expect(session[two]?.mark == 0)
  }

  @Test func nonsenseChangesNothing() throws {
    var session = Self.session()
    let one = session.add(try Self.selection(0.25, 0.25, 0.5, 0.5))
    let before = session
    session.remove(99)
    session.raise(99)
    session.raise(one)
    session.replace(99, with: try Self.selection(0, 0, 1, 1))
    session.nudge(99, right: 1, down: 1)
    session.nudge(one, right: .nan, down: 1)
    session.nudge(one, right: .infinity, down: 1)
    for ratio in [0, -1, .nan, .infinity] { session.lock(one, to: ratio) }
    #expect(session == before)
    session.smallest = -1
    session.smallest = .nan
    #expect(session.smallest == 1)
  }

  @Test func whatChangesIsOneStepEach() throws {
    var session = Self.session()
    #expect(!session.canUndo && !session.canRedo)
    var states: [[SelectionSession.Item]] = [session.selections]
    let one = session.add(try Self.selection(0.25, 0.25, 0.5, 0.5))
    states.append(session.selections)
    session.replace(one, with: try Self.selection(0, 0, 0.5, 0.5))
    states.append(session.selections)
    session.lock(one, to: 2)
    states.append(session.selections)
    session.nudge(one, right: 3, down: 4)
    states.append(session.selections)
    session.reorient(.rotate90)
    states.append(session.selections)
    session.remove(one)
    for state in states.reversed() {
      session.undo()
      #expect(session.selections == state && session.canRedo)
    }
    #expect(!session.canUndo)
    session.undo()
    for state in states.dropFirst() {
      session.redo()
      #expect(session.selections == state)
    }
    session.redo()
    session.redo()
    #expect(session.selections.isEmpty && !session.canRedo)
  }

  @Test func aNewStepForgetsWhatWasTakenBack() throws {
    var session = Self.session()
    session.add(try Self.selection(0, 0, 0.5, 0.5))
    session.undo()
    session.add(try Self.selection(0.5, 0, 0.5, 0.5))
    #expect(!session.canRedo && session.selections.count == 1)
    session.maxSteps = 3
    for _ in 0..<9 { session.add(try Self.selection(0, 0, 1, 1)) }
    var undone = 0
    while session.canUndo {
      session.undo()
      undone += 1
    }
    #expect(undone == 3 && session.selections.count == 7)
  }

  @Test func arrowKeysMoveByPixelsUpToTheEdge() throws {
    var session = Self.session()
    let one = session.add(try Self.selection(0.5, 0.5, 0.25, 0.25))
    #expect(session.displayedSize == PixelSize(width: 300, height: 400))
    session.nudge(one, right: 3, down: -4)
    #expect(try close(session, one, 153, 196, 75, 100))
    session.nudge(one, right: 999, down: -999)
    #expect(try close(session, one, 225, 0, 75, 100))
  }

  @Test func arrowsResizeByAHandleAndStopAtTheEdge() throws {
    var session = Self.session()
    let one = session.add(try Self.selection(0.5, 0.5, 0.25, 0.25))
    session.resize(one, by: .bottomRight, right: 3, down: -4)
    #expect(try close(session, one, 150, 200, 78, 96))
    session.resize(one, by: .left, right: -10, down: 50)
    #expect(try close(session, one, 140, 200, 88, 96))
    session.resize(one, by: .bottom, right: 0, down: 999)
    #expect(try close(session, one, 140, 200, 88, 200))
    let before = session
    session.resize(99, by: .top, right: 1, down: 1)
    session.resize(one, by: .top, right: .nan, down: 1)
    #expect(session == before)
    session.undo()
    #expect(try close(session, one, 140, 200, 88, 96))
  }

  @Test func aNewSelectionIsDrawnWhereThereIsAnother() throws {
    var session = Self.session()
    let one = session.add(try Self.selection(0, 0, 1, 1))
    let placement = Placement<Viewport>(
      of: session.displayedSize, in: Rect2D(x: 0, y: 0, width: 300, height: 400))
    let drawn = session.beginDrawing(at: Point2D(x: 100, y: 100), in: placement)
    let two = try #require(drawn)
    session.drag(to: Point2D(x: 120, y: 150), in: placement)
    session.end()
    #expect(two != one)
    #expect(try close(session, two, 100, 100, 20, 50))
    #expect(try close(session, one, 0, 0, 300, 400))
  }

  private func close(
    _ session: SelectionSession, _ id: Int, _ x: Double, _ y: Double, _ width: Double, _ height: Double
  ) throws -> Bool {
    let rect = try #require(session[id]).area.rect(in: session.displayedSize)
    return zip([rect.x, rect.y, rect.width, rect.height], [x, y, width, height])
      .allSatisfy { ($0 - $1).magnitude < 1e-9 }
  }

  // A pixel at the center of the selection is displayed: the selection stays on it.
  @Test(arguments: ExifOrientation.allCases, Orientation<Displayed, Displayed>.all)
  func aTurnOfTheImageKeepsWhatIsSelected(tag: ExifOrientation, turn: Orientation<Displayed, Displayed>) throws {
    var session = Self.session(tag)
    let one = session.add(try Self.selection(0.125, 0.25, 0.25, 0.5), ratio: 2)
    let before = try #require(session[one]?.area.pixels(in: session.size, session.orientation))
    session.reorient(turn)
    #expect(session.orientation == Orientation(exif: tag).then(turn))
    #expect(session[one]?.area.pixels(in: session.size, session.orientation) == before)
    #expect(session[one]?.ratio == (turn.swapsAxes ? 0.5 : 2))
    if !turn.isIdentity { session.undo() }
    #expect(session.orientation.exif == tag)
    #expect(session[one]?.area.pixels(in: session.size, session.orientation) == before)
  }

  @Test(arguments: ExifOrientation.allCases)
  func anImageThatIsLoadedAgainKeepsTheShares(tag: ExifOrientation) throws {
    var session = SelectionSession(size: PixelSize(width: 480, height: 320), orientation: Orientation(exif: tag))
    let one = session.add(try Self.selection(0.25, 0.5, 0.5, 0.25))
    session.nudge(one, right: 1, down: 1)
    session.undo()
    let upright = Orientation<Stored, Displayed>(exif: tag)
    let displayed = upright.applied(to: session.size)
    session.reload(size: PixelSize(width: displayed.width / 2, height: displayed.height / 2), orientation: .identity)
    let half = try #require(session[one]).area.pixels(in: session.displayedSize)
    #expect(
      half
        == PixelRect(
          x: displayed.width / 8, y: displayed.height / 4, width: displayed.width / 4, height: displayed.height / 8))
    session.redo()
    #expect(session.orientation.isIdentity && session.canUndo)
  }
}
