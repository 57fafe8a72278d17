// Colours converted in another process: a profile may be as hostile as a picture (docs/worker.md).

public import Upright

/// The colour engine of a pool's workers.
public struct WorkerColors: ColorManagement {
  private let codec: WorkerCodec

  /// That of these workers.
  public init(_ workers: WorkerPool) {
    // Any format serves that every worker has: no picture of it is read or written.
    codec = WorkerCodec(.jpeg, Capabilities(decodes: false, encodes: false, transforms: false), workers: workers)
  }

  /// As the protocol says.
  ///
  /// - Throws: `.codec` where the worker ends; `.unsupported`, `.limit`.
  public func converted(
    _ picture: Raster<Output>, from profile: [UInt8], limits: Limits
  ) throws(UprightError) -> Raster<Output> {
    try codec.converted(picture, from: profile, limits: limits)
  }
}
