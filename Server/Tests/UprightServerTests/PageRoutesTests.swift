// The pages, their files, and the JSON that they read.

import Foundation
import Testing
import Upright
import UprightFiles

@testable import UprightServer

@Suite struct PageRoutesTests {
  private static let assets = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/UprightServer/Page/Assets")

  private func json(_ answer: ServerResponse) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
  }

  @Test func aFileHasThePageOfAnImageAndAFolderThatOfAFolder() async throws {
    let folder = try ServerFolder()
    try FileManager.default.createDirectory(atPath: folder.folder.path("inside"), withIntermediateDirectories: false)
    let service = try folder.service()
    for (path, mark) in [("6.jpg", "view.js"), ("", "folder.js"), ("inside", "folder.js"), ("inside/", "folder.js")] {
      let answer = await service.answer(ServerRequest(target: "/view/\(path)"))
      #expect(answer.status == 200, "\(path)")
      #expect(String(decoding: answer.body, as: UTF8.self).contains(mark), "\(path)")
      #expect(answer["Content-Security-Policy"]?.contains("default-src 'none'") == true)
    }
    for path in ["7.png", "..", "%2e%2e/6.jpg", "inside/6.jpg", ".hidden"] {
      let answer = await service.answer(ServerRequest(target: "/view/\(path)"))
      #expect([400, 404].contains(answer.status), "\(path): \(answer.status)")
    }
    let root = await service.answer(ServerRequest(target: "/"))
    #expect(root.status == 303 && root["Location"] == "view/")
  }

  @Test func aFileThatCannotBeShownIsAPageWithTheReason() async throws {
    let folder = try ServerFolder()
    try folder.folder.write(Array("words".utf8), as: "broken.jpg")
    try folder.folder.write(Array("8BPS".utf8) + [0, 1] + [UInt8](repeating: 0, count: 20), as: "layers<b>.jpg")
    let service = try folder.service()
    for (name, reason) in [
      ("broken.jpg", "not an image in a known format"), ("gone.jpg", "there is no such image"),
      ("layers%3Cb%3E.jpg", "Photoshop PSD: recognized, not supported"),
    ] {
      var question = ServerRequest(target: "/view/\(name)")
      let plain = await service.answer(question)
      #expect(plain["Content-Type"] == "application/problem+json")
      question.accept = ["text/html,application/xhtml+xml;q=0.9"]
      let answer = await service.answer(question)
      #expect(answer.status == plain.status && answer["Content-Type"] == "text/html; charset=utf-8")
      let text = String(decoding: answer.body, as: UTF8.self)
      #expect(text.contains(reason) && text.contains("href=\"../page/page.css\"") && !text.contains("<b>"), "\(text)")
      #expect(answer["Content-Security-Policy"]?.contains("default-src 'none'") == true)
    }
  }

  @Test func everyFileOfThePageIsServedAsItIs() async throws {
    let service = try ServerFolder().service()
    for (name, asset) in PageAsset.all {
      let answer = await service.answer(ServerRequest(target: "/page/\(name)"))
      #expect(answer.status == 200 && answer["Content-Type"] == asset.contentType)
      let isSame = try Data(answer.body) == Data(contentsOf: Self.assets.appending(path: name))
      #expect(isSame, "\(name)")
      var again = ServerRequest(target: "/page/\(name)")
      again.ifNoneMatch = [asset.entityTag]
      let unchanged = await service.answer(again)
      #expect(unchanged.status == 304 && unchanged.body.isEmpty)
    }
    let module = await service.answer(ServerRequest(target: "/page/geometry.wasm"))
    #expect(Array(module.body.prefix(8)) == [0, 0x61, 0x73, 0x6D, 1, 0, 0, 0])
    #expect(await service.answer(ServerRequest(target: "/page/PageAssets.swift")).status == 404)
  }

  @Test(arguments: 1...8)
  func factsAreThoseOfTheFile(_ tag: Int) async throws {
    let service = try ServerFolder().service()
    let answer = await service.answer(ServerRequest(target: "/api/image/\(tag).jpg"))
    #expect(answer.status == 200)
    let facts = try json(answer)
    #expect(facts["tag"] as? Int == tag)
    #expect(facts["format"] as? String == "jpeg")
    #expect(facts["displayed"] as? [String: Int] == ["width": 48, "height": 32])
    #expect(
      facts["stored"] as? [String: Int] == (tag > 4 ? ["width": 32, "height": 48] : ["width": 48, "height": 32]))
    #expect((facts["block"] as? [String: Int])?["width"].map { $0 % 8 } == 0)
  }

  @Test func aFolderIsListedInPartsThatMissNothing() async throws {
    let folder = try ServerFolder()
    try FileManager.default.createDirectory(atPath: folder.folder.path("inside"), withIntermediateDirectories: false)
    try folder.folder.write(Array("no image".utf8), as: "broken.jpg")
    try folder.folder.write(Array("text".utf8), as: "notes.txt")
    try folder.folder.write(ServerFolder.photo(1), as: ".hidden.jpg")
    try FileManager.default.createSymbolicLink(atPath: folder.folder.path("link.jpg"), withDestinationPath: "6.jpg")
    let service = try folder.service()
    var (names, tags, after) = ([String](), [Int?](), "")
    repeat {
      let part = try json(await service.answer(ServerRequest(target: "/api/folder?limit=4\(after)")))
      let images = try #require(part["images"] as? [[String: Any]])
      names += images.compactMap { $0["name"] as? String }
      tags += images.map { $0["tag"] as? Int }
      #expect((part["folders"] as? [[String: String]]) == [["name": "inside"]])
      after = (part["next"] as? String).map { "&after=\($0)" } ?? ""
    } while !after.isEmpty
    #expect(names == (1...8).map { "\($0).jpg" } + ["broken.jpg"])
    #expect(tags == (1...8).map { $0 } + [nil])
    #expect(await service.answer(ServerRequest(target: "/api/folder?limit=0")).status == 400)
    #expect(await service.answer(ServerRequest(target: "/api/folder/none")).status == 404)
    #expect(await service.answer(ServerRequest(target: "/api/folder/6.jpg")).status == 404)
  }

  @Test(arguments: [
    ("/view/6.jpg", "../page/"), ("/view/", "../page/"), ("/view", "page/"), ("/view/inside", "../page/"),
    ("/view/inside/", "../../page/"), ("/view/inside/6.jpg", "../../page/"),
  ])
  func pagesNameTheirFilesRelativeToTheirOwnAddress(_ target: String, _ start: String) async throws {
    let folder = try ServerFolder()
    try FileManager.default.createDirectory(atPath: folder.folder.path("inside"), withIntermediateDirectories: false)
    try folder.folder.write(ServerFolder.photo(6), as: "inside/6.jpg")
    let service = try folder.service()
    var request = ServerRequest(target: target)
    let answer = await service.answer(request)
    #expect(answer.text.contains("=\"\(start)page.css\""))
    #expect(!answer.text.contains("\"/page/"))
    request.ifNoneMatch = [try #require(answer["ETag"])]
    #expect(await service.answer(request).status == 304)
    request.target = "/view/inside/6.jpg"
    #expect(await service.answer(request).status == (target == request.target ? 304 : 200))
  }

  @Test func aFolderOfTooManyFilesIsListedInPart() async throws {
    let folder = try ServerFolder()
    let service = try folder.service()
    #expect(try json(await service.answer(ServerRequest(target: "/api/folder")))["complete"] as? Bool == true)
    for number in 0..<ServedFolder.longestListing { try folder.folder.write([], as: "\(number).txt") }
    #expect(try json(await service.answer(ServerRequest(target: "/api/folder")))["complete"] as? Bool == false)
    #expect(await service.answer(ServerRequest(target: "/view/")).text.contains("folder.js"))
  }

  @Test func severalRootsAreFoldersOfTheWhole() async throws {
    let (one, two) = (try ServerFolder(), try ServerFolder())
    for (folder, name) in [(one, "a"), (two, "b")] {
      try FileManager.default.createDirectory(atPath: folder.folder.path(name), withIntermediateDirectories: false)
      try folder.folder.write(ServerFolder.photo(6), as: "\(name)/\(name).jpg")
    }
    let service = try one.service { $0.roots = [one.folder.path("a"), two.folder.path("b")] }
    let whole = try json(await service.answer(ServerRequest(target: "/api/folder")))
    #expect((whole["folders"] as? [[String: String]]) == [["name": "a"], ["name": "b"]])
    let part = try json(await service.answer(ServerRequest(target: "/api/folder/b")))
    #expect((part["images"] as? [[String: Any]])?.first?["name"] as? String == "b.jpg")
    #expect(await service.answer(ServerRequest(target: "/view/b/b.jpg")).status == 200)
    #expect(await service.answer(ServerRequest(target: "/view/a/b.jpg")).status == 404)
  }
}
