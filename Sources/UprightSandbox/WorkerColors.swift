// Color conversion in another process: a profile may be as hostile as an image (Design.md).

public import Upright

/// The color engine of a pool's workers.
public struct WorkerColors: ColorManagement {
  private let codec: WorkerCodec

  /// The color engine of `workers`.
  public init(_ workers: WorkerPool) {
    // Any format that every worker has will do: no image of it is read or written.
    codec = WorkerCodec(.jpeg, Capabilities(decodes: false, encodes: false, transforms: false), workers: workers)
  }

  /// As the protocol.
  ///
  /// - Throws: `.codec` if the worker crashes; `.unsupported`, `.limit`.
  public func converted(
    _ image: Raster<Output>, from profile: [UInt8], limits: Limits
  ) throws(UprightError) -> Raster<Output> {
    try codec.converted(image, from: profile, limits: limits)
  }
}
