// Errors of files, addresses and admission as HTTP answers (RFC 9457), and how these name options.

import Upright
import UprightBatch
import UprightFiles
import UprightIIIF
import UprightProgram

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Why a request gets no image.
struct Problem: Error, Hashable, Sendable {
  /// The HTTP status.
  let status: Int
  /// A stable code for programs.
  let code: String
  /// What is wrong and what to do, for people.
  let detail: String
  /// The part of the request at fault; nil for none.
  var parameter: String?
  /// The seconds after which another attempt makes sense; nil if none does.
  var retryAfter: Int?

  /// The members of `application/problem+json`.
  var json: JSONLine {
    .object(
      [
        .init("type", .text("about:blank")), .init("title", .text(StatusText.phrase(status))),
        .init("status", .number(status)), .init("code", .text(code)), .init("detail", .text(detail)),
        parameter.map { .init("parameter", .text($0)) },
      ].compactMap(\.self))
  }

  /// There is nothing at the address.
  static func notFound(_ detail: String) -> Self { Self(status: 404, code: "not-found", detail: detail) }

  /// No file has this identifier.
  static var noImage: Self { .notFound("there is no such image below the served folders") }

  /// The address is too long.
  static var longAddress: Self {
    Self(status: 414, code: "path-too-long", detail: "the address has more than \(ServerPath.longest) bytes")
  }

  /// Too many requests wait already.
  static var busy: Self {
    Self(status: 503, code: "busy", detail: "too many requests are waiting; try again later", retryAfter: 2)
  }

  /// The request's time is over.
  static var late: Self {
    Self(
      status: 503, code: "deadline", detail: "the image was not ready in the time that a request may take",
      retryAfter: 5)
  }

  /// The client was too slow.
  static var slowContent: Self {
    Self(
      status: 408, code: "content-too-slow", detail: "the content did not arrive in the time that a request may take",
      retryAfter: 5)
  }

  /// The server is starting or stopping.
  static var notReady: Self {
    Self(status: 503, code: "not-ready", detail: "the server is starting or stopping", retryAfter: 2)
  }

  /// Selections are not saved here.
  static var selectionsNotSaved: Self {
    let detail: Phrase = """
      this server saves no selections: it was started without \(option: .state, "FOLDER"); Download on the page keeps \
      them
      """
    return Self(status: 501, code: "selections-not-saved", detail: detail.spelled(by: AddressSpelling()))
  }

  /// The client has left, so nobody reads this.
  static var left: Self { Self(status: 499, code: "client-left", detail: "the client closed the connection") }
}

extension Problem {
  init(_ error: IIIFError) {
    self.init(status: error.status, code: error.code, detail: error.message, parameter: error.parameter)
  }

  init(_ error: UprightError) {
    switch error {
    case .io(_, ENOENT):
      self = .noImage
    case .io(_, EACCES), .io(_, EPERM):
      self.init(status: 403, code: "forbidden", detail: "the server may not read this file")
    case .io(_, ESTALE):
      self.init(
        status: 503, code: "changed", detail: "the file is being changed by another program", retryAfter: 1)
    case .io(_, let number) where [EAGAIN, ENOMEM, EMFILE, ENFILE, ENOBUFS].contains(number):
      self.init(status: 503, code: "shortage", detail: "too many open files or too little memory", retryAfter: 2)
    case .io:
      self.init(status: 500, code: "io", detail: "the file cannot be read")
    case .cancelled:
      self = .late
    case .limit(.seconds, _, _), .limit(.workerSeconds, _, _):
      self = .late
    case .shortage:
      self.init(status: 503, code: error.codes.name, detail: error.phrase.spelled(by: AddressSpelling()), retryAfter: 2)
    default:
      self.init(
        status: error.codes.httpStatus, code: error.codes.name, detail: error.phrase.spelled(by: AddressSpelling()))
    }
  }
}

/// The phrases of statuses (RFC 9110, 15).
enum StatusText {
  private static let phrases: [Int: String] = [
    200: "OK", 201: "Created", 204: "No Content", 303: "See Other", 304: "Not Modified", 400: "Bad Request",
    403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict",
    412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long",
    415: "Unsupported Media Type", 422: "Unprocessable Content", 428: "Precondition Required",
    499: "Client Closed Request", 500: "Internal Server Error", 501: "Not Implemented", 503: "Service Unavailable",
    507: "Insufficient Storage",
  ]

  static func phrase(_ status: Int) -> String { phrases[status] ?? "Error" }
}

extension Problem {
  /// Why a request may not begin.
  init(_ refusal: Admission.Refusal) {
    switch refusal {
    case .full: self = .busy
    case .cancelled: self = .late
    }
  }
}

extension Admission {
  /// As `enter`.
  ///
  /// - Throws: `.busy` if too many wait already; `.late` if the task is canceled.
  func admit(_ bytes: Int) async throws(Problem) -> Ticket {
    do throws(Refusal) { return try await enter(bytes) } catch { throw Problem(error) }
  }

  /// Runs work that takes little memory on a thread that may block, once a place is free.
  ///
  /// - Throws: As `admit`, and as `work`.
  func answer<Value: Sendable>(
    _ work: @Sendable () throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    try await admit(0).run { Result { () throws(Problem) in try work() } }.get()
  }
}

extension Admission.Ticket {
  /// Runs work that makes something of an image, on a thread that may block.
  func answer<Value: Sendable>(
    _ work: @Sendable () throws(UprightError) -> Value
  ) async -> Result<Value, Problem> {
    await run { Result { () throws(UprightError) in try work() }.mapError { Problem($0) } }
  }
}

/// How answers name options, which addresses of the IIIF Image API do not have: as options of the server for who runs
/// it, or of the program, which can do what no address asks for.
struct AddressSpelling: Spelling {
  /// What the server is started with.
  private static let ofServer: Set<RequestOption> = [.baseURL, .cacheFolder, .preset, .signKeys, .state]

  func option(_ option: RequestOption, _ value: String?) -> String {
    Self.ofServer.contains(option)
      ? "the server's option \(CommandLineSpelling().option(option, value))"
      : CommandLineSpelling.ofProgram(option, value)
  }

  /// Callers choose neither how edges rotate nor that results replace their sources.
  var statesChoices: Bool { false }
}
