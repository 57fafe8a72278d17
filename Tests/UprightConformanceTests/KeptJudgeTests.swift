// What must be kept: planted faults in thumbnails, gain maps and regions, in all orientations.

import Testing
import UprightFixtures
import UprightGeometry
import UprightSamples

@testable import UprightConformance

@Suite struct KeptJudgeTests {
  private static let picture = CaseSize.whole.picture
  private static let small = picture.resampled(width: 48, height: 32)

  private static func requests(_ part: KeptPart) -> [ConformanceCase] {
    let found = ConformanceSuite.cases.filter { $0.part == part }
    #expect(found.count == 8)
    return found
  }

  private static func jpeg(_ image: TinyImage, _ segments: [TinySegment] = []) -> [UInt8] {
    var file = TinyJPEG(image, segments: segments)
    file.quality = 92
    return file.bytes
  }

  /// The upright picture with a part in an orientation; `first` is the right one.
  private static func result(_ part: KeptPart, in orientation: ExifOrientation) -> [UInt8] {
    let upright = KeptFiles.file(part, .topLeft).bytes
    switch part {
    case .thumbnail:
      var block = TinyTIFF(orientation: 1)
      block.thumbnail = jpeg(small.stored(as: orientation))
      return jpeg(picture, [.exif(block)])
    case .gainMap:
      var file = TinyJPEG(picture, segments: [.exif(TinyTIFF(orientation: 1))])
      file.furtherImages = [jpeg(small.stored(as: orientation))]
      return file.bytes
    case .regions:
      guard orientation != .topLeft else { return upright }
      let box = KeptFiles.region.stored(as: orientation)
      let numbers = [("x", box.x + box.width / 2), ("y", box.y + box.height / 2), ("w", box.width), ("h", box.height)]
      let regions = TinyRegions(
        [.init("Green", numbers.map { ($0.0, "\($0.1)") })], dimensions: (96, 64), form: .elements)
      return jpeg(picture, [.exif(TinyTIFF(orientation: 1)), .xmp(TinyRegions.packet(regions.mwg))])
    }
  }

  @Test(arguments: KeptPart.allCases)
  func aPartInAnotherOrientationIsWrong(_ part: KeptPart) {
    for request in Self.requests(part) {
      for orientation in ExifOrientation.allCases {
        let verdict = Judge.verdict(on: Self.result(part, in: orientation), of: request)
        let fault = part == .regions ? "region-moved" : "\(part.rawValue)-rotated"
        #expect(verdict.line == (orientation == .topLeft ? "pass" : "wrong: \(fault)"), "\(request.id) \(orientation)")
      }
    }
  }

  @Test(arguments: KeptPart.allCases)
  func aLostPartIsWrong(_ part: KeptPart) {
    for request in Self.requests(part) {
      #expect(Judge.verdict(on: Self.jpeg(Self.picture), of: request).line == "wrong: \(part.rawValue)-lost")
    }
  }

  /// What programs do that copy Exif, XMP and the rest of the file, but rotate the pixels.
  @Test(arguments: KeptPart.allCases)
  func copiedMetadataIsWrong(_ part: KeptPart) {
    for request in Self.requests(part) where request.file.accepted != [.topLeft] {
      let verdict = Judge.verdict(on: request.file.bytes, of: request)
      #expect(verdict.reason == "not-rotated", "\(request.id)")
    }
  }

  @Test func aTagThatIsLeftIsWrongBeforePartsAreJudged() {
    for request in Self.requests(.thumbnail) where request.file.accepted != [.topLeft] {
      let block = TinyTIFF(orientation: Int(request.file.accepted[0].rawValue))
      #expect(Judge.verdict(on: Self.jpeg(Self.picture, [.exif(block)]), of: request).reason == "tag-left")
    }
  }

  @Test func aGainMapIsFoundByItsLengthInXMP() {
    for request in Self.requests(.gainMap) {
      for (orientation, line) in [(ExifOrientation.topLeft, "pass"), (.rightTop, "wrong: gain-map-rotated")] {
        let map = Self.jpeg(Self.small.stored(as: orientation))
        let directory = TinyXMP.directory([("Primary", 0), ("GainMap", map.count)])
        let file = Self.jpeg(Self.picture, [.xmp(directory)]) + map
        #expect(Judge.verdict(on: file, of: request).line == line)
        #expect(Judge.verdict(on: Array(file.dropLast(map.count)), of: request).line == "wrong: gain-map-lost")
      }
    }
  }

  @Test func aThumbnailMayHaveATagOfItsOwn() {
    for request in Self.requests(.thumbnail) {
      var block = TinyTIFF(orientation: 1)
      (block.ifd1, block.thumbnail) = ([.orientation(6)], Self.jpeg(Self.small.stored(as: .rightTop)))
      #expect(Judge.verdict(on: Self.jpeg(Self.picture, [.exif(block)]), of: request).isPass)
      block.thumbnail = [0xFF, 0xD8, 0xFF]
      #expect(
        Judge.verdict(on: Self.jpeg(Self.picture, [.exif(block)]), of: request).reason == "thumbnail-unreadable")
    }
  }

  @Test(arguments: ["1e999", "-1e999", "nan", "9e9999", "", "0x1p9999"])
  func aRegionWithoutNumbersIsLost(_ number: String) {
    let regions = TinyRegions([.init("Green", ["x", "y", "w", "h"].map { ($0, number) })], dimensions: (96, 64))
    let file = Self.jpeg(Self.picture, [.xmp(TinyRegions.packet(regions.mwg))])
    for request in Self.requests(.regions) { #expect(!Judge.verdict(on: file, of: request).isPass) }
  }

  @Test func everyPrefixIsJudgedWithoutATrap() {
    for part in KeptPart.allCases {
      let request = Self.requests(part)[0]
      for count in stride(from: 0, to: request.file.bytes.count, by: 7) {
        _ = Judge.verdict(on: Array(request.file.bytes.prefix(count)), of: request)
      }
    }
  }
}
