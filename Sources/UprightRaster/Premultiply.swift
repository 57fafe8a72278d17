// Premultiplied alpha, so that transparent pixels contribute no color to their neighbors (Porter and Duff 1984, 3).

/// A pixel's samples as floats, in channel order; gray rows have four pixels in one lane.
typealias Lane = SIMD4<Float>

/// Multiplication of red, green and blue by the alpha in the fourth element.
enum Premultiply {
  /// Red, green and blue times alpha, where `maximum` is opaque.
  @inline(__always)
  static func apply(_ pixel: Lane, maximum: Float) -> Lane {
    let share = pixel.w * (1 / maximum)
    return pixel * Lane(share, share, share, 1)
  }

  /// The unpremultiplied color, clamped to 0…`maximum`; black if alpha is less than half a step.
  @inline(__always)
  static func undo(_ pixel: Lane, maximum: Float) -> Lane {
    guard pixel.w >= 0.5 else { return .zero }
    let share = maximum / pixel.w
    return pixel * Lane(share, share, share, 1)
  }
}
