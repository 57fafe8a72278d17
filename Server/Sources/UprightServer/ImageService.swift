// Answers requests: which image, which part, how it is made. It knows nothing of connections.

import NIOCore
import Upright
import UprightBatch
import UprightCodecs
import UprightFiles
import UprightIIIF
import UprightProgram
import UprightSandbox

/// Everything that requests share.
final class ImageService: Sendable {
  let options: ServerOptions
  private let world: World
  let admission: Admission
  let sources: SourceCache
  let disk: DiskCache?
  let roots: ServedRoots
  private let pipeline: Pipeline
  /// What `info.json` offers.
  let offer: IIIFService
  let store: (any SelectionKeeping)?
  /// Requests that bring content, which all together holds little memory.
  let writers = Admission(bytes: 0, width: 64)
  /// The memory that large headers share, and threads for requests that never wait behind decoding.
  let headers: Admission

  /// The most images that are decoded at once, whatever the options say.
  private static let mostThreads = 1_024

  /// - Throws: As `ServedRoots` and `SelectionStore`.
  init(_ options: ServerOptions, in world: World) throws(UprightError) {
    (self.options, self.world) = (options, world)
    roots = try ServedRoots(options.roots)
    store =
      if let folder = options.stateFolder { try SelectionStore(folder: folder, atMost: options.stateBytes) } else {
        nil
      }
    let limits = Limits(
      pixels: options.maxPixels, memoryBytes: options.workingBytes, seconds: options.seconds)
    let workers = WorkerPool(mode: .auto) { world.tell($0) }
    // Each image has one core; others may need the rest.
    let near = SystemCodecs.all { false }
    pipeline = Pipeline(codecs: workers.codecs(beside: near), colors: WorkerColors(workers), limits: limits)
    admission = Admission(
      bytes: options.workingBytes, width: max(1, min(options.jobs ?? System.coreCount, Self.mostThreads)),
      longest: options.queue)
    disk = try DiskCache.opened(by: options, apartFrom: roots, limits: limits, in: world)
    sources = SourceCache(bytes: options.keptBytes, disk: disk)
    headers = Admission(bytes: max(64 << 20, options.memoryBytes / 8), width: 4)
    let hasWorkers = (try? WorkerProgram.path()) != nil
    let written = pipeline.planner.capabilities.filter { format, capabilities in
      capabilities.encodes && (hasWorkers || ConfinedFormats.all[format] == nil)
    }.map(\.key)
    var offer = IIIFService(
      formats: written, maxArea: options.maxArea, allowsUpscaling: options.maxArea != nil,
      sizesOnly: options.sizesOnly, tileSize: options.tileSize)
    if let quality = options.quality { offer.quality = .level(quality) }
    self.offer = offer
  }

  /// Whether images of a format can be shown.
  func canDecode(_ format: ContainerFormat) -> Bool { pipeline.planner.capabilities[format]?.decodes == true }

  /// The answer to a request.
  func answer(_ asked: ServerRequest) async -> ServerResponse {
    let question: ServerRequest
    do throws(Problem) { question = try allowed(asked) } catch { return Self.completed(ServerResponse(error), asked) }
    var answer: ServerResponse
    if var answer = await selectionsAnswer(question) {
      answer.fields.append(("X-Content-Type-Options", "nosniff"))
      return Self.forOneReader(answer, question)
    }
    switch question.method {
    case "OPTIONS":
      answer = ServerResponse(
        status: 204, fields: [("Allow", Self.methods), ("Access-Control-Allow-Methods", Self.methods)])
      answer.fields += [("Access-Control-Allow-Headers", "*"), ("Access-Control-Max-Age", "86400")]
    case "GET", "HEAD":
      do throws(Problem) { answer = try await found(question) } catch { answer = ServerResponse(error) }
    default:
      answer = ServerResponse(
        Problem(
          status: 405, code: "method", detail: "images are only read here: use \(Self.methods)"))
      answer.fields.append(("Allow", Self.methods))
    }
    return Self.completed(answer, question)
  }

  /// The request without its signature, if it may be answered at all.
  private func allowed(_ asked: ServerRequest) throws(Problem) -> ServerRequest {
    guard asked.method != "OPTIONS" else { return asked }
    guard asked.target.utf8.count <= ServerPath.longest else { throw .longAddress }
    var question = asked
    if let keys = options.signKeys {
      question = try SignedAddress.verified(asked, by: keys, now: FileIdentity.Time.now.seconds)
      guard ["GET", "HEAD"].contains(asked.method) else {
        throw Problem(status: 403, code: "signature-reads-only", detail: "a signed address is only for reading")
      }
    }
    try checkPresets(question)
    return question
  }

  /// An answer that only who asked may keep, if the address is signed: shared caches do not know when it ends.
  private static func forOneReader(_ answer: ServerResponse, _ question: ServerRequest) -> ServerResponse {
    guard question.secondsLeft != nil else { return answer }
    var answer = answer
    for (index, field) in answer.fields.enumerated() where field == ("Cache-Control", "no-cache") {
      answer.fields[index].1 = "private, no-cache"
    }
    return answer
  }

  /// An answer that any page may read. A request whose content nobody reads ends its connection.
  private static func completed(_ answer: ServerResponse, _ question: ServerRequest) -> ServerResponse {
    var answer = forOneReader(answer, question)
    answer.closes = question.content?.isPending ?? false
    answer.fields.append(("Access-Control-Allow-Origin", "*"))
    answer.fields.append(("Access-Control-Expose-Headers", "ETag, Link, Retry-After, \(Self.damageField)"))
    answer.fields.append(("X-Content-Type-Options", "nosniff"))
    return answer
  }

  private static let methods = "GET, HEAD, OPTIONS"

  /// The answer at the address of a preset, a page or an image.
  private func found(_ question: ServerRequest) async throws(Problem) -> ServerResponse {
    if let answer = try await presetAnswer(question) { return answer }
    if let answer = try await pageAnswer(question) { return answer }
    let address: ImageAddress?
    do throws(IIIFError) { address = try ImageAddress(question.path) } catch { throw Problem(error) }
    guard let address else {
      throw .notFound("there is nothing at this address; images are below /iiif/3/, pages below /view/")
    }
    var answer: ServerResponse
    do throws(Problem) {
      let base = try baseURL(question) + address.base
      switch address.wanted {
      case .base: answer = ServerResponse(status: 303, fields: [("Location", base + "/info.json")])
      case .info: answer = try await info(address, base, question)
      case .image(let request): answer = try await image(request, address, question)
      }
    } catch {
      answer = ServerResponse(error)
    }
    if answer.kind == "other" { answer.kind = address.wanted.name }
    return answer
  }

  /// The address of this server, as the client knows it, with the client's signature.
  private func baseURL(_ question: ServerRequest) throws(Problem) -> String {
    try serverURL(question) + question.prefix
  }

  private func serverURL(_ question: ServerRequest) throws(Problem) -> String {
    if let own = options.baseURL { return own }
    guard let host = question.host else { return "http://\(options.host):\(options.port)" }
    let isHost = host.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
        true
      default: false
      }
    }
    guard isHost, !host.isEmpty, host.utf8.count <= 255 else {
      throw Problem(status: 400, code: "host", detail: "the field Host is not a host's name", parameter: "Host")
    }
    return "http://\(host)"
  }

  /// An open image, and its state.
  struct Source: Sendable {
    let image: SourceImage
    let key: SourceKey
    /// Whether any later change of the file would change its key too: it was not modified just now.
    let isSettled: Bool
  }

  /// Opens an image, and reads its headers unless they are known.
  func source(_ identifier: String) async throws(Problem) -> Source {
    try await headers.answer { [self] () throws(Problem) in
      let file = try roots.file(identifier)
      let key = SourceKey(file.identity)
      let isSettled = key.isSettled(at: .now)
      let known = sources.probe(key)
      do throws(UprightError) {
        let image = try SourceImage(file, known: known, memory: headers)
        if known == nil, isSettled { sources.keep(image, key) }
        return Source(image: image, key: key, isSettled: isSettled)
      } catch {
        throw Problem(error)
      }
    }
  }

  /// The fields that let clients keep an answer, and whether they have it already.
  private func validated(_ answer: inout ServerResponse, _ source: Source, _ words: String, _ question: ServerRequest)
    -> Bool
  {
    let isPublic = question.secondsLeft == nil
    let age = min(options.maxAge, question.secondsLeft ?? options.maxAge)
    answer.fields.append(("Cache-Control", age > 0 ? "\(isPublic ? "public" : "private"), max-age=\(age)" : "no-cache"))
    guard source.isSettled else { return false }
    let tag = source.key.entityTag(words)
    answer.fields.append(("ETag", tag))
    guard EntityTags.match(tag, in: question.ifNoneMatch) else { return false }
    answer.status = 304
    return true
  }

  private func info(_ address: ImageAddress, _ base: String, _ question: ServerRequest) async throws(Problem)
    -> ServerResponse
  {
    let source = try await source(address.identifier)
    let size = address.size(of: source.image.probe)
    let text: String
    do throws(IIIFError) {
      text = try IIIFInfo.json(version: address.version, id: base, image: size, service: offer)
    } catch {
      throw Problem(error)
    }
    let wantsLinkedData = question.accept.contains { $0.contains("application/ld+json") }
    var answer = ServerResponse()
    answer.fields.append(("Vary", "Accept"))
    answer.fields.append(("Link", "<\(address.version.profile(offer.level))>;rel=\"profile\""))
    if validated(&answer, source, "info \(text) \(wantsLinkedData)", question) { return answer }
    answer.fields.append(
      (
        "Content-Type",
        wantsLinkedData
          ? (address.version == .v3
            ? "application/ld+json;profile=\"\(address.version.context)\"" : "application/ld+json")
          : "application/json"
      ))
    answer.body = Array(text.utf8)
    return answer
  }

  /// An image.
  ///
  /// - Parameters:
  ///   - other: What is offered, if not what `info.json` offers.
  ///   - path: Its canonical path, if that is not the one of IIIF.
  func image(
    _ request: IIIFRequest, _ address: ImageAddress, _ question: ServerRequest, by other: IIIFService? = nil,
    named path: String? = nil
  ) async throws(Problem) -> ServerResponse {
    let offer = other ?? self.offer
    let source = try await source(address.identifier)
    let size = address.size(of: source.image.probe)
    var resolved: IIIFResolved
    do throws(IIIFError) { resolved = try request.resolved(for: size, service: offer) } catch { throw Problem(error) }
    var answer = ServerResponse()
    let profile = "<\(address.version.profile(offer.level))>;rel=\"profile\""
    let canonical = try baseURL(question) + (path ?? "\(address.base)/\(resolved.canonical)")
    answer.fields.append(("Link", "<\(canonical)>;rel=\"canonical\"" + (path == nil ? ", \(profile)" : "")))
    if isNegotiable(request, address) {
      answer.fields.append(("Vary", "Accept"))
      if let format = NegotiatedFormat.best(of: options.negotiated, for: question.accept)?.format,
        let negotiated = try? request.replacingFormat(by: format).resolved(for: size, service: offer),
        (try? source.image.plan(address.rendition(negotiated.rendition, of: source.image.probe), by: pipeline)) != nil
      {
        resolved = negotiated
      }
    }
    let rendition = address.rendition(resolved.rendition, of: source.image.probe)
    if question.asks("explain") { return try explanation(rendition, source) }
    // All that decides the result's bytes; the size, because `max` depends on the server's limits.
    let quality = options.quality.map { " \($0)" } ?? ""
    let words =
      "\(address.base) \(resolved.canonical) \(resolved.outputSize.width)x\(resolved.outputSize.height)\(quality)"
    if validated(&answer, source, words, question) { return answer }
    answer.fields.append(("Content-Type", rendition.format?.mediaType ?? "application/octet-stream"))
    guard let disk, disk.keepsResults, source.isSettled else { return try await made(answer, rendition, source) }
    let key = ResultKey(source.key, words)
    if let room = admission.reserve(ResultEntry.longestFile),
      let kept = try await headers.answer({ () throws(Problem) in disk.result(key) })
    {
      defer { withExtendedLifetime(room) {} }
      (answer.body, answer.route) = (kept.bytes, "cached")
      answer.ticket = admission.hold(kept.bytes.count)
      if kept.isDamaged { tellDamage(of: source, in: &answer) }
      return answer
    }
    answer = try await made(answer, rendition, source)
    disk.keep(KeptResult(bytes: answer.body, isDamaged: answer.isDamaged), key, answer.ticket)
    return answer
  }

  /// The field of an image that shows only what could be read of a damaged file.
  private static let damageField = "Upright-Damaged"

  /// Says in an answer that its source is damaged; for people, only the first time.
  private func tellDamage(of source: Source, in answer: inout ServerResponse) {
    answer.isDamaged = true
    answer.fields.append((Self.damageField, "?1"))
    guard sources.noteDamage(source.key) else { return }
    world.tell("\(TerminalText.plain(source.image.file.path)): damaged; results show what could be read of it")
  }

  /// Whether another format may take the place of the requested one.
  private func isNegotiable(_ request: IIIFRequest, _ address: ImageAddress) -> Bool {
    !options.negotiated.isEmpty && !address.isStored && request.format == .jpg && request.quality == .default
  }

  /// The plan of a rendition, and the pipeline that carries it out, with the index that it needs.
  private func prepared(
    _ rendition: Rendition, _ source: Source
  ) async throws(Problem) -> (plan: Plan, pipeline: Pipeline, indexBytes: Int) {
    var (pipeline, indexBytes) = (pipeline, 0)
    if source.image.needsIndex(for: rendition, by: pipeline),
      let index = try await sources.index(
        of: source.image, source.key, isSettled: source.isSettled, within: pipeline.limits, by: admission)
    {
      (pipeline, indexBytes) = (pipeline.indexed(by: index), index.bytes.count)
    }
    do throws(UprightError) {
      return (try pipeline.plan(rendition, for: source.image.probe), pipeline, indexBytes)
    } catch {
      throw Problem(error)
    }
  }

  private func made(
    _ answer: ServerResponse, _ rendition: Rendition, _ source: Source
  ) async throws(Problem) -> ServerResponse {
    let (plan, pipeline, indexBytes) = try await prepared(rendition, source)
    let isKnownDamaged = CopyCheck.concerns(plan) && sources.isDamaged(source.key)
    let check =
      isKnownDamaged || sources.isChecked(source.key) ? nil : CopyCheck(of: source.image, rendition, by: plan, pipeline)
    let peakBytes = max(plan.peakBytes, check?.peakBytes ?? 0)
    // An index that the cache forgets meanwhile stays as long as this request uses it.
    let ticket = try await admission.admit(peakBytes + resultBytes(plan, source) + indexBytes)
    let image = source.image
    var answer = answer
    let (result, finding) = try await ticket.answer { [pipeline] () throws(UprightError) in
      (try image.result(of: plan, by: pipeline), try check?.finding())
    }.get()
    answer.body = result.bytes
    answer.route = result.plan.route.name.rawValue
    answer.ticket = admission.hold(answer.body.count)
    if let finding, finding != .damaged, source.isSettled { sources.noteChecked(source.key) }
    if result.isDamaged || isKnownDamaged || finding == .damaged || image.hasDamagedHeaders {
      tellDamage(of: source, in: &answer)
    }
    return answer
  }

  /// An upper estimate of a result's bytes.
  private func resultBytes(_ plan: Plan, _ source: Source) -> Int {
    guard plan.route.name == .transcode else { return source.image.file.byteCount }
    let pixels = plan.outputSize.width * plan.outputSize.height
    return plan.format == .jpeg ? pixels : 4 * pixels
  }

  /// The plan as JSON.
  private func explanation(_ rendition: Rendition, _ source: Source) throws(Problem) -> ServerResponse {
    let json: String
    do throws(UprightError) {
      json = try source.image.explanation(
        of: rendition, by: pipeline, isDamaged: sources.isDamaged(source.key), spelledBy: AddressSpelling())
    } catch {
      throw Problem(error)
    }
    var answer = ServerResponse.text(json + "\n", type: "application/json")
    answer.fields.append(("Cache-Control", "no-cache"))
    answer.kind = "explain"
    return answer
  }
}
