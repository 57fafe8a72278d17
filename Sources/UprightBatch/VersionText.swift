// `upright --version`: the version, and the libraries that decode each format, here and in the worker.

package import Upright
import UprightCodecs
package import UprightSandbox

/// The lines of `upright --version`.
package struct VersionText {
  /// The version alone, which is the first line.
  package static let version = "0.1.0"

  /// The worker's description of itself, or why there is none.
  package let worker: Result<WorkerDescription, UprightError>

  /// The text for this program.
  package init() {
    do throws(UprightError) { worker = .success(try ImageCodecs.worker()) } catch { worker = .failure(error) }
  }

  /// The text for a program with this worker.
  package init(worker: Result<WorkerDescription, UprightError>) { self.worker = worker }

  /// All lines.
  package var lines: [String] {
    let near = SystemCodecs.all.filter(\.capabilities.decodes).map(\.format)
    let here = "here: " + Self.list(near) + " by " + SystemCodecs.libraries.map(\.description).joined(separator: ", ")
    switch worker {
    case .success(let worker):
      let far = worker.formats.subtracting(near).sorted { $0.rawValue < $1.rawValue }
      let own = Set(SystemCodecs.libraries.map(\.description))
      let libraries = worker.libraries.filter { !own.contains($0) }.map(TerminalText.plain)
      return [
        Self.version, here, "in the worker: " + Self.list(far) + " by " + libraries.joined(separator: ", "),
        "worker: \(TerminalText.plain(worker.path)), \(worker.confinement)",
      ]
    case .failure(let error):
      return [Self.version, here, "worker: none: \(TerminalText.plain(error.sentence))"]
    }
  }

  private static func list(_ formats: [ContainerFormat]) -> String {
    formats.isEmpty ? "nothing" : formats.map(\.rawValue).joined(separator: ", ")
  }
}
