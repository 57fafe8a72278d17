// The codecs of a batch: those in this process, and workers for libraries that hostile files may crash.

package import Upright
import UprightCodecs
import UprightFiles
package import UprightSandbox

/// Codecs in this process and in its workers.
package enum ImageCodecs {
  /// One pool per mode, so that workers are reused; they start on first use.
  private static let pools = SandboxMode.allCases.map { WorkerPool(mode: $0) { tell($0) } }

  private static func pool(_ mode: SandboxMode) -> WorkerPool? { pools.first { $0.mode == mode } }

  private static func tell(_ note: String) { MessageLog.write(note) }

  /// The formats whose pixels can be read.
  package static let decoded = Set(all().filter(\.capabilities.decodes).map(\.format))

  /// One codec per format.
  package static func all(_ mode: SandboxMode = .auto) -> [any Codec] {
    let near = SystemCodecs.all { Admission.hasSpareThread }
    return pool(mode)?.codecs(beside: near) ?? near
  }

  /// Starts a worker if the first file's name suggests that one will be needed.
  package static func prepare(for paths: [String]) {
    guard let path = paths.first,
      let format = ContainerFormat(fileExtension: FileName.fileExtension(of: path)),
      ConfinedFormats.capabilities(of: format) != nil
    else { return }
    pool(.auto)?.prepare(for: format)
  }

  /// The worker's description of itself.
  ///
  /// - Throws: `.unsupported` if there is none.
  package static func worker() throws(UprightError) -> WorkerDescription {
    guard let pool = pool(.auto) else { throw .unsupported("workers") }
    return try pool.description()
  }

  /// Why the worker that a plan needs for an image of `source` is not available; nil if none is needed, or one is.
  package static func unavailableReason(for plan: Plan, of source: ContainerFormat) -> String? {
    guard plan.route.name == .transcode,
      [source, plan.format].contains(where: { ConfinedFormats.capabilities(of: $0) != nil })
    else { return nil }
    do throws(UprightError) {
      _ = try WorkerProgram.path()
      return nil
    } catch {
      return String(describing: error)
    }
  }

  /// The color engine.
  package static func colors(_ mode: SandboxMode = .auto) -> (any ColorManagement)? {
    pool(mode).map(WorkerColors.init)
  }
}
