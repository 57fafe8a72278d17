// How messages look is decided by the words of the line, before any of it is understood.

import Foundation
import Testing
import Upright
import UprightFiles

@testable import UprightProgram

@Suite struct MessageLogTests {
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
    #expect(MessageLog.text("a\u{1B}[2Jb\nc", .note, hasColor: false) == "upright: a\\x1B[2Jb\nc")
    #expect(MessageLog.text("a", .error, hasColor: true) == "\u{1B}[31mupright:\u{1B}[0m a")
    #expect(MessageLog.text("a", .note, hasColor: true) == "\u{1B}[33mupright:\u{1B}[0m a")
  }

  @Test func aMessageForProgramsIsOneLine() throws {
    let line = MessageLog.json("two\nlines", .error).line
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    #expect(object?["event"] as? String == "message")
    #expect(object?["level"] as? String == "error")
    #expect(object?["message"] as? String == "two\nlines")
    #expect(!line.contains("\n"))
  }

  @Test func progressIsShownWhereItIsWanted() {
    var style = MessageStyle(["--log-json"])
    #expect(ProgressBar(count: 1, style: style) != nil)
    #expect(ProgressBar(count: 0, style: style) == nil)
    style.showsProgress = false
    #expect(ProgressBar(count: 5, style: style) == nil)
  }
}
