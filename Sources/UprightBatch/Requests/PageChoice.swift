// Which pages of a TIFF become images of their own.

package import Upright
import UprightFiles

/// One page, or each of them.
package enum PageChoice: Hashable, Sendable, CustomStringConvertible {
  /// Every page is a result of its own.
  case all
  /// One page, from 1.
  case number(Int)

  /// The choice that a word states: `all`, or a number from 1; nil for any other.
  package init?(_ word: String) {
    if word == "all" {
      self = .all
    } else {
      guard let number = Int(word), (1...Self.highest).contains(number) else { return nil }
      self = .number(number)
    }
  }

  /// More pages than any file is read with.
  package static let highest = 1_000_000

  /// The word that states it.
  package var description: String {
    switch self {
    case .all: "all"
    case .number(let number): String(number)
    }
  }

  /// The page for the result with a number.
  func number(ofPart part: Int?) -> Int {
    switch self {
    case .all: part ?? 1
    case .number(let number): number
    }
  }

  /// The probes of the chosen pages of a file, with their numbers.
  ///
  /// - Throws: `.unanswerable` if there is no such page.
  package func probes(of probe: Probe) throws(UprightError) -> [(number: Int, probe: Probe)] {
    switch self {
    case .all: return (1...probe.pageCount).compactMap { number in probe.showing(page: number).map { (number, $0) } }
    case .number(let number):
      guard let shown = probe.showing(page: number) else {
        throw .unanswerable(
          field: "page", reason: "\(number) was requested, but the file has \(PageWords.count(probe.pageCount))")
      }
      return [(number, shown)]
    }
  }
}

extension InputFiles {
  /// The same files, each once for each of its pages. A file whose headers cannot be read fails in its turn.
  package func splitPages(rules: OrientationRules) -> Self {
    var inputs = self
    inputs.files = files.flatMap { file in
      guard !file.isCopied, let probe = try? FileBytes(file.location).probe(rules: rules) else { return [file] }
      return file.split(into: probe.pageCount, numberingOne: true)
    }
    return inputs
  }
}

/// Words about pages.
enum PageWords {
  /// Pages named in a sentence, at most.
  private static let named = 8

  /// `1 page`, `3 pages`.
  static func count(_ count: Int) -> String { count == 1 ? "1 page" : "\(count) pages" }

  /// `page 2 tag 6, page 3 tag 8`.
  static func tags(_ pages: [(number: Int, orientation: ExifOrientation)]) -> String {
    let rest = pages.count > named ? " and \(pages.count - named) more" : ""
    return pages.prefix(named).map { "page \($0.number) tag \($0.orientation.rawValue)" }.joined(separator: ", ") + rest
  }

  /// `pages 2, 3 keep their tags`.
  static func keptTags(_ pages: [Int]) -> String {
    if pages.count == 1 { return "page \(pages[0]) keeps its tag" }
    let rest = pages.count > named ? " and \(pages.count - named) more" : ""
    return "pages \(pages.prefix(named).map(String.init).joined(separator: ", "))\(rest) keep their tags"
  }
}
