// The cache on disk, seen through answers: of use to other services, and never believed without proof.

import Foundation
import Testing
import Upright
import UprightBatch
import UprightFiles
import UprightFixtures

@testable import UprightServer

@Suite struct DiskCacheTests {
  private static let target = "/iiif/3/6.jpg/full/24,/0/default.png"
  private let photos: ServerFolder
  private let cache: ScratchFolder

  init() async throws {
    (photos, cache) = (try ServerFolder(), try ScratchFolder())
    try await photos.settle()
  }

  private func service(_ change: (inout ServerOptions) -> Void = { _ in }) throws -> Served {
    try photos.service { options in
      (options.cacheFolder, options.cachesResults) = (cache.url.path, true)
      change(&options)
    }
  }

  private func answer(_ service: Served, _ target: String = target) async -> ServerResponse {
    let answer = await service.answer(ServerRequest(target: target))
    service.service.disk?.finish()
    return answer
  }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: cache.url.path)) ?? []).sorted()
  }

  @Test func aResultIsMadeOnceForAllServices() async throws {
    let (one, other) = (try service(), try service())
    let first = await answer(one)
    #expect(first.route == "transcode")
    for service in [one, other] {
      let again = await answer(service)
      #expect(again.route == "cached")
      #expect(again.status == 200 && again["ETag"] == first["ETag"] && again["Content-Type"] == "image/png")
      let isSame = again.body == first.body
      #expect(isSame)
    }
    let counts = try #require(other.service.disk).counts
    #expect(counts.resultHits == 1 && counts.resultMisses == 0)
    #expect(other.admission.figures.working == 0)
  }

  @Test func aCachedResultOfADamagedFileSaysSo() async throws {
    let whole = ServerFolder.photo(6)
    try photos.folder.write(Array(whole.dropLast(16)), as: "6.jpg")
    try await photos.settle()
    let (one, other) = (try service(), try service())
    let first = await answer(one)
    #expect(first["Upright-Damaged"] == "?1" && first.route == "transcode")
    for service in [one, other] {
      let again = await answer(service)
      #expect(again["Upright-Damaged"] == "?1" && again.isDamaged && again.route == "cached")
      #expect(again.body == first.body)
    }
    let undamaged = await answer(one, "/iiif/3/5.jpg/full/24,/0/default.png")
    #expect(undamaged["Upright-Damaged"] == nil)
    #expect(await answer(one, "/iiif/3/5.jpg/full/24,/0/default.png")["Upright-Damaged"] == nil)
  }

  @Test func otherRequestsHaveOtherResults() async throws {
    let service = try service()
    let targets = [
      Self.target, "/iiif/3/6.jpg/full/24,/0/default.jpg", "/iiif/3/6.jpg/full/24,/90/default.png",
      "/iiif/3/5.jpg/full/24,/0/default.png", "/stored/iiif/3/6.jpg/full/16,/0/default.png",
      "/iiif/3/6.jpg/full/24,/0/gray.png",
    ]
    for target in targets { #expect(await answer(service, target).route != "cached", "\(target)") }
    #expect(names.count == targets.count)
    // The same image by another address.
    #expect(await answer(service, "/iiif/3/6.jpg/pct:0,0,100,100/24,16/0/color.png").route == "cached")
  }

  @Test func theLimitsThatDecideTheSizeOfMaxAreAPartOfTheKey() async throws {
    let target = "/iiif/3/6.jpg/full/max/0/default.png"
    let large = await answer(try service(), target)
    let small = await answer(try service { $0.maxArea = 400 }, target)
    #expect(small.route != "cached")
    #expect(small["ETag"] != large["ETag"])
    let sizes = try [large, small].map { try Probe($0.body).storedSize.width }
    #expect(sizes[0] == 48 && sizes[1] < 48)
  }

  @Test(arguments: [0, 7, 8, 39, 40, 47, 48, 79, 80, -1])
  func aDamagedResultIsMadeAgain(_ place: Int) async throws {
    let service = try service()
    let first = await answer(service)
    let name = try #require(names.first { $0.hasSuffix(".result") })
    var bytes = try cache.read(name)
    bytes[place < 0 ? bytes.count + place : place] ^= 1
    try cache.write(bytes, as: name)
    let again = await answer(service)
    #expect(again.route == "transcode")
    let isSame = again.body == first.body
    #expect(isSame)
    #expect(service.service.disk?.counts.damaged == 1)
    #expect(await answer(service).route == "cached")
  }

  @Test func aResultUnderTheNameOfAnotherIsNotBelieved() async throws {
    let service = try service()
    _ = await answer(service)
    let name = try #require(names.first)
    let other = await answer(service, "/iiif/3/6.jpg/full/24,/180/default.png")
    let second = try #require(names.first { $0 != name })
    try cache.write(try cache.read(name), as: second)
    let again = await answer(service, "/iiif/3/6.jpg/full/24,/180/default.png")
    let isSame = again.body == other.body
    #expect(isSame)
    #expect(again.route == "transcode")
  }

  @Test func aChangedFileIsShownAsItIs() async throws {
    let service = try service()
    let before = await answer(service, "/iiif/3/1.jpg/full/max/0/default.png")
    let part = TinyImage.sixColors.enlarged(by: 16)
    for number in 0..<4 {
      var image = part
      image[0, 0] = [UInt8(40 * number), 0, 0]
      try photos.folder.write(TinyJPEG(image, exif: TinyTIFF(orientation: 1 + number % 2 * 2)).bytes, as: "1.jpg")
      if number % 2 == 0 { try await photos.settle() }
      let fresh = try photos.service()
      for _ in 0..<3 {
        let expected = await fresh.answer(ServerRequest(target: "/iiif/3/1.jpg/full/max/0/default.png"))
        let isSame = await answer(service, "/iiif/3/1.jpg/full/max/0/default.png").body == expected.body
        #expect(isSame, "\(number)")
      }
    }
    #expect(before.status == 200)
  }

  @Test func aFileThatMayStillChangeUnnoticedIsNotKept() async throws {
    let service = try service()
    try photos.folder.write(ServerFolder.photo(3), as: "1.jpg")
    let answer = await answer(service, "/iiif/3/1.jpg/full/24,/0/default.png")
    #expect(answer.status == 200)
    // Unless this took longer than it takes to settle.
    if answer["ETag"] == nil { #expect(names.isEmpty) }
  }

  @Test func withoutTheOptionNoResultIsKept() async throws {
    let service = try service { $0.cachesResults = false }
    for _ in 0..<2 { #expect(await answer(service).route == "transcode") }
    #expect(names.isEmpty)
  }

  @Test func indexesAreKeptForOtherServices() async throws {
    var image = TinyImage(width: 2_400, height: 1_600, filledWith: [90, 120, 60])
    for place in 0..<1_600 { image[place, place] = [200, 10, 10] }
    try photos.folder.write(TinyJPEG(image, exif: TinyTIFF(orientation: 1)).bytes, as: "large.jpg")
    try await photos.settle()
    let target = "/iiif/3/large.jpg/2000,1500,64,64/max/0/default.png"
    let reference = await answer(try photos.service(), target)
    for expected in [1, 0, 1, 0] {
      let service = try service { $0.cachesResults = false }
      let isSame = await answer(service, target).body == reference.body
      #expect(isSame)
      #expect(service.sources.figures.indexesMade == expected)
      #expect(service.service.disk?.counts.indexHits == 1 - expected)
      guard expected == 0, let name = names.first else { continue }
      var bytes = try cache.read(name)
      bytes[bytes.count / 2] ^= 4
      try cache.write(bytes, as: name)
    }
    #expect(names.count == 1 && names[0].hasSuffix(".index"))
  }

  /// Whatever the service keeps is its owner's alone, although everybody may read the photos.
  @Test func nobodyElseReadsWhatIsKept() async throws {
    let image = TinyImage(width: 2_400, height: 1_600, filledWith: [90, 120, 60])
    try photos.folder.write(TinyJPEG(image, exif: TinyTIFF(orientation: 1)).bytes, as: "large.jpg")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: photos.folder.path("large.jpg"))
    try await photos.settle()
    let service = try service()
    #expect(await answer(service, "/iiif/3/large.jpg/2000,1500,64,64/max/0/default.png").status == 200)
    #expect(Set(names.map { $0.split(separator: ".").last }) == ["index", "result"])
    for name in names {
      let mode = try FileManager.default.attributesOfItem(atPath: cache.path(name))[.posixPermissions] as? Int
      #expect(mode == 0o600, "\(name)")
    }
  }

  @Test func aFolderOfPhotosIsNoCache() throws {
    #expect(throws: UprightError.self) { try service { $0.cacheFolder = photos.folder.url.path } }
    #expect(throws: UprightError.self) { try service { $0.cacheFolder = photos.folder.path("inside") } }
    #expect(throws: UprightError.self) { try service { $0.cacheFolder = "/" } }
    #expect(!FileManager.default.fileExists(atPath: photos.folder.path("inside")))
  }

  @Test func servingGoesOnWithoutTheFolder() async throws {
    let service = try service()
    let first = await answer(service)
    try FileManager.default.removeItem(at: cache.url)
    for _ in 0..<2 {
      let again = await answer(service)
      let isSame = again.body == first.body
      #expect(again.status == 200 && isSame)
    }
    let counts = try #require(service.service.disk).counts
    #expect(counts.failures == 1)
    #expect(counts.skipped == 1)
  }
}
