// The codecs of a batch: those in this process, and workers for libraries that hostile files may crash.

package import Upright
import UprightCodecs
import UprightFiles
package import UprightSandbox

/// Codecs in this process and in its workers.
package enum ImageCodecs {
  /// One pool per mode, so that workers are reused; they start on first use.
  private static let pools = SandboxMode.allCases.map { WorkerPool(mode: $0) }

  private static func pool(_ mode: SandboxMode, _ world: World? = nil) -> WorkerPool? {
    let pool = pools.first { $0.mode == mode }
    guard let world else { return pool }
    return pool?.warning { world.tell($0) }
  }

  /// The formats whose pixels can be read.
  package static let decoded = Set(all().filter(\.capabilities.decodes).map(\.format))

  /// One codec per format; `world` is told if workers cannot be confined.
  package static func all(_ mode: SandboxMode = .auto, in world: World? = nil) -> [any Codec] {
    let near = SystemCodecs.all { Admission.hasSpareThread }
    return pool(mode, world)?.codecs(beside: near) ?? near
  }

  /// Starts a worker if the first file's name suggests that one will be needed.
  package static func prepare(for paths: [String]) {
    guard let path = paths.first,
      let format = ContainerFormat(fileExtension: FileName.fileExtension(of: path)),
      ConfinedFormats.capabilities(of: format) != nil
    else { return }
    pool(.auto)?.prepare(for: format)
  }

  /// The worker's description of itself; `world` is told if it cannot be confined.
  ///
  /// - Throws: `.unsupported` if there is none.
  package static func worker(in world: World? = nil) throws(UprightError) -> WorkerDescription {
    guard let pool = pool(.auto, world) else { throw .unsupported("workers") }
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

  /// The color engine; `world` is told if its worker cannot be confined.
  package static func colors(_ mode: SandboxMode = .auto, in world: World? = nil) -> (any ColorManagement)? {
    pool(mode, world).map(WorkerColors.init)
  }
}
