// Saved selections over HTTP: /api/selections/{id} (Page/Assets/openapi.json). Unlike images, they are only for pages of
// this server.

import Synchronization
import Upright
import UprightBatch
import UprightIIIF

extension ImageService {
  /// Signed addresses are only for reading.
  private var selectionMethods: String {
    options.signKeys == nil ? "GET, HEAD, PUT, DELETE, OPTIONS" : "GET, HEAD, OPTIONS"
  }

  /// The answer to a request for an image's selections; nil for any other path.
  func selectionsAnswer(_ question: ServerRequest) async -> ServerResponse? {
    var answer: ServerResponse
    do throws(Problem) {
      guard let segments = try Self.selectionSegments(question) else { return nil }
      switch question.method {
      case "OPTIONS": answer = ServerResponse(status: 204, fields: [("Allow", selectionMethods)])
      case "GET", "HEAD": answer = try await selections(segments[2], question)
      case "PUT": answer = try await save(segments[2], question)
      case "DELETE": answer = try await remove(segments[2], question)
      default: throw Problem(status: 405, code: "method", detail: "use \(selectionMethods)")
      }
    } catch {
      answer = ServerResponse(error)
      if error.status == 405 { answer.fields.append(("Allow", selectionMethods)) }
    }
    answer.kind = "selections"
    answer.closes = question.content?.isPending ?? false
    answer.fields.append(("Cross-Origin-Resource-Policy", "same-origin"))
    return answer
  }

  /// The segments of the address of an image's selections; nil for any other.
  private static func selectionSegments(_ question: ServerRequest) throws(Problem) -> [String]? {
    let isMeant = question.path.hasPrefix("/api/selections/")
    guard question.target.utf8.count <= ServerPath.longest else {
      guard isMeant else { return nil }
      throw .longAddress
    }
    do throws(IIIFError) {
      let segments = try ServerPath.segments(String(question.path))
      return segments.count == 3 && segments[0] == "api" && segments[1] == "selections" ? segments : nil
    } catch {
      guard isMeant else { return nil }
      throw Problem(error)
    }
  }

  private func selections(_ identifier: String, _ question: ServerRequest) async throws(Problem) -> ServerResponse {
    guard let store else { throw .selectionsNotSaved }
    try WriteOrigin(options).checkHost(question)
    let facts = try await sourceFacts(identifier)
    guard let saved = try await store.saved(at: identifier) else {
      throw Problem(status: 404, code: "no-selections", detail: "no selections of this image are saved")
    }
    var answer = Self.answer(saved, facts)
    if EntityTags.match(saved.entityTag(for: facts), in: question.ifNoneMatch) {
      (answer.status, answer.body) = (304, [])
    }
    return answer
  }

  private func save(_ identifier: String, _ question: ServerRequest) async throws(Problem) -> ServerResponse {
    guard let store else { throw .selectionsNotSaved }
    try WriteOrigin(options).check(question)
    guard question.contentType == "application/json" else {
      throw Problem(
        status: 415, code: "content-type", detail: "selections are sent as application/json", parameter: "Content-Type")
    }
    let conditions = try SelectionConditions(question)
    // Whoever sends slowly holds up nobody, and all together hold little memory.
    guard let turn = writers.reserve(0, places: 1) else { throw .busy }
    defer { withExtendedLifetime(turn) {} }
    let bytes = try await question.content?.bytes(atMost: SelectionDocument.mostBytes) ?? []
    let document = try SelectionDocument(bytes)
    let facts = try await sourceFacts(identifier)
    guard (document.width, document.height) == (facts.width, facts.height) else {
      throw Problem(
        status: 409, code: "image-size",
        detail: "the image is displayed with \(facts.width)×\(facts.height) pixels, not with "
          + "\(document.width)×\(document.height)",
        parameter: "image")
    }
    let (saved, isNew) = try await store.save(document.json, of: facts) {
      conditions.refusal(for: $0?.entityTag(for: facts))
    }
    var answer = Self.answer(saved, facts)
    if isNew { answer.status = 201 }
    return answer
  }

  private func remove(_ identifier: String, _ question: ServerRequest) async throws(Problem) -> ServerResponse {
    guard let store else { throw .selectionsNotSaved }
    try WriteOrigin(options).check(question)
    let conditions = try SelectionConditions(question)
    let facts = try await sourceFacts(identifier)
    try await store.remove(at: identifier) { conditions.refusal(for: $0?.entityTag(for: facts)) }
    return ServerResponse(status: 204)
  }

  private func sourceFacts(_ identifier: String) async throws(Problem) -> SourceFacts {
    let source = try await source(identifier)
    let (size, tag) = (source.image.probe.displayedSize, Int(source.image.probe.orientation.exif.rawValue))
    return SourceFacts(
      path: identifier, width: size.width, height: size.height, orientation: tag,
      fingerprint: source.key.fingerprint("\(tag) \(size.width) \(size.height)"))
  }

  private static func answer(_ saved: SavedSelections, _ facts: SourceFacts) -> ServerResponse {
    ServerResponse(
      fields: [
        ("Content-Type", "application/json"), ("Cache-Control", "no-cache"), ("ETag", saved.entityTag(for: facts)),
      ], body: saved.body(for: facts))
  }
}

// The content of a request, which is read only if it is wanted, and only within a bound.

/// What a client sends after the fields of its request.
final class RequestContent: Sendable {
  private let read: @Sendable (_ most: Int) async -> Result<[UInt8], Problem>
  private let isWhole = Atomic(false)

  /// - Parameter read: Reads everything, unless it is more than `most` bytes.
  init(_ read: @escaping @Sendable (_ most: Int) async -> Result<[UInt8], Problem>) { self.read = read }

  /// Whether the client may still be sending.
  var isPending: Bool { !isWhole.load(ordering: .acquiring) }

  /// All of it.
  ///
  /// - Throws: 413 for more than `most` bytes.
  func bytes(atMost most: Int) async throws(Problem) -> [UInt8] {
    let bytes = try await read(most).get()
    isWhole.store(true, ordering: .releasing)
    return bytes
  }
}
