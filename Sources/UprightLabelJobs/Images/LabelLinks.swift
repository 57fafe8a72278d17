// Which images of a batch label files refer to; an ambiguous name is never guessed (docs/labels.md).

/// The images that label files refer to.
package struct LabelLinks: Sendable {
  /// A name in a label file.
  package struct Reference: Hashable, Sendable {
    /// The index of the label file.
    package let file: Int
    /// The name.
    package let name: String
  }

  /// Why the image of a name is ambiguous.
  package enum Ambiguity: Hashable, Sendable {
    /// It matches several images.
    case several([Int])
    /// Other names match this image equally well.
    case shared(Int)
    /// It matches this image except for folder or extension, and no other name in the labels confirms these.
    case otherwise(Int)

    /// The images that it may refer to.
    package var images: [Int] {
      switch self {
      case .several(let images): images
      case .shared(let image), .otherwise(let image): [image]
      }
    }
  }

  /// For each label file, the indexes of the images that its names refer to; names of images outside the batch are
  /// omitted.
  package private(set) var images: [Int: [String: Int]] = [:]
  /// Ambiguous names.
  package private(set) var ambiguities: [Reference: Ambiguity] = [:]

  private typealias Candidate = (mention: Reference, match: ImageNames.Match)

  /// Links `mentions`, each with its label file's folder, to the images of `names`.
  ///
  /// - Parameters:
  ///   - hardLinks: For each label file that is another name of one, the index of that one.
  ///   - masks: The label files that are masks. An image may have several, beside its other labels.
  package init(
    _ mentions: [Reference: String], to names: ImageNames, hardLinks: [Int: Int] = [:], masks: Set<Int> = []
  ) {
    var candidates: [Int: [Candidate]] = [:]
    var (showsFolders, showsExtensions) = (false, false)
    for (mention, folder) in mentions {
      guard let match = names.match(mention.name, in: folder) else { continue }
      if masks.contains(mention.file) {
        guard match.fit.isPossible else { continue }
        if match.images.count > 1 { ambiguities[mention] = .several(match.images) }
        if match.images.count == 1 { images[mention.file, default: [:]][mention.name] = match.images[0] }
        continue
      }
      if match.fit.isPossible {
        showsFolders = showsFolders || match.fit.depth > 0
        showsExtensions = showsExtensions || match.fit.ending == .agrees
        if match.images.count > 1 {
          ambiguities[mention] = .several(match.images)
          continue
        }
      }
      for name in match.names { candidates[name, default: []].append((mention, match)) }
    }
    for (name, candidates) in candidates {
      let index = names.image(named: name)
      let possible = candidates.filter(\.match.fit.isPossible)
      resolve(index, possible, hardLinks)
      for (mention, match) in candidates where !match.fit.isPossible && (possible.isEmpty || match.fit.isImplied) {
        let isOther = match.fit.contradicts && showsFolders || match.fit.ending == .differs && showsExtensions
        if !isOther { ambiguities[mention] = .otherwise(index) }
      }
    }
  }

  /// Among several names for one name of an image, keeps those that match best.
  private mutating func resolve(_ index: Int, _ candidates: [Candidate], _ hardLinks: [Int: Int]) {
    guard let best = candidates.map(\.match.fit).max() else { return }
    let chosen = candidates.filter { $0.match.fit == best }
    let paths = Set(chosen.map(\.match.path))
    let files = Set(chosen.map { hardLinks[$0.mention.file] ?? $0.mention.file })
    let isStated = !best.isImplied && best.depth > 0
    for candidate in chosen {
      if paths.count == 1, files.count == 1 || isStated {
        images[candidate.mention.file, default: [:]][candidate.mention.name] = index
      } else {
        ambiguities[candidate.mention] = .shared(index)
      }
    }
  }
}
