// What a batch makes of each image, whoever asks for it: the rendition, what the batch must know about it, and what a
// journal states of it.

package import Upright
import UprightFiles

/// A request for every image of a batch.
package protocol ImageRequest: Sendable {
  /// Whether the result shows less than its source and so cannot replace it.
  var replacesImages: Bool { get }

  /// Whether a result identical to its source keeps the source's modification time.
  var keepsTimeOfCopies: Bool { get }

  /// Whether every image is to become upright.
  var makesUpright: Bool { get }

  /// Whether pixels are re-encoded or moved, so that only formats that are decoded can be processed.
  var changesPixels: Bool { get }

  /// What happens to edge blocks that cannot be moved; nil if the request does not concern them.
  var edgeMode: EdgeMode? { get }

  /// Whether the result shows all of its source, to the last pixel.
  var keepsWholeImages: Bool { get }

  /// The frame of an animation that becomes a still image; nil if none is requested.
  var frame: Int? { get }

  /// Which orientation fields of the source are used.
  var rules: OrientationRules { get }

  /// Whether results have numbers, also if there is only one.
  var numbersResults: Bool { get }

  /// The number of results of each image.
  var partCount: Int { get }

  /// The request for one of these results, from 1; nil means the only one.
  func part(_ number: Int?) -> Self

  /// What a journal states of the request.
  var identity: BatchIdentity { get }

  /// The rendition of the probed image; `format` is the requested one, nil for the source's.
  func rendition(of probe: Probe, format: ContainerFormat?, original: EdgeMode.Original) -> Rendition
}

extension ImageRequest {
  /// A rotated image shows what it showed.
  package var replacesImages: Bool { false }

  /// It is a new file.
  package var keepsTimeOfCopies: Bool { false }

  /// Only what is asked for changes.
  package var makesUpright: Bool { false }

  /// The request does not concern edges.
  package var edgeMode: EdgeMode? { nil }

  /// Only results that replace their source must.
  package var keepsWholeImages: Bool { !replacesImages }

  /// None.
  package var frame: Int? { nil }

  /// The standard's rules.
  package var rules: OrientationRules { OrientationRules() }

  /// The file's name is enough for one result.
  package var numbersResults: Bool { false }

  /// One.
  package var partCount: Int { 1 }

  /// Itself.
  package func part(_ number: Int?) -> Self { self }

  /// The rendition if a name requests `format`; the two kinds of movie files may have each other's extensions. Without
  /// a format, and unless the file itself changes, a format that is not written here is replaced by another.
  package func rendition(
    of probe: Probe, named format: ContainerFormat?, original: EdgeMode.Original
  ) -> Rendition {
    let bearsName = format?.isMovie == true && probe.format.isMovie
    var wanted = rendition(of: probe, format: bearsName ? nil : format, original: original)
    wanted.mayChangeFormat = original == .stays
    return wanted
  }

  /// The formats of files that can be processed if `format` is requested; nil for the source's.
  package func sources(asked format: ContainerFormat?) -> Set<ContainerFormat> {
    if changesPixels { return ContainerFormat.decoded }
    return format.map { ContainerFormat.decoded.union([$0]) } ?? Set(ContainerFormat.allCases)
  }
}

// What a journal's first line states of a batch: the request in one canonical form, however it was made.

/// The request that a batch applies to every file: a command, its arguments and options. Equal requests have equal
/// identities, in any order and spelling. Options that affect only speed or output are not part of it.
package struct BatchIdentity: Hashable, Sendable {
  private let command: [String]
  private var options: [String: String] = [:]

  /// A command by its name and arguments, without options.
  package init(_ command: String...) { self.init(command) }

  /// A command by its name, its arguments, and options whose order matters.
  package init(_ command: [String]) { self.command = command }

  /// States an option's value; nil for the default does not change the identity.
  package mutating func state(_ option: String, _ value: String?) {
    if let value { options[option] = value }
  }

  /// States an option's number; nil for the default does not change the identity.
  package mutating func state(_ option: String, _ value: Int?) { state(option, value.map { "\($0)" }) }

  /// States that a flag is set.
  package mutating func state(_ flag: String, _ isSet: Bool) {
    if isSet { options[flag] = "" }
  }

  /// As command-line words: the command, then the options sorted by name, each joined to its value.
  package var words: [String] {
    command + options.sorted { $0.key < $1.key }.map { $0.value.isEmpty ? "--\($0.key)" : "--\($0.key)=\($0.value)" }
  }
}

// What must hold before a command begins.

/// Checks at the start of the program.
package enum StartChecks {
  /// Checks that the program may open as many files as any command needs.
  ///
  /// - Throws: The exit code if not, after printing the error.
  package static func checkDescriptors(in world: World) throws(ExitStatus) {
    do throws(UprightError) { try FreeDescriptors.check() } catch {
      let free = FreeDescriptors.count()
      world.tell(FreeDescriptors.sentence(free, of: FreeDescriptors.limit ?? free), .error)
      throw ExitStatus(error)
    }
  }
}
