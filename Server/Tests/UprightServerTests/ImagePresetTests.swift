// Presets and negotiated formats, as answers.

import Foundation
import Testing
import Upright

@testable import UprightServer

@Suite struct ImagePresetTests {
  private static func service(_ change: (inout ServerOptions) -> Void = { _ in }) async throws -> Served {
    let folder = try ServerFolder()
    try await folder.settle()
    let preset = try ImagePreset("half=full/24,/0/default.jpg")
    return try folder.service { options in
      options.presets = [preset]
      options.baseURL = "https://photos.example"
      change(&options)
    }
  }

  @Test(arguments: 1...8)
  func aPresetIsThatRequestUpright(_ tag: Int) async throws {
    let service = try await Self.service()
    let answer = await service.answer(ServerRequest(target: "/preset/half/\(tag).jpg"))
    #expect(answer.status == 200 && answer.kind == "preset")
    #expect(try Pixels.fields(of: answer.body, side: 8) == ServerFolder.six)
    let same = await service.answer(ServerRequest(target: "/iiif/3/\(tag).jpg/full/24,/0/default.jpg"))
    #expect(answer["ETag"] == same["ETag"])
    #expect(answer["Link"] == same["Link"])
  }

  @Test(arguments: [
    "/iiif/3/6.jpg/full/24,/0/default.jpg", "/iiif/3/6.jpg/info.json", "/iiif/3/6.jpg", "/view/6.jpg", "/api/folder",
    "/stored/iiif/3/6.jpg/info.json", "/", "/page/view.js", "/presets/half/6.jpg",
  ])
  func onlyPresetsAreServedIfThatIsAskedFor(_ target: String) async throws {
    let service = try await Self.service { $0.onlyPresets = true }
    let answer = await service.answer(ServerRequest(target: target))
    #expect(answer.status == 403 && answer.code == "only-presets")
    let preset = await service.answer(ServerRequest(target: "/preset/half/6.jpg"))
    #expect(preset.status == 200)
    #expect(preset["Link"] == "<https://photos.example/preset/half/6.jpg>;rel=\"canonical\"")
  }

  @Test(arguments: [
    ("/preset/none/6.jpg", 404), ("/preset/half/gone.jpg", 404), ("/preset/half", 404), ("/preset/half/a/b", 404),
    ("/preset/half/..%2F6.jpg", 400), ("/preset/half/6.jpg?explain", 200),
  ])
  func everyPresetAddressHasItsStatus(_ target: String, _ status: Int) async throws {
    let service = try await Self.service()
    #expect(await service.answer(ServerRequest(target: target)).status == status)
  }

  @Test(arguments: [
    "", "small", "=full/max/0/default.jpg", "a b=full/max/0/default.jpg", "a=full/max/0", "a=full/max/0/default.jpg/x",
    "a=full/max/45/default.jpg", "a=full/full/0/default.jpg", "a=full/max/0/default.xyz", "ä=full/max/0/default.jpg",
  ])
  func whatIsNoPresetIsRefused(_ text: String) {
    #expect(throws: UprightError.self) { try ImagePreset(text) }
  }

  @Test(arguments: [
    ([String](), nil), (["*/*"], nil), (["image/*"], nil), (["image/webp"], "webp"),
    (["image/avif, image/webp"], "avif"),
    (["image/avif;q=0,image/webp;q=0.1"], "webp"), (["image/avif;q=0.2", "image/webp ; q=0.3"], "webp"),
    (["image/webp;q=0.5,image/jpeg"], nil), (["IMAGE/AVIF"], "avif"), (["image/avif;q=2"], nil),
    (["image/avif;q=x"], nil), (["image/avif;q=nan"], nil), (["image/avif;a=b;q=0"], nil),
    ([";;,,;q=1,image/avif"], "avif"),
  ])
  func aFormatMustBeNamed(_ accept: [String], _ expected: String?) {
    #expect(NegotiatedFormat.best(of: [.avif, .webp], for: accept)?.rawValue == expected)
  }

  #if WebP
    @Test func negotiatedImagesHaveTheirOwnTagAndTheSameCanonicalAddress() async throws {
      let service = try await Self.service { $0.negotiated = [.webp] }
      for target in ["/iiif/3/6.jpg/full/24,/0/default.jpg", "/preset/half/6.jpg"] {
        var request = ServerRequest(target: target)
        let plain = await service.answer(request)
        request.accept = ["image/webp,*/*;q=0.8"]
        let chosen = await service.answer(request)
        #expect(plain["Content-Type"] == "image/jpeg" && chosen["Content-Type"] == "image/webp")
        #expect(plain["Vary"] == "Accept" && chosen["Vary"] == "Accept")
        #expect(plain["ETag"] != chosen["ETag"])
        #expect(plain["Link"] == chosen["Link"])
        #expect(try Pixels.fields(of: chosen.body, side: 8) == ServerFolder.six)
      }
      var request = ServerRequest(target: "/iiif/3/6.jpg/full/24,/0/gray.jpg")
      request.accept = ["image/webp"]
      let gray = await service.answer(request)
      #expect(gray["Content-Type"] == "image/jpeg" && gray["Vary"] == nil)
    }
  #endif
}
