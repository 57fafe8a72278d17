// What `--edge` does to a photo whose edge blocks cannot be moved.

import Testing
import Upright
import UprightTestTools

@Suite struct EdgeArgumentsTests {
  @Test(
    arguments: [
      ("keep-tag", 0, "copy", 51, 35, 6), ("trim", 0, "transform", 48, 35, 1), ("recode", 0, "transcode", 51, 35, 1),
      ("fail", 64, "", 0, 0, 0),
    ] as [(String, Int32, String, Int, Int, UInt8)])
  func theEdgeDecides(
    edge: String, status: Int32, route: String, width: Int, height: Int, tag: UInt8
  ) throws {
    let album = try Album("6-ragged.jpg")
    let answer = try album.run("fix", "--edge", edge, "6-ragged.jpg", "-o", "out.jpg")
    #expect(answer.status == status)
    guard status == 0 else {
      #expect(try album.contents().count == 1)
      return
    }
    #expect(answer.text.contains(": \(route), "))
    let probe = try Probe(album.folder.read("out.jpg"))
    #expect(probe.displayedSize == PixelSize(width: width, height: height))
    #expect(probe.orientation.exif.rawValue == tag)
  }

  @Test func anotherFormatIsAlwaysUpright() throws {
    let album = try Album("6-ragged.jpg")
    let answer = try album.run("fix", "6-ragged.jpg", "-o", "out.png")
    #expect(answer.text == "6-ragged.jpg -> out.png: transcode, 51x35, tag 1")
  }
}
