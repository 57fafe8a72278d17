// One format by ImageIO (CGImageSource.h, CGImageDestination.h). Orientation is left to Upright: images are decoded as
// they are stored, and results are upright.

#if ImageIO && canImport(ImageIO) && canImport(CoreGraphics)
  public import Upright
  import UprightGeometry

  /// A format by ImageIO: decodes 8-bit gray, RGB and RGBA in the image's own colors; encodes JPEG, PNG and HEIC.
  ///
  /// It does not decode CMYK, more than 8 bits per sample, further pages, or frames of animations after the first; of a
  /// HEIF, it decodes the primary image. In place of quantization tables, a JPEG gets the quality that is nearest to them.
  ///
  /// Samples beside alpha are exact where ImageIO delivers them straight. Where it premultiplies them, partly transparent
  /// pixels come back within rounding: the fewer levels, the less alpha. As this is not known before decoding, each plan
  /// for an image with alpha states `SampleChange.opacityMayRound`; none decodes one at a reduced size.
  public struct ImageIOCodec: ImageDecoder, ImageEncoder {
    /// The format.
    public let format: ContainerFormat

    /// The codec for a format; nil if ImageIO does not decode it on all systems that this package supports.
    public init?(_ format: ContainerFormat) {
      switch format {
      case .jpeg, .png, .heif, .avif, .tiff, .gif, .webp, .bmp: self.format = format
      default: return nil
      }
    }

    /// Decoding at 1, 1/2, 1/4 and 1/8, where a pixel is an equal part of the image; encoding of JPEG, PNG and HEIC.
    public var capabilities: Capabilities {
      var all = Capabilities(
        decodes: true, encodes: Self.type(of: format) != nil, transforms: false, denominators: [1, 2, 4, 8],
        reduction: .even)
      all.roundsColorsByAlpha = true
      all.takesQualityAlone = true
      return all
    }

    /// The uniform type of a format that is encoded; nil for others.
    static func type(of format: ContainerFormat) -> String? {
      switch format {
      case .jpeg: "public.jpeg"
      case .png: "public.png"
      case .heif: "public.heic"
      default: nil
      }
    }

    /// Decodes a region as stored. At 1/N, ImageIO decodes the whole image with at most 1/N of its columns and rows;
    /// for other formats than JPEG, the memory of the full size counts too.
    ///
    /// - Throws: `.limit` before decoding if coded bytes and pixels together exceed the memory limit; `.unanswerable`
    ///   for a region outside the image; `.unsupported` if ImageIO's image has another size than the probe's; otherwise
    ///   as `ImageDecoder`.
    public func decode(
      _ pass: DecodePass, from source: any ByteSource, limits: Limits,
      band: (Raster<Decoded>, Int) throws(UprightError) -> Void
    ) throws(UprightError) {
      guard (pass.imageIndex ?? 0) == 0 else { throw .unsupported("\(format.name) after its first image, by ImageIO") }
      guard pass.layout.depth == .eight, pass.layout.channels != .cmyk else {
        throw .unsupported("\(pass.layout.channels) of \(pass.layout.depth.rawValue) bits, by ImageIO")
      }
      let rows = try StoredImage(source, format, limits).rows(of: pass)
      for first in stride(from: 0, to: pass.size.height, by: DecodePass.bandRows) {
        let count = min(DecodePass.bandRows, pass.size.height - first)
        let size = PixelSize<Decoded>(width: pass.size.width, height: count)
        guard
          let raster = Raster(size: size, layout: pass.layout, bytes: rows.bytes(first..<first + count, pass.layout))
        else { throw .outOfMemory }
        try band(raster, first)
      }
    }

    /// Encodes an image with its color profile. A JPEG gets the carried segments as they are; other formats get what
    /// ImageIO reads from the carried Exif block and XMP packet, which leaves out maker notes.
    ///
    /// - Throws: `.unsupported` for other formats, for CMYK and 16 bits; `.limit` before encoding if the pixels, and
    ///   before writing if the coded bytes too, exceed the memory limit; otherwise as `ImageEncoder`.
    public func encode(
      _ image: Raster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
      into sink: inout some ByteSink
    ) throws(UprightError) {
      guard settings.format == format, let type = Self.type(of: format) else {
        throw .unsupported("\(settings.format.name) cannot be written by ImageIO's codec of \(format.name)")
      }
      let picture = try EncodedPicture(image, profile: metadata.icc, format, limits)
      let quality = try format == .png ? nil : settings.fidelity.imageIOQuality
      if format == .jpeg {
        let bytes = try picture.file(type, quality: quality, metadata: nil)
        try sink.write(JPEGSplice.joined(bytes, with: metadata.segments))
      } else {
        let carried = try CarriedTags.metadata(metadata, format)
        try sink.write(picture.file(type, quality: quality, metadata: carried))
      }
    }
  }

  extension EncodeSettings.Fidelity {
    /// ImageIO's quality, 0…1: a hundredth of the quality here; 1 for lossless.
    ///
    /// - Throws: `.unanswerable` outside 1…100.
    var imageIOQuality: Double {
      get throws(UprightError) {
        switch self {
        case .exact: return 1
        case .level(let level):
          guard Rendition.Quality.levels ~= level else {
            throw .unanswerable(field: "quality", reason: "\(level) is not between 1 and 100")
          }
          return Double(level) / 100
        case .tables(let tables):
          guard let luma = tables.first, !luma.isEmpty else { return 1 }
          let nearest = Rendition.Quality.levels.min { one, other in
            Self.distance(one, to: luma) < Self.distance(other, to: luma)
          }
          return Double(nearest ?? 100) / 100
        }
      }
    }

    /// How far the sum of the example table at a quality is from a table's (ITU T.81, K.1).
    private static func distance(_ quality: Int, to table: [UInt16]) -> Int {
      let example = JPEGQuantization.scaled(JPEGQuantization.luma, quality: quality)
      return abs(example.reduce(0) { $0 + Int($1) } - table.reduce(0) { $0 + Int($1) })
    }
  }

  // The codecs of Apple's platforms as a list for a pipeline (ImageIO; Uniform Type Identifiers).

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
