// Which picture of a batch a name in a label file means: no format says more than a file's name, or a part of its path.

import Upright
import UprightFiles

/// The pictures that label files speak of.
struct LabelLinks: Sendable {
  /// A name as it stands in a label file.
  struct Mention: Hashable, Sendable {
    /// The number of the label file.
    let file: Int
    /// The name.
    let name: String
  }

  /// For each label file the numbers of the pictures that its names mean; names that mean none of the batch are not there.
  private(set) var pictures: [Int: [String: Int]] = [:]
  /// Mentions that may mean several pictures, or pictures that several names may mean; with the numbers of those pictures.
  private(set) var doubts: [Mention: [Int]] = [:]

  /// How well a name fits a picture's path: whether the extension agrees or is left out, and how many folders agree.
  private struct Fit: Comparable {
    enum Ending: Int { case differs, missing, agrees }

    let ending: Ending
    let depth: Int

    static func < (one: Self, other: Self) -> Bool {
      (one.ending.rawValue, one.depth) < (other.ending.rawValue, other.depth)
    }
  }

  /// Links `mentions`, each with the path that it says, to the pictures at `paths`.
  ///
  /// A name means the picture with whose path it has the longest end in common, and a picture is meant by the name that fits it best.
  init(_ mentions: [Mention: String], to paths: [String]) {
    let parts = paths.map(Self.parts)
    let indices = Dictionary(grouping: paths.indices) { Self.stem(parts[$0].first ?? "") }
    var claims: [Int: [(mention: Mention, path: [String], fit: Fit)]] = [:]
    for (mention, path) in mentions {
      let name = Self.parts(path)
      let last = name.first ?? ""
      let candidates = Set([last, Self.stem(last)].flatMap { indices[$0] ?? [] })
      let fits = candidates.map { ($0, Self.fit(name, parts[$0])) }
      guard let best = fits.map(\.1).max() else { continue }
      let chosen = fits.filter { $0.1 == best }.map(\.0)
      if chosen.count > 1 { doubts[mention] = chosen.sorted() }
      for index in chosen where chosen.count == 1 { claims[index, default: []].append((mention, name, best)) }
    }
    for (index, claims) in claims { settle(index, claims) }
  }

  /// Of several names for one picture those that fit it best.
  private mutating func settle(_ index: Int, _ claims: [(mention: Mention, path: [String], fit: Fit)]) {
    guard let best = claims.map(\.fit).max() else { return }
    let chosen = claims.filter { $0.fit == best }
    let isOne = Set(chosen.map(\.path)).count == 1
    for claim in chosen {
      if isOne {
        pictures[claim.mention.file, default: [:]][claim.mention.name] = index
      } else {
        doubts[claim.mention] = [index]
      }
    }
  }

  /// The parts of a path, the last first.
  private static func parts(_ path: String) -> [String] {
    path.split { $0 == "/" || $0 == "\\" }.map(String.init).filter { $0 != "." && $0 != ".." }.reversed()
  }

  private static func stem(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  private static func fit(_ name: [String], _ path: [String]) -> Fit {
    let folders = zip(name.dropFirst(), path.dropFirst()).prefix { $0 == $1 }
    let ending: Fit.Ending =
      name.first == path.first ? .agrees : name.first == path.first.map(stem) ? .missing : .differs
    return Fit(ending: ending, depth: folders.count)
  }
}
