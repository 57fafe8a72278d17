// An image in parts that a texture or a layer can hold (Core Animation and OpenGL limit both sides).

extension PixelSize {
  /// Tiles of at most `edge` pixels on either side, row by row from the top left; those at the right and bottom are what
  /// remains. Together they are the image. None for an empty image, or unless `edge` is positive.
  public func tiles(longestEdge edge: Int) -> [PixelRect<S>] {
    guard !isEmpty, edge > 0 else { return [] }
    return stride(from: 0, to: height, by: edge).flatMap { y in
      stride(from: 0, to: width, by: edge).map { x in
        PixelRect(x: x, y: y, width: min(edge, width - x), height: min(edge, height - y))
      }
    }
  }
}
