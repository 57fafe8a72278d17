// Results on disk: each with what it was made from, its length and its digest.

import Crypto
import UprightFiles
import UprightProgram

/// What a result was made from: one state of one file, a canonical request, and this version of the program.
struct ResultKey: Hashable, Sendable {
  fileprivate let digest: SHA256.Digest

  init(_ source: SourceKey, _ words: String) {
    let version = "\(Program.version) \(Program.commit ?? "")"
    digest = SHA256.hash(data: Array("result 2 \(version) \(source.text) \(words)".utf8))
  }

  /// The name of its file.
  var name: String { "\(digest.hexadecimal).\(CacheFolder.Kind.result.rawValue)" }
}

/// An encoded image, and whether its source is damaged, so that it shows only what could be read.
struct KeptResult: Hashable, Sendable {
  let bytes: [UInt8]
  let isDamaged: Bool
}

/// The file of a result: 8 bytes `UPRESLT2`, or `UPRESDM2` if its source is damaged, the key, the length in 8 bytes, the
/// SHA-256 of all other bytes, the result.
enum ResultEntry {
  private static let (whole, damaged) = (Array("UPRESLT2".utf8), Array("UPRESDM2".utf8))
  private static let headSize = 80
  /// The longest result that is kept; reading it takes memory that no request was given.
  static let longest = 8 << 20
  /// The longest file.
  static let longestFile = headSize + longest

  /// What is written before the result.
  static func head(of result: KeptResult, for key: ResultKey) -> [UInt8] {
    let start = start(result.bytes.count, key, isDamaged: result.isDamaged)
    return start + digest(start, result.bytes[...])
  }

  /// The result in a file; nil if the file is damaged, or of another key.
  static func result(in file: [UInt8], for key: ResultKey) -> KeptResult? {
    guard file.count >= headSize else { return nil }
    let result = file[headSize...]
    let isDamaged = file.starts(with: damaged)
    let start = start(result.count, key, isDamaged: isDamaged)
    guard file.starts(with: start), file[start.count..<headSize].elementsEqual(digest(start, result)) else {
      return nil
    }
    return KeptResult(bytes: Array(result), isDamaged: isDamaged)
  }

  private static func start(_ count: Int, _ key: ResultKey, isDamaged: Bool) -> [UInt8] {
    (isDamaged ? damaged : whole) + key.digest + (0..<8).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
  }

  private static func digest(_ start: [UInt8], _ result: ArraySlice<UInt8>) -> [UInt8] {
    var digest = SHA256()
    digest.update(data: start)
    digest.update(data: result)
    return Array(digest.finalize())
  }
}

extension Sequence<UInt8> {
  /// The bytes as two digits each, in lower case.
  fileprivate var hexadecimal: String {
    reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
  }
}
