// Answers without a socket: what is shown, under which names, with which fields.

import Foundation
import Testing
import Upright
import UprightBatch
import UprightFiles
import UprightFixtures

@testable import UprightServer

@Suite struct ImageServiceTests {
  @Test(arguments: 1...8)
  func everyTagIsServedUpright(_ tag: Int) async throws {
    let service = try ServerFolder().service()
    for version in 2...3 {
      let size = version == 2 ? "full" : "max"
      let answer = await service.answer(ServerRequest(target: "/iiif/\(version)/\(tag).jpg/full/\(size)/0/default.jpg"))
      #expect(answer.status == 200)
      #expect(answer["Content-Type"] == "image/jpeg")
      #expect(try Pixels.fields(of: answer.body) == ServerFolder.six)
      #expect(try Probe(answer.body).orientation.isIdentity)
    }
  }

  @Test(arguments: 1...8)
  func aRegionIsOneOfTheDisplayedImage(_ tag: Int) async throws {
    let service = try ServerFolder().service()
    let corner = await service.answer(ServerRequest(target: "/iiif/3/\(tag).jpg/32,16,16,16/max/0/default.png"))
    #expect(corner["Content-Type"] == "image/png")
    #expect(try Pixels.fields(of: corner.body, columns: 1, rows: 1) == [[1, 1, 1]])
    let turned = await service.answer(ServerRequest(target: "/iiif/3/\(tag).jpg/full/max/90/default.png"))
    // Clockwise, the left column becomes the top row.
    let expected = [[1, 1, 0], [1, 0, 0], [1, 0, 1], [0, 1, 0], [1, 1, 1], [0, 0, 1]]
    #expect(try Pixels.fields(of: turned.body, columns: 2, rows: 3) == expected)
  }

  @Test(arguments: 1...8)
  func storedAddressesShowTheImageAsStored(_ tag: Int) async throws {
    let folder = try ServerFolder()
    let service = try folder.service()
    let stored = try #require(ExifOrientation(rawValue: UInt8(tag)))
    let isTurned = tag > 4
    let labels = ServerFolder.stored[tag - 1].flatMap { $0 }.map { ServerFolder.six[$0] }
    let answer = await service.answer(ServerRequest(target: "/stored/iiif/3/\(tag).jpg/full/max/0/default.png"))
    let (columns, rows) = isTurned ? (2, 3) : (3, 2)
    #expect(try Pixels.fields(of: answer.body, columns: columns, rows: rows) == labels, "\(stored)")
    let part = await service.answer(ServerRequest(target: "/stored/iiif/3/\(tag).jpg/16,0,16,16/max/0/default.png"))
    #expect(try Pixels.fields(of: part.body, columns: 1, rows: 1) == [labels[1]])
    let info = await service.answer(ServerRequest(target: "/stored/iiif/3/\(tag).jpg/info.json"))
    let object = try #require(JSONSerialization.jsonObject(with: Data(info.body)) as? [String: Any])
    #expect(object["width"] as? Int == 16 * columns)
    #expect(object["height"] as? Int == 16 * rows)
  }

  @Test(arguments: [1, 6])
  func theSecondRegionOfAFileIsReadByAnIndex(_ tag: Int) async throws {
    let folder = try ServerFolder()
    var image = TinyImage(width: 1_600, height: 2_400, filledWith: [90, 120, 60])
    for place in 0..<1_600 { image[place, place] = [200, 10, 10] }
    try folder.folder.write(TinyJPEG(image, exif: TinyTIFF(orientation: tag)).bytes, as: "large.jpg")
    try await folder.settle()
    let service = try folder.service()
    let target = ServerRequest(target: "/iiif/3/large.jpg/800,760,64,64/max/0/default.png")
    var bodies: Set<[UInt8]> = []
    for expected in [0, 1, 1] {
      bodies.insert(await service.answer(target).body)
      #expect(service.sources.figures.indexesMade == expected)
    }
    let raster = try Pixels.raster(bodies.first ?? [])
    #expect(bodies.count == 1 && raster.size == PixelSize(width: 64, height: 64))
  }

  /// The quantization of luma from which those of all qualities are scaled (ITU T.81, table K.1): that of quality 40 is
  /// 1.25 times this one.
  private static let luma = [
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56,
    14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92,
    49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
  ]

  @Test func aQualityIsThatOfEveryResultInGrayOrColor() async throws {
    let folder = try ServerFolder()
    try await folder.settle()
    let (asSource, chosen) = (try folder.service(), try folder.service { $0.quality = 40 })
    let table = Self.luma.map { UInt16(($0 * 125 + 50) / 100) }
    for quality in ["default", "gray", "bitonal"] {
      let target = ServerRequest(target: "/iiif/3/6.jpg/1,1,40,30/max/0/\(quality).jpg")
      let (first, second) = (await asSource.answer(target), await chosen.answer(target))
      #expect(try Probe(first.body).jpeg?.quantization.first != table)
      #expect((try Probe(second.body).jpeg?.quantization.first == table) == (quality != "bitonal"))
      #expect(first["ETag"] != nil && first["ETag"] != second["ETag"])
    }
  }

  @Test func informationNamesTheImageByTheClientsHost() async throws {
    let service = try ServerFolder().service()
    var question = ServerRequest(target: "/iiif/3/6.jpg/info.json")
    question.host = "photos.example:8080"
    let plain = await service.answer(question)
    #expect(plain["Content-Type"] == "application/json")
    #expect(plain["Vary"] == "Accept")
    #expect(plain["Access-Control-Allow-Origin"] == "*")
    let object = try #require(JSONSerialization.jsonObject(with: Data(plain.body)) as? [String: Any])
    #expect(object["id"] as? String == "http://photos.example:8080/iiif/3/6.jpg")
    #expect(object["width"] as? Int == 48)
    question.accept = ["text/html, application/ld+json;q=0.9"]
    let linked = await service.answer(question)
    #expect(
      linked["Content-Type"] == "application/ld+json;profile=\"http://iiif.io/api/image/3/context.json\"")
    question.host = "a\"><script>"
    #expect(await service.answer(question).status == 400)
  }

  @Test func baseAddressesLeadToInformation() async throws {
    let service = try ServerFolder().service { $0.baseURL = "https://photos.example" }
    let answer = await service.answer(ServerRequest(target: "/iiif/2/6.jpg"))
    #expect(answer.status == 303)
    #expect(answer["Location"] == "https://photos.example/iiif/2/6.jpg/info.json")
  }

  @Test func imagesNameTheirCanonicalAddressAndLevel() async throws {
    let service = try ServerFolder().service { $0.baseURL = "https://photos.example" }
    let answer = await service.answer(ServerRequest(target: "/iiif/3/6.jpg/pct:0,0,100,100/48,32/0/color.jpg"))
    #expect(
      answer["Link"]
        == """
        <https://photos.example/iiif/3/6.jpg/full/max/0/default.jpg>;rel="canonical", \
        <http://iiif.io/api/image/3/level2.json>;rel="profile"
        """)
  }

  @Test func entityTagsBelongToOneContentOfOneFile() async throws {
    let folder = try ServerFolder()
    try await folder.settle()
    let service = try folder.service()
    func tag(_ target: String) async throws -> String {
      try #require(await service.answer(ServerRequest(target: target))["ETag"])
    }
    let first = try await tag("/iiif/3/1.jpg/full/max/0/default.jpg")
    #expect(try await tag("/iiif/3/1.jpg/0,0,48,32/48,32/0/color.jpg") == first)
    #expect(try await tag("/iiif/3/1.jpg/full/max/0/default.png") != first)
    #expect(try await tag("/iiif/3/1.jpg/full/max/90/default.jpg") != first)
    #expect(try await tag("/iiif/2/1.jpg/full/full/0/default.jpg") != first)
    #expect(try await tag("/stored/iiif/3/1.jpg/full/max/0/default.jpg") != first)
    #expect(try await tag("/iiif/3/2.jpg/full/max/0/default.jpg") != first)
    try folder.folder.write(ServerFolder.photo(3), as: "1.jpg")
    try await folder.settle()
    #expect(try await tag("/iiif/3/1.jpg/full/max/0/default.jpg") != first)
    let now = await service.answer(ServerRequest(target: "/iiif/3/1.jpg/full/max/0/default.png"))
    #expect(try Pixels.fields(of: now.body) == ServerFolder.six)
  }

  @Test func whatTheClientHasIsNotSentAgain() async throws {
    let folder = try ServerFolder()
    try await folder.settle()
    let service = try folder.service()
    var question = ServerRequest(target: "/iiif/3/6.jpg/full/max/0/default.jpg")
    let tag = try #require(await service.answer(question)["ETag"])
    #expect(tag.hasPrefix("\""))
    for (value, status) in [
      (tag, 304), ("\"a\", \(tag)", 304), ("W/\(tag)", 304), ("*", 304), ("\"a\"", 200),
      (String(tag.dropFirst().dropLast()), 200),
    ] {
      question.ifNoneMatch = [value]
      let answer = await service.answer(question)
      #expect(answer.status == status, "\(value)")
      #expect(answer.body.isEmpty == (status == 304))
      #expect(answer["ETag"] == tag)
    }
    question.ifNoneMatch = ["\"a\"", tag]
    #expect(await service.answer(question).status == 304)
    question.target = "/iiif/3/missing.jpg/full/max/0/default.jpg"
    question.ifNoneMatch = ["*"]
    #expect(await service.answer(question).status == 404)
  }

  @Test func explanationsStateTheRouteAndReadNoPixels() async throws {
    let service = try ServerFolder().service()
    let answer = await service.answer(ServerRequest(target: "/iiif/3/6.jpg/full/max/0/default.jpg?a=1&explain"))
    let object = try #require(JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
    #expect(object["route"] as? String == "transform")
    #expect((object["peakBytes"] as? Int).map { $0 > 0 } == true)
    #expect(object["rejections"] is [[String: Any]])
    #expect(service.admission.figures.working == 0)
  }

  @Test func imagesOfDamagedFilesSaySo() async throws {
    let folder = try ServerFolder()
    var bytes = ServerFolder.photo(3)
    // The end of the image stays, so headers show nothing.
    bytes.removeSubrange(bytes.count - 16..<bytes.count - 2)
    try folder.folder.write(bytes, as: "3.jpg")
    try await folder.settle()
    let service = try folder.service()
    func explained(_ name: String) async throws -> Bool? {
      let answer = await service.answer(ServerRequest(target: "/iiif/3/\(name)/full/max/0/default.jpg?explain"))
      let object = try #require(JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
      return object["damaged"] as? Bool
    }
    for name in ["1.jpg", "3.jpg"] { #expect(try await explained(name) == nil) }
    for size in ["max", "24,"] {
      let damaged = await service.answer(ServerRequest(target: "/iiif/3/3.jpg/full/\(size)/0/default.jpg"))
      #expect(damaged.status == 200 && damaged["Upright-Damaged"] == "?1" && damaged.isDamaged)
      #expect(damaged["Access-Control-Expose-Headers"]?.contains("Upright-Damaged") == true)
      let whole = await service.answer(ServerRequest(target: "/iiif/3/1.jpg/full/\(size)/0/default.jpg"))
      #expect(whole.status == 200 && whole["Upright-Damaged"] == nil && !whole.isDamaged)
    }
    #expect(try await explained("3.jpg") == true)
    #expect(try await explained("1.jpg") == nil)
  }

  /// A GIF of 3 × 2 pixels with two frames (GIF89a).
  private static let animation: [UInt8] = [
    0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0x03, 0x00, 0x02, 0x00, 0x82, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00,
    0x00, 0xFF, 0x00, 0xFF, 0x00, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x21,
    0xFF, 0x0B, 0x4E, 0x45, 0x54, 0x53, 0x43, 0x41, 0x50, 0x45, 0x32, 0x2E, 0x30, 0x03, 0x01, 0x00, 0x00, 0x00, 0x21,
    0xF9, 0x04, 0x00, 0x0A, 0x00, 0x00, 0x00, 0x2C, 0x00, 0x00, 0x00, 0x00, 0x03, 0x00, 0x02, 0x00, 0x00, 0x08, 0x09,
    0x00, 0x09, 0x08, 0x28, 0x10, 0x60, 0x00, 0x80, 0x80, 0x00, 0x21, 0xF9, 0x04, 0x01, 0x0A, 0x00, 0x06, 0x00, 0x2C,
    0x00, 0x00, 0x00, 0x00, 0x03, 0x00, 0x02, 0x00, 0x82, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0xFF, 0x00, 0xFF,
    0x00, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x08, 0x09, 0x00, 0x05, 0x14,
    0x08, 0x30, 0x00, 0x00, 0x81, 0x80, 0x00, 0x3B,
  ]

  /// Of a PNG, no part is made without its last chunk, and of an animation, the frames that are there are whole.
  @Test func filesWithoutTheirEndsSaySo() async throws {
    let folder = try ServerFolder()
    try folder.folder.write(Array(TinyPNG(.sixColors).bytes.dropLast(12)), as: "a.png")
    try folder.folder.write(Array(Self.animation.dropLast(4)), as: "a.gif")
    try await folder.settle()
    let service = try folder.service()
    let png = await service.answer(ServerRequest(target: "/iiif/3/a.png/full/2,/0/default.png"))
    #expect(png.status >= 400 && png.body.starts(with: [0x89]) == false)
    let gif = await service.answer(ServerRequest(target: "/iiif/3/a.gif/full/2,/0/default.png"))
    #expect(gif.status == 200 && gif.isDamaged && gif["Upright-Damaged"] == "?1")
  }

  /// The coded data of an upright photo at full size is copied; the check is made once.
  @Test func copiesOfDamagedFilesSaySo() async throws {
    let folder = try ServerFolder()
    var bytes = ServerFolder.photo(1)
    bytes.removeSubrange(bytes.count - 16..<bytes.count - 2)
    try folder.folder.write(bytes, as: "bad.jpg")
    try await folder.settle()
    let service = try folder.service()
    func full(_ name: String) async -> ServerResponse {
      await service.answer(ServerRequest(target: "/iiif/3/\(name)/full/max/0/default.jpg"))
    }
    let whole = await full("1.jpg")
    #expect(["copy", "rewrite"].contains(whole.route) && whole["Upright-Damaged"] == nil && !whole.isDamaged)
    #expect(try service.sources.isChecked(SourceKey(FileIdentity(path: folder.folder.path("1.jpg")))))
    for _ in 0..<2 {
      let damaged = await full("bad.jpg")
      #expect(damaged.status == 200 && damaged.route == whole.route, "\(damaged.route ?? "")")
      #expect(damaged["Upright-Damaged"] == "?1" && damaged.isDamaged)
      #expect(damaged.body.suffix(40) == bytes.suffix(40), "it is copied all the same")
    }
    let key = try SourceKey(FileIdentity(path: folder.folder.path("bad.jpg")))
    #expect(!service.sources.isChecked(key) && service.sources.isDamaged(key))
    #expect(await full("1.jpg")["Upright-Damaged"] == nil)
    #expect(service.admission.figures.working == 0)
  }

  @Test(arguments: [
    ("GET", "/nothing", 404), ("GET", "/view/7.png", 404), ("PUT", "/api/folder", 405),
    ("GET", "/iiif/3/6.jpg/full/max/0", 404), ("GET", "/iiif/4/6.jpg/info.json", 404),
    ("GET", "/iiif/3/7.png/info.json", 404), ("GET", "/iiif/3/6.jpg/full/0,0/0/default.jpg", 400),
    ("GET", "/iiif/3/6.jpg/full/max/45/default.jpg", 501), ("GET", "/iiif/3/6.jpg/full/max/0/default.pcx", 400),
    ("GET", "/iiif/3/note.txt/info.json", 415), ("POST", "/iiif/3/6.jpg/info.json", 405),
    ("DELETE", "/iiif/3/6.jpg", 405), ("OPTIONS", "/iiif/3/6.jpg/info.json", 204),
    ("HEAD", "/iiif/3/6.jpg/full/max/0/default.jpg", 200),
  ])
  func everyAnswerHasItsStatusAndMayBeReadByAnyPage(_ method: String, _ target: String, _ status: Int) async throws {
    let folder = try ServerFolder()
    try folder.folder.write(Array("no image".utf8), as: "note.txt")
    var question = ServerRequest(target: target)
    question.method = method
    let answer = try await folder.service().answer(question)
    #expect(answer.status == status)
    #expect(answer["Access-Control-Allow-Origin"] == "*")
    guard status >= 400 else { return }
    #expect(answer["Content-Type"] == "application/problem+json")
    let object = try #require(JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
    #expect(object["status"] as? Int == status)
    #expect((object["code"] as? String)?.isEmpty == false)
    #expect((object["detail"] as? String)?.isEmpty == false)
  }

  @Test(arguments: ["jpg", "png"])
  func grayAndBitonalImagesHaveNoColors(_ format: String) async throws {
    let service = try ServerFolder().service()
    for tag in 1...8 {
      let gray = await service.answer(ServerRequest(target: "/iiif/3/\(tag).jpg/full/max/0/gray.\(format)"))
      #expect(gray.status == 200)
      let raster = try Pixels.raster(gray.body)
      #expect(raster.layout.channels == .gray)
      // BT.601: red, green, blue, yellow, magenta, white.
      for (field, lightness) in [76, 150, 29, 226, 105, 255].enumerated() {
        let found = Int(raster.pixel(x: 8 + 16 * (field % 3), y: 8 + 16 * (field / 3))[0])
        #expect(abs(found - lightness) <= 4, "tag \(tag), field \(field): \(found)")
      }
      let sharp = await service.answer(ServerRequest(target: "/iiif/3/\(tag).jpg/full/max/0/bitonal.\(format)"))
      #expect(try Pixels.fields(of: sharp.body) == [[0], [1], [0], [1], [0], [1]])
    }
  }

  @Test func longAddressesAreRefused() async throws {
    let service = try ServerFolder().service()
    let name = String(repeating: "a", count: 2_048)
    #expect(await service.answer(ServerRequest(target: "/iiif/3/\(name)/info.json")).status == 414)
    #expect(await service.answer(ServerRequest(target: "/iiif/3/6.jpg/info.json?\(name)")).status == 414)
  }

  @Test func largeResultsAreRefusedIfTheAreaIsLimited() async throws {
    let service = try ServerFolder().service { $0.maxArea = 400 }
    let answer = await service.answer(ServerRequest(target: "/iiif/3/6.jpg/full/48,32/0/default.jpg"))
    #expect((400..<500).contains(answer.status))
    let most = await service.answer(ServerRequest(target: "/iiif/3/6.jpg/full/max/0/default.jpg"))
    let size = try Probe(most.body).storedSize
    #expect(size.width * size.height <= 400)
  }

  @Test func aRequestThatExceedsAllMemoryIsRefused() async throws {
    let service = try ServerFolder().service { $0.memoryBytes = 1_000 }
    let answer = await service.answer(ServerRequest(target: "/iiif/3/6.jpg/full/24,/0/default.jpg"))
    #expect(answer.status == 413)
    #expect(answer.code == "limit")
  }

  @Test func headersAreKeptUntilTheFileChanges() async throws {
    let folder = try ServerFolder()
    try await folder.settle()
    let service = try folder.service()
    for _ in 0..<3 { _ = await service.answer(ServerRequest(target: "/iiif/3/6.jpg/info.json")) }
    #expect(service.sources.figures.misses == 1)
    #expect(service.sources.figures.hits == 2)
    #expect(service.sources.figures.bytes > 0)
    try folder.folder.write(ServerFolder.photo(1), as: "6.jpg")
    _ = await service.answer(ServerRequest(target: "/iiif/3/6.jpg/info.json"))
    #expect(service.sources.figures.misses == 2)
  }

  /// What is kept between requests is taken from the memory of all, and never more than a quarter.
  @Test func whatIsKeptIsPartOfAllMemory() async throws {
    let folder = try ServerFolder()
    for (cache, kept) in [(1 << 20, 1 << 20), (1 << 30, 16 << 20), (0, 0), (-1, 0)] {
      var options = ServerOptions(roots: [])
      (options.memoryBytes, options.cacheBytes) = (64 << 20, cache)
      #expect(options.keptBytes == kept && options.keptBytes + options.workingBytes == 64 << 20)
      let service = try folder.service { ($0.memoryBytes, $0.cacheBytes) = (64 << 20, cache) }
      #expect(service.admission.total == 64 << 20 - kept)
    }
    try await folder.settle()
    let service = try folder.service { ($0.memoryBytes, $0.cacheBytes) = (400_000, 1 << 30) }
    for tag in 1...8 { _ = await service.answer(ServerRequest(target: "/iiif/3/\(tag).jpg/info.json")) }
    #expect(service.sources.figures.bytes <= 100_000 && service.sources.figures.entries > 0)
  }

  @Test func keptHeadersStayWithinTheirMemory() async throws {
    let folder = try ServerFolder()
    try await folder.settle()
    let service = try folder.service { $0.cacheBytes = 100_000 }
    for tag in 1...8 { _ = await service.answer(ServerRequest(target: "/iiif/3/\(tag).jpg/info.json")) }
    #expect(service.sources.figures.bytes <= 100_000)
    #expect((1...3).contains(service.sources.figures.entries))
  }
}
