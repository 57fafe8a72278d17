// The codecs of the command line, and `--sandbox`, which says where they run.

public import ArgumentParser
import Upright
import UprightCodecs
import UprightFiles
public import UprightSandbox

extension SandboxMode: ExpressibleByArgument {}

/// Codecs in this process and in workers of its own.
enum PictureCodecs {
  /// One pool for each mode, so that workers are used again; none starts before it is needed.
  private static let pools = Dictionary(
    uniqueKeysWithValues: SandboxMode.allCases.map { mode in
      (mode, WorkerPool(mode: mode) { Console.note(["upright: \($0)"]) })
    })

  /// The formats whose pixels can be read.
  static let decoded = Set(all().filter(\.capabilities.decodes).map(\.format))

  /// One codec per format.
  static func all(_ mode: SandboxMode = .auto) -> [any Codec] {
    pools[mode]?.codecs(beside: SystemCodecs.all) ?? SystemCodecs.all
  }

  /// Has a worker started where the name of the first file says that it is about to be needed.
  static func prepare(for paths: [String]) {
    guard let path = paths.first,
      let format = ContainerFormat(fileExtension: FileName.fileExtension(of: path)), ConfinedFormats.all[format] != nil
    else { return }
    pools[.auto]?.prepare(for: format)
  }

  /// What a worker says of itself.
  ///
  /// - Throws: `.unsupported` where there is none.
  static func worker() throws(UprightError) -> WorkerDescription {
    guard let pool = pools[.auto] else { throw .unsupported("workers") }
    return try pool.description()
  }

  /// Why the worker that a plan needs for a picture of `source` is not to be had; nil where it needs none, or one is there.
  static func absence(for plan: Plan, of source: ContainerFormat) -> String? {
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
  static func colors(_ mode: SandboxMode) -> (any ColorManagement)? { pools[mode].map(WorkerColors.init) }
}
