// The codecs of the command line, and `--sandbox`, which says where they run.

public import ArgumentParser
import Upright
import UprightCodecs
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

  /// What a worker says of itself.
  ///
  /// - Throws: `.unsupported` where there is none.
  static func worker() throws(UprightError) -> WorkerDescription {
    guard let pool = pools[.auto] else { throw .unsupported("workers") }
    return try pool.description()
  }

  /// What converts colours.
  static func colors(_ mode: SandboxMode) -> (any ColorManagement)? { pools[mode].map(WorkerColors.init) }
}
