// `upright orient`: every tag to every tag, in every format that has one; refused by name otherwise.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inProcess) struct OrientCommandTests {
  @Test(arguments: 1...8)
  func theTagIsSetWhateverItWas(_ tag: Int) throws {
    let album = try Album("1.jpg", "2.jpg", "3.jpg", "4.jpg", "5.jpg", "6.jpg", "7.jpg", "8.jpg")
    try album.folder.write(TinyJPEG(.sixColors).bytes, as: "9-untagged.jpg")
    let before = try album.contents()
    let answer = try album.run("orient", "\(tag)", "-i", ".")
    #expect(answer.status == 0)
    for (name, old) in before {
      let (new, probe) = (try album.folder.read(name), try Probe(album.folder.read(name)))
      #expect(probe.orientation.exif.rawValue == UInt8(tag))
      #expect(try probe.storedSize == Probe(old).storedSize)
      if !name.hasPrefix("9") { #expect(zip(old, new).count { $0 != $1 } == (name.hasPrefix("\(tag)") ? 0 : 1)) }
    }
    let lines = answer.text.split(separator: "\n")
    #expect(lines.count { $0.contains(": retag, ") } == (tag == 1 ? 7 : 8))
  }

  @Test func uprightIsOne() throws {
    let album = try Album("6.jpg")
    #expect(try album.run("orient", "upright", "6.jpg", "-o", "a.jpg").text == "6.jpg -> a.jpg: retag, 32x48, tag 1")
    #expect(try Probe(album.folder.read("a.jpg")).isUpright)
    #expect(try album.run("orient", "1", "6.jpg", "-o", "b.jpg").status == 0)
    #expect(try album.folder.read("a.jpg") == album.folder.read("b.jpg"))
  }

  @Test(
    .enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"), arguments: 1...8)
  func anotherReaderReadsTheTag(_ tag: Int) throws {
    let album = try Album("7.jpg")
    try album.folder.write(TinyPNG(.sixColors).bytes, as: "a.png")
    for name in ["7.jpg", "a.png"] {
      #expect(try album.run("orient", "\(tag)", "-i", name).status == 0)
      let read = try OutsideTool.exiftool.run(["-n", "-s3", "-Orientation", name], in: album.folder).text
      #expect(read == "\(tag)" || (tag == 1 && read == ""), "\(name)")
    }
  }

  @Test func fieldsThatDisagreeAgreeAfterwards() throws {
    let album = try Album()
    let segments: [TinySegment] = [.exif(TinyTIFF(orientation: 6)), .xmp(TinyXMP.packet(orientation: "3"))]
    try album.folder.write(TinyJPEG(.sixColors, segments: segments).bytes, as: "a.jpg")
    #expect(try album.run("orient", "8", "-i", "a.jpg").status == 0)
    let probe = try Probe(album.folder.read("a.jpg"))
    #expect(probe.orientation.exif == .leftBottom && probe.findings.isEmpty)
  }

  @Test func aVideoIsOrientedByItsTrack() throws {
    let album = try Album()
    try album.folder.write(TinyMovie(.sixColors, as: .rightTop).bytes, as: "a.mov")
    #expect(try album.run("orient", "upright", "-i", "a.mov").status == 0)
    #expect(try Probe(album.folder.read("a.mov")).isUpright)
  }

  @Test func formatsWithoutATagAreRefusedByName() throws {
    let album = try Album("6.jpg")
    try album.folder.write(TinyGIF(.sixColors).bytes, as: "a.gif")
    let before = try album.contents()
    let answer = try album.run("orient", "6", "-i", "a.gif")
    #expect(answer.status == 69)
    #expect(answer.complaints.contains("a.gif: GIF cannot store an orientation"))
    #expect(try album.run("orient", "6", "a.gif", "-o", "b.png").status == 64)
    let other = try album.run("orient", "3", "6.jpg", "-o", "b.png")
    #expect(other.status == 64)
    #expect(other.complaints.contains("changing only the tag cannot change the format"))
    #expect(try album.contents() == before)
    #expect(try album.run("orient", "1", "-i", "a.gif").text == "a.gif: unchanged, 3x2, tag 1")
  }

  @Test(arguments: ["0", "9", "cw", "left", "06", "", "Upright"])
  func otherWordsAreRefused(_ word: String) throws {
    #expect(TagArgument(argument: word) == nil)
    #expect(try Album("6.jpg").run("orient", word, "-i", "6.jpg").status == 64)
  }

  @Test func itsPlanIsTold() throws {
    let answer = try Album("6.jpg").run("plan", "orient", "3", "6.jpg")
    #expect(answer.status == 0 && answer.text.contains("retag: 1 byte changes"))
  }

  @Test func itIsTakenBack() throws {
    let album = try Album("6.jpg", "8.jpg")
    let before = try album.contents()
    #expect(try album.run("orient", "3", "-i", ".", "--journal", "j").status == 0)
    #expect(try album.run("undo", "j").status == 0)
    for name in before.keys { #expect(try album.folder.read(name) == before[name]) }
  }
}
