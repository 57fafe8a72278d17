// What only workers decode, known to programs that link none of it (docs/worker.md).

public import Upright

/// The formats whose libraries hostile content may crash.
public enum ConfinedFormats {
  /// What the worker's codecs can do, format by format; a test holds it against what the worker says of itself.
  public static var all: [ContainerFormat: Capabilities] {
    var all: [ContainerFormat: Capabilities] = [:]
    #if TIFF
      all[.tiff] = Capabilities(decodes: true, encodes: true, transforms: false)
    #endif
    #if HEIF
      all[.heif] = Capabilities(decodes: true, encodes: false, transforms: false)
      all[.avif] = Capabilities(decodes: true, encodes: true, transforms: false)
    #endif
    #if JPEGXL
      all[.jpegXL] = Capabilities(decodes: true, encodes: true, transforms: false)
    #endif
    return all
  }
}

extension ConfinedFormats {
  /// The library that a worker loads for a format before it is confined; nil where every worker is linked to what it needs.
  static func loadedLibrary(of format: ContainerFormat) -> String? {
    switch format {
    case .heif, .avif: "libheif"
    case .jpegXL: "libjxl"
    default: nil
    }
  }

  /// Those that this build leaves out, with the trait that would bring them.
  private static var unbuilt: [any Codec] {
    let traits: [(ContainerFormat, String)] = [(.tiff, "TIFF"), (.heif, "HEIF"), (.avif, "HEIF"), (.jpegXL, "JPEGXL")]
    return traits.filter { all[$0.0] == nil }.map { UnavailableCodec($0.0, trait: $0.1) }
  }

  /// All of them, asked of a pool's workers.
  fileprivate static func codecs(_ workers: WorkerPool) -> [any Codec] {
    all.sorted { $0.key.rawValue < $1.key.rawValue }.map { WorkerCodec($0, $1, workers: workers) } + unbuilt
  }
}

extension WorkerPool {
  /// The codecs for a pipeline: those of this process, and behind them those of its workers. Where every format is
  /// confined, workers stand in for all of them.
  public func codecs(beside near: [any Codec]) -> [any Codec] {
    let confined = ConfinedFormats.codecs(self)
    guard mode == .always else { return near + confined }
    return near.map { WorkerCodec($0.format, $0.capabilities, workers: self) } + confined
  }
}
