// Rectangles at the end of addresses.

import Testing
import UprightGeometry

@testable import UprightLabels

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
