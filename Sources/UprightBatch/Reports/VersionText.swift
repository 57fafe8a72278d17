// `upright --version`: the version, and the libraries that decode each format, here and in the worker.

package import Upright
import UprightCodecs
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
