// `upright --version`, for people and for programs: the version, the libraries that decode each format here and in the
// worker, and the programs that are installed with it.

package import Upright
import UprightCodecs
package import UprightFiles
package import UprightSandbox

/// The lines of `upright --version`.
package struct VersionText {
  /// The worker's description of itself, or why there is none.
  package let worker: Result<WorkerDescription, UprightError>

  /// The text for this program.
  package init(in world: World? = nil) {
    do throws(UprightError) { worker = .success(try ImageCodecs.worker(in: world)) } catch { worker = .failure(error) }
  }

  /// The text for a program with this worker.
  package init(worker: Result<WorkerDescription, UprightError>) { self.worker = worker }

  /// All lines.
  package var lines: [String] {
    let near = SystemCodecs.all.filter(\.capabilities.decodes).map(\.format)
    let here = "here: " + Self.list(near) + " by " + SystemCodecs.libraries.map(\.description).joined(separator: ", ")
    switch worker {
    case .success(let worker):
      let far = farFormats(of: worker)
      let own = Set(SystemCodecs.libraries.map(\.description))
      let libraries = worker.libraries.filter { !own.contains($0) }.map(TerminalText.plain)
      return [
        Program.version, here, "in the worker: " + Self.list(far) + " by " + libraries.joined(separator: ", "),
        "worker: \(TerminalText.plain(worker.path)), \(worker.confinement)",
      ] + missing(in: worker).map { "missing: \($0.library), for \(Self.list($0.formats))" }
    case .failure(let error):
      return [Program.version, here, "worker: none: \(TerminalText.plain(error.sentence))"]
    }
  }

  /// The formats that only the worker decodes, with all their libraries present.
  func farFormats(of worker: WorkerDescription) -> [ContainerFormat] {
    let near = SystemCodecs.all.filter(\.capabilities.decodes).map(\.format)
    let missing = missing(in: worker).flatMap(\.formats)
    return worker.formats.subtracting(near + missing).sorted { $0.rawValue < $1.rawValue }
  }

  /// The libraries that the worker could not load, with their formats.
  func missing(in worker: WorkerDescription) -> [(library: String, formats: [ContainerFormat])] {
    let needed = CodecFacts.all.filter { $0.loadedLibrary != nil && worker.formats.contains($0.format) }
    let names = Set(needed.compactMap(\.loadedLibrary)).filter { name in
      !worker.libraries.contains { $0.hasPrefix(name + " ") }
    }
    return names.sorted().map { name in (name, needed.filter { $0.loadedLibrary == name }.map(\.format)) }
  }

  private static func list(_ formats: [ContainerFormat]) -> String {
    formats.isEmpty ? "nothing" : formats.map(\.rawValue).joined(separator: ", ")
  }
}

// `upright --version --json`: what programs need to know about this one before they call it (docs/stability.md).

extension VersionText {
  /// What `upright` prints for `words`; nil if they do not ask for the version.
  package static func answer(to words: [String], in world: World) -> String? {
    switch words {
    case ["--version"]: VersionText(in: world).lines.map { $0 + "\n" }.joined()
    case ["--version", "--json"], ["--json", "--version"]: VersionText(in: world).json.line + "\n"
    default: nil
    }
  }

  /// The version, the formats that can be used here, and the versions of what is written for other programs.
  package var json: JSONLine {
    .object(
      [.schema, .init("version", .text(Program.version))]
        + (Program.commit.map { [.init("commit", .text($0))] } ?? [])
        + [
          .init("formats", .list(ContainerFormat.allCases.map(format))),
          .init("libraries", .list(SystemCodecs.libraries.map { .text($0.description) })), workerMember,
          .init(
            "writes",
            .object([
              .init("json", JSONLine.Member.schema.value), .init("journal", .number(JournalRecord.schema)),
              .init("digests", .list(ImageDigest.Form.allCases.map { .text("upright-\($0.rawValue)-sha256") })),
            ])),
        ])
  }

  /// A format, and what can be done with its pixels.
  private func format(_ format: ContainerFormat) -> JSONLine {
    let near = SystemCodecs.all.first { $0.format == format && $0.capabilities.decodes }?.capabilities
    let isFar = (try? worker.get()).map(farFormats)?.contains(format) == true
    let far = isFar ? ConfinedFormats.capabilities(of: format) : nil
    let found = near ?? far
    return .object([
      .init("format", .text(format.rawValue)), .init("decodes", .flag(found?.decodes ?? false)),
      .init("encodes", .flag(found?.encodes ?? false)), .init("confined", .flag(near == nil && far != nil)),
    ])
  }

  private var workerMember: JSONLine.Member {
    switch worker {
    case .failure(let error): .init("workerFault", .text(error.sentence))
    case .success(let worker):
      .init(
        "worker",
        .object(
          JSONLine.pathMembers(worker.path) + [
            .init("confinement", .text(worker.confinement)),
            .init("libraries", .list(worker.libraries.map(JSONLine.text))),
            .init("missing", .list(missing(in: worker).map { .text($0.library) })),
          ]))
    }
  }
}

// Programs that commands of `upright` become: they are installed with it.

/// Another program that carries out a command.
package enum CompanionProgram {
  /// Replaces this program with `name`, which gets the words after the command's.
  ///
  /// - Returns: The exit code if that fails, after printing why.
  package static func become(_ name: String, in world: World) -> ExitStatus {
    let words = CommandArguments.words
    do throws(ExitStatus) {
      return try world.exitOnError(words.first ?? name) { () throws(UprightError) in
        throw CommandArguments.become(try WorkerProgram.path(of: name), Array(words.dropFirst()))
      }
    } catch { return error }
  }
}
