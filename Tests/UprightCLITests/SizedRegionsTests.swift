// `crop WxH`: a region of a stated size at a place of the displayed image; and regions in the units that were typed.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch

@Suite(.inProcess) struct SizedRegionsTests {
  private func run(_ line: String, in album: Album) throws -> OutsideTool.Answer {
    try UprightTool.run(line.split(separator: " ").map(String.init), in: album.folder)
  }

  /// The image is displayed with 48 by 32 pixels, whatever its tag.
  @Test(
    arguments: [
      ("16x16 --focus 24,16", "16,8,16,16"), ("16x16 --focus 0,0", "0,0,16,16"), ("16x16 --focus 47,31", "32,16,16,16"),
      ("15x9 --focus 20,10", "13,6,15,9"), ("16x16 --focus pct:50,50", "16,8,16,16"), ("16x16", "16,8,16,16"),
      ("16x16 --gravity north-west", "0,0,16,16"), ("16x16 --gravity south-east", "32,16,16,16"),
      ("48x32 --focus 3,3", "0,0,48,32"), ("1x1 --focus 40,30", "40,30,1,1"),
    ])
  func theRegionIsAroundThePoint(asked: String, region: String) throws {
    let album = try Album()
    for tag in 1...8 { try album.add("in/\(tag).jpg") }
    let made = try run("crop \(asked) in --format png -o a", in: album)
    #expect(made.status == 0, "\(made.complaints)")
    #expect(try run("crop \(region) in --format png -o b", in: album).status == 0)
    for tag in 1...8 {
      #expect(try album.folder.read("a/\(tag).png") == album.folder.read("b/\(tag).png"), "\(tag)")
    }
  }

  @Test func whatDoesNotFitIsClippedOrPadded() throws {
    let album = try Album("6.jpg")
    let clipped = try run("crop 64x16 --focus 0,0 6.jpg -o a.png --format png --json", in: album)
    #expect(clipped.status == 0)
    #expect(clipped.text.contains(#""code":"region-clipped""#) && clipped.text.contains(#""width":48,"height":16"#))
    let padded = try run("crop 64x16 --focus 0,0 --pad white 6.jpg -o b.png --format png --json", in: album)
    #expect(padded.text.contains(#""width":64,"height":16"#), "\(padded.text)")
  }

  @Test(arguments: [
    ("crop 16x16 --focus 48,0 6.jpg -o a.jpg", "focus: it is outside the displayed image of 48x32"),
    ("crop 1,1,4,4 --focus 3,3 6.jpg -o a.jpg", "--focus needs a size WxH, a ratio such as 16:9, or square"),
    ("crop 16x16 --viewport 48x32 6.jpg -o a.jpg", "--viewport needs regions as numbers"),
    ("crop 0x16 6.jpg -o a.jpg", "0x16"), ("crop 16x 6.jpg -o a.jpg", "16x"),
    ("crop 16x16 --space stored 6.jpg -o a.jpg", "--space stored needs a region in pixels"),
  ])
  func whatMakesNoSenseIsNamed(_ line: String, _ reason: String) throws {
    let answer = try run(line, in: Album("6.jpg"))
    #expect(answer.status == 64 && answer.complaints.contains(reason), "\(answer.complaints)")
  }

  @Test func aClippedPickerCropSaysSo() throws {
    let album = try Album("6.jpg")
    let clipped = try run("crop --picker 40,20,20.5,12 --size 10x10 6.jpg -o a.png --format png --json", in: album)
    #expect(clipped.status == 0, "\(clipped.complaints)")
    #expect(clipped.text.contains("40,20,20.5,12 extends beyond the image: clipped to 8x12"), "\(clipped.text)")
    let inside = try run("crop --picker 40,20,8.4,12 --size 10x10 6.jpg -o b.png --format png --json", in: album)
    #expect(!inside.text.contains("region-clipped"), "pickers round")
  }

  @Test(arguments: [("--viewport 96x64", "96x64"), ("--viewport 5,7,96,64", "5,7,96,64")])
  func aRegionOutsideAViewIsReportedInItsPoints(_ view: String, _ shown: String) throws {
    let album = try Album("6.jpg")
    let answer = try run("crop 400.5,500,20,10 \(view) 6.jpg -o a.jpg", in: album)
    #expect(answer.status == 64)
    #expect(
      answer.complaints.contains("400.5,500,20,10 in the viewport \(shown) is outside the image"),
      "\(answer.complaints)")
  }

  @Test(
    arguments: [
      ("--from normalized --to displayed --size 4032x3024 0.25,0.25,0.33333333333333331,0.5", "1008,756,1344,1512"),
      ("--from viewport --to displayed --size 4032x3024 --viewport 390x844 97.5,429.5,1,1", nil),
      ("--from vision --to stored --size 1000x700 0.1,0.2,0.3,0.4", "100,280,300,280"),
      ("--from displayed --to normalized --size 1000x700 100,70,300,70", "0.1,0.1,0.3,0.1"),
      ("--from displayed --to displayed --size 1000x700 0.30000000000000004,1,2,3", "0.30000000000000004,1,2,3"),
    ] as [(String, String?)])
  func mapsPrintNoErrorOfTheLastDigit(_ line: String, _ wanted: String?) throws {
    let answer = try run("map \(line)", in: Album())
    #expect(answer.status == 0, "\(answer.complaints)")
    if let wanted { #expect(answer.text == wanted) }
    #expect(!answer.text.contains("999999") && !answer.text.contains("000000001"), "\(answer.text)")
  }

  @Test func transparentPixelsShowTheBackground() throws {
    let album = try Album()
    var image = TinyImage(width: 16, height: 16, filledWith: [10, 20, 30, 0])
    for x in 0..<16 { image[x, 0] = [255, 0, 0, 255] }
    try album.folder.write(TinyPNG(image).bytes, as: "a.png")
    let refused = try run("thumb 16 a.png -o b.jpg", in: album)
    #expect(refused.status != 0 && refused.complaints.contains("--background"), "\(refused.complaints)")
    for verb in ["fix", "thumb 16", "crop 0,0,16,16"] {
      let answer = try run("\(verb) a.png --background #00ff00 -o c.jpg --force", in: album)
      #expect(answer.status == 0, "\(answer.complaints)")
      #expect(try run("crop 8,8,1,1 c.jpg --format png -o d.png --force", in: album).status == 0)
    }
    #expect(try run("thumb 16 a.png --background #00ff0080 -o e.jpg", in: album).status == 64)
    #expect(try run("rotate cw a.png --background white -i", in: album).status == 64)
  }
}
