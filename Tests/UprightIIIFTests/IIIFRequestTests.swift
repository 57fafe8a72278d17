// Which texts are requests, and with which status others are refused.

import Testing
import Upright
import UprightGeometry
import UprightIIIF
import UprightMetadata

@Suite("Image requests")
struct IIIFRequestTests {
  private let image = PixelSize<Displayed>(width: 300, height: 200)

  @Test(
    "The specification's own regions of an image of 300 by 200",
    arguments: [
      ("full", "full"), ("square", "50,0,200,200"), ("125,15,120,140", "125,15,120,140"),
      ("pct:41.6,7.5,40,70", "125,15,120,140"), ("125,15,200,200", "125,15,175,185"),
      ("pct:41.6,7.5,66.6,100", "125,15,175,185"), ("0,0,300,200", "full"), ("0,0,999,2147483647", "full"),
      ("pct:0,0,100,100", "full"), ("pct:.5,0,50,50", "2,0,150,100"), ("pct:0,0,0.0001,0.0001", "0,0,1,1"),
      ("pct:99.99,99.99,1,1", "299,199,1,1"), ("007,0,1,1", "7,0,1,1"),
    ])
  func aRegionIsClippedAndRounded(region: String, canonical: String) {
    let made = outcome("\(region)/max/0/default.jpg", of: image).image
    #expect(made?.canonical == "\(canonical)/max/0/default.jpg")
  }

  @Test(
    "Regions that are none, are empty, or are outside",
    arguments: [
      ("", "region-syntax"), ("Full", "region-syntax"), ("full ", "region-syntax"), ("1,2,3", "region-syntax"),
      ("1,2,3,4,5", "region-syntax"), ("-1,2,3,4", "region-syntax"), ("+1,2,3,4", "region-syntax"),
      ("1.5,2,3,4", "region-syntax"), ("1e2,2,3,4", "region-syntax"), ("1,2,3,2147483648", "region-syntax"),
      ("1,2,3,99999999999999999999999999999999999999", "region-syntax"), ("١,2,3,4", "region-syntax"),
      ("pct:1,2,3", "region-syntax"), ("pct:-1,2,3,4", "region-syntax"), ("pct:1.,2,3,4", "region-syntax"),
      ("pct:.,2,3,4", "region-syntax"), ("pct:1.2.3,2,3,4", "region-syntax"), ("pct:nan,2,3,4", "region-syntax"),
      ("pct:inf,2,3,4", "region-syntax"), ("pct:0x1,2,3,4", "region-syntax"), ("pct:1e1,2,3,4", "region-syntax"),
      ("PCT:1,2,3,4", "region-syntax"), ("0,0,0,1", "region-empty"), ("0,0,1,0", "region-empty"),
      ("pct:0,0,0,1", "region-empty"), ("300,0,1,1", "region-outside"), ("0,200,1,1", "region-outside"),
      ("pct:100,0,1,1", "region-outside"), ("2147483647,0,2147483647,1", "region-outside"),
    ])
  func aFaultyRegionIsABadRequest(region: String, code: String) {
    #expect(outcome("\(region)/max/0/default.jpg", of: image) == .refused(400, code))
  }

  @Test(
    "The specification's own sizes of an image of 300 by 200",
    arguments: [
      ("max", "300,200"), ("150,", "150,100"), (",150", "225,150"), ("pct:50", "150,100"), ("225,100", "225,100"),
      ("!225,100", "150,100"), ("^360,", "360,240"), ("^,240", "360,240"), ("^pct:120", "360,240"),
      ("^360,360", "360,360"), ("^!360,360", "360,240"), ("^max", "360,240"), ("pct:.5", "2,1"), ("pct:0.001", "1,1"),
      ("!2000,3000", "300,200"), ("^!5000,5000", "360,240"), ("!1,1", "1,1"), ("300,1", "300,1"),
      ("^pct:100.0", "300,200"),
    ])
  func aSizeKeepsTheShape(size: String, wanted: String) {
    #expect(outcome("full/\(size)/0/default.jpg", of: image, service(maxWidth: 360, upscaling: true)).text == wanted)
  }

  @Test(
    "Sizes that are none, too large, or not offered",
    arguments: [
      ("", "400 size-syntax"), ("full", "400 size-syntax"), ("Max", "400 size-syntax"), ("^", "400 size-syntax"),
      ("^^max", "400 size-syntax"), (",", "400 size-syntax"), ("!,", "400 size-syntax"), ("!5,", "400 size-syntax"),
      ("!,5", "400 size-syntax"), ("!^5,5", "400 size-syntax"), ("5", "400 size-syntax"), ("5,5,5", "400 size-syntax"),
      ("1.5,", "400 size-syntax"), ("-5,", "400 size-syntax"), ("+5,", "400 size-syntax"), ("5,x", "400 size-syntax"),
      ("x,5", "400 size-syntax"), ("2147483648,", "400 size-syntax"), ("pct:", "400 size-syntax"),
      ("pct:1e1", "400 size-syntax"), ("pct:-1", "400 size-syntax"), ("!pct:50", "400 size-syntax"),
      ("!max", "400 size-syntax"), ("0,", "400 size-empty"), (",0", "400 size-empty"), ("0,5", "400 size-empty"),
      ("!5,0", "400 size-empty"), ("pct:0", "400 size-empty"), ("301,", "400 size-enlarges"),
      (",201", "400 size-enlarges"), ("300,201", "400 size-enlarges"), ("pct:101", "400 size-enlarges"),
      ("^301,", "501 upscaling-unsupported"), ("^pct:120", "501 upscaling-unsupported"),
      ("^max", "501 upscaling-unsupported"), ("^!400,400", "501 upscaling-unsupported"),
    ])
  func aFaultySizeIsRefused(size: String, wanted: String) {
    #expect(outcome("full/\(size)/0/default.jpg", of: image).text == wanted)
  }

  @Test func adviceIsOnlyOfWhatTheServerDoes() {
    let plain = outcome("full/301,/0/default.jpg", of: image).text
    #expect(plain == "400 size-enlarges")
    func message(_ service: IIIFService) -> String {
      do throws(IIIFError) {
        let request = try IIIFRequest(
          version: .v3, region: "full", size: "301,", rotation: "0", file: "default.jpg")
        _ = try request.resolved(for: image, service: service)
        return ""
      } catch { return error.message }
    }
    #expect(message(service()).hasSuffix("this server does not enlarge; request at most the region's size"))
    #expect(message(service(maxWidth: 360, upscaling: true)).hasSuffix("write ^ before the size to enlarge"))
  }

  @Test(
    "Version 2.1 has full, no ^, and enlarges without it where that is offered",
    arguments: [
      ("full", "300,200", "300,200"), ("max", "300,200", "300,200"), ("^150,", "400 size-syntax", "400 size-syntax"),
      ("360,", "360,240", "501 upscaling-unsupported"), ("pct:120", "360,240", "501 upscaling-unsupported"),
      ("!400,400", "300,200", "300,200"), ("150,", "150,100", "150,100"),
      ("361,", "400 size-limit", "501 upscaling-unsupported"),
    ])
  func version2HasItsOwnSizes(size: String, enlarging: String, plain: String) {
    #expect(
      outcome("full/\(size)/0/default.jpg", .v2, of: image, service(maxWidth: 360, upscaling: true)).text == enlarging)
    #expect(outcome("full/\(size)/0/default.jpg", .v2, of: image).text == plain)
  }

  @Test(
    "Rotations",
    arguments: [
      ("0", "300,200 0"), ("90", "200,300 90"), ("180", "300,200 180"), ("270", "200,300 270"), ("360", "300,200 0"),
      ("!0", "300,200 !0"), ("!90", "200,300 !90"), ("!360", "300,200 !0"), ("90.0", "200,300 90"), ("00", "300,200 0"),
      ("45", "501 rotation-unsupported"), ("!22.5", "501 rotation-unsupported"), (".5", "501 rotation-unsupported"),
      ("361", "400 rotation-range"), ("360.5", "400 rotation-range"), ("-90", "400 rotation-syntax"),
      ("+90", "400 rotation-syntax"), ("", "400 rotation-syntax"), ("!", "400 rotation-syntax"),
      ("!!90", "400 rotation-syntax"), ("90!", "400 rotation-syntax"), ("1e1", "400 rotation-syntax"),
      ("90.", "400 rotation-syntax"), ("NaN", "400 rotation-syntax"),
    ])
  func quarterTurnsAreServed(rotation: String, wanted: String) {
    let made = outcome("full/max/\(rotation)/default.jpg", of: image)
    let turn = made.image.map { " \($0.canonical.split(separator: "/")[2])" } ?? ""
    #expect(made.text + turn == wanted)
  }

  @Test(
    "Qualities and formats",
    arguments: [
      ("default.jpg", "default.jpg"), ("color.png", "default.png"), ("gray.webp", "gray.webp"),
      ("bitonal.tif", "bitonal.tif"), ("default.avif", "default.avif"), ("default.jxl", "default.jxl"),
      ("default.gif", "400 format-unsupported"), ("default.jp2", "400 format-unsupported"),
      ("default.pdf", "400 format-unsupported"), ("default.jpeg", "400 format-unknown"),
      ("default.JPG", "400 format-unknown"),
      ("default.", "400 format-unknown"), ("default", "400 format-missing"), ("default.jpg.png", "400 format-unknown"),
      (".jpg", "400 quality-unknown"), ("grey.jpg", "400 quality-unknown"), ("native.jpg", "400 quality-unknown"),
    ])
  func aQualityAndAFormatHaveNames(file: String, wanted: String) {
    let made = outcome("full/max/0/\(file)", of: image)
    #expect(made.image.map { String($0.canonical.split(separator: "/")[3]) } ?? made.text == wanted)
  }

  @Test("The rendition has the region in displayed pixels and the size after rotation")
  func aRequestBecomesARendition() throws {
    let made = try #require(outcome("10,20,100,50/50,/!90/gray.png", of: image).image)
    #expect(made.rendition.region == .pixels(PixelRect(x: 10, y: 20, width: 100, height: 50)))
    #expect(made.rendition.size == .exactly(25, 50))
    #expect(made.rendition.rotation == Orientation(mirroredFirst: true, thenClockwise: 1))
    #expect(made.rendition.upright == .pixels)
    #expect(made.rendition.format == .png)
    #expect(made.outputSize == PixelSize(width: 25, height: 50))
    let whole = try #require(outcome("0,0,300,200/pct:100/90/default.jpg", of: image).image)
    #expect(whole.rendition.region == .full)
    #expect(whole.rendition.size == .full)
  }

  @Test("An image without a known size is an error of the file", arguments: [(0, 5), (5, 0), (-1, 5), (1 << 31, 5)])
  func anImageWithoutASizeIsRefused(width: Int, height: Int) {
    let made = outcome("full/max/0/default.jpg", of: PixelSize(width: width, height: height))
    #expect(made == .refused(422, "image-size"))
  }
}
