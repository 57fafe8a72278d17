// Which pictures of a batch label files speak of, where several of them have names for one: never a guess between two (docs/labels.md).

/// The pictures that label files speak of.
struct LabelLinks: Sendable {
  /// A name as it stands in a label file.
  struct Reference: Hashable, Sendable {
    /// The number of the label file.
    let file: Int
    /// The name.
    let name: String
  }

  /// Why nobody can say which picture a name means.
  enum Ambiguity: Hashable, Sendable {
    /// It fits several pictures.
    case several([Int])
    /// Other names fit this picture as well as it does.
    case shared(Int)
    /// It is this picture's, but for its folder or its extension, and no other name of the labels shows what these are called.
    case otherwise(Int)

    /// The pictures that it may mean.
    var pictures: [Int] {
      switch self {
      case .several(let pictures): pictures
      case .shared(let picture), .otherwise(let picture): [picture]
      }
    }
  }

  /// For each label file the numbers of the pictures that its names mean; names that mean none of the batch are not there.
  private(set) var pictures: [Int: [String: Int]] = [:]
  /// Names of which nobody can say what they mean.
  private(set) var ambiguities: [Reference: Ambiguity] = [:]

  private typealias Candidate = (mention: Reference, match: ImageNames.Match)

  /// Links `mentions`, each with the folder of its label file, to the pictures of `names`.
  ///
  /// - Parameter twins: The number of one label file for each that is another name of it.
  init(_ mentions: [Reference: String], to names: ImageNames, hardLinks: [Int: Int] = [:]) {
    var candidates: [Int: [Candidate]] = [:]
    var (showsFolders, showsExtensions) = (false, false)
    for (mention, folder) in mentions {
      guard let match = names.match(mention.name, in: folder) else { continue }
      if match.fit.isPossible {
        showsFolders = showsFolders || match.fit.depth > 0
        showsExtensions = showsExtensions || match.fit.ending == .agrees
        if match.pictures.count > 1 {
          ambiguities[mention] = .several(match.pictures)
          continue
        }
      }
      for index in match.pictures { candidates[index, default: []].append((mention, match)) }
    }
    for (index, candidates) in candidates {
      let possible = candidates.filter(\.match.fit.isPossible)
      resolve(index, possible, hardLinks)
      for (mention, match) in candidates where !match.fit.isPossible && (possible.isEmpty || match.fit.isImplied) {
        let isOther = match.fit.contradicts && showsFolders || match.fit.ending == .differs && showsExtensions
        if !isOther { ambiguities[mention] = .otherwise(index) }
      }
    }
  }

  /// Of several names for one picture those that fit it best.
  private mutating func resolve(_ index: Int, _ candidates: [Candidate], _ hardLinks: [Int: Int]) {
    guard let best = candidates.map(\.match.fit).max() else { return }
    let chosen = candidates.filter { $0.match.fit == best }
    let paths = Set(chosen.map(\.match.path))
    let files = Set(chosen.map { hardLinks[$0.mention.file] ?? $0.mention.file })
    let isStated = !best.isImplied && best.depth > 0
    for candidate in chosen {
      if paths.count == 1, files.count == 1 || isStated {
        pictures[candidate.mention.file, default: [:]][candidate.mention.name] = index
      } else {
        ambiguities[candidate.mention] = .shared(index)
      }
    }
  }
}
