// Signed addresses: what a signature allows, for how long, and what is read from a file of keys.

import Foundation
import Testing
import Upright
import UprightFiles

@testable import UprightServer

@Suite struct SignedAddressTests {
  private static let one = String(repeating: "0a", count: 32)
  private static let two = "c2Vjb25kIGtleSwgZm9yIHJvdGF0aW9uLi4uLi4uMzI="
  private static let later = FileIdentity.Time.now.seconds + 100_000

  private static func keys(_ text: String = one) throws -> URLKeys { try URLKeys(Array(text.utf8)) }

  private static func code(_ target: String, _ keys: URLKeys, now: Int? = nil) -> String {
    do throws(Problem) {
      _ = try SignedAddress.verified(
        ServerRequest(target: target), by: keys, now: now ?? FileIdentity.Time.now.seconds)
      return "ok"
    } catch {
      return error.status == 403 ? error.code : "\(error.status)"
    }
  }

  /// Computed by another program (openssl), from the description in docs/decisions/0051.
  @Test func signaturesAreThoseOfTheDescription() throws {
    let path = try Self.keys().signed("/iiif/3/a%2Fb.jpg/full/max/0/default.jpg", until: 2_000_000_000, isTree: false)
    #expect(
      path
        == """
        /iiif/3/a%2Fb.jpg/full/max/0/default.jpg?expires=2000000000\
        &signature=winRDTcMSQp1NP96SHYu1X6tppoTMhsFGG0bzP13C0M
        """)
    let tree = try Self.keys().signed("/iiif/3/a%2Fb.jpg/info.json", until: 2_000_000_000, isTree: true)
    #expect(
      tree
        == "/signed/2000000000-2-lROrMjAhGO-jNR3lYOEdQDKamxPRJYjx8LKNwN1zjeE/iiif/3/a%2Fb.jpg/info.json")
  }

  @Test func everyKeyVerifiesAndTheFirstSigns() throws {
    let both = try Self.keys("\(Self.two)\n\(Self.one)\n")
    for text in [Self.one, Self.two] {
      let path = try Self.keys(text).signed("/view/a.jpg", until: Self.later, isTree: false)
      #expect(Self.code(path, both) == "ok")
      #expect((try both.signed("/view/a.jpg", until: Self.later, isTree: false) == path) == (text == Self.two))
    }
    let old = try Self.keys(Self.one).signed("/view/a.jpg", until: Self.later, isTree: false)
    #expect(Self.code(old, try Self.keys(Self.two)) == "signature-invalid")
  }

  @Test func aSignatureEndsAfterItsLastSecond() throws {
    let keys = try Self.keys()
    for isTree in [false, true] {
      let path = try keys.signed("/view/a.jpg", until: 5_000, isTree: isTree)
      #expect(Self.code(path, keys, now: 5_000) == "ok")
      #expect(Self.code(path, keys, now: 5_001) == "signature-expired")
      #expect(Self.code(path, try Self.keys(Self.two), now: 5_001) == "signature-invalid")
    }
  }

  @Test func everyOtherBitIsRefused() throws {
    let keys = try Self.keys()
    let path = try keys.signed("/iiif/3/a.jpg/info.json", until: Self.later, isTree: false)
    let tree = try keys.signed("/iiif/3/a.jpg/info.json", until: Self.later, isTree: true)
    for whole in [path, tree] {
      #expect(Self.code(whole, keys) == "ok")
      let end = whole == tree ? whole.dropLast("/iiif/3/a.jpg/info.json".count).endIndex : whole.endIndex
      for place in whole.indices[..<end] {
        var other = whole
        other.replaceSubrange(place...place, with: whole[place] == "x" ? "y" : "x")
        #expect(Self.code(other, keys) != "ok", "\(other)")
      }
    }
  }

  @Test(arguments: [
    ("/view/2024", "/iiif/3/2024%2Fa.jpg/info.json", true), ("/view/2024", "/iiif/2/2024%2Fb%2Fa.jpg", true),
    ("/view/2024", "/view/2024/b/", true), ("/view/2024", "/api/folder/2024", true),
    ("/view/2024", "/stored/iiif/3/2024%2Fa.jpg/info.json", true), ("/view/2024", "/preset/small/2024%2Fa.jpg", true),
    ("/view/2024", "/api/selections/2024%2Fa.jpg", true), ("/view/2024", "/page/view.js", true),
    ("/view/2024", "/iiif/3/2025%2Fa.jpg/info.json", false), ("/view/2024", "/iiif/3/2024.jpg/info.json", false),
    ("/view/2024", "/api/folder", false), ("/view/2024", "/api", false), ("/view/2024", "/view/", false),
    ("/view/2024", "/view/2024/../2025", false), ("/view/2024", "/iiif/3/2024%2F..%2F2025%2Fa.jpg/info.json", false),
    ("/view/2024", "/stored/view/2024", false), ("/api/folder", "/iiif/3/a.jpg/info.json", true),
  ])
  func aTreeAllowsWhatIsBelowIt(_ signed: String, _ asked: String, _ isAllowed: Bool) throws {
    let keys = try Self.keys()
    let tree = String(try keys.signed(signed, until: Self.later, isTree: true).dropLast(signed.count))
    #expect((Self.code(tree + asked, keys) == "ok") == isAllowed)
  }

  @Test func onlyWhatIsSignedIsAnswered() async throws {
    let folder = try ServerFolder()
    try await folder.settle()
    let keys = try Self.keys()
    let later = FileIdentity.Time.now.seconds + 1_000
    let service = try folder.service { ($0.signKeys, $0.maxAge) = (keys, 5_000) }
    let target = "/iiif/3/6.jpg/full/max/0/default.jpg"
    let refused = await service.answer(ServerRequest(target: target))
    #expect(refused.status == 403 && refused.code == "signature-missing")
    #expect(refused["Access-Control-Allow-Origin"] == "*")
    let signed = await service.answer(
      ServerRequest(target: try keys.signed(target, until: later, isTree: false)))
    #expect(try Pixels.fields(of: signed.body) == ServerFolder.six)
    let age = signed["Cache-Control"]?.split(separator: "=").last.flatMap { Int($0) }
    #expect(signed["Cache-Control"]?.hasPrefix("private, ") == true)
    #expect(age.map { (900...1_000).contains($0) } == true)
    var request = ServerRequest(target: "/api/selections/6.jpg")
    request.method = "PUT"
    #expect(await service.answer(request).status == 403)
    request.method = "OPTIONS"
    let options = await service.answer(request)
    #expect(options.status == 204 && options["Allow"] == "GET, HEAD, OPTIONS")
    let info = await service.answer(
      ServerRequest(target: try keys.signed("/iiif/3/6.jpg/info.json", until: later, isTree: true)))
    let object = try #require(JSONSerialization.jsonObject(with: Data(info.body)) as? [String: Any])
    let id = try #require(object["id"] as? String)
    #expect(id.contains("/signed/\(later)-1-") && id.hasSuffix("/iiif/3/6.jpg"))
  }

  @Test(arguments: [
    ("/a?expires=1&signature=abc&x=1", "/a?expires=1&signature=*&x=1"), ("/a?signature=abc", "/a?signature=*"),
    ("/signed/1-2-abc/iiif/3/a", "/signed/*/iiif/3/a"), ("/signed/abc", "/signed/*"), ("/signed", "/signed"),
    ("/signed/a/signed/b/c", "/signed/*/signed/*/c"), ("/signed/1-2-abc?x", "/signed/*?x"),
    ("/plain?a=b", "/plain?a=b"),
  ])
  func logsHaveNoSignatures(_ target: String, _ expected: String) {
    #expect(SignedAddress.redacted(target) == expected)
  }

  @Test(arguments: [
    "", "# nothing\n", "0011223344", "no key at all", "\(String(repeating: "ab", count: 129))",
    String(repeating: "\(one)\n", count: 17), "\(one)\n!!\n",
  ])
  func whatIsNoKeyIsRefusedWithoutShowingIt(_ text: String) {
    do {
      _ = try Self.keys(text)
      Issue.record("\(text) was accepted")
    } catch {
      #expect("\(error)".contains("signKeys") && !"\(error)".contains(Self.one))
    }
  }

  @Test func aFileOfKeysIsForItsOwner() throws {
    let scratch = try ScratchFolder()
    try scratch.write(Array("# first\r\n\r\n  \(Self.one.uppercased()) \r\n".utf8), as: "keys")
    for (mode, isAccepted) in [(0o600, true), (0o400, true), (0o440, true), (0o644, false), (0o622, false)] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: scratch.path("keys"))
      #expect(((try? URLKeys(scratch.path("keys"))) != nil) == isAccepted, "\(String(mode, radix: 8))")
    }
    #expect(throws: UprightError.self) { try URLKeys(scratch.path("missing")) }
  }
}
