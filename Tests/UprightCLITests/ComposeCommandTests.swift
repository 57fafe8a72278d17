// Compositions through the command, compared with the table and with each operand's effect on labeled pixels.

import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inProcess) struct ComposeCommandTests {
  private func tag(_ words: [String]) throws -> Int {
    let answer = try UprightTool.run(["compose"] + words + ["--json"])
    #expect(answer.status == 0)
    let object = try #require(JSONSerialization.jsonObject(with: Data(answer.output)) as? [String: Any])
    #expect(object["schema"] as? Int == 1)
    return try #require(object["orientation"] as? Int)
  }

  @Test func theTableIsTheTable() throws {
    let answer = try UprightTool.run(["compose", "--table"])
    let rows = answer.text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(rows == (try Conventions.records(of: "composition.csv")))
  }

  @Test func theTableForProgramsIsTheTable() throws {
    let answer = try UprightTool.run(["compose", "--table", "--json"])
    let object = try #require(JSONSerialization.jsonObject(with: Data(answer.output)) as? [String: Any])
    let theirs = try Conventions.records(of: "composition.csv").dropFirst().map {
      $0.dropFirst().compactMap { Int($0) }
    }
    #expect(object["table"] as? [[Int]] == theirs)
    #expect(answer.text.split(separator: "\n").count == 1)
  }

  @Test func everyPairIsItsRowAndColumn() throws {
    let theirs = try Conventions.records(of: "composition.csv").dropFirst().map {
      $0.dropFirst().compactMap { Int($0) }
    }
    for first in ExifOrientation.allCases {
      for second in ExifOrientation.allCases {
        let both = Composition([first, second]).result
        #expect(Int(both.rawValue) == theirs[Int(first.rawValue) - 1][Int(second.rawValue) - 1])
      }
    }
  }

  @Test func threeAndMoreAreDoneInTheirOrder() {
    for first in ExifOrientation.allCases {
      for second in ExifOrientation.allCases {
        for third in ExifOrientation.allCases {
          let pixels = [first, second, third].reduce(CornerRule.numbered(width: 3, height: 2)) {
            CornerRule.displayed($0, tag: Int($1.rawValue))
          }
          let all = Composition([first, second, third]).result
          #expect(CornerRule.displayed(CornerRule.numbered(width: 3, height: 2), tag: Int(all.rawValue)) == pixels)
          #expect(all == Composition([Composition([first, second]).result, third]).result)
          #expect(all == Composition([first, Composition([second, third]).result]).result)
        }
      }
    }
  }

  @Test func wordsOfEveryKindMix() throws {
    #expect(try tag(["6", "mirror-horizontal"]) == 5)
    #expect(try tag(["mirror-horizontal", "6"]) == 7)
    #expect(try tag(["6", "!0"]) == 5)
    #expect(try tag(["90", "cw", "6", "270"]) == 3)
    #expect(try tag(["8"]) == 8)
    #expect(try tag(["upright", "upright"]) == 1)
    #expect(try tag(["ccw", "transverse", "!270", "180", "mirror-vertical"]) == 5)
  }

  @Test func answersReadAsInTheGolden() throws {
    let questions = [
      "6 mirror-horizontal", "mirror-horizontal 6", "6 8", "6 cw !90", "4", "6 2 --json", "--table", "6 nine",
    ]
    let text = try questions.map { question in
      let answer = try UprightTool.run(["compose"] + question.split(separator: " ").map(String.init))
      return "$ upright compose \(question)\n" + String(decoding: answer.output, as: UTF8.self) + answer.complaints
        + "exit \(answer.status)\n"
    }.joined(separator: "\n")
    #expect(try Golden.difference(text, from: "compose.txt") == nil)
  }

  @Test func programsReadWhatWasComposed() throws {
    let answer = try UprightTool.run(["compose", "6", "cw", "!90", "--json"])
    #expect(
      answer.text
        == #"{"schema":1,"operands":[6,6,7],"orientation":5,"word":"transpose","mirrored":true,"clockwise":270,"iiif":"!270"}"#
    )
  }
}
