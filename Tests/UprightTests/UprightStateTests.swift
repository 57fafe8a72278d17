// What remains until a file is upright: all tags, in pixels and in metadata.

import Testing
import UprightFixtures

@testable import Upright

@Suite struct UprightStateTests {
  @Test(arguments: ExifOrientation.allCases)
  func pixelsAreUprightUnderTagOneAlone(_ tag: ExifOrientation) throws {
    let probe = try Probe(TinyJPEG(.sixColors, exif: TinyTIFF(orientation: Int(tag.rawValue))).bytes)
    #expect(UprightState(of: probe) == (tag == .topLeft ? .upright : .rotated(tag)))
    #expect(probe.isUpright == (tag == .topLeft))
    #expect(UprightState(of: probe, in: .tag) == .upright, "the tag itself is in order")
  }

  @Test func noTagAndNoFieldForOneAreUpright() throws {
    for bytes in [TinyJPEG(.sixColors).bytes, TinyGIF(.sixColors).bytes] {
      let probe = try Probe(bytes)
      #expect(UprightState(of: probe) == .upright)
      #expect(UprightState(of: probe, in: .tag) == .upright)
    }
  }

  @Test func aVideoIsUprightAsItsMatrixSays() throws {
    let probe = try Probe(TinyMovie(.sixColors, as: .rightTop).bytes)
    #expect(UprightState(of: probe) == .upright)
    #expect(!probe.isUpright, "its frames are stored otherwise")
  }

  @Test func fieldsThatDisagreeAreToBeRewritten() throws {
    let segments: [TinySegment] = [.exif(TinyTIFF(orientation: 1)), .xmp(TinyXMP.packet(orientation: "3"))]
    let probe = try Probe(TinyJPEG(.sixColors, segments: segments).bytes)
    #expect(UprightState(of: probe) == .upright)
    #expect(UprightState(of: probe, in: .tag) == .untidy)
    let invalid = try Probe(TinyJPEG(.sixColors, exif: TinyTIFF(orientation: 9)).bytes)
    #expect(UprightState(of: invalid, in: .tag) == .untidy)
  }

  @Test(arguments: ExifOrientation.allCases, ExifOrientation.allCases)
  func anOrientedImageHasTheTagWhateverItWas(from old: ExifOrientation, to new: ExifOrientation) throws {
    let bytes = TinyJPEG(.sixColors, exif: TinyTIFF(orientation: Int(old.rawValue))).bytes
    let probe = try Probe(bytes)
    let pipeline = Pipeline(codecs: [])
    let plan = try pipeline.plan(.oriented(new, of: probe), for: probe)
    #expect(plan.route.name == (old == new ? .copy : .retag))
    let after = try Probe(pipeline.run(plan, on: bytes))
    #expect(after.orientation.exif == new && after.storedSize == probe.storedSize)
  }

  @Test func anotherFormatIsMoreThanATag() throws {
    let probe = try Probe(TinyJPEG(.sixColors, exif: TinyTIFF(orientation: 6)).bytes)
    let planner = Planner.full
    #expect(
      throws: UprightError.unanswerable(
        field: "format", reason: "changing only the tag cannot change the format; use `fix`")
    ) { try planner.plan(.oriented(.topLeft, of: probe, format: .png), for: probe) }
    var free = Rendition.oriented(.topLeft, of: probe, format: .png)
    free.changesOnlyTag = false
    #expect(try planner.plan(free, for: probe).route.name == .transcode)
  }
}
