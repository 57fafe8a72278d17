// The codecs of Apple's platforms as a list for a pipeline (ImageIO; Uniform Type Identifiers).

#if ImageIO && canImport(ImageIO) && canImport(CoreGraphics)
  public import Upright

  /// ImageIO's codecs: for a program that links no C library.
  ///
  ///     let pipeline = Pipeline(codecs: ImageIOCodecs.all)
  ///     let heic = try pipeline.run(Rendition(upright: .pixels, format: .heif), on: photo)
  public enum ImageIOCodecs {
    /// One codec for each format that ImageIO decodes.
    public static var all: [any Codec] { ContainerFormat.allCases.compactMap { ImageIOCodec($0) } }
  }
#else
  /// ImageIO's codecs, which are left out of this build.
  @available(*, unavailable, message: "add the package trait ImageIO, and build for one of Apple's platforms")
  public enum ImageIOCodecs {}
#endif
