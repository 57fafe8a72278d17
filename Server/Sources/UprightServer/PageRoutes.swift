// The pages of images and folders, their files, and the JSON that they read (Design.md).

import Upright
import UprightBatch
import UprightFiles
import UprightIIIF
import UprightProgram

extension ImageService {
  /// The answer to a request for a page, one of its files, or its JSON; nil for any other path.
  func pageAnswer(_ question: ServerRequest) async throws(Problem) -> ServerResponse? {
    var path = String(question.path)
    guard path != "/" else { return ServerResponse(status: 303, fields: [("Location", "view/")]) }
    if path.hasPrefix("/view/"), path.hasSuffix("/") { path.removeLast() }
    let segments: [String]
    do throws(IIIFError) { segments = try ServerPath.segments(path) } catch { throw Problem(error) }
    switch (segments.first, segments.count) {
    case ("page", 2): return try Self.file(segments[1], question)
    case ("view", _): return try await view(Array(segments.dropFirst()), question)
    case ("api", 1): return try Self.file("openapi.json", question)
    case ("api", 2) where segments[1] == "folder": return try await folder([], question)
    case ("api", 3) where segments[1] == "folder": return try await folder(Self.names(segments[2]), question)
    case ("api", 3) where segments[1] == "image": return try await facts(segments[2], question)
    default: return nil
    }
  }

  private static func names(_ identifier: String) throws(Problem) -> [String] {
    do throws(IIIFError) { return try ServerPath.names(identifier) } catch { throw Problem(error) }
  }

  /// What a page may load: its own files and this server's images.
  private static let policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; "
    + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

  /// The bytes of the page's files, by name.
  private static let contents = PageAsset.all.mapValues { asset in
    asset.isBase64 ? Base64.bytes(asset.content) ?? [] : Array(asset.content.utf8)
  }

  /// A file of the page.
  ///
  /// - Parameter start: How it names the folder above `/page/`; nil to leave names as they are.
  private static func file(
    _ name: String, _ question: ServerRequest, from start: String? = nil
  ) throws(Problem) -> ServerResponse {
    guard let asset = PageAsset.all[name] else { throw .notFound("the page has no such file") }
    var answer = ServerResponse()
    answer.kind = "page"
    let tag = start.map { "\(asset.entityTag.dropLast())-\($0.utf8.count)\"" } ?? asset.entityTag
    answer.fields = [("Cache-Control", "no-cache"), ("ETag", tag), ("Content-Security-Policy", policy)]
    // Its address may contain a signature.
    answer.fields.append(("Referrer-Policy", "no-referrer"))
    guard !EntityTags.match(tag, in: question.ifNoneMatch) else {
      answer.status = 304
      return answer
    }
    answer.fields.append(("Content-Type", asset.contentType))
    answer.body =
      start.map { start in
        // The server may be below a path of a proxy, which it need not know.
        Array(
          asset.content.split(separator: "=\"/page/", omittingEmptySubsequences: false)
            .joined(separator: "=\"\(start)page/").utf8)
      } ?? contents[name] ?? []
    return answer
  }

  /// The page of a file or a folder.
  private func view(_ names: [String], _ question: ServerRequest) async throws(Problem) -> ServerResponse {
    let start = String(repeating: "../", count: max(0, question.path.utf8.count { $0 == UInt8(ascii: "/") } - 1))
    let isFolder = try await headers.answer { [roots] () throws(Problem) in roots.isFolder(names) }
    guard !isFolder else { return try Self.file("folder.html", question, from: start) }
    do throws(Problem) { _ = try await source(names.joined(separator: "/")) } catch {
      guard Self.readsPages(question) else { throw error }
      return Self.page(of: error, on: names.last ?? "", from: start)
    }
    return try Self.file("view.html", question, from: start)
  }

  /// Whether a person's browser asks, which names HTML among what it accepts.
  private static func readsPages(_ question: ServerRequest) -> Bool {
    question.accept.contains { $0.lowercased().contains("text/html") }
  }

  /// Why a file is not shown, as a page.
  private static func page(of problem: Problem, on name: String, from start: String) -> ServerResponse {
    var answer = ServerResponse(status: problem.status)
    answer.kind = "page"
    answer.fields = [
      ("Cache-Control", "no-cache"), ("Content-Security-Policy", policy), ("Referrer-Policy", "no-referrer"),
      ("Content-Type", "text/html; charset=utf-8"),
    ]
    if let seconds = problem.retryAfter { answer.fields.append(("Retry-After", "\(seconds)")) }
    let title = MarkupText.escaped(name)
    answer.body = Array(
      """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(title)</title>
      <link rel="stylesheet" href="\(start)page/page.css">
      <h1>\(title)</h1>
      <p class="notice">This file cannot be shown: \(MarkupText.escaped(problem.detail)).</p>
      <p><a href="./">The folder</a></p>
      </html>

      """.utf8)
    return answer
  }

  /// An image's sizes, orientation and findings.
  private func facts(_ identifier: String, _ question: ServerRequest) async throws(Problem) -> ServerResponse {
    let source = try await source(identifier)
    let probe = source.image.probe
    var answer = ServerResponse()
    answer.kind = "api"
    answer.fields.append(("Cache-Control", "no-cache"))
    if source.isSettled {
      let tag = source.key.entityTag("facts")
      answer.fields.append(("ETag", tag))
      guard !EntityTags.match(tag, in: question.ifNoneMatch) else {
        answer.status = 304
        return answer
      }
    }
    let block = probe.jpeg.map { JSONLine.size($0.blockSize.width, $0.blockSize.height) }
    answer.fields.append(("Content-Type", "application/json"))
    answer.body = Self.line([
      .init("path", .text(identifier)), .init("format", .text(probe.format.rawValue)),
      .init("tag", .number(Int(probe.orientation.exif.rawValue))),
      .init("stored", .size(probe.storedSize.width, probe.storedSize.height)),
      .init("displayed", .size(probe.displayedSize.width, probe.displayedSize.height)),
      .init("block", block ?? .null),
      .init("findings", Self.findings(probe, identifier)),
    ])
    return answer
  }

  private static func line(_ members: [JSONLine.Member]) -> [UInt8] {
    Array(JSONLine.object(members).line.utf8) + [0x0A]
  }

  private static func findings(_ probe: Probe, _ path: String) -> JSONLine {
    let named = probe.format.finding(fileExtension: FileName.fileExtension(of: path))
    var seen: Set<Finding.Code> = []
    let codes = (probe.findings + [named].compactMap(\.self)).map(\.code).filter { seen.insert($0).inserted }
    return .list(codes.map { .text($0.rawValue) })
  }

  /// The folders and images of a folder, a part of them at a time.
  private func folder(_ names: [String], _ question: ServerRequest) async throws(Problem) -> ServerResponse {
    let after = try question.value("after")
    var count = 100
    if question.asks("limit") {
      guard let limit = try question.value("limit").flatMap({ Int($0) }), 1...200 ~= limit else {
        throw Problem(status: 400, code: "limit", detail: "limit must be a number from 1 to 200", parameter: "limit")
      }
      count = limit
    }
    let contents = try await headers.answer { [roots] () throws(Problem) in try roots.contents(names) }
    let all = contents.files.filter { name in
      guard let format = ContainerFormat(fileExtension: FileName.fileExtension(of: name)) else { return false }
      return canDecode(format) && (after.map { $0.utf8.lexicographicallyPrecedes(name.utf8) } ?? true)
    }
    var images: [JSONLine] = []
    for name in all.prefix(count) { images.append(await entry(name, in: names)) }
    if Task.isCancelled { throw .late }
    var answer = ServerResponse()
    answer.kind = "api"
    answer.fields = [("Cache-Control", "no-cache"), ("Content-Type", "application/json")]
    answer.body = Self.line([
      .init("path", .text(names.joined(separator: "/"))),
      .init("folders", .list(contents.folders.map { .object([.init("name", .text($0))]) })),
      .init("images", .list(images)),
      .init("next", all.count > count ? .text(all[count - 1]) : .null),
      .init("complete", .flag(!contents.hasMore)),
    ])
    return answer
  }

  /// A line of the contact sheet; of a file that cannot be read, width and height are 0.
  private func entry(_ name: String, in names: [String]) async -> JSONLine {
    let path = (names + [name]).joined(separator: "/")
    let probe = (try? await source(path))?.image.probe
    let isStated = probe.map { $0.source != .none } ?? false
    return .object([
      .init("name", .text(name)),
      .init("tag", isStated ? probe.map { .number(Int($0.orientation.exif.rawValue)) } ?? .null : .null),
      .init("width", .number(probe?.displayedSize.width ?? 0)),
      .init("height", .number(probe?.displayedSize.height ?? 0)),
      .init("findings", probe.map { Self.findings($0, path) } ?? .list([])),
    ])
  }
}

extension JSONLine {
  fileprivate static func size(_ width: Int, _ height: Int) -> JSONLine {
    .object([.init("width", .number(width)), .init("height", .number(height))])
  }
}
