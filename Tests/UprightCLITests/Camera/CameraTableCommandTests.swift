// All captures through the command: the table of the fixtures, for programs and for people.

import Foundation
import Testing
import UprightTestTools

@Suite struct CameraTableCommandTests {
  private func answer(_ words: String...) throws -> OutsideTool.Answer {
    let answer = try UprightTool.run(["camera", "table"] + words)
    #expect(answer.status == 0 && answer.complaints == "")
    return answer
  }

  // The fixture's columns but for those of its one point.
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

  @Test func twoFormatsAreRefused() throws {
    #expect(try UprightTool.run(["camera", "table", "--csv", "--json"]).status == 64)
    #expect(try UprightTool.run(["camera", "table", "--size", "0x5"]).status == 64)
  }
}
