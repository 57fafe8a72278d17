// Why metadata cannot be removed from a file while its coded image stays as it is.

/// Why metadata cannot be removed from a file of some format.
public enum StripRefusal: Hashable, Sendable {
  /// No file of this format is rewritten.
  case format(ContainerFormat)
  /// A video is not rewritten.
  case video(ContainerFormat)
  /// A raw file repeats its metadata where it cannot be changed.
  case raw
  /// The first page of a TIFF is not an image.
  case firstPageNoImage
  /// The pages of a TIFF form a loop or point outside the file.
  case brokenPages
  /// An image sequence without a still image.
  case sequence
}
