// The version of a picture that is asked for, in the order of the IIIF Image API 3.0 (section 4): region, size, rotation, quality, format.

/// What is wanted of a picture, in displayed terms; how to get it is the planner's matter.
public struct Rendition: Hashable, Sendable {
  /// Which part of the displayed picture.
  public enum Region: Hashable, Sendable {
    /// All of it.
    case full
    /// Displayed pixels.
    case pixels(PixelRect<Displayed>)
    /// Stored pixels: mapped to where they are displayed.
    case stored(PixelRect<Stored>)
    /// A fraction of the displayed width and height, 0…1 (what IIIF writes as `pct:`).
    case fraction(Rect2D<Normalized<Displayed>>)
    /// What a person selected, in whole pixels rounded as asked.
    case selection(Selection, rounding: PixelRounding = .outward)
    /// The largest square in the middle.
    case square
  }

  /// How large the result is, in its own axes: after turning.
  public enum Size: Hashable, Sendable {
    /// As large as the region.
    case full
    /// Exactly so large, distorting if need be.
    case exactly(PixelSize<Output>)
    /// As large as fits, the shape kept, never enlarged.
    case within(PixelSize<Output>)

    /// Exactly so many columns and rows, distorting if need be.
    public static func exactly(_ width: Int, _ height: Int) -> Self {
      .exactly(PixelSize(width: width, height: height))
    }

    /// As large as fits into so many columns and rows.
    public static func within(_ width: Int, _ height: Int) -> Self { .within(PixelSize(width: width, height: height)) }
  }

  /// Where the orientation of the result may live.
  public enum Uprightness: Hashable, Sendable {
    /// In the tag: nothing else has to change.
    case tagged
    /// In the pixels; the tag becomes 1.
    case pixels
    /// In the pixels where `loss` allows it, and in the tag where it does not.
    case pixelsWherePossible
  }

  /// How much the result may lose.
  public enum Loss: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case none
    /// Pixels at an edge whose blocks cannot be moved.
    case trim
    /// A generation of compression, but no pixel.
    case recode
  }

  /// What happens where the region reaches beyond the picture.
  public enum Overflow: Hashable, Sendable {
    /// The region is clipped (IIIF); where that changes its shape, a size that would stretch it is an error.
    case clip
    /// The missing part is filled with this colour.
    case pad(Color)
    /// It is an error.
    case fail
  }

  /// A colour, 8 bits per channel, not premultiplied.
  public struct Color: Hashable, Sendable {
    /// Red, green, blue and opacity.
    public let red, green, blue, alpha: UInt8

    /// Opaque unless said otherwise.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
      (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// Opaque black.
    public static var black: Self { Self(red: 0, green: 0, blue: 0) }
    /// Opaque white.
    public static var white: Self { Self(red: 255, green: 255, blue: 255) }
  }

  /// Which image of an animation becomes the result, a still image. Files with one image have one frame.
  public enum Frame: Hashable, Sendable {
    /// All: the animation stays one, so that its tag may change and its pixels do not.
    case all
    /// The one that is shown first: of HEIF and AVIF the still image beside the frames, where there is one.
    case first
    /// One by its number: 1 is the first; 0 is the still image beside the frames, where there is one.
    case number(Int)
  }

  /// How much an encoder may lose where one is needed.
  public enum Quality: Hashable, Sendable {
    /// As the source was encoded; 92 where it has no such thing, or its colours change.
    case asSource
    /// libjpeg's number, 1…100.
    case level(Int)
  }

  /// In which values pixels are scaled.
  public enum Light: String, Hashable, Sendable, CaseIterable {
    /// In those that the file holds, as nearly all programs do.
    case encoded
    /// In amounts of light by the curve of sRGB (IEC 61966-2-1): thin lines keep their brightness.
    case linear
  }

  /// In which colours the result is.
  public enum Colors: String, Hashable, Sendable, CaseIterable {
    /// In the source's, whose profile comes along.
    case asSource
    /// In sRGB, converted by the source's profile; what has none is taken for sRGB.
    case srgb
  }

  /// How light of a high dynamic range (PQ, HLG) becomes that of an image of the usual kind, which is then in sRGB.
  public enum ToneMap: String, Hashable, Sendable, CaseIterable {
    /// By the knee of ITU-R BT.2390: what is brighter than white is compressed.
    case bt2390
    /// What is brighter than white is white.
    case clip
    /// Not at all: an image that would need it is refused.
    case none
  }

  /// Which part.
  public var region: Region
  /// How large.
  public var size: Size
  /// Turned or mirrored how, as displayed.
  public var rotation: Orientation<Displayed, Displayed>
  /// Where the orientation may live.
  public var upright: Uprightness
  /// Whether carriers that contradict what counts are made to agree, and an invalid one is written cleanly, also where the picture stays as it is; a
  /// picture that is made anew always has it so.
  public var normalizes: Bool
  /// How much an encoder may lose.
  public var quality: Quality
  /// In which format; nil for the source's.
  public var format: ContainerFormat?
  /// Whether the result may be a JPEG, or a PNG where the picture has opacity, because the source's own format is read and not
  /// written here. It counts where no format is asked for, pixels have to be encoded anew, and that is allowed (`.recode`).
  public var mayChangeFormat = false
  /// How much may be lost.
  public var loss: Loss
  /// What happens beyond the edge.
  public var overflow: Overflow
  /// What is taken out of the metadata.
  public var strip = Strip.none
  /// Whether a thumbnail or preview inside the file may be decoded in place of the picture, where it lies as the picture does
  /// and need not be enlarged. It may show less than the picture: an older state of it, or fewer details.
  public var allowsEmbedded = false
  /// Which image of an animation; all unless said otherwise.
  public var frame = Frame.all
  /// What to do where the orientation tag looks stale; the tag is followed unless said otherwise.
  public var stale = StaleTag.trustTag
  /// Whether an image that is copied as it is stored is decoded once all the same, so that damage is an error as it is where pixels change.
  public var checksPixels = false
  /// Whether the result is the source but for the fields that state its orientation: what takes more than that is refused.
  public var changesOnlyTag = false
  /// In which values pixels are scaled.
  public var light: Light
  /// In which colours.
  public var colors: Colors

  /// How light of a high dynamic range becomes less; nil for `.bt2390` where the result cannot hold it. A whole image that
  /// would be written anew in its own format is refused then, because that may replace it.
  public var toneMap: ToneMap?

  /// The whole picture as it is, unless said otherwise.
  public init(
    region: Region = .full, size: Size = .full, rotation: Orientation<Displayed, Displayed> = .identity,
    upright: Uprightness = .tagged, normalizes: Bool = false, quality: Quality = .asSource,
    format: ContainerFormat? = nil, loss: Loss = .recode, overflow: Overflow = .clip, light: Light = .encoded,
    colors: Colors = .asSource
  ) {
    self.region = region
    self.size = size
    self.rotation = rotation
    self.upright = upright
    self.normalizes = normalizes
    self.quality = quality
    self.format = format
    self.loss = loss
    self.overflow = overflow
    self.light = light
    self.colors = colors
  }

  /// The image displayed as a tag says, whatever its own tag said before; no pixel changes.
  public static func oriented(_ tag: ExifOrientation, of probe: Probe, format: ContainerFormat? = nil) -> Self {
    let wanted = Orientation<Stored, Displayed>(exif: tag)
    var result = Self(
      rotation: probe.orientation.inverse.then(wanted), upright: .tagged, normalizes: true, format: format)
    result.changesOnlyTag = true
    return result
  }

  /// A small upright picture that fits in `size`, with no metadata but what its colours need: a list of hundreds of them loads
  /// none of it, and shows nobody where they were taken.
  public static func thumbnail(within size: PixelSize<Output>, format: ContainerFormat? = nil) -> Self {
    var small = Self(size: .within(size), upright: .pixels, format: format, loss: .recode)
    (small.strip, small.checksPixels) = (.allButColor, true)
    small.frame = .first
    return small
  }
}
