// Which requests may change what is saved: none that the page of another site sends (Fetch, 3.2; Fetch Metadata, 2.4),
// and none that reaches this machine by a name that somebody else made point to it.

import Upright

/// Tells the server's own pages from those of others.
struct WriteOrigin: Sendable {
  private let base: WebOrigin?
  private let bound: String

  init(_ options: ServerOptions) {
    base = options.baseURL.flatMap(WebOrigin.init)
    bound = options.host.lowercased()
  }

  /// - Throws: 403 for a request to another host's name, if only this machine can send one.
  func checkHost(_ question: ServerRequest) throws(Problem) {
    guard isLoopback else { return }
    let name = question.host.map(WebOrigin.name)
    guard let name, name == base?.name || ["localhost", "127.0.0.1", "[::1]", bound].contains(name) else {
      throw Problem(
        status: 403, code: "foreign-host", detail: Self.foreignHost.spelled(by: AddressSpelling()), parameter: "Host")
    }
  }

  private static let foreignHost: Phrase = """
    this server listens on this machine only, so saved selections are not for requests to another host's name; use \
    http://localhost or \(option: .baseURL)
    """

  /// - Throws: 403 for a request that may come from another site.
  func check(_ question: ServerRequest) throws(Problem) {
    try checkHost(question)
    guard question.fetchSite.allSatisfy({ $0 == "same-origin" || $0 == "none" }) else {
      throw Self.foreign("Sec-Fetch-Site")
    }
    guard question.origin.allSatisfy({ isOwn($0, host: question.host) }) else { throw Self.foreign("Origin") }
  }

  private var isLoopback: Bool { bound == "localhost" || bound == "::1" || bound.hasPrefix("127.") }

  private func isOwn(_ text: String, host: String?) -> Bool {
    guard let origin = WebOrigin(text) else { return false }
    // A proxy may speak TLS where the server does not, so the scheme of the host is that of the origin.
    return origin == base || origin == host.flatMap { WebOrigin("\(origin.scheme)://\($0)") }
  }

  private static func foreign(_ parameter: String) -> Problem {
    Problem(
      status: 403, code: "foreign-origin", detail: "pages of other sites may not change saved selections",
      parameter: parameter)
  }
}

/// The origin of a page (RFC 6454): scheme, host and port.
private struct WebOrigin: Hashable {
  let scheme, authority: String

  /// The origin of a URL; nil for other schemes than HTTP's.
  init?(_ url: String) {
    let text = url.lowercased()
    guard let scheme = ["https", "http"].first(where: { text.hasPrefix("\($0)://") }) else { return nil }
    self.scheme = scheme
    let rest = text.dropFirst(scheme.utf8.count + 3).prefix { $0 != "/" }
    let usual = scheme == "https" ? ":443" : ":80"
    authority = String(rest.hasSuffix(usual) ? rest.dropLast(usual.utf8.count) : rest)
  }

  /// The name of the host.
  var name: String { Self.name(of: authority) }

  /// The name in a host's name and port, in lower case; brackets stay around an IPv6 address.
  static func name(of authority: String) -> String {
    let text = authority.lowercased()
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") { return String(text[...end]) }
    return String(text.prefix { $0 != ":" })
  }
}
