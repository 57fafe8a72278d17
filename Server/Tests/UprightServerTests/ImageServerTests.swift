// The server on a socket: what HTTP adds to the answers.

import Foundation
import NIOPosix
import Testing
import Upright
import UprightFixtures
import UprightProgram

@testable import UprightServer

@Suite struct ImageServerTests {
  private static let target = "/iiif/3/6.jpg/full/max/0/default.jpg"

  private static func serve(
    _ change: (inout ServerOptions) -> Void = { _ in }, _ body: (Int, Int?, ServerFolder) async throws -> Void
  ) async throws {
    let folder = try ServerFolder()
    try await folder.settle()
    var options = ServerOptions(roots: [folder.folder.url.path])
    change(&options)
    try await RunningServer.with(options) { try await body($0, $1, folder) }
  }

  @Test func anImageArrivesWithItsLengthAndFields() async throws {
    try await Self.serve { port, _, _ in
      let answer = try await RawClient.answer(port, Self.target)
      #expect(answer.status == 200)
      #expect(answer.fields["content-length"] == "\(answer.body.count)")
      #expect(answer.fields["content-type"] == "image/jpeg")
      #expect(answer.fields["access-control-allow-origin"] == "*")
      #expect(try Pixels.fields(of: answer.body) == ServerFolder.six)
      let tag = try #require(answer.fields["etag"])
      let again = try await RawClient.answer(port, Self.target, fields: "If-None-Match: \"x\", \(tag)\r\n")
      #expect(again.status == 304)
      #expect(again.body.isEmpty)
      #expect(again.fields["etag"] == tag)
    }
  }

  @Test func headHasTheSameFieldsAndNoContent() async throws {
    try await Self.serve { port, _, _ in
      for target in [Self.target, "/iiif/3/6.jpg/info.json", "/iiif/3/6.jpg", "/nothing"] {
        let full = try await RawClient.answer(port, target)
        let head = try await RawClient.answer(port, target, method: "HEAD")
        #expect(head.status == full.status)
        #expect(head.body.isEmpty)
        for name in ["etag", "content-type", "link", "vary", "location", "content-length"] {
          #expect(head.fields[name] == full.fields[name], "\(target): \(name)")
        }
      }
    }
  }

  @Test func oneConnectionAnswersSeveralRequestsInOrder() async throws {
    try await Self.serve { port, _, _ in
      let first = "GET /iiif/3/6.jpg HTTP/1.1\r\nHost: a\r\n\r\n"
      let last = "GET /iiif/3/5.jpg HTTP/1.1\r\nHost: b\r\nConnection: close\r\n\r\n"
      let text = String(decoding: try await RawClient.bytes(port, first + first + last), as: UTF8.self)
      #expect(text.components(separatedBy: "HTTP/1.1 303").count == 4)
      let places = ["http://a/iiif/3/6.jpg/info.json", "http://b/iiif/3/5.jpg/info.json"].map { text.range(of: $0) }
      #expect(try #require(places[0]).lowerBound < #require(places[1]).lowerBound)
    }
  }

  @Test(arguments: [
    ("GET", "/iiif/3/..%2F6.jpg/info.json", 400...404), ("GET", "/iiif/3/../../etc/passwd", 400...404),
    ("GET", "//6.jpg", 400...404), ("PUT", "/iiif/3/6.jpg", 405...405), ("OPTIONS", "/iiif/3/6.jpg", 204...204),
    ("GET", "/iiif/3/\(String(repeating: "a", count: 5_000))/info.json", 414...414),
  ])
  func everyRequestGetsAnAnswerThatAnyPageMayRead(
    _ method: String, _ target: String, _ statuses: ClosedRange<Int>
  ) async throws {
    try await Self.serve { port, _, _ in
      let answer = try await RawClient.answer(port, target, method: method)
      #expect(statuses.contains(answer.status))
      #expect(answer.fields["access-control-allow-origin"] == "*")
    }
  }

  @Test func hostileConnectionsHarmNobody() async throws {
    try await Self.serve({ $0.idleSeconds = 1 }) { port, _, _ in
      for text in [
        "", "GET", "GET \(Self.target) HTTP/1.1\r\nHost: a", "GET \(Self.target) HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST \(Self.target) HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\nabc",
      ] {
        for _ in 0..<4 { try await RawClient.leave(port, after: text) }
      }
      for text in [
        "\r\n\r\n\r\n", "NONSENSE\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 40_000))\r\n\r\n",
      ] {
        let bytes = try await RawClient.bytes(port, text)
        #expect(bytes.isEmpty || bytes.starts(with: "HTTP/1.1 4".utf8), "\(text.prefix(20))")
      }
      // Where the machine is busy, the client itself may be idle for too long between connecting and asking.
      var answer: [UInt8] = []
      let request = RawClient.request(Self.target)
      for _ in 0..<20 where answer.isEmpty { answer = try await RawClient.bytes(port, request) }
      #expect(try RawAnswer(answer).status == 200)
    }
  }

  @Test func largeImagesArriveInPiecesAndWhole() async throws {
    let folder = try ServerFolder()
    var image = TinyImage(width: 512, height: 384, filledWith: [0, 0, 0])
    var random = Noise()
    for y in 0..<384 {
      for x in 0..<512 { image[x, y] = (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) } }
    }
    try folder.folder.write(TinyJPEG(image, exif: TinyTIFF(orientation: 1)).bytes, as: "noise.jpg")
    try await RunningServer.with(ServerOptions(roots: [folder.folder.url.path])) { port, _ in
      let answer = try await RawClient.answer(port, "/iiif/3/noise.jpg/full/max/0/default.png")
      #expect(answer.body.count > 300_000)
      #expect(answer.fields["content-length"] == "\(answer.body.count)")
      #expect(try Pixels.raster(answer.body).size == PixelSize(width: 512, height: 384))
    }
  }

  @Test func healthAndMetricsHaveTheirOwnPort() async throws {
    try await Self.serve({ $0.statusPort = 0 }) { port, statusPort, _ in
      let statusPort = try #require(statusPort)
      #expect(try await RawClient.answer(port, Self.target).status == 200)
      #expect(try await RawClient.answer(port, "/metrics").status == 404)
      #expect(try await RawClient.answer(statusPort, "/healthz").status == 200)
      #expect(try await RawClient.answer(statusPort, "/readyz").status == 200)
      let metrics = String(decoding: try await RawClient.answer(statusPort, "/metrics").body, as: UTF8.self)
      #expect(metrics.contains("upright_requests_total{kind=\"image\",status=\"200\"} 1\n"))
      #expect(metrics.contains("upright_plan_routes_total{route=\"transform\"} 1\n"))
      #expect(metrics.contains("upright_request_seconds_bucket{le=\"+Inf\"} 2\n"))
    }
  }

  @Test func eachRequestIsALineOfTheLog() async throws {
    let logs = try ScratchFolder()
    try await Self.serve({ $0.accessLog = logs.path("log.jsonl") }) { port, _, _ in
      _ = try await RawClient.answer(port, Self.target)
      _ = try await RawClient.answer(port, "/iiif/3/gone\"%0A.jpg/info.json")
    }
    let lines = String(decoding: try logs.read("log.jsonl"), as: UTF8.self).split(separator: "\n")
    let objects = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
    #expect(objects.count == 2)
    #expect(objects[0]?["route"] as? String == "transform")
    #expect(objects[0]?["status"] as? Int == 200)
    #expect(objects[0]?["ms"] is Double)
    #expect(objects[1]?["code"] as? String == "not-found")
  }

  @Test func aPortInUseIsAnError() async throws {
    try await Self.serve { port, _, folder in
      var options = ServerOptions(roots: [folder.folder.url.path])
      options.port = port
      let server = try ImageServer(options, in: .process)
      await #expect(throws: UprightError.io(path: "127.0.0.1:\(port)", systemError: EADDRINUSE)) {
        try await server.run(stopsOnSignals: false)
      }
    }
  }
}

/// The same numbers in each run (Knuth, MMIX).
private struct Noise: RandomNumberGenerator {
  private var state: UInt64 = 5

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }
}

@Suite struct ConnectionTests {
  /// Waits until its task is canceled.
  private static func untilCanceled() async -> Bool {
    while !Task.isCancelled { await Task.yield() }
    return true
  }

  @Test func workEndsWhenTheClientLeaves() async {
    let connection = Connection()
    let loop = MultiThreadedEventLoopGroup.singleton.any()
    async let result = connection.run(within: 3_600, on: loop) { await Self.untilCanceled() }
    connection.leave()
    #expect(await result == (true, true))
  }

  @Test func workEndsAtItsDeadline() async {
    let loop = MultiThreadedEventLoopGroup.singleton.any()
    let result = await Connection().run(within: 0.001, on: loop) { await Self.untilCanceled() }
    #expect(result == (true, false))
  }
}
