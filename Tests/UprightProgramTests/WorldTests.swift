// How messages look is decided by the words of the line, before any of it is understood; they go where the world says.

import Foundation
import Testing
import Upright
import UprightFiles

@testable import UprightProgram

@Suite struct WorldTests {
  @Test(arguments: [
    (["fix"], false, true, ColorChoice.auto), (["fix", "--log-json"], true, true, .auto),
    (["fix", "--no-progress", "--color", "always"], false, false, .always),
    (["fix", "--color=never"], false, true, .never),
    (["fix", "--", "--log-json", "--color=never"], false, true, .auto),
    (["fix", "--color", "blue"], false, true, .auto), (["fix", "--color"], false, true, .auto),
    (["nonsense", "--log-json", "--bad"], true, true, .auto),
  ])
  func theStyleIsThatOfTheWords(words: [String], isJSON: Bool, showsProgress: Bool, color: ColorChoice) {
    let style = MessageStyle(words)
    #expect(style.isJSON == isJSON)
    #expect(style.showsProgress == showsProgress)
    #expect(style.color == color)
  }

  @Test func onlyAnExplicitChoiceOverridesTheEnvironment() {
    for (choice, terminal, forbidden, expected) in [
      (ColorChoice.auto, true, false, true), (.auto, false, false, false), (.auto, true, true, false),
      (.always, false, true, true), (.never, true, false, false),
    ] {
      #expect(choice.hasColor(isTerminal: terminal, isForbidden: forbidden) == expected)
    }
  }

  @Test func aMessageCannotMoveTheCursorWhateverItsColor() {
    #expect(MessageLevel.note.text("a\u{1B}[2Jb\nc", hasColor: false) == "upright: a\\x1B[2Jb\nc")
    #expect(MessageLevel.error.text("a", hasColor: true) == "\u{1B}[31mupright:\u{1B}[0m a")
    #expect(MessageLevel.note.text("a", hasColor: true) == "\u{1B}[33mupright:\u{1B}[0m a")
  }

  @Test func aMessageForProgramsIsOneLine() throws {
    let line = MessageLevel.error.json("two\nlines").line
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    #expect(object?["event"] as? String == "message")
    #expect(object?["level"] as? String == "error")
    #expect(object?["message"] as? String == "two\nlines")
    #expect(!line.contains("\n"))
  }

  @Test func progressIsShownWhereItIsWanted() {
    var style = MessageStyle(["--log-json"])
    let world = World.inMemory()
    #expect(ProgressBar(world.with(style), count: 1) != nil)
    #expect(ProgressBar(world.with(style), count: 0) == nil)
    style.showsProgress = false
    #expect(ProgressBar(world.with(style), count: 5) == nil)
  }

  @Test func everythingThatIsSaidGoesWhereTheWorldSays() throws {
    let (output, errors) = (MemoryOutlet(), MemoryOutlet())
    let world = World.inMemory(output: output, errors: errors)
    try world.answer("a\n")
    world.note(["b", "c"])
    #expect(throws: ExitStatus(.exists("d"))) {
      try world.exitOnError("d") { () throws(UprightError) in throw .exists("d") }
    }
    #expect(String(decoding: output.bytes, as: UTF8.self) == "a\n")
    let lines = String(decoding: errors.bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.prefix(2) == ["upright: b", "upright: c"])
    #expect(lines.count == 3 && lines[2].hasPrefix("upright: d: "))
  }

  @Test func aResultComesBeforeTheMessageThatFollowsIt() throws {
    let both = MemoryOutlet()
    var console = Console(.inMemory(output: both, errors: both), count: 2, isBuffered: true)
    try console.result("first")
    try console.flush()
    console.printError("second")
    console.close()
    #expect(String(decoding: both.bytes, as: UTF8.self) == "first\nupright: second\n")
  }

  @Test(arguments: [(nil, true), ("", true), ("1", false)] as [(String?, Bool)])
  func theEnvironmentOfTheWorldForbidsColors(value: String?, hasColor: Bool) {
    let errors = Terminal()
    World.inMemory(errors: errors, variables: value.map { ["NO_COLOR": $0] } ?? [:]).tell("a")
    #expect(errors.bytes.contains(0x1B) == hasColor)
  }

  /// A terminal that has colors.
  private final class Terminal: Outlet {
    private let kept = MemoryOutlet()

    var isTerminal: Bool { true }
    var terminalColumns: Int? { 80 }
    var bytes: [UInt8] { kept.bytes }
    func write(_ bytes: [UInt8]) throws(UprightError) { try kept.write(bytes) }
    func check() {}
  }
}
