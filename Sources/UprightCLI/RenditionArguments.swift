// What the commands that make pictures have in common: arguments that say which rendition of a picture is wanted.

import ArgumentParser
import Upright
import UprightBatch

/// The arguments of one command that makes pictures, without where the result goes.
protocol RenditionArguments: ParsableArguments, Sendable {
  /// What may change along with pictures.
  associatedtype Companions: CompanionArguments = NoCompanions

  /// The command's name.
  static var verb: String { get }
  /// One line of help.
  static var abstract: String { get }
  /// Paragraphs of help, with two examples.
  static var discussion: String { get }
  /// The same for `plan`, with its example.
  static var planExample: String { get }

  /// Whether the result shows less than its source, so that it is no replacement of it.
  static var replacesImages: Bool { get }

  /// Whether pixels are made anew or moved, so that only formats that are decoded can be worked on.
  var changesPixels: Bool { get }

  /// What happens to edge blocks that cannot be moved; nil where the command has no such choice.
  var edgeMode: EdgeMode? { get }

  /// Whether the result shows all of its source, to the last pixel.
  var keepsWholeImages: Bool { get }

  /// Whether a result that is its source, byte for byte, keeps the time of the source's last change.
  static var keepsTimeOfCopies: Bool { get }

  /// What `--check` looks at.
  ///
  /// - Throws: `ValidationError` for options that mean nothing then.
  func checkTarget() throws(ValidationError) -> UprightState.Target

  /// The frame of an animation that becomes a still image; nil where none was asked for.
  var frame: Int? { get }

  /// Which carriers of the source are believed.
  var rules: OrientationRules { get }

  /// What is wanted of the probed picture; `format` is what the result's name or the caller asks for, nil for the source's.
  func rendition(of probe: Probe, format: ContainerFormat?, original: EdgeMode.Original) -> Rendition
}

extension RenditionArguments {
  /// A turned picture shows what it showed.
  static var replacesImages: Bool { false }

  /// It is a new file.
  static var keepsTimeOfCopies: Bool { false }

  /// The pixels.
  func checkTarget() throws(ValidationError) -> UprightState.Target { .pixels }

  /// None.
  var frame: Int? { nil }

  /// No choice.
  var edgeMode: EdgeMode? { nil }

  /// Only what stands in place of its source has to.
  var keepsWholeImages: Bool { !Self.replacesImages }

  /// Those that count by the standards.
  var rules: OrientationRules { OrientationRules() }

  /// What is wanted where a name asks for `format`: the two kinds of movies bear each other's names. Without one, and unless the
  /// file itself changes, a format that is not written here gives way to another.
  func rendition(of probe: Probe, named format: ContainerFormat?, original: EdgeMode.Original) -> Rendition {
    let bearsName = format?.isMovie == true && probe.format.isMovie
    var wanted = rendition(of: probe, format: bearsName ? nil : format, original: original)
    wanted.mayChangeFormat = original == .stays
    return wanted
  }

  /// The formats of files that can be worked on where `format` is asked for, nil for the source's.
  func sources(asked format: ContainerFormat?) -> Set<ContainerFormat> {
    if changesPixels { return ContainerFormat.decoded }
    return format.map { ContainerFormat.decoded.union([$0]) } ?? Set(ContainerFormat.allCases)
  }
}
