// Regions of images as text in URIs.

import Testing
import UprightGeometry
@testable import UprightLabels

// Rectangles at the end of addresses.

@Suite("Media fragments")
struct MediaFragmentTests {
  private typealias Fragment = MediaFragment<Displayed>

  @Test("The recommendation's own examples, and what readers meet")
  func read() {
    let pixels = Fragment(Rect2D(x: 160, y: 120, width: 320, height: 240))
    let percent = Fragment(Rect2D(x: 25, y: 25, width: 50, height: 50), in: .percent)
    #expect(Fragment("xywh=160,120,320,240") == pixels && Fragment("xywh=pixel:160,120,320,240") == pixels)
    #expect(Fragment("#xywh=percent:25,25,50,50") == percent)
    #expect(Fragment("t=10,20&xywh=160,120,320,240&track=x") == pixels)
    #expect(Fragment("xywh=percent:12.5,0,1e1,5")?.box == Rect2D(x: 12.5, y: 0, width: 10, height: 5))
  }

  @Test(
    "What is none",
    arguments: [
      "", "#", "xywh", "xywh=", "xywh=1,2,3", "xywh=1,2,3,4,5", "xywh=1,,3,4", "xywh=em:1,2,3,4", "XYWH=1,2,3,4",
      "xywh=a,b,c,d", "xywh=1,2,3,1e308", "t=1", "axywh=1,2,3,4", "xywh=percent:pixels:1,2,3,4", "&&", "xywh=nan,1,1,1",
    ])
  func none(text: String) { #expect(Fragment(text) == nil) }

  @Test("Written and read again it is the same", arguments: MediaFragment<Displayed>.Unit.allCases)
  func both(unit: MediaFragment<Displayed>.Unit) {
    let box = Rect2D<Displayed>(x: 0.1, y: 2, width: 30.25, height: 4)
    let fragment = MediaFragment(box, in: unit)
    #expect(fragment.text == "xywh=\(unit.rawValue):0.1,2,30.25,4" && Fragment(fragment.text) == fragment)
  }

  @Test("Pixels of a picture and hundredths of it are the same box")
  func size() {
    let size = PixelSize<Displayed>(width: 200, height: 50)
    let box = Rect2D<Displayed>(x: 20, y: 5, width: 100, height: 25)
    let percent = MediaFragment(box, of: size, in: .percent)
    #expect(percent.text == "xywh=percent:10,10,50,50" && percent.pixels(of: size) == box)
    #expect(MediaFragment(box, of: size, in: .pixel).pixels(of: size) == box)
  }

  @Test("Of a picture without extent there are no hundredths", arguments: [(0, 10), (10, 0), (0, 0)])
  func empty(width: Int, height: Int) {
    let box = Rect2D<Displayed>(x: 1, y: 2, width: 3, height: 4)
    let fragment = Fragment(box, of: PixelSize(width: width, height: height), in: .percent)
    #expect(fragment.text == "xywh=pixel:1,2,3,4" && fragment == Fragment(box))
    #expect(Fragment(box, of: PixelSize(width: 10, height: 10), in: .percent).text == "xywh=percent:10,20,30,40")
  }
}

// Regions of IIIF's addresses.

@Suite("Regions of IIIF")
struct IIIFRegionTests {
  private typealias Region = IIIFRegion<Displayed>
  private let size = PixelSize<Displayed>(width: 300, height: 200)

  @Test("The specification's own examples on its picture of 300 by 200")
  func examples() {
    let examples: [(String, Rect2D<Displayed>)] = [
      ("full", Rect2D(x: 0, y: 0, width: 300, height: 200)), ("square", Rect2D(x: 50, y: 0, width: 200, height: 200)),
      ("125,15,120,140", Rect2D(x: 125, y: 15, width: 120, height: 140)),
      ("pct:41.6,7.5,40,70", Rect2D(x: 124.8, y: 15, width: 120, height: 140)),
      ("125,15,200,200", Rect2D(x: 125, y: 15, width: 175, height: 185)),
      ("pct:41.6,7.5,66.6,100", Rect2D(x: 124.8, y: 15, width: 175.2, height: 185)),
    ]
    for (text, wanted) in examples {
      let region = Region(text)
      #expect(region?.text == text)
      #expect(region?.box(in: size).map { $0.isNear(wanted) } == true, "\(text)")
    }
    let odd = Region("square")?.box(in: PixelSize(width: 41, height: 20))
    #expect(odd == Rect2D(x: 10, y: 0, width: 20, height: 20), "whole pixels, as a server cuts it")
    #expect(Region("square")?.box(in: PixelSize(width: 20, height: 60)) == Rect2D(x: 0, y: 20, width: 20, height: 20))
  }

  @Test("What lies outside has no box", arguments: ["300,0,10,10", "0,200,1,1", "pct:100,0,1,1"])
  func outside(text: String) throws { #expect(try #require(Region(text)).box(in: size) == nil) }

  @Test(
    "What is none",
    arguments: [
      "", "Full", "full ", "1,2,3", "1,2,3,4,5", "1,2,0,4", "1,2,3,0", "-1,2,3,4", "1.5,2,3,4", "pct:1,2,3",
      "pct:-1,2,3,4",
      "pct:1,2,0,4", "+1,2,3,4", "1,2,3,99999999999999999999", "pct:a,2,3,4", "1e400,2,3,4", "01,2,3,4",
    ])
  func none(text: String) { #expect(Region(text) == nil) }
}

// Percent signs: every byte after two digits; anything that is not such a sign stays.

@Suite struct PercentTextTests {
  @Test func everyByteComesBackInBothCases() {
    for byte in UInt8.min ... .max {
      let digits = ["0", ""][byte > 15 ? 1 : 0] + String(byte, radix: 16)
      for text in ["%" + digits, "%" + digits.uppercased()] {
        #expect(PercentText.decoded(text.utf8) == [byte])
        #expect(PercentText.decoded(("a" + text + "b").utf8) == [97, byte, 98])
      }
    }
  }

  @Test(arguments: ["", "a", "%", "%%", "%4", "a%4", "%4g", "%g4", "% 41", "é", "100 %", "%-1", "%+a"])
  func whatIsNoSignStays(text: String) { #expect(PercentText.decoded(text.utf8) == Array(text.utf8)) }

  @Test(arguments: [
    ("%2541", "%41"), ("%%41", "%A"), ("%4%41", "%4A"), ("%41%4", "A%4"), ("a%20b.jpg", "a b.jpg"), ("%C3%A9", "é"),
  ])
  func aSignIsReadOnce(text: String, wanted: String) { #expect(PercentText.decoded(text.utf8) == Array(wanted.utf8)) }

  @Test func aSliceIsReadFromItsOwnStart() {
    #expect(PercentText.decoded("xx%41".dropFirst(2).utf8) == [0x41])
    #expect(PercentText.decoded(Array("xx%41%".utf8)[2...]) == [0x41, 0x25])
  }
}
