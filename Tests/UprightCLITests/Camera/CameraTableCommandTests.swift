// All captures through the command: the table of the fixtures, for programs and for people.

import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightDrawing

@Suite(.inProcess) struct CameraTableCommandTests {
  private func answer(_ words: String...) throws -> OutsideTool.Answer {
    let answer = try UprightTool.run(["camera", "table"] + words)
    #expect(answer.status == 0 && answer.complaints == "")
    return answer
  }

  // The fixture's columns except those of its one point.
  @Test func theTableIsTheFixtureByteByByte() throws {
    let theirs = try Conventions.records(of: "camera-vectors.csv")
    let kept = theirs[0].indices.filter { !theirs[0][$0].hasPrefix("point_") }
    #expect(kept.count == 27 && theirs.count == 65)
    let text = theirs.map { record in kept.map { record[$0] }.joined(separator: ",") + "\r\n" }.joined()
    #expect(try String(decoding: answer("--csv").output, as: UTF8.self) == text)
  }

  @Test func programsReadTheSame() throws {
    let theirs = try Conventions.records(of: "camera-vectors.csv")
    let objects = try answer("--json").objects()
    #expect(objects.count == 64)
    for (object, record) in zip(objects, theirs.dropFirst()) {
      #expect(object["schema"] as? Int == 1)
      for (title, cell) in zip(theirs[0], record) where !title.hasPrefix("point_") {
        let value = try #require(object[title])
        #expect("\(value)" == cell, "\(title)")
        #expect((value is Int) == (Int(cell) != nil), "\(title)")
      }
    }
  }

  @Test func peopleReadColumns() throws {
    let theirs = try Conventions.records(of: "camera-vectors.csv")
    let tag = try #require(theirs[0].firstIndex(of: "exif"))
    let lines = try answer().text.split(separator: "\n")
    #expect(lines.count == 65)
    let column = try #require(lines[0].range(of: "tag")?.lowerBound)
    let place = lines[0].distance(from: lines[0].startIndex, to: column)
    for (line, record) in zip(lines, theirs).dropFirst() {
      #expect(line.dropFirst(place).prefix { $0 != " " } == record[tag])
      #expect(line.count <= 100)
    }
  }

  @Test func aSizeMovesTheTranslation() throws {
    let object = try #require(try answer("--json", "--size", "40x30").objects().first { $0["exif"] as? Int == 6 })
    #expect(object["tx"] as? Int == 30 && object["display_w"] as? Int == 30)
  }

  // The longest side that maps represent exactly; tag 6 shifts by the height, tag 3 by both.
  @Test func theLongestSideIsSaidExactly() throws {
    let objects = try answer("--json", "--size", "2147483647x2147483646").objects()
    let quarter = try #require(objects.first { $0["exif"] as? Int == 6 })
    #expect(quarter["tx"] as? Int == 2_147_483_646 && quarter["ty"] as? Int == 0)
    let half = try #require(objects.first { $0["exif"] as? Int == 3 })
    #expect(half["tx"] as? Int == 2_147_483_647 && half["ty"] as? Int == 2_147_483_646)
  }

  @Test func aTableOfAnySizeIsExact() throws {
    for (side, text) in [(Int.max, "9223372036854775807"), ((1 << 53) + 1, "9007199254740993")] {
      let rows = CameraTable.captures(PixelSize(width: side, height: 1)).map(CameraTable.row)
      #expect(rows.count == 64)
      for row in rows {
        let cells = Dictionary(uniqueKeysWithValues: row.map { ($0.title, $0.cell.text) })
        let tag = try #require(cells["exif"])
        let shift = [
          "1": "0 0", "2": "\(text) 0", "3": "\(text) 1", "4": "0 1", "5": "0 0", "6": "1 0", "7": "1 \(text)",
          "8": "0 \(text)",
        ]
        #expect(cells["tx"].flatMap { x in cells["ty"].map { "\(x) \($0)" } } == shift[tag])
        #expect(cells["stored_w"] == text)
      }
    }
  }

  @Test(arguments: ["2147483648x1", "1x2147483648", "9007199254740993x1", "9223372036854775807x1"])
  func longerSidesAreRefusedByEveryCommandThatTakesASize(_ size: String) throws {
    for words in [["table"], ["table", "--csv"], ["explain", "--sensor", "90", "--viewport", "390x844"]] {
      let answer = try UprightTool.run(["camera"] + words + ["--size", size])
      #expect(answer.status == 64 && answer.text == "")
      #expect(answer.complaints.contains("--size \(size): a side can have at most 2147483647 pixels"))
    }
  }

  @Test func twoFormatsAreRefused() throws {
    #expect(try UprightTool.run(["camera", "table", "--csv", "--json"]).status == 64)
    #expect(try UprightTool.run(["camera", "table", "--size", "0x5"]).status == 64)
  }
}
