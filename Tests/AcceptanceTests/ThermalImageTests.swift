// The thermal image of a camera, whose pixels are those of the image as stored: it stays only with those.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite struct ThermalImageTests {
  private static let secret = Array("the temperatures of the whole scene".utf8)

  /// A photo with a thermal image.
  private static func photo(_ tag: Int, _ maker: TinyThermal) -> [UInt8] {
    let segments = [maker.exif(orientation: tag)] + maker.segments(secret + secret).map(\.segment)
    return TinyJPEG(SamenessTests.image, segments: segments).bytes
  }

  /// How much of the thermal image a file has, in copies of the secret.

  private static func copies(in bytes: [UInt8]) -> Int {
    bytes.indices.count { bytes[$0...].starts(with: secret) }
  }

  @Test(arguments: TinyThermal.allCases)
  func itIsOnePart(_ maker: TinyThermal) throws {
    let photo = Self.photo(1, maker)
    let parts = try Probe(photo).fileParts(in: photo).filter { $0.kind == .thermalImage }
    let contents = maker.segments(Self.secret + Self.secret).map(\.content)
    #expect(parts.map(\.name) == [maker.name] && parts.first?.ranges.count == contents.count)
    #expect(parts.first?.byteCount == contents.joined().count && parts.first?.title == "thermal image")
    let folder = try ScratchFolder()
    try folder.write(photo, as: "a.jpg")
    let report = try UprightTool.run(["info", "--parts", "a.jpg"], in: folder).text
    #expect(report.contains("thermal-image  \(maker.name)"), "\(report)")
  }

  @Test(arguments: TinyThermal.allCases)
  func aCropHasNoneAndSaysSo(_ maker: TinyThermal) throws {
    let photo = Self.photo(1, maker)
    let crop = Rendition(region: .pixels(PixelRect(x: 16, y: 16, width: 32, height: 32)), upright: .pixels)
    let smaller = Rendition(size: .within(PixelSize(width: 20, height: 20)), upright: .pixels, loss: .recode)
    for wish in [crop, smaller] {
      let (plan, done, bytes) = try DroppedMetadataTests.made(wish, photo)
      #expect(Self.copies(in: bytes) == 0 && plan.description.contains("not copied: the thermal image"))
      let account = try Self.account(of: photo, by: done, in: bytes)
      #expect(account.losses.isEmpty)
      #expect(account.entries.filter { $0.part.kind == .thermalImage }.map(\.fate) == [.removed])
    }
  }

  @Test(arguments: TinyThermal.allCases, 2...8)
  func inPlaceItKeepsTheTag(_ maker: TinyThermal, _ tag: Int) throws {
    let folder = try ScratchFolder()
    let photo = Self.photo(tag, maker)
    try folder.write(photo, as: "a.jpg")
    let kept = try UprightTool.run(["fix", "-i", "a.jpg"], in: folder)
    #expect(kept.complaints.contains("the thermal image") && kept.complaints.contains("--allow-loss thermal-image"))
    #expect(try folder.read("a.jpg") == photo)
    let beside = try UprightTool.run(["fix", "a.jpg", "-o", "b.jpg"], in: folder)
    #expect(beside.status == 0 && beside.complaints.contains("1 part lost: thermal image"), "\(beside.complaints)")
    #expect(try Self.copies(in: folder.read("b.jpg")) == 0)
    let allowed = try UprightTool.run(["fix", "-i", "--allow-loss", "thermal-image", "a.jpg"], in: folder)
    #expect(allowed.complaints.contains("1 part lost: thermal image"), "\(allowed.complaints)")
    #expect(try Probe(folder.read("a.jpg")).isUpright)
  }

  /// Where no pixel moves it stays, unless the location must go, which it may hold. It is no thumbnail.
  @Test(arguments: TinyThermal.allCases, [(Strip.none, 2), (.thumbnails, 2), (.gps, 0), (.allButColor, 0)])
  func itStaysWithTheStoredPixels(_ maker: TinyThermal, _ wanted: (strip: Strip, count: Int)) throws {
    let (strip, count) = wanted
    for tag in [1, 6] {
      var wish = Rendition(upright: .tagged)
      wish.strip = strip
      let photo = Self.photo(tag, maker)
      let (_, done, bytes) = try DroppedMetadataTests.made(wish, photo)
      #expect(Self.copies(in: bytes) == count)
      let fates = try Self.account(of: photo, by: done, in: bytes).entries.filter { $0.part.kind == .thermalImage }
      #expect(fates.map(\.fate) == [count == 0 ? .removed : .kept])
    }
  }

  /// Removing thumbnails does not ask for its removal by a rotation.
  @Test(arguments: TinyThermal.allCases)
  func aRotationWithoutThumbnailsLosesIt(_ maker: TinyThermal) throws {
    var wish = Rendition(upright: .pixels)
    wish.strip = .thumbnails
    let photo = Self.photo(6, maker)
    let (_, done, bytes) = try DroppedMetadataTests.made(wish, photo)
    #expect(try Self.account(of: photo, by: done, in: bytes).lostKinds == [.thermalImage])
  }

  /// A new image in another format, of the pixels as stored, has no place for it.
  @Test(arguments: TinyThermal.allCases)
  func anotherFormatHasNoPlaceForIt(_ maker: TinyThermal) throws {
    var wish = Rendition(upright: .pixels)
    wish.format = .png
    let photo = Self.photo(1, maker)
    let (plan, done, bytes) = try DroppedMetadataTests.made(wish, photo)
    #expect(Self.copies(in: bytes) == 0 && plan.description.contains("the thermal image"))
    let fates = try Self.account(of: photo, by: done, in: bytes).entries.filter { $0.part.kind == .thermalImage }
    #expect(fates.map(\.fate) == [.lost(.contentDropped(.thermalImage))])
  }

  private static func account(of source: [UInt8], by plan: Plan, in result: [UInt8]) throws -> Account {
    let (parts, found) = (try Probe(source).fileParts(in: source), try Probe(result).fileParts(in: result))
    return try Account(of: parts, in: source, by: plan, found: found, in: result)
  }
}
