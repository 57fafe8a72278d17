// Regions as typed.

import Testing
import Upright
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inProcess, .inOptions) struct RegionArgumentTests {
  @Test(
    arguments: [
      ("0,0,1,1", .pixels(x: 0, y: 0, width: 1, height: 1)),
      ("10,20,300,400", .pixels(x: 10, y: 20, width: 300, height: 400)),
      ("-5,-6,7,8", .pixels(x: -5, y: -6, width: 7, height: 8)),
      ("pct:0,0,100,100", .percent(x: 0, y: 0, width: 100, height: 100)),
      ("pct:12.5,.5,33.3333,1", .percent(x: 12.5, y: 0.5, width: 33.3333, height: 1)),
      ("square", .square), ("1.5,2,3,.25", .decimals(x: 1.5, y: 2, width: 3, height: 0.25)),
    ] as [(String, RegionParameter)])
  func whatMakesSenseIsUnderstood(text: String, region: RegionParameter) {
    #expect(RegionParameter(argument: text) == region)
  }

  @Test(arguments: [
    "", ",", ",,,", "1,2,3", "1,2,3,4,5", "1,2,3,", "a,b,c,d", "1,2,0,4", "1,2,3,0", "1,2,-3,4", "1.5,2,3,0",
    "1.5,2,3,inf", "1.5e1,2,3,4",
    " 1,2,3,4",
    "1,2,3,4 ", "0x1,2,3,4", "99999999999999999999,0,1,1", "pct:", "pct:1,2,3", "pct:0,0,0,1", "pct:0,0,nan,1",
    "pct:0,0,inf,1", "pct:0,0,1e2,1", "pct:0,0,0x1p3,1", "pct:0,0,-1,1", "Square", "full", "pct:1,2,3,٤", "١,2,3,4",
    "1.5,2,3", "1.5,2,3,٤",
  ])
  func whatMakesNoneIsRefused(_ text: String) {
    #expect(RegionParameter(argument: text) == nil)
  }

  @Test func theSpaceDecidesWhosePixelsAreMeant() {
    let region = RegionParameter.pixels(x: 1, y: 2, width: 3, height: 4)
    #expect(region.region(stored: false) == .pixels(PixelRect(x: 1, y: 2, width: 3, height: 4)))
    #expect(region.region(stored: true) == .stored(PixelRect(x: 1, y: 2, width: 3, height: 4)))
    #expect(
      RegionParameter.percent(x: 50, y: 25, width: 10, height: 100).region(stored: false)
        == .fraction(Rect2D(x: 0.5, y: 0.25, width: 0.1, height: 1)))
    #expect(RegionParameter.square.region(stored: false) == .square)
    #expect(RegionParameter("1.5,2,3,4") == nil)
  }

  @Test(arguments: [("40,20,48,32", "8x12"), ("-5,-5,20,20", "15x15"), ("pct:90,0,20,100", "5x32")])
  func aRegionThatIsClippedIsNamed(region: String, size: String) throws {
    let album = try Album("6.jpg")
    let words = ["crop", "-o", "out.png", "--force", "--json", "--", region, "6.jpg"]
    let object = try #require(try UprightTool.run(words, in: album.folder).objects().first)
    let note = try #require((object["notes"] as? [[String: String]])?.first)
    #expect(note["code"] == "region-clipped" && note["message"]?.hasSuffix("clipped to \(size)") == true, "\(note)")
    let line = try UprightTool.run(words.filter { $0 != "--json" }, in: album.folder).text
    #expect(line.hasSuffix("extends beyond the image: clipped to \(size))"), "\(line)")
    let padded = try UprightTool.run(["crop", "--pad", "#ffffff"] + words.dropFirst(), in: album.folder)
    #expect(try padded.objects().first?["notes"] == nil)
    let inside = try album.run("crop", "0,0,48,32", "6.jpg", "-o", "out.png", "--force", "--json")
    #expect(try inside.objects().first?["notes"] == nil)
  }
}
