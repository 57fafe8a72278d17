// The requested version of an image, in the order of the IIIF Image API 3.0 (section 4): region, size, rotation,
// quality, format.

public import UprightGeometry

/// A request for an image in displayed terms; the planner decides how to make it.
public struct Rendition: Hashable, Sendable {
  /// A region as a person stated it, for messages.
  package struct StatedRegion: Hashable, Sendable {
    /// Its numbers, and what they are in.
    package let text: String
    /// The part inside the image, if it was clipped before it became the rendition's region; otherwise nil.
    package let clipped: PixelRect<Displayed>?

    /// Memberwise initializer.
    package init(text: String, clipped: PixelRect<Displayed>? = nil) { (self.text, self.clipped) = (text, clipped) }
  }

  /// The part of the displayed image.
  public enum Region: Hashable, Sendable {
    /// All of it.
    case full
    /// A rectangle in displayed pixels.
    case pixels(PixelRect<Displayed>)
    /// A rectangle in stored pixels, mapped to the displayed image.
    case stored(PixelRect<Stored>)
    /// A fraction of the displayed width and height, 0…1 (IIIF's `pct:`).
    case fraction(Rect2D<Normalized<Displayed>>)
    /// A person's selection, rounded to whole pixels as given.
    case selection(Selection, rounding: PixelRounding = .outward)
    /// The largest square in the middle.
    case square
    /// The largest region of this ratio: see `PixelSize.region(_:at:)`.
    case ratio(AspectRatio, at: RegionPosition = .center)
  }

  /// The size of the result, in its own axes, after reorienting.
  public enum Size: Hashable, Sendable {
    /// The region's size.
    case full
    /// Exactly this size, distorted if necessary.
    case exactly(PixelSize<Output>)
    /// The largest size that fits inside, with the shape kept, never enlarged.
    case within(PixelSize<Output>)
    /// This many columns, and as many rows as keep the shape, enlarged if necessary.
    case width(Int)
    /// This many rows, and as many columns as keep the shape, enlarged if necessary.
    case height(Int)
    /// The region's sides times this factor, rounded to the nearest pixel, halves up; at least 1 × 1.
    case scaled(by: Double)

    /// Exactly this many columns and rows, distorted if necessary.
    public static func exactly(_ width: Int, _ height: Int) -> Self {
      .exactly(PixelSize(width: width, height: height))
    }

    /// The largest size that fits into this many columns and rows.
    public static func within(_ width: Int, _ height: Int) -> Self { .within(PixelSize(width: width, height: height)) }
  }

  /// Where the result's orientation may be stored.
  public enum Uprightness: Hashable, Sendable {
    /// In the tag: nothing else needs to change.
    case tagged
    /// In the pixels; the tag becomes 1.
    case pixels
    /// In the pixels if `loss` allows it, otherwise in the tag.
    case pixelsWherePossible
  }

  /// How much the result may lose.
  public enum Loss: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case none
    /// Pixels at an edge whose blocks cannot be moved.
    case trim
    /// One generation of lossy compression, but no pixels.
    case recode
  }

  /// What happens if the region extends beyond the image.
  public enum Overflow: Hashable, Sendable {
    /// The region is clipped (IIIF). If that changes its shape, a size that would stretch it is an error.
    case clip
    /// The missing part is filled with this color.
    case pad(Color)
    /// It is an error.
    case fail
  }

  /// What happens to a region of a JPEG whose edges are inside blocks, so that its blocks can be copied without loss.
  public enum BlockSnapping: String, Hashable, Sendable, CaseIterable {
    /// It becomes the smallest region on block boundaries that contains it.
    case outward
    /// It becomes the largest region on block boundaries inside it. An edge of the image that ends inside a block moves
    /// too, if rotation would put it at the left or top of the result.
    case inward
    /// It stays as requested; if `loss` is `.none`, that is an error.
    case fail
  }

  /// A color, 8 bits per channel, not premultiplied.
  public struct Color: Hashable, Sendable {
    /// Red, green, blue and alpha.
    public let red, green, blue, alpha: UInt8

    /// A color, opaque by default.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
      (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// Opaque black.
    public static var black: Self { Self(red: 0, green: 0, blue: 0) }
    /// Opaque white.
    public static var white: Self { Self(red: 255, green: 255, blue: 255) }
  }

  /// Which frame of an animation becomes the result, a still image. Files with one image have one frame.
  public enum Frame: Hashable, Sendable {
    /// All: the animation stays one, so its tag may change but its pixels may not.
    case all
    /// The first one shown; in HEIF and AVIF, the separate still image, if there is one.
    case first
    /// A frame by its number: 1 is the first; 0 is the separate still image, if there is one.
    case number(Int)
  }

  /// How much an encoder may lose, if one is needed.
  public enum Quality: Hashable, Sendable {
    /// As the source was encoded; 92 if the source has no such setting or its colors change.
    case asSource
    /// A quality on libjpeg's scale, one of ``levels``.
    case level(Int)

    /// The qualities that there are.
    public static let levels = 1...100
  }

  /// The values in which pixels are scaled.
  public enum Light: String, Hashable, Sendable, CaseIterable {
    /// The stored values, as nearly all programs do.
    case encoded
    /// Linear light by the sRGB curve (IEC 61966-2-1): thin lines keep their brightness.
    case linear
  }

  /// How pixels are scaled.
  public enum Scaling: String, Hashable, Sendable, CaseIterable {
    /// By the sharpest filter without visible ringing.
    case smooth
    /// By taking the nearest pixel, so that no value is new: for masks, whose values are numbers of classes.
    case nearest
  }

  /// The colors of the result.
  public enum Colors: String, Hashable, Sendable, CaseIterable {
    /// The source's, with its profile.
    case asSource
    /// sRGB, converted by the source's profile; without a profile, sRGB is assumed.
    case srgb
  }

  /// Which shades the result has.
  public enum Tones: String, Hashable, Sendable, CaseIterable {
    /// All of its colors.
    case full
    /// Shades of gray: the luma of ITU-R BT.601, of colors converted to sRGB by the source's profile.
    case gray
    /// Black and white only: the gray value below half is black.
    case bitonal
  }

  /// How high dynamic range (PQ, HLG) becomes standard dynamic range, in sRGB.
  public enum ToneMap: String, Hashable, Sendable, CaseIterable {
    /// With the knee of ITU-R BT.2390: values brighter than white are compressed.
    case bt2390
    /// Values brighter than white become white.
    case clip
    /// Not at all: an image that would need it is an error.
    case none
  }

  /// The part of the image.
  public var region: Region
  /// How a person stated the region, if not in its pixels.
  package var stated: StatedRegion?
  /// The size of the result.
  public var size: Size
  /// The rotation or mirroring, as displayed.
  public var rotation: Orientation<Displayed, Displayed>
  /// Where the orientation may be stored.
  public var upright: Uprightness
  /// Whether fields that contradict the orientation in use are corrected, and an invalid tag is rewritten, even if the
  /// image stays as it is. A new image always has them corrected.
  public var normalizes: Bool
  /// How much an encoder may lose.
  public var quality: Quality
  /// The format; nil for the source's.
  public var format: ContainerFormat?
  /// Whether the result may be a JPEG, or a PNG for an image with alpha, because the source's format is read but not
  /// written here. It applies if no format is requested, pixels must be re-encoded, and that is allowed (`.recode`).
  public var mayChangeFormat = false
  /// How much may be lost.
  public var loss: Loss
  /// What happens beyond the image's edge.
  public var overflow: Overflow
  /// The metadata to remove.
  public var strip = Strip.none
  /// Whether an embedded thumbnail or preview may be decoded in place of the image, if it has the same orientation and
  /// need not be enlarged. It may show less than the image: an older version, or fewer details.
  public var allowsEmbedded = false
  /// The frame of an animation; all by default.
  public var frame = Frame.all
  /// How the region moves to block boundaries, for JPEGs whose blocks are copied; nil to leave it as requested.
  public var blockSnapping: BlockSnapping?
  /// What to do if the orientation tag looks stale; by default, the tag is followed.
  public var stale = StaleTag.trustTag
  /// Whether the pixels are upright as stored, whatever the tag states, so that Exif records their size.
  var trustsPixels = false
  /// The page of a TIFF that becomes the result, by its number from 1; nil for the whole file. Files of other formats have
  /// one page.
  public var page: Int?
  /// Whether a copied image is decoded once anyway, so that damage is an error as it is when pixels change.
  public var checksPixels = false
  /// Whether only the fields that state the orientation may change; anything more is an error.
  public var changesOnlyTag = false
  /// Whether every page gets the first page's tag; otherwise each is reoriented as the first is.
  var setsEveryTag = false
  /// The values in which pixels are scaled.
  public var light: Light
  /// How pixels are scaled.
  public var scaling = Scaling.smooth
  /// The colors of the result.
  public var colors: Colors
  /// Whether a small JPEG's Huffman codes are fitted to its content (ITU T.81, K.2). That takes a quarter of the time of
  /// decoding and encoding a region, and saves a few percent of the bytes.
  public var fitsCodes = true
  /// Which shades the result has. Where the format has no gray, red, green and blue are equal.
  public var tones = Tones.full
  /// What shows through transparent pixels if the format has no alpha; nil makes that an error.
  public var background: Color?

  /// Which parts of the source the result may lose without being asked to; nil for all of them, or, if the result takes
  /// its source's place, none.
  public var allowedLosses: AllowedLosses?

  /// How high dynamic range is reduced; nil for `.bt2390` if the result cannot store it. With nil, re-encoding a whole
  /// image in its own format is an error, because the result may replace the source.
  public var toneMap: ToneMap?

  /// By default, the whole image as it is.
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

  /// The image with a new tag, whatever its tag was; so is every page of a TIFF. Pixels do not change.
  public static func oriented(_ tag: ExifOrientation, of probe: Probe, format: ContainerFormat? = nil) -> Self {
    let wanted = Orientation<Stored, Displayed>(exif: tag)
    var result = Self(
      rotation: probe.orientation.inverse.then(wanted), upright: .tagged, normalizes: true, format: format)
    (result.changesOnlyTag, result.setsEveryTag) = (true, true)
    return result
  }

  /// A small upright image that fits in `size`, without metadata except what its colors need. That keeps lists of
  /// hundreds small and private.
  public static func thumbnail(within size: PixelSize<Output>, format: ContainerFormat? = nil) -> Self {
    thumbnail(.within(size), format: format)
  }

  /// The same with any size.
  public static func thumbnail(_ size: Size, format: ContainerFormat? = nil) -> Self {
    var small = Self(size: size, upright: .pixels, format: format, loss: .recode)
    (small.strip, small.checksPixels) = (.allButColor, true)
    small.frame = .first
    return small
  }
}

// A photo picker's crop, rendered from the original at full resolution.
extension Rendition {
  /// What a person saw in a picker's window: the crop scaled to `canvas`, with `fill` where the window extended beyond
  /// the image.
  ///
  /// Everything of the image inside the window is shown. `PickerCrop.pixels(shapedLike:gap:)` defines how the crop is
  /// rounded to whole pixels.
  public init(
    picker crop: PickerCrop, on canvas: PixelSize<Output>, gap: PickerCrop.Gap = .asDragged(), fill: Color = .black,
    quality: Quality = .asSource, format: ContainerFormat? = nil
  ) {
    self.init(
      region: .pixels(crop.pixels(shapedLike: canvas, gap: gap)), size: .exactly(canvas), upright: .pixels,
      quality: quality, format: format, overflow: .pad(fill))
  }

  /// The same for a picker that interpreted the tag of `orientation` as Photos did. An image stored as `size` stays as
  /// the person saw it there, mirrored or sideways.
  ///
  /// The crop is in the image as it was shown: see `Orientation.asPhotosRead`.
  public init(
    picker crop: PickerCrop, on canvas: PixelSize<Output>, gap: PickerCrop.Gap = .asDragged(), fill: Color = .black,
    quality: Quality = .asSource, format: ContainerFormat? = nil,
    readByPhotos size: PixelSize<Stored>, _ orientation: Orientation<Stored, Displayed>
  ) {
    let shown = orientation.asPhotosRead
    let seen = crop.pixels(shapedLike: canvas, gap: gap)
    let stored = seen.applying(shown.inverse, in: shown.applied(to: size))
    self.init(
      region: .pixels(stored.applying(orientation, in: size)), size: .exactly(canvas),
      rotation: orientation.inverse.then(shown), upright: .pixels, quality: quality, format: format,
      overflow: .pad(fill))
  }
}

// What a rotation does if edge blocks of a JPEG cannot be moved losslessly (ITU T.81, A.2.4: the last blocks are
// padded).

/// How an image becomes upright if its pixels cannot be rotated without loss.
public enum EdgeMode: String, Hashable, Sendable, CaseIterable {
  /// Re-encodes the image if the original stays available; otherwise keeps its orientation tag.
  case auto
  /// Keeps the orientation tag.
  case keepTag = "keep-tag"
  /// Cuts off the partial blocks.
  case trim
  /// Re-encodes the image.
  case recode
  /// Reports an error.
  case fail

  /// What happens to the source file; it determines how much the default may lose.
  public enum Original: Hashable, Sendable {
    /// It stays; the result is a separate file.
    case stays
    /// The result replaces it, and a journal keeps it.
    case isKept
    /// The result replaces it.
    case isReplaced
  }

  /// An upright image in the source's format.
  ///
  /// In place, `auto` re-encodes only JPEG, with the source's planes and tables, so that the loss is one more
  /// quantization, and nothing that the file contains is lost.
  public func rendition(
    rotation: Orientation<Displayed, Displayed> = .identity, of format: ContainerFormat = .jpeg,
    original: Original = .stays
  ) -> Rendition {
    let (upright, loss): (Rendition.Uprightness, Rendition.Loss) =
      switch self {
      case .auto: (.pixelsWherePossible, Self.loss(of: format, original))
      case .keepTag: (.pixelsWherePossible, .none)
      case .trim: (.pixels, .trim)
      case .recode: (.pixels, .recode)
      case .fail: (.pixels, .none)
      }
    var rendition = Rendition(rotation: rotation, upright: upright, loss: loss)
    if original != .stays { rendition.allowedLosses = AllowedLosses.none }
    return rendition
  }

  private static func loss(of format: ContainerFormat, _ original: Original) -> Rendition.Loss {
    switch original {
    case .stays: .recode
    case .isKept: format == .jpeg ? .recode : .none
    case .isReplaced: .none
    }
  }
}
