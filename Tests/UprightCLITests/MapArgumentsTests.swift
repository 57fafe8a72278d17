// Arguments of `map`: errors for missing or conflicting ones, with advice.

import ArgumentParser
import Testing
import Upright
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightLabelJobs

@Suite struct MapArgumentsTests {
  private func parse(_ words: String) throws -> MapArguments {
    try MapArguments.parse(words.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    ("--from stored --to displayed", "needs the image's size: add --size WxH"),
    ("--from iiif --to iiif", "or add --of FILE"),
    ("--from normalized --to stored --orientation 6", "needs the image's size"),
    ("--from viewport --to displayed --size 4x3", "add --viewport WxH"),
    ("--from displayed --to viewport --of a.jpg", "add --viewport WxH"),
    ("--from stored --to vision --size 4x3 --viewport 5x5", "need --from viewport or --to viewport"),
    ("--from stored --to vision --size 4x3 --mode center", "need --from viewport or --to viewport"),
    ("--from stored --to vision --size 4x3 --scale 2", "need --from viewport or --to viewport"),
    ("--from stored --to viewport --size 4x3 --viewport 5x5 --scale 0", "--scale must be greater than 0"),
    ("--from stored --to viewport --size 4x3 --viewport 5x5 --scale=-1", "--scale must be greater than 0"),
    ("--from stored --to displayed --of a.jpg --size 4x3", "leave out --size and --orientation"),
    ("--from stored --to displayed --of a.jpg --orientation 6", "leave out --size and --orientation"),
    ("--from stored --to vision --size 4x3 --round outward", "use --to stored, displayed or iiif"),
    ("--from normalized --to vision --round inward", "--round inward needs whole pixels, and vision has none"),
    ("--from stored --to displayed --size 4x2147483648", "a side can have at most 2147483647 pixels"),
    ("--from stored --to displayed --size 4x", "--size"),
    ("--from stored --to displayed --size 4x3 --orientation 9", "9"),
    ("--from stored --to displayed --size 4x3 --orientation 0", "0"), ("--from stored --to seen --size 4x3", "seen"),
    ("--from stored --to displayed --size 4x3 --round up", "up"), ("--to displayed --size 4x3", "--from"),
    ("--from stored --to viewport --size 4x3 --viewport 5x5 --mode fit", "aspect-fit"),
  ])
  func whatMakesNoSenseIsSaid(words: String, sentence: String) {
    let error = #expect(throws: (any Error).self, "\(words)") { try parse(words) }
    #expect(error.map { MapArguments.message(for: $0) }?.contains(sentence) == true, "\(words)")
  }

  @Test(arguments: [
    "--from normalized --to vision", "--from vision --to vision --clip", "--from stored --to iiif --size 4x3",
    "--from viewport --to viewport --size 4x3 --viewport 5x5 --mode top-left --scale 3",
    "--from displayed --to stored --size 2147483647x1 --orientation 8 --round nearest --clip",
  ])
  func whatMakesSenseIsAMap(_ words: String) throws {
    #expect(throws: Never.self, "\(words)") { try parse(words).map() }
  }

  @Test func everyOptionCounts() throws {
    let base = "--from viewport --to stored --size 40x30 --viewport 0,0,100,60"
    let drag = MapInput.rect(Rect2D(x: 33, y: 21, width: 20, height: 20))
    var answers: [MapOutput] = []
    for more in [
      "", "--orientation 6", "--mode scale-to-fill", "--mode top-left", "--mode top-left --scale 2", "--round inward",
      "--round outward", "--mode top-left --clip",
    ] {
      answers.append(try parse(base + " " + more).map()(drag))
    }
    #expect(Set(answers).count == answers.count)
    #expect(answers[7] == .nothing || answers[7] != answers[3])
    #expect(try parse("\(base) --orientation 1 --mode aspect-fit --scale 1").map()(drag) == answers[0])
  }

  @Test func sizeAndTagComeFromAFile() throws {
    let album = try Album("1.jpg", "2.jpg", "3.jpg", "4.jpg", "5.jpg", "6.jpg", "7.jpg", "8.jpg")
    for tag in 1...8 {
      let size = tag >= 5 ? "32x48" : "48x32"
      for place in [MapInput.full, .rect(Rect2D(x: 3, y: 4, width: 5, height: 6))] {
        let own = try parse("--from iiif --to stored --of \(album.folder.path("\(tag).jpg"))").map()(place)
        #expect(try own == parse("--from iiif --to stored --size \(size) --orientation \(tag)").map()(place))
      }
    }
  }

  @Test func aFileThatIsNoneIsNamed() throws {
    let path = "no/such.jpg"
    #expect(throws: UprightError.io(path: path, systemError: 2)) {
      try parse("--from iiif --to stored --of \(path)").map()
    }
  }

  @Test func aViewTooSmallForNumbersIsSaidToBe() throws {
    #expect(throws: UprightError.self) {
      try parse("--from viewport --to stored --size 40x30 --viewport 1e-320x1e-320").map()
    }
  }
}
