// The codecs of a batch: those of this process, and workers for what hostile files may crash.

package import Upright
import UprightCodecs
import UprightFiles
package import UprightSandbox

/// Codecs in this process and in workers of its own.
package enum ImageCodecs {
  /// One pool for each mode, so that workers are used again; none starts before it is needed.
  private static let pools = Dictionary(
    uniqueKeysWithValues: SandboxMode.allCases.map { mode in
      (mode, WorkerPool(mode: mode) { tell($0) })
    })

  private static func tell(_ note: String) {
    try? StandardStream.error.write("upright: \(TerminalText.plainLines(note))\n")
  }

  /// The formats whose pixels can be read.
  package static let decoded = Set(all().filter(\.capabilities.decodes).map(\.format))

  /// One codec per format.
  package static func all(_ mode: SandboxMode = .auto) -> [any Codec] {
    pools[mode]?.codecs(beside: SystemCodecs.all) ?? SystemCodecs.all
  }

  /// Has a worker started where the name of the first file says that it is about to be needed.
  package static func prepare(for paths: [String]) {
    guard let path = paths.first,
      let format = ContainerFormat(fileExtension: FileName.fileExtension(of: path)), ConfinedFormats.all[format] != nil
    else { return }
    pools[.auto]?.prepare(for: format)
  }

  /// What a worker says of itself.
  ///
  /// - Throws: `.unsupported` where there is none.
  package static func worker() throws(UprightError) -> WorkerDescription {
    guard let pool = pools[.auto] else { throw .unsupported("workers") }
    return try pool.description()
  }

  /// Why the worker that a plan needs for a picture of `source` is not to be had; nil where it needs none, or one is there.
  package static func unavailableReason(for plan: Plan, of source: ContainerFormat) -> String? {
    guard plan.route.name == .transcode, [source, plan.format].contains(where: { ConfinedFormats.all[$0] != nil })
    else { return nil }
    do throws(UprightError) {
      _ = try WorkerProgram.path()
      return nil
    } catch {
      return String(describing: error)
    }
  }

  /// What converts colours.
  package static func colors(_ mode: SandboxMode) -> (any ColorManagement)? { pools[mode].map(WorkerColors.init) }
}
