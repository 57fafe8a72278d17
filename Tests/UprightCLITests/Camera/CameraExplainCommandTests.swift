// One capture explained: the page, its numbers for programs, and refusals.

import Foundation
import Testing
import Upright
import UprightCamera
import UprightTestTools

@Suite(.inProcess) struct CameraExplainCommandTests {
  static let selfie = ["--sensor", "90", "--facing", "front", "--pose", "270", "--mirror", "on"]

  private func answer(_ words: [String]) throws -> OutsideTool.Answer {
    let answer = try UprightTool.run(["camera", "explain"] + words)
    #expect(answer.status == 0 && answer.complaints == "")
    return answer
  }

  @Test func pagesReadAsInTheGolden() throws {
    let pages = try [
      Self.selfie + ["--viewport", "390x844"],
      ["--sensor", "90", "--viewport", "390x844", "--fit", "contain", "--size", "4032x3024"],
      ["--sensor", "270", "--facing", "front", "--mirror", "front-only", "--size", "70000x3"],
      [
        "--sensor", "90", "--pose", "270", "--interface", "0", "--applied", "cw", "--size", "1080x1920", "--viewport",
        "390x844",
      ],
    ].map { String(decoding: try answer($0).output, as: UTF8.self) }
    #expect(try Golden.difference(pages.joined(separator: "\n"), from: "camera-explain.txt") == nil)
  }

  @Test func theChainAmountsToTheTag() throws {
    for sensor in [0, 90, 180, 270] {
      for facing in ["back", "front", "external-back", "external-front"] {
        let words = ["--sensor", "\(sensor)", "--facing", facing, "--pose", "90", "--mirror", "front-only", "--json"]
        let object = try #require(try answer(words).objects().first)
        let chain = try #require(object["chain"] as? [[String: Any]])
        #expect(chain.map { $0["from"] as? String } == ["sensor", "device", "interface"])
        #expect(chain.map { $0["to"] as? String } == ["device", "interface", "displayed"])
        let steps = chain.compactMap { step in
          (step["orientation"] as? Int).flatMap { ExifOrientation(rawValue: UInt8($0)) }
            .map { Orientation<Displayed, Displayed>(asDisplayed: Orientation(exif: $0)) }
        }
        let whole = steps.reduce(Orientation<Stored, Displayed>.identity) { $0.then($1) }
        #expect(steps.count == 3)
        #expect(object["orientation"] as? Int == Int(whole.exif.rawValue))
        #expect(object["facing"] as? String == facing)
      }
    }
  }

  // By hand: R = 90 - 270 = 180 with a mirror after it, which is tag 4; 1080 rows fill 844 points.
  @Test func programsReadNumbers() throws {
    let words = Self.selfie + ["--viewport", "390x844", "--json"]
    let object = try #require(try answer(words).objects().first)
    #expect(object["schema"] as? Int == 1)
    #expect(object["orientation"] as? Int == 4)
    #expect(object["word"] as? String == "mirror-vertical")
    let matrix = try #require(object["trackMatrix"] as? [Int])
    #expect(matrix == [65536, 0, 0, 0, -65536, 0, 0, 1080 << 16, 1 << 30])
    #expect(object["mirrorsPixelsFirst"] as? Bool == true)
    #expect(object["thenClockwise"] as? Int == 180)
    let preview = try #require(object["preview"] as? [Double])
    let scale = 844.0 / 1080
    for (number, expected) in zip(preview, [scale, 0, 0, -scale, (390 - 1920 * scale) / 2, 844]) {
      #expect(abs(number - expected) < 1e-9)
    }
    #expect(preview.count == 6 && object["fit"] as? String == "cover")
    let said = try #require(object["words"] as? [[String: Any]])
    let losing = said.filter { $0["losesMirror"] as? Bool == true }.compactMap { $0["title"] as? String }
    #expect(losing.contains("CameraX rotationDegrees") && !losing.contains("AVFoundation"))
  }

  // A locked screen does not rotate, whatever the device does: R = 90 for the preview, and none for the photo.
  @Test func aPreviewFollowsTheInterface() throws {
    for pose in [0, 90, 180, 270] {
      let words = ["--sensor", "90", "--interface", "0", "--viewport", "540x960", "--json", "--pose", "\(pose)"]
      let object = try #require(try answer(words).objects().first)
      #expect(object["preview"] as? [Double] == [0, 0.5, -0.5, 0, 540, 0])
      #expect(object["interface"] as? Int == 0 && object["pose"] as? Int == pose)
      #expect(object["orientation"] as? Int == [0: 6, 90: 3, 180: 8, 270: 1][pose])
      #expect(object["controlTurn"] as? Int == [0: 0, 90: -90, 180: 180, 270: 90][pose])
    }
  }

  @Test func whatWasAppliedIsNotLeftToDo() throws {
    let turned = try #require(try answer(["--sensor", "90", "--applied", "cw", "--json"]).objects().first)
    #expect(turned["orientation"] as? Int == 1 && turned["applied"] as? Int == 6)
    let mirrored = try #require(
      try answer(Self.selfie + ["--applied", "mirror-horizontal", "--json"]).objects().first)
    #expect(mirrored["orientation"] as? Int == 3 && mirrored["applied"] as? Int == 2)
    #expect(mirrored["mirrorsPixelsFirst"] as? Bool == false && mirrored["thenClockwise"] as? Int == 180)
  }

  @Test func aMatrixThatIsNotThereHasAReason() throws {
    let long = try #require(try answer(["--sensor", "0", "--size", "32768x1", "--json"]).objects().first)
    #expect(long["trackMatrix"] as? [Int] == [])
    #expect(long["noTrackMatrix"] as? String == "a side is longer than 32767")
    let short = try #require(try answer(["--sensor", "0", "--size", "32767x1", "--json"]).objects().first)
    #expect((short["trackMatrix"] as? [Int])?.count == 9 && short["noTrackMatrix"] == nil)
  }

  @Test func withoutAViewThereIsNoPreview() throws {
    let object = try #require(try answer(["--sensor", "0", "--json"]).objects().first)
    #expect(object["preview"] == nil && object["fit"] == nil)
    #expect(object["orientation"] as? Int == 1)
  }

  @Test func mountsAtAnAngleAreRefusedWithTheReason() throws {
    let answer = try UprightTool.run(["camera", "explain", "--sensor", "45"])
    #expect(answer.status == 64)
    #expect(answer.complaints.contains("a sensor at 45° has no orientation tag"))
  }

  @Test(arguments: [
    [], ["--sensor", "x"], ["--sensor", "90", "--pose", "45"], ["--sensor", "90", "--facing", "external"],
    ["--sensor", "90", "--mirror", "auto"], ["--sensor", "90", "--viewport", "0x5"],
    ["--sensor", "90", "--fit", "fill", "--viewport", "3x4"], ["--sensor", "90", "photo.jpg"],
    ["--sensor", "90", "--fit", "cover"], ["--sensor", "90", "--interface", "45"],
    ["--sensor", "90", "--applied", "9"],
  ])
  func wordsThatMakeNoSenseAre64(_ words: [String]) throws {
    let answer = try UprightTool.run(["camera", "explain"] + words)
    #expect(answer.status == 64)
    #expect(answer.text == "")
  }
}
