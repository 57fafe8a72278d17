// A command line of another program: the rendition that it requests, how it is run, and advice in its words.

package import Upright
import UprightFiles

/// A request in Upright's terms, whichever program it was typed for.
package struct CompatLine: Sendable {
  /// The rendition requested of each image.
  package var rendition: (@Sendable (Probe) -> Rendition)?
  /// Whether the files themselves change.
  package var changesInPlace = false
  /// The single file to write instead.
  package var output: String?
  /// Whether only tags change.
  package var onlyRetags = false
  /// Whether the old file is kept, with a tilde after its name.
  package var backsUp = false
  package var keepsTime = false
  /// What to do instead if blocks at an edge cannot be moved and the file is refused for that; the rotation is the one
  /// of the displayed image.
  package var edgeAdvice: (@Sendable (Orientation<Displayed, Displayed>) -> String)?
  /// The command that does the same and has the options that messages advise.
  package var advice = CompatAdvice(command: "upright fix")
  /// Whether files that succeed are not printed.
  package var isQuiet = false
  package var paths: [String] = []

  /// An empty request.
  package init() {}

  /// Rotates pixels and sets the tag to 1, as the original programs do.
  ///
  /// - Parameters:
  ///   - transform: What happens to the stored image, whatever its tag; nil for what its tag states.
  ///   - edge: What happens to blocks that cannot be moved.
  package mutating func rotate(stored transform: Orientation<Stored, Displayed>? = nil, edge: EdgeMode) {
    rendition = { probe in
      let wanted = transform ?? probe.orientation
      return edge.rendition(rotation: probe.orientation.inverse.then(wanted))
    }
  }
}

/// Why another program's command line cannot be carried out here.
package struct CompatFault: Error, Hashable {
  /// The reason, for the person who typed it.
  package let reason: String

  /// A fault for this reason.
  package init(_ reason: String) { self.reason = reason }
}

// Advice in messages about files, for command lines that lack the options it names.

/// Spells advised options with the command that has them: `upright fix --allow-loss gps`.
package struct CompatAdvice: Spelling, Hashable {
  /// The command that does the same and has the options.
  package let command: String

  /// Advice to use this command.
  package init(command: String) { self.command = command }

  /// Options that messages advise, and whether they do so only with a value.
  private static let advised: [RequestOption: Bool] = [
    .allowedLosses: true, .edge: true, .stale: true, .maxPixels: false, .maxMemory: false, .maxSeconds: false,
    .maxBytes: false, .breakHardLinks: false, .overwrite: false, .output: false,
  ]

  /// The option after its command if it is advised.
  package func option(_ option: RequestOption, _ value: String?) -> String {
    let plain = CommandLineSpelling()
    guard let needsValue = Self.advised[option], value != nil || !needsValue else { return plain.option(option, value) }
    guard !needsValue, let value else { return "`\(command) \(plain.option(option, value))`" }
    return "`\(command) \(plain.option(option, nil))` \(value)"
  }

  /// The option's own name.
  package func field(_ option: RequestOption) -> String { CommandLineSpelling().field(option) }

  /// A command that is complete.
  package func command(_ name: String, _ option: RequestOption, _ value: String?) -> String {
    CommandLineSpelling().command(name, option, value)
  }

  /// Callers cannot choose what they have no option for.
  package var statesChoices: Bool { false }
}

// Runs a command line of another program.

extension CompatLine {
  /// Runs the command line in a world.
  ///
  /// - Throws: `CompatFault` if it is incomplete, `DestinationConflict` if its result has no place, the
  ///   exit code if it failed.
  package func run(in world: World) throws {
    guard !paths.isEmpty else { throw CompatFault("no files were given") }
    if output == "-" {
      throw CompatFault(
        "-o - means standard output, but this command writes a file. (For a file or folder called '-', write ./-)")
    }
    guard let rendition else { throw CompatFault("no operation was given") }
    let inputs = InputFiles(paths, recursive: false, formats: [.jpeg])
    var settings = ResultSettings()
    if output != nil { settings.format = .jpeg }
    let request = CompatRequest(changesPixels: !onlyRetags, make: rendition)
    let run = RequestRun(request, settings, delivery, pipeline: Pipeline(codecs: ImageCodecs.all(in: world)))
    let plan = try run.plan(inputs)
    world.note(plan.notes)
    var task = run.task(for: plan)
    (task.goal.edgeAdvice, task.goal.onlyFormat) = (edgeAdvice, .jpeg)
    var batch = run.batch(world, task, on: plan.files, json: false)
    if isQuiet { batch.outputFilter = .problems }
    batch.labels = LabelsLeft(plan.files)
    batch.advice = advice
    batch.sidecars = SidecarsBeside(offersFamilies: false)
    try inputs.ending(batch.run(plan.files, to: plan.destinations), in: world).end()
  }

  /// Where results go, and how.
  private var delivery: DeliveryRequest {
    var delivery = DeliveryRequest()
    delivery.place = output.map { .path($0) } ?? .inPlace
    (delivery.existing, delivery.backsUp, delivery.keepsTime) = (.overwrite, backsUp, keepsTime)
    return delivery
  }
}

/// What another program's command line makes of each image.
private struct CompatRequest: ImageRequest {
  let changesPixels: Bool
  let make: @Sendable (Probe) -> Rendition

  var identity: BatchIdentity { BatchIdentity("compat") }

  func rendition(of probe: Probe, format: ContainerFormat?, original: EdgeMode.Original) -> Rendition { make(probe) }
}

// The orientation options of jhead 3.06; each is an argument of its own.

/// The arguments of `jhead`.
package enum JheadLine {
  /// Parses `words`.
  ///
  /// - Throws: `CompatFault` for unsupported options.
  package static func parse(_ words: [String]) throws(CompatFault) -> CompatLine {
    var line = CompatLine()
    line.changesInPlace = true
    var (autorot, norot) = (false, false)
    for word in words {
      switch word {
      case "-autorot": autorot = true
      case "-norot": norot = true
      case "-q": line.isQuiet = true
      case _ where word.hasPrefix("-"):
        throw CompatFault("\(word): of jhead's options only -autorot, -norot and -q are supported")
      default: line.paths.append(word)
      }
    }
    if autorot {
      line.rotate(edge: .trim)
    } else if norot {
      line.onlyRetags = true
      line.advice = CompatAdvice(command: "upright orient 1")
      line.rendition = { probe in
        Rendition(rotation: Orientation<Displayed, Displayed>(asDisplayed: probe.orientation).inverse, upright: .tagged)
      }
    }
    return line
  }
}
