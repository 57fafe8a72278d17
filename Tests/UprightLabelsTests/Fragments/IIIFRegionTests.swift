// Regions of IIIF's addresses.

import Testing
import UprightGeometry

@testable import UprightLabels

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
