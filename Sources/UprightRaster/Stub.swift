// Stands in for the kernels until they land.

public import UprightGeometry
public enum ResampleFilter: Hashable, Sendable { case box, bicubic, lanczos3 }
public struct Resampler<S: Space> {
  public init?(from size: PixelSize<S>, window: Rect2D<S>, to: PixelSize<S>, layout: SampleLayout, filter: ResampleFilter) { return nil }
  public mutating func push(_ band: Raster<S>, firstRow: Int) {}
  public mutating func finish() -> Raster<S>? { nil }
  public static func workingBytes(from: PixelSize<S>, to: PixelSize<S>, layout: SampleLayout, filter: ResampleFilter) -> Int { 0 }
}
extension Raster {
  public func oriented<To: Space>(by: Orientation<S, To>) -> Raster<To>? { nil }
  public mutating func place<F: Space>(_ band: Raster<F>, firstRow: Int, of size: PixelSize<F>, by: Orientation<F, S>, at: PixelRect<S>) {}
  public func padded(to: PixelSize<S>, at: PixelRect<S>, fill: [UInt16]) -> Raster<S>? { nil }
  public func converted(to: SampleLayout.Channels) -> Raster<S>? { nil }
}
