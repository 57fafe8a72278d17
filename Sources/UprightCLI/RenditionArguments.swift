// The common part of the commands that make images: arguments that define a rendition.

import ArgumentParser
import Upright
import UprightBatch

/// The arguments of a command that makes images, without the destination.
protocol RenditionArguments: ParsableArguments, Sendable {
  /// What may change together with images.
  associatedtype Companions: CompanionArguments = NoCompanions

  /// The command's name.
  static var verb: String { get }
  /// One line of help.
  static var abstract: String { get }
  /// Paragraphs of help, with two examples.
  static var discussion: String { get }
  /// The discussion for `plan`, with its example.
  static var planExample: String { get }

  /// Whether the result shows less than its source and so cannot replace it.
  static var replacesImages: Bool { get }

  /// Whether pixels are re-encoded or moved, so that only formats that are decoded can be processed.
  var changesPixels: Bool { get }

  /// What happens to edge blocks that cannot be moved; nil if the command has no such option.
  var edgeMode: EdgeMode? { get }

  /// Whether the result shows all of its source, to the last pixel.
  var keepsWholeImages: Bool { get }

  /// Whether a result identical to its source keeps the source's modification time.
  static var keepsTimeOfCopies: Bool { get }

  /// Whether every image is to become upright.
  static var makesUpright: Bool { get }

  /// What `--check` checks.
  ///
  /// - Throws: `ValidationError` for options that have no effect then.
  func checkTarget() throws(ValidationError) -> UprightState.Target

  /// The frame of an animation that becomes a still image; nil if not given.
  var frame: Int? { get }

  /// The folder of indexes for regions of JPEGs; nil for none.
  var cache: String? { get }

  /// Which orientation fields of the source are used.
  var rules: OrientationRules { get }

  /// What a journal states of them.
  var identity: BatchIdentity { get }

  /// The rendition of the probed image; `format` is the one requested by the result's name or the caller, nil for the
  /// source's.
  func rendition(of probe: Probe, format: ContainerFormat?, original: EdgeMode.Original) -> Rendition
}

extension RenditionArguments {
  /// A rotated image shows what it showed.
  static var replacesImages: Bool { false }

  /// It is a new file.
  static var keepsTimeOfCopies: Bool { false }

  /// Only what is asked for changes.
  static var makesUpright: Bool { false }

  /// The pixels.
  func checkTarget() throws(ValidationError) -> UprightState.Target { .pixels }

  /// None.
  var frame: Int? { nil }

  /// No region is decoded.
  var cache: String? { nil }

  /// The indexes of that folder; nil for none.
  ///
  /// - Parameter savesNew: Whether new indexes are saved.
  /// - Throws: The exit code if the folder cannot be used, after printing the error.
  func indexes(_ limits: Limits, savesNew: Bool) throws(ExitCode) -> IndexCache? {
    guard let cache else { return nil }
    return try exitOnError(cache) { () throws(UprightError) in
      try IndexCache(cache, limits: limits, savesNew: savesNew)
    }
  }

  /// No choice.
  var edgeMode: EdgeMode? { nil }

  /// Only results that replace their source must.
  var keepsWholeImages: Bool { !Self.replacesImages }

  /// The standard's rules.
  var rules: OrientationRules { OrientationRules() }

  /// The rendition if a name requests `format`; the two kinds of movie files may have each other's extensions. Without
  /// a format, and unless the file itself changes, a format that is not written here is replaced by another.
  func rendition(of probe: Probe, named format: ContainerFormat?, original: EdgeMode.Original) -> Rendition {
    let bearsName = format?.isMovie == true && probe.format.isMovie
    var wanted = rendition(of: probe, format: bearsName ? nil : format, original: original)
    wanted.mayChangeFormat = original == .stays
    return wanted
  }

  /// The formats of files that can be processed if `format` is requested; nil for the source's.
  func sources(asked format: ContainerFormat?) -> Set<ContainerFormat> {
    if changesPixels { return ContainerFormat.decoded }
    return format.map { ContainerFormat.decoded.union([$0]) } ?? Set(ContainerFormat.allCases)
  }
}
