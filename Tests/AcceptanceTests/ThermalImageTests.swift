// The thermal image of a camera, whose pixels are those of the image as stored: it stays only with those.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite struct ThermalImageTests {
  private static let secret = Array("the temperatures of the whole scene".utf8)

  /// A photo with two segments of a thermal image.
  private static func photo(_ tag: Int) -> [UInt8] {
    let pieces = [Array("FFF\0".utf8) + secret, secret].enumerated().map { number, piece in
      TinySegment(0xE1, Array("FLIR\0".utf8) + [1, UInt8(number), 1] + piece)
    }
    return TinyJPEG(SamenessTests.image, segments: [.exif(TinyTIFF(orientation: tag))] + pieces).bytes
  }

  private static func copies(in bytes: [UInt8]) -> Int {
    bytes.indices.count { bytes[$0...].starts(with: secret) }
  }

  @Test func itIsOnePart() throws {
    let photo = Self.photo(1)
    let parts = try Probe(photo).fileParts(in: photo).filter { $0.kind == .thermalImage }
    #expect(parts.count == 1 && parts.first?.ranges.count == 2)
    #expect(parts.first?.byteCount == 4 + 2 * Self.secret.count && parts.first?.title == "thermal image")
  }

  @Test func aCropHasNoneAndSaysSo() throws {
    let photo = Self.photo(1)
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

  @Test(arguments: 2...8)
  func inPlaceItKeepsTheTag(_ tag: Int) throws {
    let folder = try ScratchFolder()
    let photo = Self.photo(tag)
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
  @Test(arguments: [(Strip.none, 2), (.thumbnails, 2), (.gps, 0), (.allButColor, 0)])
  func itStaysWithTheStoredPixels(_ strip: Strip, _ count: Int) throws {
    for tag in [1, 6] {
      var wish = Rendition(upright: .tagged)
      wish.strip = strip
      let photo = Self.photo(tag)
      let (_, done, bytes) = try DroppedMetadataTests.made(wish, photo)
      #expect(Self.copies(in: bytes) == count)
      let fates = try Self.account(of: photo, by: done, in: bytes).entries.filter { $0.part.kind == .thermalImage }
      #expect(fates.map(\.fate) == [count == 0 ? .removed : .kept])
    }
  }

  /// Removing thumbnails does not ask for its removal by a rotation.
  @Test func aRotationWithoutThumbnailsLosesIt() throws {
    var wish = Rendition(upright: .pixels)
    wish.strip = .thumbnails
    let photo = Self.photo(6)
    let (_, done, bytes) = try DroppedMetadataTests.made(wish, photo)
    #expect(try Self.account(of: photo, by: done, in: bytes).lostKinds == [.thermalImage])
  }

  private static func account(of source: [UInt8], by plan: Plan, in result: [UInt8]) throws -> Account {
    let (parts, found) = (try Probe(source).fileParts(in: source), try Probe(result).fileParts(in: result))
    return try Account(of: parts, in: source, by: plan, found: found, in: result)
  }
}
