// Recordings through policies: the printed and drawn results, and refusals before any of them.

import Foundation
import Testing
import UprightTestTools

@Suite struct CameraReplayCommandTests {
  private func folder(_ text: String = RecordingWriter.story.coreMotion) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write(Array(text.utf8), as: "samples.csv")
    return folder
  }

  private func run(_ words: String..., in folder: ScratchFolder) throws -> OutsideTool.Answer {
    try UprightTool.run(["camera", "replay", "samples.csv"] + words, in: folder)
  }

  /// A file that is not a recording is read only until that is clear: this one has a terabyte of zeros.
  @Test func aFileThatIsNoRecordingIsNotReadWhole() throws {
    let folder = try folder("")
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path("samples.csv")))
    try handle.truncate(atOffset: 1 << 40)
    try handle.close()
    let answer = try run(in: folder)
    #expect(answer.status == 65)
    #expect(answer.complaints == "upright: samples.csv: line 1: longer than 65536 bytes\n")
  }

  @Test func aStoryReadsAsInTheGolden() throws {
    let folder = try folder()
    let pages = try [
      [], ["--policy", "camerax"], ["--policy", "nearest", "--flat-within", "25", "--flat", "unknown", "--json"],
      ["--policy", "vision-camera-ios", "--allow", "0,90,180", "--seed", "180", "--csv"],
      ["--policy", "vision-camera-android", "--flat", "interface", "--interface", "0", "--hysteresis", "15"],
    ].map { words in
      let answer = try UprightTool.run(["camera", "replay", "samples.csv"] + words, in: folder)
      #expect(answer.status == 0 && answer.complaints == "", "\(words)")
      return "$ camera replay \(words.joined(separator: " "))\n" + String(decoding: answer.output, as: UTF8.self)
    }
    #expect(try Golden.difference(pages.joined(separator: "\n"), from: "camera-replay.txt") == nil)
  }

  // 204 rows derived from rotations in space; their times are so far apart that each is independent.
  @Test(arguments: [
    ("vision-camera-ios", "visioncamera_ios", ["up": "0", "right": "90", "down": "180", "left": "270"]),
    ("camerax", "camerax_surface_rotation", ["0": "0", "270": "90", "180": "180", "90": "270"]),
    ("nearest", "nearest", ["up": "0", "right": "90", "down": "180", "left": "270"]),
  ])
  func theTableOfGravityIsARecording(_ policy: String, _ column: String, _ poses: [String: String]) throws {
    let records = try Conventions.records(of: "camera-gravity-vectors.csv")
    let place = try #require(records[0].firstIndex(of: column))
    let text = records.map { $0.joined(separator: ",") + "\r\n" }.joined()
    let flat = policy == "nearest" ? "--flat-within=0" : "--flat=unknown"
    let answer = try run(
      "--every", "2000", "--policy", policy, flat, "--csv", in: try folder("\u{FEFF}" + text))
    let lines = answer.text.split(separator: "\r\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    #expect(answer.status == 0 && lines.first == ["time_s", "pose_cw"])
    var expected: [[String]] = []
    for (index, record) in records.dropFirst().enumerated() {
      let pose = poses[record[place]] ?? ""
      if expected.last?[1] != pose { expected.append(["\(index * 2).000", pose]) }
    }
    #expect(lines.dropFirst().map { $0.map(String.init) } == expected)
    #expect(expected.count > 20)
  }

  @Test func androidsSignAndUnitMakeNoDifference() throws {
    for policy in ["window-manager", "vision-camera-android"] {
      let apple = try run("--policy", policy, "--json", in: folder())
      let android = try run(
        "--policy", policy, "--json", "--from", "android", in: folder(RecordingWriter.story.android))
      #expect(apple.output == android.output && apple.status == 0)
    }
  }

  @Test func androidsNumbersAreDoubtedWhereNobodySaidSo() throws {
    let answer = try run(in: folder(RecordingWriter.story.android))
    #expect(answer.status == 0)
    #expect(answer.complaints.hasPrefix("upright: samples.csv: values of about 9.8 are m/s², not g"))
    #expect(try run("--from", "android", in: folder(RecordingWriter.story.android)).complaints == "")
  }

  @Test func standardInputIsReadAsAFileIs() throws {
    let folder = try folder()
    let program = try #require(UprightTool.path)
    func shell(_ script: String) throws -> OutsideTool.Answer {
      try OutsideTool.run("/bin/sh", ["-c", script, program], in: folder)
    }
    #expect(try shell("cat samples.csv | \"$0\" camera replay -").output == run(in: folder).output)
    let pipe = try shell("mkfifo pipe; \"$0\" camera replay pipe")
    #expect(pipe.status == 69 && pipe.complaints.hasSuffix("; - reads standard input\n"), "\(pipe.complaints)")
    let wrong = try shell("echo time_s,x,y | \"$0\" camera replay -")
    #expect(wrong.status == 65 && wrong.text == "")
    #expect(wrong.complaints == "upright: standard input: line 1, z: column z or gz is missing: time_s,x,y\n")
  }

  @Test func aBadRowEndsItBeforeAnythingIsPrintedOrDrawn() throws {
    let folder = try folder("time_s,x,y,z\n0,0,-1,0\n1,0,minus,0\n")
    let answer = try run("--plot", "poses.svg", in: folder)
    #expect(answer.status == 65 && answer.text == "")
    #expect(answer.complaints == "upright: samples.csv: line 3, y: expected a number\n")
    #expect(!FileManager.default.fileExists(atPath: folder.path("poses.svg")))
  }

  @Test func theDrawingStaysUnlessForced() throws {
    let folder = try folder()
    let plain = try run(in: folder)
    #expect(try run("--plot", "poses.SVG", in: folder).output == plain.output)
    let once = try folder.read("poses.SVG")
    #expect(String(decoding: once, as: UTF8.self).hasSuffix("</svg>\n"))
    let again = try run("--plot", "poses.SVG", "--policy", "nearest", in: folder)
    #expect(again.status == 74 && again.text == "" && again.complaints.contains("poses.SVG"))
    #expect(try folder.read("poses.SVG") == once)
    #expect(try run("--plot", "poses.SVG", "--policy", "nearest", "--force", in: folder).status == 0)
    #expect(try folder.read("poses.SVG") != once)
    #expect(try run("--plot", "none/poses.svg", in: folder).status == 74)
  }

  // Two seconds upright, then two a quarter clockwise: their middle is at 630.
  @Test(
    .enabled(
      if: OutsideTool.rsvgConvert.isInstalled && OutsideTool.pillow.isInstalled,
      "needs rsvg-convert, and python3 with Pillow"))
  func anotherProgramDrawsTheBandsInTheirColors() throws {
    let rows = (0...200).map { "\($0 * 20),\($0 < 100 ? "0,-1" : "1,0"),0\n" }
    let folder = try folder("time_ms,x,y,z\n" + rows.joined())
    #expect(try run("--plot", "poses.svg", "--policy", "nearest", in: folder).status == 0)
    let drawing = try OutsideTool.rsvgConvert.run(["-o", "poses.png", "poses.svg"], in: folder)
    try #require(drawing.status == 0, "\(drawing.complaints)")
    let seen = try DecodedByPillow.of(["poses.png"], in: folder, as: .stored)[0]
    #expect(seen.width == 1200 && seen.height == 700)
    let (blue, green): ([UInt8], [UInt8]) = ([0x1D, 0x5F, 0xA6], [0x2C, 0x7A, 0x3F])
    let band = (84..<1176).map { seen[$0, 584] }
    #expect(band.firstIndex(of: green) == 546 && band.lastIndex(of: blue) == 545)
    #expect(band.dropFirst().dropLast().allSatisfy { $0 == blue || $0 == green })
    #expect(seen[500, 200] == [0xE3, 0xEC, 0xF6] && seen[700, 200] == [0xE3, 0xF1, 0xE5])
    // The curves are two pixels thick: 0 degrees is at 294, 90 at 234, a tilt of 0 at 466.
    for (x, y) in [(500, 293), (500, 294), (700, 233), (700, 234), (500, 465), (700, 466)] {
      #expect(seen[x, y] == [0x22, 0x22, 0x1F], "\(x), \(y)")
    }
    #expect(seen[500, 234] != [0x22, 0x22, 0x1F])
  }

  @Test func anotherExtensionIsAnErrorThatNamesTheRightOne() throws {
    let folder = try folder()
    let answer = try run("--plot", "poses.png", in: folder)
    #expect(answer.status == 64 && answer.complaints.contains("--plot draws an SVG: its name must end in .svg"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("poses.png")))
  }

  @Test func aFileThatIsNotThereIs74() throws {
    let answer = try UprightTool.run(["camera", "replay", "none.csv"], in: folder())
    #expect(answer.status == 74 && answer.complaints.hasPrefix("upright: none.csv: "))
  }

  @Test(arguments: [
    ["--csv", "--json"], ["--policy", "mine"], ["--plot", "poses.png"], ["--plot", "poses"], ["--force"],
    ["--every", "0"],
    ["--flat", "interface"], ["--interface", "90"], ["--allow", "45"], ["--allow", ""], ["--flat-within", "91"],
    ["--flat-within", "nan"], ["--hysteresis", "46"], ["--stable", "-1"], ["--smoothing", "3600001"], ["--seed", "1"],
    ["--policy", "vision-camera-ios", "--seed", "180", "--allow", "0,90,270"],
    ["--flat", "interface", "--interface", "180", "--allow", "0,90"], ["--policy", "nearest", "--flat", "hold"],
    ["more.csv"],
  ])
  func wordsThatMakeNoSenseAre64(_ words: [String]) throws {
    let answer = try UprightTool.run(["camera", "replay", "samples.csv"] + words, in: folder())
    #expect(answer.status == 64 && answer.text == "", "\(words)")
  }
}
