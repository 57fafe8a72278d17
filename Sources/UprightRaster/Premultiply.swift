// Colour weighted by opacity, so that what is transparent lends none to its neighbours (Porter and Duff 1984, 3).

/// A pixel's samples as floats, in the order of its channels; gray rows hold four pixels in one.
typealias Lane = SIMD4<Float>

/// Weighting of red, green and blue by the opacity in the fourth place.
enum Premultiply {
  /// Red, green and blue times opacity, where `maximum` is opaque.
  @inline(__always)
  static func apply(_ pixel: Lane, maximum: Float) -> Lane {
    let share = pixel.w * (1 / maximum)
    return pixel * Lane(share, share, share, 1)
  }

  /// The colour again, held to 0…`maximum`; black where less than half a step of opacity is left.
  @inline(__always)
  static func undo(_ pixel: Lane, maximum: Float) -> Lane {
    guard pixel.w >= 0.5 else { return .zero }
    let share = maximum / pixel.w
    return pixel * Lane(share, share, share, 1)
  }
}
