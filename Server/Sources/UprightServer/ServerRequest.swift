// One HTTP request, as far as this server reads it, and its answer.

import UprightBatch
import UprightFiles
import UprightIIIF

/// A request.
struct ServerRequest: Sendable {
  /// Its method.
  var method = "GET"
  /// The path and query, as sent.
  var target: String
  /// The host that the client named; nil for none.
  var host: String?
  /// The values of `Accept`.
  var accept: [String] = []
  /// The values of `If-None-Match`.
  var ifNoneMatch: [String] = []
  /// The part of the path before `target` that belongs to a signature.
  var prefix = ""
  /// The seconds for which its signature is still valid; nil if it needs none.
  var secondsLeft: Int?
  /// The values of `If-Match`.
  var ifMatch: [String] = []
  /// The values of `Origin`: the site whose page sends the request, as browsers state it.
  var origin: [String] = []
  /// The values of `Sec-Fetch-Site`: how that site relates to this one, as browsers state it.
  var fetchSite: [String] = []
  /// The type of the content, in lower case and without parameters; nil for none.
  var contentType: String?
  /// The content; nil for none.
  var content: RequestContent?

  /// Whether only the fields of an answer are wanted.
  var isHead: Bool { method == "HEAD" }
  /// The path, as sent.
  var path: Substring { target.prefix { $0 != "?" } }

  /// The parts of the query, as sent.
  private var parameters: [Substring] {
    guard let mark = target.firstIndex(of: "?") else { return [] }
    return target[target.index(after: mark)...].split(separator: "&")
  }

  /// The value of `name` in the query as sent; nil if it has none.
  func rawValue(_ name: String) -> Substring? {
    parameters.first { $0.hasPrefix("\(name)=") }?.dropFirst(name.count + 1)
  }

  /// The decoded value of `name` in the query; nil if it has none, or an empty one.
  ///
  /// - Throws: 400 for an invalid escape.
  func value(_ name: String) throws(Problem) -> String? {
    guard let text = rawValue(name), !text.isEmpty else { return nil }
    do throws(IIIFError) { return try ServerPath.segments("/\(text)").first } catch { throw Problem(error) }
  }

  /// Whether the query asks for `name`, with or without a value.
  func asks(_ name: String) -> Bool { parameters.contains { part in part.prefix { $0 != "=" } == name } }
}

/// An answer.
struct ServerResponse: Sendable {
  /// The HTTP status.
  var status = 200
  /// The fields, in order, without the length.
  var fields: [(name: String, value: String)] = []
  /// The content.
  var body: [UInt8] = []
  /// The memory that the content takes until it is sent, as counted by admission.
  var ticket: Admission.Ticket?
  /// How an image was made: the route of its plan.
  var route: String?
  /// Whether its image shows only what could be read of a damaged file.
  var isDamaged = false
  /// What kind of request it answers, for metrics.
  var kind = "other"
  /// The code of the problem that it states; nil for none.
  var code: String?
  /// Whether it is the last of its connection, because the rest of its request is not read.
  var closes = false

  /// An answer of JSON or text.
  static func text(_ text: String, type: String, status: Int = 200) -> ServerResponse {
    ServerResponse(status: status, fields: [("Content-Type", type)], body: Array(text.utf8))
  }

  /// A problem as JSON.
  init(_ problem: Problem) {
    self.init(
      status: problem.status, fields: [("Content-Type", "application/problem+json"), ("Cache-Control", "no-store")],
      body: Array(problem.json.line.utf8) + [0x0A])
    code = problem.code
    if let seconds = problem.retryAfter { fields.append(("Retry-After", "\(seconds)")) }
  }

  init(
    status: Int = 200, fields: [(name: String, value: String)] = [], body: [UInt8] = []
  ) {
    (self.status, self.fields, self.body) = (status, fields, body)
  }
}
