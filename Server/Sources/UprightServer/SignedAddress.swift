// Signed addresses, and the keys that sign them. A signature allows one address, or everything about the files below a
// path (docs/decisions/0051).

import Crypto
public import Upright
import UprightFiles
import UprightIIIF

/// A signed address, as `/PATH?expires=SECONDS&signature=TEXT` or `/signed/SECONDS-DEPTH-TEXT/PATH`.
///
/// The first allows one path. The second allows all addresses of the file or folder that the first `DEPTH` names of the
/// identifier in `PATH` lead to: an image's tiles, its information and its page.
struct SignedAddress {
  private static let start = "/signed/"

  private let expires: String
  private let signature: [UInt8]
  private let message: String

  /// The seconds since 1970 up to which it is valid.
  var end: Int { Int(expires) ?? 0 }

  /// The text that is signed: what is allowed until when.
  ///
  /// - Parameter names: The first names of an identifier, below which everything is allowed; nil to allow `path` alone.
  private static func message(_ expires: String, _ path: [String], below names: ArraySlice<String>?) -> String {
    if let names { return "upright tree\n\(expires)\n" + names.joined(separator: "/") }
    return "upright path\n\(expires)\n" + path.map { "/" + ServerPath.encoded($0) }.joined()
  }

  /// A claim that a request makes, not verified yet.
  ///
  /// - Throws: `signature-invalid` if one of the texts has another form.
  private init(_ expires: Substring, _ signature: Substring, message: String) throws(Problem) {
    guard (1...12).contains(expires.utf8.count), expires.utf8.allSatisfy({ 48...57 ~= $0 }),
      signature.utf8.count == 43, let bytes = Base64.bytes(address: signature)
    else { throw .signatureInvalid }
    (self.expires, self.signature, self.message) = (String(expires), bytes, message)
  }

  /// The request without its signature, if it is signed.
  ///
  /// - Throws: 403 if it is not, or not for what it asks for, or not any more.
  static func verified(_ asked: ServerRequest, by keys: URLKeys, now: Int) throws(Problem) -> ServerRequest {
    var question = asked
    let claim: SignedAddress
    if asked.target.hasPrefix(start) {
      let rest = asked.target.dropFirst(start.count)
      let token = rest.prefix { $0 != "/" && $0 != "?" }
      question.target = String(rest.dropFirst(token.count))
      question.prefix = start + token
      if isFree(question.path) { return question }
      let parts = token.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
      let path = try segments(question.path)
      guard parts.count == 3, parts[1].utf8.count <= 4, let depth = Int(parts[1]), let names = names(path),
        0...names.count ~= depth
      else { throw .signatureInvalid }
      claim = try SignedAddress(
        parts[0], parts[2], message: message(String(parts[0]), path, below: names.prefix(depth)))
    } else {
      if isFree(asked.path) { return asked }
      guard let expires = asked.rawValue("expires"), let signature = asked.rawValue("signature") else {
        throw .signatureMissing
      }
      claim = try SignedAddress(
        expires, signature, message: message(String(expires), try segments(asked.path), below: nil))
    }
    guard keys.accept(claim.signature, of: claim.message) else { throw .signatureInvalid }
    guard now <= claim.end else { throw .signatureExpired }
    question.secondsLeft = claim.end - now
    return question
  }

  /// Whether a path needs no signature: the root and the page's own files show no image.
  private static func isFree(_ path: Substring) -> Bool { path == "/" || path.hasPrefix("/page/") }

  /// The decoded segments of a path; a folder's page may end with a slash.
  private static func segments(_ path: Substring) throws(Problem) -> [String] {
    let isFolder = path.hasPrefix("/view/") && path.hasSuffix("/")
    do throws(IIIFError) { return try ServerPath.segments(String(isFolder ? path.dropLast() : path)) } catch {
      throw Problem(error)
    }
  }

  /// The names of the file or folder that a path is about; nil if it is about none.
  private static func names(_ segments: [String]) -> [String]? {
    let own = segments.first == "stored" ? segments.dropFirst() : segments[...]
    let identifier: String
    switch (own.first, own.count) {
    case ("view", _) where own.count == segments.count: return Array(own.dropFirst())
    case ("api", 2) where segments == ["api", "folder"]: return []
    case ("iiif", 3...), ("preset", 3), ("api", 3): identifier = own[own.startIndex + 2]
    default: return nil
    }
    return try? ServerPath.names(identifier)
  }

  /// A path with its signature.
  ///
  /// - Parameter isTree: Whether everything about its file or folder is allowed.
  /// - Throws: `.unanswerable` for what is not the address of an image, a folder or a page.
  static func signed(_ path: String, until end: Int, by keys: URLKeys, isTree: Bool) throws(UprightError) -> String {
    func refused(_ reason: Phrase) -> UprightError { .unanswerable(field: "PATH", reason: reason) }
    let bare = path.prefix { $0 != "?" }
    let segments: [String]
    do throws(Problem) { segments = try Self.segments(bare) } catch { throw refused(Phrase(error.detail)) }
    let names = names(segments)
    guard !isTree || names != nil else {
      throw refused("write the address of an image, such as /iiif/3/a.jpg, or a page, such as /view/a.jpg")
    }
    let message = message("\(end)", segments, below: isTree ? names?[...] : nil)
    let text = Base64.address(keys.signature(of: message))
    if isTree { return "\(start)\(end)-\(names?.count ?? 0)-\(text)\(path)" }
    return path + (bare.endIndex == path.endIndex ? "?" : "&") + "expires=\(end)&signature=\(text)"
  }

  /// A target without signatures, for logs.
  static func redacted(_ target: String) -> String {
    let path = target.prefix { $0 != "?" }
    var segments = path.split(separator: "/", omittingEmptySubsequences: false)
    for place in segments.indices.dropFirst() where segments[place - 1] == "signed" { segments[place] = "*" }
    let query = target[path.endIndex...].split(separator: "&", omittingEmptySubsequences: false).map { part in
      part.drop { $0 == "?" }.hasPrefix("signature=") ? part.prefix { $0 == "?" } + "signature=*" : part
    }
    return segments.joined(separator: "/") + query.joined(separator: "&")
  }
}

extension URLKeys {
  /// A path of the server with a signature by the first key.
  ///
  /// - Parameters:
  ///   - path: The path, percent-encoded, and its query.
  ///   - end: The seconds since 1970 up to which it is valid.
  ///   - isTree: Whether it allows everything about the file or folder that `path` is about, not only `path`.
  /// - Throws: `.unanswerable` if the path is not one that can be signed.
  public func signed(_ path: String, until end: Int, isTree: Bool) throws(UprightError) -> String {
    try SignedAddress.signed(path, until: end, by: self, isTree: isTree)
  }
}

extension Problem {
  static var signatureMissing: Self {
    Self(status: 403, code: "signature-missing", detail: "this server only answers signed addresses")
  }

  static var signatureInvalid: Self {
    Self(status: 403, code: "signature-invalid", detail: "the signature is not one for this address")
  }

  static var signatureExpired: Self {
    Self(status: 403, code: "signature-expired", detail: "the signature is not valid any more; ask for a new address")
  }
}

/// The keys of signed addresses, read from a file, for HMAC with SHA-256 (RFC 2104). The first one signs, and
/// all verify, so that keys can be exchanged one after another.
public struct URLKeys: Sendable {
  private let keys: [SymmetricKey]

  private static let mostKeys = 16
  private static let longestFile = 64 << 10
  private static let keyLengths = 16...128

  /// Reads a file with one key in each line, as hexadecimal digits or Base64. Lines that are empty or begin with `#`
  /// are ignored.
  ///
  /// - Throws: `.io` if it cannot be read; `.unanswerable` if others may read or change it, or if a line is no key.
  public init(_ path: String) throws(UprightError) {
    let file = try FileBytes(path: path)
    guard file.identity.permissions & 0o026 == 0 else {
      throw Self.refused("others may read or change \(path); use `chmod 600`")
    }
    guard file.byteCount <= Self.longestFile else {
      throw Self.refused("\(path) has more than \(Self.longestFile) bytes")
    }
    let bytes: [UInt8]
    do throws(MetadataError) { bytes = try file.read(0..<file.byteCount) } catch {
      throw UprightError(error).naming(path)
    }
    try self.init(bytes)
  }

  /// The keys in the content of such a file.
  init(_ content: [UInt8]) throws(UprightError) {
    var keys: [SymmetricKey] = []
    for (index, line) in content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      let text = Substring(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self).trimmed
      guard !text.isEmpty, !text.hasPrefix("#") else { continue }
      guard let key = Self.bytes(hexadecimal: text) ?? Base64.bytes(String(text)) else {
        throw Self.refused("line \(index + 1) is neither hexadecimal digits nor Base64")
      }
      guard Self.keyLengths.contains(key.count) else {
        throw Self.refused(
          "the key in line \(index + 1) has \(key.count) bytes; use \(Self.keyLengths.lowerBound) to "
            + "\(Self.keyLengths.upperBound), such as 32 random ones")
      }
      keys.append(SymmetricKey(data: key))
    }
    guard (1...Self.mostKeys).contains(keys.count) else {
      throw Self.refused("the file has \(keys.count) keys; use 1 to \(Self.mostKeys)")
    }
    self.keys = keys
  }

  private static func refused(_ reason: Phrase) -> UprightError {
    .unanswerable(field: "\(field: .signKeys)", reason: reason)
  }

  /// The bytes that hexadecimal digits encode; nil for other text.
  private static func bytes(hexadecimal text: Substring) -> [UInt8]? {
    let digits = text.map(\.hexDigitValue)
    guard digits.count.isMultiple(of: 2), !text.isEmpty, text.utf8.count == digits.count else { return nil }
    var bytes: [UInt8] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[place], let low = digits[place + 1] else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return bytes
  }

  /// The signature of a message by the first key.
  func signature(of message: String) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: Array(message.utf8), using: keys[0]))
  }

  /// Whether any key signed a message. The time depends neither on the signature nor on which key it is.
  func accept(_ signature: [UInt8], of message: String) -> Bool {
    let bytes = Array(message.utf8)
    return keys.reduce(false) { isAccepted, key in
      let isValid = HMAC<SHA256>.isValidAuthenticationCode(signature, authenticating: bytes, using: key)
      return isValid || isAccepted
    }
  }
}

// Base64 in addresses: with `-` and `_`, and without padding (RFC 4648, 5).

extension Base64 {
  /// The text for `bytes` in an address.
  static func address(_ bytes: [UInt8]) -> String {
    String(decoding: text(bytes).utf8.prefix { $0 != UInt8(ascii: "=") }.map(inAddress), as: UTF8.self)
  }

  /// The bytes that `text` in an address encodes; nil if it is not what `address(_:)` writes.
  static func bytes(address text: some StringProtocol) -> [UInt8]? {
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    let padded = String(decoding: text.utf8.map(fromAddress), as: UTF8.self) + padding
    guard let bytes = bytes(padded), address(bytes) == text else { return nil }
    return bytes
  }

  private static func inAddress(_ character: UInt8) -> UInt8 {
    switch character {
    case UInt8(ascii: "+"): UInt8(ascii: "-")
    case UInt8(ascii: "/"): UInt8(ascii: "_")
    default: character
    }
  }

  private static func fromAddress(_ character: UInt8) -> UInt8 {
    switch character {
    case UInt8(ascii: "-"): UInt8(ascii: "+")
    case UInt8(ascii: "_"): UInt8(ascii: "/")
    default: character
    }
  }
}
