// Every naming through the command: for people, for programs, and as the table of its sources.

import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inProcess) struct NamesCommandTests {
  private func answer(_ words: String...) throws -> OutsideTool.Answer {
    let answer = try UprightTool.run(words)
    #expect(answer.status == 0)
    #expect(answer.complaints == "")
    return answer
  }

  // MARK: The table

  /// Naming conventions without a column in the table of conventions; they are listed together.
  static let beyond = ["AVCaptureVideoOrientation(back camera)", "AVCapture_videoRotationAngle(CW, back camera)"]

  @Test func theTableIsTheConventionsCellByCell() throws {
    let ours = try Conventions.records(String(decoding: answer("names", "--table", "--csv").output, as: UTF8.self))
    let theirs = try Conventions.records(of: "conventions.csv")
    #expect(ours.count == 9)
    #expect(theirs.count == 9)
    #expect(ours[0].count == 64)
    let covered = ours[0].filter { !Self.beyond.contains($0) }
    #expect(covered.count == 62 && covered == theirs[0].filter(covered.contains))
    for (column, title) in ours[0].enumerated() where !Self.beyond.contains(title) {
      let place = try #require(theirs[0].firstIndex(of: title))
      for row in 1...8 { #expect(ours[row][column] == theirs[row][place], "\(title), tag \(row)") }
    }
  }

  // Quoting included: the table's bytes without the two columns of remarks, whose cells contain no commas.
  @Test func theTableIsTheConventionsByteByByte() throws {
    let ours = try answer("names", "--table", "--csv").output
    let theirs = try Conventions.records(of: "conventions.csv")
    let kept = theirs[0].indices.filter {
      !["UIImage_old_header_comment_trap", "metadata-extractor_mov_Rotation"].contains(theirs[0][$0])
    }
    let place = try #require(Naming.all.firstIndex { Self.beyond.contains($0.title) })
    let added = Naming.all[place..<place + 2]
    let records = theirs.enumerated().map { row, record in
      var cells = kept.map { record[$0] }
      let own = added.map { row == 0 ? $0.title : $0.name(of: ExifOrientation.allCases[row - 1]) }
      cells.insert(contentsOf: own, at: place)
      return cells.map { $0.contains(",") ? "\"\($0)\"" : $0 }.joined(separator: ",") + "\r\n"
    }
    #expect(ours == Array(records.joined().utf8))
  }

  @Test func theTableForPeopleHasEveryCell() throws {
    let text = try answer("names", "--table").text
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for naming in Naming.all {
      let start = try #require(lines.firstIndex { $0.dropFirst(2) == naming.title })
      #expect(lines[start].hasPrefix(naming.losesMirror ? "* " : "  "))
      let cells = lines[(start + 1)...].prefix { $0.hasPrefix("    ") }.joined(separator: "  ")
      for tag in ExifOrientation.allCases {
        let name = naming.name(of: tag)
        #expect(cells.contains("\(tag.rawValue) \(name.isEmpty ? "—" : name)"), "\(naming.title), tag \(tag.rawValue)")
      }
    }
    #expect(lines.allSatisfy { $0.count <= 100 })
  }

  // MARK: One orientation

  @Test func onePageReadsAsInTheGolden() throws {
    let pages = try ["5", "6"].map { String(decoding: try answer("names", $0).output, as: UTF8.self) }
    #expect(try Golden.difference(pages.joined(separator: "\n"), from: "names.txt") == nil)
  }

  @Test(arguments: ExifOrientation.allCases)
  func everyNameOfOneOrientation(_ tag: ExifOrientation) throws {
    let text = try answer("names", "\(tag.rawValue)").text
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("tag \(tag.rawValue)  \(tag.word) "))
    for naming in Naming.all {
      let start = try #require(lines.firstIndex { ($0 + " ").dropFirst(2).hasPrefix(naming.title + " ") })
      let name = naming.name(of: tag)
      let shown = name.isEmpty ? "—" : name
      let same = lines[start].dropFirst(2 + naming.title.count).drop { $0 == " " }
      let next = lines[start + 1].drop { $0 == " " }
      #expect(same == shown || (same.isEmpty && next == shown), "\(naming.title)")
    }
    #expect(lines.contains("* cannot express mirroring; — cannot express this orientation"))
  }

  @Test func namesStandInOneColumn() throws {
    let lines = try answer("names", "7").text.split(separator: "\n").dropFirst()
    for line in lines where line.hasPrefix("  ") || line.hasPrefix("* ") && !line.hasPrefix("* cannot") {
      let characters = Array(line)
      guard characters.count > 38 else { continue }
      #expect(characters[37] == " " && characters[38] != " " || line.contains("(") || line.contains("MLKit"), "\(line)")
    }
  }

  @Test(arguments: zip(["!90", "transverse", "90", "cw", "upright", "!0"], [7, 7, 6, 6, 1, 2]))
  func wordsAreUnderstood(word: String, tag: Int) throws {
    let pages = try [word, "\(tag)"].map { try answer("names", $0).text.components(separatedBy: "\n\nOther")[0] }
    #expect(pages[0] == pages[1])
  }

  /// Names with a minus sign are no options.
  @Test(arguments: [("-90", 6), ("-flop", 2), ("-rotate 90", 6), ("-transverse", 7), ("-", 1), ("-180", 3)])
  func namesBeginWithAMinusSign(name: String, tag: Int) throws {
    let text = try answer("names", name).text
    #expect(text.hasPrefix("tag \(tag)  "), "\(text.prefix(80))")
    #expect(try answer("names", name, "--json").text.contains("\"orientation\":\(tag),"))
  }

  @Test func unknownWordsAreToldWhatThereIs() throws {
    for word in ["9", "255", "nonsense", "", "45"] {
      let answer = try UprightTool.run(["names", word])
      #expect(answer.status == 64)
      #expect(answer.text == "")
      let error = "Error: no orientation is named '\(word)'; upright names --table lists all names\n"
      #expect(answer.complaints.hasPrefix(error))
      #expect(answer.complaints.contains("Usage: upright names "))
    }
  }

  @Test func similarNamesAreSuggested() throws {
    let answer = try UprightTool.run(["names", "UIImage.Orientation.rigth"])
    #expect(answer.status == 64 && answer.text == "")
    let error = "Error: no orientation is named 'UIImage.Orientation.rigth'; did you mean right? "
    #expect(answer.complaints.hasPrefix(error))
    let device = try UprightTool.run(["names", "Surface.ROTATION_90"])
    #expect(device.status == 64)
    #expect(device.complaints.hasPrefix("Error: Surface.ROTATION_90 is how a device or its screen is rotated; "))
  }

  /// Words need no quotes.
  @Test(arguments: [(["rotate", "left"], 8), (["90", "CCW"], 8), (["-rotate", "90"], 6), (["tag", "6"], 6)])
  func severalWordsAreOneName(words: [String], tag: Int) throws {
    for arguments in [words, [words.joined(separator: " ")]] {
      let answer = try UprightTool.run(["names"] + arguments)
      #expect(answer.status == 0 && answer.text.hasPrefix("tag \(tag)  "), "\(arguments): \(answer.complaints)")
    }
  }

  @Test func aNameInOneConventionNamesIt() throws {
    let lines = try answer("names", "-90").text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[1] == "    by ffprobe_side_data_rotation")
    #expect(lines.contains { $0.contains("8 degrees clockwise") })
    #expect(try answer("names", "6").text.split(separator: "\n", omittingEmptySubsequences: false)[1] == "")
  }

  // MARK: JSON

  @Test func programsReadTheSame() throws {
    let text = try answer("names", "--table", "--json").text
    let lines = text.split(separator: "\n")
    #expect(lines.count == 8)
    for (tag, line) in zip(ExifOrientation.allCases, lines) {
      let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(object["schema"] as? Int == 1)
      #expect(object["orientation"] as? Int == Int(tag.rawValue))
      let names = try #require(object["names"] as? [[String: Any]])
      #expect(names.map { $0["title"] as? String } == Naming.all.map(\.title))
      #expect(names.map { $0["name"] as? String } == Naming.all.map { $0.name(of: tag) })
      #expect(names.map { $0["losesMirror"] as? Bool } == Naming.all.map(\.losesMirror))
      #expect(try answer("names", "\(tag.rawValue)", "--json").text == String(line))
    }
  }
}
