// Masks of their image's size are kept, in either space; of others only the box is, quickly and by name.

import Foundation
import Testing
import Upright
import UprightLabels
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightLabelJobs

@Suite(.inProcess) struct MaskBoundsTests {
  private func facts(_ tag: UInt8) throws -> ImageFacts {
    ImageFacts(
      size: PixelSize(width: 5, height: 3), orientation: Orientation(exif: try #require(.init(rawValue: tag))))
  }

  private func region(_ width: Int, _ height: Int) throws -> Region<Labelled> {
    let size = PixelSize<Labelled>(width: width, height: height)
    let mask = try #require(RunMask(size: size, runs: [1, 1, width * height - 2]))
    return Region(
      box: Rect2D(x: 0, y: 1, width: 1, height: 1), outline: .mask(mask), label: 2,
      location: LabelLocation(file: 0, line: 7, row: 3))
  }

  @Test(arguments: UInt8(1)...8)
  func aMaskIsOfTheImageInOneOfItsSpaces(tag: UInt8) throws {
    let bounds = MaskBounds(try facts(tag))
    for (width, height) in [(5, 3), (3, 5), (5, 4), (15, 1), (1, 15), (32_768, 32_768)] {
      let region = try region(width, height)
      let isOurs = (width, height) == (5, 3) || (tag > 4 && (width, height) == (3, 5))
      let held = bounds.clipped(region)
      #expect((held == region) == isOurs, "tag \(tag), \(width)x\(height)")
      #expect(held.box == region.box && held.label == 2 && held.location == region.location)
      #expect((held.outline == nil) == !isOurs)
      let image = LabelledImage(name: "p.jpg", size: nil, regions: [region, region])
      let findings = bounds.contradictions(of: image, in: ["a.json"])
      #expect(findings.count == (isOurs ? 0 : 2))
      let known = tag > 4 ? "3x5 or 5x3" : "5x3"
      for finding in findings {
        #expect(finding.code == .sizeContradicts && finding.file == "a.json" && finding.line == 7)
        #expect(
          finding.note == "the mask is for an image of \(width)x\(height), but p.jpg is \(known); only its box is used")
      }
    }
  }

  @Test func whatIsNoMaskIsLeftAlone() throws {
    let bounds = MaskBounds(try facts(6))
    let box = Rect2D<Labelled>(x: -9, y: 0, width: 99, height: 1)
    let triangle = Polygon<Labelled>(rings: [[.init(x: 0, y: 0), .init(x: 9000, y: 0), .init(x: 0, y: 9000)]])
    for region in [Region(box: box), Region(box: box, outline: .polygon(triangle))] {
      #expect(bounds.clipped(region) == region)
      #expect(bounds.contradictions(of: LabelledImage(name: "p", size: nil, regions: [region]), in: []).isEmpty)
    }
  }

  @Test func ofASetWithoutFilesTheImageIsNamed() throws {
    let image = LabelledImage(name: "p.jpg", size: nil, regions: [try region(9, 9)])
    #expect(MaskBounds(try facts(1)).contradictions(of: image, in: []).map(\.file) == ["p.jpg"])
  }

  /// COCO of a tag's sample with a mask that claims `side` columns and rows.
  private func write(_ samples: LabelledSamples, tag: Int, masks: Int, side: Int) throws {
    let rows = (0..<masks).map {
      #"{"id":\#($0),"image_id":1,"category_id":1,"bbox":[40,60,100,50],"#
        + #""segmentation":{"size":[\#(side),\#(side)],"counts":[\#(side),9,\#(side * side - side - 9)]}}"#
    }
    let image = #"{"id":1,"file_name":"landscape_\#(tag).jpg","width":\#(side),"height":\#(side)}"#
    try samples.write(
      "a.json",
      text: #"{"images":[\#(image)],"annotations":["# + rows.joined(separator: ",")
        + #"],"categories":[{"id":1,"name":"a"}]}"#)
  }

  // Rotated at their claimed size, these forty masks would take minutes.
  @Test(arguments: [3, 6])
  func hugeMasksOfSmallImagesCostNothing(tag: Int) throws {
    let samples = try LabelledSamples()
    try write(samples, tag: tag, masks: 40, side: 32_768)
    let clock = ContinuousClock()
    let start = clock.now
    let overlay = try samples.run("overlay", "--images", "photos", "-o", "seen", "a.json")
    #expect(overlay.status == 0 && overlay.complaints.contains("the mask is for an image of 32768x32768"))
    let diff = try samples.run("diff", "--images", "photos", "a.json", "a.json")
    #expect(diff.status == 0, "\(diff.complaints)")
    let crop = try samples.run("crop", "--space", "stored", "--images", "photos", "-o", "parts", "a.json")
    #expect(crop.complaints.contains("the mask is for an image of 32768x32768"))
    #expect(clock.now - start < .seconds(20))
    // A mask of the image itself is still drawn.
    let views = try samples.views()
    #expect(views.views[0].regions(.stored).allSatisfy { $0.outline == nil } && views.findings.count == 40)
  }
}
