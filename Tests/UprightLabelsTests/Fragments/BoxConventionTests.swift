// One box in the numbers of all conventions, and read back by the formats that have them.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

@Suite("Conventions of boxes")
struct BoxConventionTests {
  private let box = Rect2D<Displayed>(x: 30, y: 16, width: 40, height: 8)
  private let size = PixelSize<Displayed>(width: 100, height: 40)

  @Test("Worked out by hand, for a picture of 100 by 40")
  func byHand() {
    let expected: [BoxConvention: String] = [
      .coco: "30 16 40 8", .yolo: "0.500000 0.500000 0.400000 0.200000", .voc: "31 17 70 24",
      .vocFromZero: "30 16 70 24", .cvat: "30 16 70 24", .labelStudio: "30 40 40 20", .createML: "50 20 40 8",
      .vision: "0.3 0.4 0.4 0.2", .tensorFlow: "0.4 0.3 0.6 0.7", .w3c: "xywh=pixel:30,16,40,8",
      .w3cPercent: "xywh=percent:30,40,40,20", .iiif: "30,16,40,8", .iiifPercent: "pct:30,40,40,20",
    ]
    for convention in BoxConvention.allCases {
      #expect(convention.notation(box, in: size)?.description == expected[convention], "\(convention)")
    }
    let higher = Rect2D<Displayed>(x: 30, y: 0, width: 40, height: 8)
    #expect(BoxConvention.vision.notation(higher, in: size)?.description == "0.3 0.8 0.4 0.2")
    #expect(BoxConvention.tensorFlow.notation(higher, in: size)?.description == "0 0.3 0.2 0.7")
  }

  @Test("IIIF has whole pixels inside the picture, or nothing; a picture without pixels has nothing at all")
  func edges() {
    let across = Rect2D<Displayed>(x: -5, y: 39.5, width: 10.25, height: 7)
    #expect(BoxConvention.iiif.notation(across, in: size) == .text("0,39,6,1"))
    #expect(BoxConvention.iiifPercent.notation(across, in: size) == .text("pct:0,98.75,5.25,1.25"))
    #expect(BoxConvention.coco.notation(across, in: size) == .numbers(["-5", "39.5", "10.25", "7"]))
    let outside = Rect2D<Displayed>(x: 100, y: 0, width: 4, height: 4)
    #expect(BoxConvention.iiif.notation(outside, in: size) == nil)
    #expect(BoxConvention.iiifPercent.notation(outside, in: size) == nil)
    for convention in BoxConvention.allCases {
      #expect(convention.notation(box, in: PixelSize(width: 0, height: 5)) == nil)
    }
  }

  @Test("What is said leads back to the box, in the formats that read it", arguments: 0..<8)
  func back(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let size: PixelSize<Stored> = random.size()
    let box = random.box(in: size)
    func said(_ convention: BoxConvention) throws -> String {
      try #require(convention.notation(box, in: size)).description
    }
    func near(_ found: Rect2D<Stored>?, _ far: Double = 1e-6) throws -> Bool {
      let found = try #require(found)
      let pairs = zip([box.x, box.y, box.maxX, box.maxY], [found.x, found.y, found.maxX, found.maxY])
      return pairs.allSatisfy { abs($0 - $1) < far }
    }
    func read(_ coding: some LabelCoding, _ text: String) throws -> Rect2D<Stored>? {
      var set = LabelSet<Stored>(names: ["x"])
      try coding.read(Labels.file("a.x", text), into: &set) { _ in size }
      return set.images.first?.regions.first?.box
    }
    #expect(try near(read(YOLOFormat(), "0 " + said(.yolo)), 1e-4))
    for (convention, coding) in [(BoxConvention.voc, VOCFormat()), (.vocFromZero, VOCFormat(numbering: .fromZero))] {
      let edges = try said(convention).split(separator: " ")
      let inner = zip(["xmin", "ymin", "xmax", "ymax"], edges).map { "<\($0)>\($1)</\($0)>" }.joined()
      #expect(try near(read(coding, "<annotation><object><bndbox>\(inner)</bndbox></object></annotation>")))
    }
    let edges = zip(["xtl", "ytl", "xbr", "ybr"], try said(.cvat).split(separator: " ")).map { "\($0)='\($1)'" }
    let shape = "<box label='x' \(edges.joined(separator: " "))/>"
    #expect(try near(read(CVATFormat(), "<annotations><image name='a'>\(shape)</image></annotations>")))
    for convention in [BoxConvention.w3c, .w3cPercent] {
      #expect(try near(read(WebAnnotationFormat(), "{\"target\":\"a#\(said(convention))\"}")))
    }
    #expect(try near(IIIFRegion(said(.iiifPercent))?.box(in: size)))
    let corner = try said(.coco).replacing(" ", with: ",")
    #expect(try near(read(COCOFormat(), "[{\"image_id\":1,\"bbox\":[\(corner)]}]")))
  }

  /// Texts that are equal except for the last of many digits.
  private func agree(_ one: String, _ two: String, within tolerance: Double) -> Bool {
    func parts(_ text: String) -> [Substring] { text.split { " ,:".contains($0) } }
    let pairs = zip(parts(one), parts(two))
    return parts(one).count == parts(two).count
      && pairs.allSatisfy { one, two in
        guard let first = Double(one), let second = Double(two) else { return one == two }
        return abs(first - second) <= tolerance * max(1, abs(second)) && abs(one.count - two.count) <= 2
      }
  }

  @Test("Worked out in Python, for boxes inside and across the edges", arguments: ConventionBoxes.all.indices)
  func table(index: Int) {
    let row = ConventionBoxes.all[index]
    let size = PixelSize<Displayed>(width: row.size[0], height: row.size[1])
    let box = Rect2D<Displayed>(x: row.box[0], y: row.box[1], width: row.box[2], height: row.box[3])
    #expect(row.sayings.count == BoxConvention.allCases.count)
    for (convention, wanted) in zip(BoxConvention.allCases, row.sayings) {
      let found = convention.notation(box, in: size)?.description ?? "null"
      // Six decimals sometimes end in a half, which doubles round either way.
      #expect(
        agree(found, wanted, within: convention == .yolo ? 1.1e-6 : 1e-9), "\(convention): \(found), not \(wanted)")
    }
  }

  @Test("Parts and percent say the same, from other sides")
  func sides() throws {
    func numbers(_ convention: BoxConvention) -> [Double] {
      guard
        case .numbers(let texts)? = convention.notation(Rect2D<Displayed>(x: 7, y: 3, width: 22, height: 9), in: size)
      else { return [] }
      return texts.compactMap(Double.init)
    }
    let (percent, vision, tensor) = (numbers(.labelStudio), numbers(.vision), numbers(.tensorFlow))
    #expect(zip(percent, [7, 7.5, 22, 22.5]).allSatisfy { abs($0 - $1) < 1e-9 } && percent.count == 4)
    #expect(zip(vision, [0.07, 1 - 0.075 - 0.225, 0.22, 0.225]).allSatisfy { abs($0 - $1) < 1e-9 })
    #expect(zip(tensor, [0.075, 0.07, 0.3, 0.29]).allSatisfy { abs($0 - $1) < 1e-9 } && tensor.count == 4)
    #expect(numbers(.createML) == [18, 7.5, 22, 9])
  }
}
