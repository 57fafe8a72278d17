// What only workers decode, known to programs that do not link it (Design.md).

public import Upright

/// The formats whose libraries hostile content may crash.
public enum ConfinedFormats {
  /// The capabilities of the worker's codecs, by format; a test compares them with what the worker reports.
  public static let all = Dictionary(uniqueKeysWithValues: built.map { ($0.format, $0.capabilities) })

  /// The capabilities of the worker's codec for a format; nil if another decodes it, or none. A command on one file is
  /// done before ``all`` is made.
  package static func capabilities(of format: ContainerFormat) -> Capabilities? {
    built.first { $0.format == format }?.capabilities
  }

  private static var built: [CodecFacts] { CodecFacts.all.filter { $0.isConfined && $0.built.missingTrait == nil } }
}

extension ConfinedFormats {
  /// The formats that this build leaves out, with the trait that adds each.
  private static var unbuilt: [any Codec] {
    CodecFacts.all.filter(\.isConfined).compactMap { facts in
      facts.built.missingTrait.map { UnavailableCodec(facts.format, trait: $0) }
    }
  }

  /// All of them, run in a pool's workers.
  fileprivate static func codecs(_ workers: WorkerPool) -> [any Codec] {
    built.sorted { $0.format.rawValue < $1.format.rawValue }
      .map { WorkerCodec($0.format, $0.capabilities, workers: workers) } + unbuilt
  }
}

extension WorkerPool {
  /// The codecs for a pipeline: those of this process, then those of its workers. If every format is confined, workers
  /// replace all of them.
  public func codecs(beside near: [any Codec]) -> [any Codec] {
    let confined = ConfinedFormats.codecs(self)
    guard mode == .always else { return near + confined }
    return near.map { WorkerCodec($0.format, $0.capabilities, workers: self) } + confined
  }
}
