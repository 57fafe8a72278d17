// Saved selections as requests see them: conditions, origins, and what else is refused.

import Foundation
import Testing
import Upright
import UprightFiles

@testable import UprightServer

@Suite struct SelectionRoutesTests {
  private static let document = #"{"version":1,"image":{"width":48,"height":32},"selections":[]}"#

  /// A service that saves, with the folder in which it does.
  private struct Saving {
    let served: Served
    let state = try? ScratchFolder()

    init(_ change: (inout ServerOptions) -> Void = { _ in }) throws {
      let state = state
      served = try ServerFolder().service {
        $0.stateFolder = state?.url.path
        change(&$0)
      }
    }

    func answer(
      _ method: String, _ path: String = "/api/selections/6.jpg", _ text: String = SelectionRoutesTests.document,
      _ change: (inout ServerRequest) -> Void = { _ in }
    ) async -> ServerResponse {
      var question = ServerRequest(target: path)
      (question.method, question.host, question.contentType) = (method, "localhost:8080", "application/json")
      if method == "PUT" { question.content = RequestContent { _ in .success(Array(text.utf8)) } }
      change(&question)
      return await served.answer(question)
    }

    func tag() async -> String { await answer("GET")["ETag"] ?? "" }
  }

  @Test func selectionsAreSavedReplacedAndRemoved() async throws {
    let server = try Saving()
    #expect(await server.answer("GET").code == "no-selections")
    let new = await server.answer("PUT") { $0.ifNoneMatch = ["*"] }
    #expect(new.status == 201 && new.text == Self.document.dropLast() + ",\"stale\":false}\n")
    let first = try #require(new["ETag"])
    #expect(await server.answer("PUT") { $0.ifNoneMatch = ["*"] }.status == 412)
    let replaced = await server.answer("PUT") { $0.ifMatch = ["\"x\"", first] }
    #expect(replaced.status == 200 && replaced["ETag"] != first)
    #expect(await server.answer("DELETE") { $0.ifMatch = [first] }.status == 412)
    #expect(await server.answer("GET") { $0.ifNoneMatch = [replaced["ETag"] ?? ""] }.status == 304)
    #expect(await server.answer("DELETE") { $0.ifMatch = [replaced["ETag"] ?? ""] }.status == 204)
    #expect(await server.answer("PUT") { $0.ifMatch = ["*"] }.status == 412)
    #expect(await server.answer("GET").status == 404)
  }

  @Test func nothingIsChangedWithoutACondition() async throws {
    let server = try Saving()
    for method in ["PUT", "DELETE"] {
      #expect(await server.answer(method).status == 428)
      #expect(await server.answer(method) { $0.ifMatch = [" , "] }.status == 428)
      #expect(await server.answer(method) { $0.ifNoneMatch = ["\"1\""] }.status == 428)
    }
    #expect(await server.answer("DELETE") { $0.ifNoneMatch = ["*"] }.status == 428)
    #expect(await server.answer("GET").status == 404)
  }

  @Test func aReplacedImageIsNoticed() async throws {
    let server = try Saving()
    _ = await server.answer("PUT") { $0.ifNoneMatch = ["*"] }
    let tag = await server.tag()
    try server.served.folder.write(ServerFolder.photo(5), as: "6.jpg")
    let stale = await server.answer("GET")
    #expect(stale.text.hasSuffix(",\"stale\":true}\n") && stale["ETag"] != tag)
    #expect(await server.answer("PUT") { $0.ifMatch = [tag] }.status == 412)
    #expect(await server.answer("PUT") { $0.ifMatch = [stale["ETag"] ?? ""] }.status == 200)
    #expect(await server.answer("GET").text.hasSuffix(",\"stale\":false}\n"))
  }

  @Test(arguments: [
    "/api/selections/gone.jpg", "/api/selections/..%2F6.jpg", "/api/selections/%zz", "/api/selections/.a",
  ])
  func onlyImagesHaveSelections(_ path: String) async throws {
    let server = try Saving()
    for method in ["GET", "PUT", "DELETE"] {
      let answer = await server.answer(method, path) { $0.ifMatch = ["*"] }
      #expect([400, 404].contains(answer.status), "\(method): \(answer.status)")
    }
  }

  @Test func theSizeMustBeThatOfTheDisplayedImage() async throws {
    let server = try Saving()
    let turned = Self.document.replacingOccurrences(
      of: "\"width\":48,\"height\":32", with: "\"width\":32,\"height\":48")
    let answer = await server.answer("PUT", "/api/selections/6.jpg", turned) { $0.ifNoneMatch = ["*"] }
    #expect(answer.status == 409 && answer.code == "image-size")
  }

  @Test(arguments: [nil, "text/plain", "application/x-www-form-urlencoded", "application/jsonx"])
  func onlyJSONIsSaved(_ type: String?) async throws {
    let answer = try await Saving().answer("PUT") { ($0.ifNoneMatch, $0.contentType) = (["*"], type) }
    #expect(answer.status == 415)
  }

  @Test func largeContentIsRefusedAndItsConnectionEnds() async throws {
    let answer = try await Saving().answer("PUT") {
      $0.ifNoneMatch = ["*"]
      $0.content = RequestContent { most in
        .failure(Problem(status: 413, code: "content-too-large", detail: "\(most)"))
      }
    }
    #expect(answer.status == 413 && answer.closes && answer.text.contains("\"262144\""))
  }

  @Test(arguments: [
    (["https://evil.example"], [], "localhost"), (["null"], [], "localhost"),
    (["http://localhost"], [], "localhost:8080"),
    (["http://localhost:8080", "http://evil.example"], [], "localhost:8080"),
    (["http://images.example"], [], "localhost"), (["ftp://localhost"], [], "localhost"),
    ([], ["cross-site"], "localhost"), ([], ["same-site"], "localhost"),
    ([], ["same-origin", "cross-site"], "localhost"),
    (["http://evil.example"], ["same-origin"], "evil.example"), ([], [], "evil.example"), ([], [], nil),
    ([], [], "localhost.evil.example"), ([], [], "127.0.0.1.evil.example:80"), ([], [], "[::2]:8080"),
  ])
  func pagesOfOtherSitesChangeNothing(_ origin: [String], _ site: [String], _ host: String?) async throws {
    let server = try Saving { $0.baseURL = "https://images.example/photos" }
    for method in ["PUT", "DELETE"] {
      let answer = await server.answer(method) {
        ($0.origin, $0.fetchSite, $0.host, $0.ifNoneMatch, $0.ifMatch) = (origin, site, host, ["*"], ["*"])
      }
      #expect(answer.status == 403, "\(method): \(answer.status)")
    }
    #expect(await server.answer("GET").code == "no-selections")
  }

  @Test(arguments: [
    ([], [], "localhost"), ([], ["none"], "127.0.0.1:8080"),
    (["http://localhost:8080"], ["same-origin"], "LOCALHOST:8080"),
    (["http://[::1]:8080"], [], "[::1]:8080"), (["https://images.example"], ["same-origin"], "images.example"),
    (["https://images.example"], [], "127.0.0.1:8080"), (["http://localhost"], [], "localhost:80"),
  ])
  func theServersOwnPagesMaySave(_ origin: [String], _ site: [String], _ host: String) async throws {
    let server = try Saving { $0.baseURL = "https://images.example/photos" }
    let answer = await server.answer("PUT") {
      ($0.origin, $0.fetchSite, $0.host, $0.ifNoneMatch) = (origin, site, host, ["*"])
    }
    #expect(answer.status == 201)
  }

  @Test func aServerForOthersTakesTheNameThatTheyUse() async throws {
    let server = try Saving { $0.host = "0.0.0.0" }
    let answer = await server.answer("PUT") {
      ($0.origin, $0.host, $0.ifNoneMatch) = (["http://photos.lan:8080"], "photos.lan:8080", ["*"])
    }
    #expect(answer.status == 201)
    #expect(await server.answer("PUT") { ($0.origin, $0.ifMatch) = (["http://evil.example"], ["*"]) }.status == 403)
  }

  @Test func aRequestToAnotherHostIsToldWhatHelps() async throws {
    let server = try Saving()
    let answer = await server.answer("GET") { $0.host = "evil.example" }
    #expect(answer.status == 403)
    #expect(answer.text.contains("use http://localhost or the server's option --base-url"), "\(answer.text)")
  }

  @Test(arguments: ["/api/selections/6.jpg", "/%61pi/selections/6.jpg", "/api/%73elections/6.jpg"])
  func noOtherSiteMayRead(_ path: String) async throws {
    let server = try Saving()
    for method in ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH"] {
      let answer = await server.answer(method, path) { $0.origin = ["https://evil.example"] }
      let allowed = answer.fields.map(\.name).filter { $0.hasPrefix("Access-Control-") }
      #expect(allowed.isEmpty, "\(method): \(allowed)")
      #expect(answer["X-Content-Type-Options"] == "nosniff")
    }
    #expect(await server.answer("GET", "/api/image/6.jpg")["Access-Control-Allow-Origin"] == "*")
  }

  @Test func methodsAreNamed() async throws {
    let server = try Saving()
    let options = await server.answer("OPTIONS")
    #expect(options.status == 204 && options["Allow"] == "GET, HEAD, PUT, DELETE, OPTIONS")
    let post = await server.answer("POST")
    #expect(post.status == 405 && post["Allow"] == options["Allow"])
  }

  @Test func aServerWithoutAStoreSaysHowToHaveOne() async throws {
    let server = try Saving { $0.stateFolder = nil }
    for method in ["GET", "PUT", "DELETE"] {
      let answer = await server.answer(method) { $0.ifMatch = ["*"] }
      #expect(answer.status == 501 && answer.text.contains("--state"))
    }
  }
}
