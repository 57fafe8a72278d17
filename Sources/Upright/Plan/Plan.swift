// How a rendition is made, as data that can be compared, printed and tested without a codec.

/// How a rendition will be made, why not more cheaply, and what it will cost.
public struct Plan: Hashable, Sendable {
  /// The cheapest correct route.
  public enum Route: Hashable, Sendable {
    /// The result is the source, byte for byte.
    case copy
    /// Only the bytes of the tag change.
    case retag(BytePatch)
    /// Metadata is rewritten; the coded image stays as it is.
    case rewrite(Rewrite)
    /// A lossless transform and crop in the DCT domain.
    case transform(Transform)
    /// Decode, scale, reorient, encode.
    case transcode(Transcode)

    /// What happens to the metadata of a new image; nil if the image stays as stored.
    package var carry: Carry? {
      switch self {
      case .transform(let transform): transform.carry
      case .transcode(let transcode): transcode.carry
      case .copy, .retag, .rewrite: nil
      }
    }

    /// The route's name in plans and JSON.
    public var name: RouteName {
      switch self {
      case .copy: .copy
      case .retag: .retag
      case .rewrite: .rewrite
      case .transform: .transform
      case .transcode: .transcode
      }
    }
  }

  /// The routes, cheapest first.
  public typealias RouteName = Upright.RouteName

  /// The metadata to remove from an image that stays as stored.
  public struct Rewrite: Hashable, Sendable {
    /// The change of the tag, made before anything is removed.
    public let patch: BytePatch
    /// What is removed.
    public let strip: Strip
    /// What is lost with it.
    public let losses: [CarryNote]
  }

  /// A lossless transform and crop, and what happens to the rest of the file.
  public struct Transform: Hashable, Sendable {
    /// The crop and reorientation.
    public let job: LosslessJob
    /// What happens to the metadata.
    public let carry: Carry
    /// Whether bytes after the image's end are kept.
    public let keepsTrailer: Bool
    /// Columns and rows of the displayed image that are trimmed.
    public let trimmed: PixelSize<Displayed>
    /// Columns and rows of the displayed image outside the region that its last blocks contain; no viewer displays
    /// them.
    public let hidden: PixelSize<Displayed>
    /// How a region's coefficients are reached; nil if all are read.
    public let access: RegionAccess?
  }

  /// Decode, scale, reorient, encode.
  public struct Transcode: Hashable, Sendable {
    /// How pixels pass from decoder to encoder.
    public enum Form: Hashable, Sendable {
      /// As interleaved samples.
      case samples
      /// As component planes, as coded: colors are not converted, and chroma keeps its subsampling (`chroma`, in the
      /// stored image's axes). After reorienting, it is resampled if it has an overhang.
      case planes(chroma: Subsampling, overhang: ChromaOverhang = .none)
    }

    /// How pixels pass from decoder to encoder; planes are neither scaled nor padded.
    public let form: Form
    /// Why an unscaled JPEG-to-JPEG transcode uses interleaved samples instead of planes; nil for planes and for other
    /// transcodes.
    public internal(set) var samplesReason: SamplesReason?
    /// The decoder pass.
    public internal(set) var pass: DecodePass
    /// How the decoder reaches a region of a JPEG; nil for a whole image and for other formats.
    public var access: RegionAccess?
    /// The strips in which planes may be decoded and encoded; nil if they are too small, or cannot be divided.
    public internal(set) var strips: PlaneStrips?
    /// The values in which it is scaled.
    public let light: Rendition.Light
    /// How it is scaled.
    public internal(set) var filter = Plan.Transcode.filter
    /// The part of the decoded pass that becomes the image.
    public internal(set) var window: Rect2D<Decoded>
    /// Its size after scaling, before reorienting.
    public let scaled: PixelSize<Decoded>
    /// How it is reoriented.
    public let orientation: Orientation<Decoded, Output>
    /// The reoriented image's place in the result; the whole result if nothing is padded.
    public let placement: PixelRect<Output>
    /// The padding color.
    public let fill: Rendition.Color
    /// The channels of the result.
    public let channels: SampleLayout.Channels
    /// The colors of the result, if the source's profile states others.
    public let colors: Rendition.Colors
    /// Which shades the result has, if the source has others.
    public var tones = Rendition.Tones.full
    /// What shows through transparent pixels; nil if alpha is kept, or there is none.
    public var background: Rendition.Color?
    /// How high dynamic range is tone-mapped; nil if it is not.
    public internal(set) var toneMapping: ToneMapping?
    /// What is not kept from the coding of the source's samples.
    public let changes: [SampleChange]
    /// How the result is encoded.
    public let settings: EncodeSettings
    /// What happens to the metadata.
    public let carry: Carry
    /// Whether bytes after the image's end are kept.
    public let keepsTrailer: Bool
    /// The frame of an animation that is decoded; nil for a still image.
    public var frame: Frame?
    /// The page of a TIFF that is decoded, by its number from 1; nil for the first, or a file of one page.
    public internal(set) var page: Int?
    /// How the pages after the first are made, if the result has all of them.
    public internal(set) var furtherPages: [Transcode] = []
    /// The outcome of allowing an embedded preview; nil if not allowed.
    public internal(set) var embedded: Embedding?
  }

  /// How the decoder reaches a region of a JPEG.
  public enum RegionAccess: Hashable, Sendable {
    /// Its coded data is cut out, at most this many bytes.
    case cut(limit: Int)
    /// The same, but what is above it is not even walked, because the decoder has an index.
    case indexed(limit: Int)
    /// The decoder starts at the first row. Why.
    case fromTop(Reason)

    /// Why a region is not cut out.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
      /// Coefficients are coded in several scans.
      case progressive
      /// Arithmetic codes cannot be skipped.
      case arithmetic
      /// The coding process has no blocks that could be cut out.
      case process
      /// Samples do not have 8 bits.
      case depth = "12-bit"
      /// The region is too large, or too near to the top, to gain anything.
      case large = "region-too-large"
    }
  }

  /// The outcome of allowing an embedded preview in place of the image.
  public enum Embedding: Hashable, Sendable {
    /// This preview is decoded.
    case used(EmbeddedPreview)
    /// The image itself is decoded; why.
    case declined([PreviewReason])
  }

  /// One frame of an animation, which becomes a still image.
  public struct Frame: Hashable, Sendable {
    /// The number from 1; 0 is the separate still image.
    public let number: Int
    /// The number of frames; nil if only a decoder can tell.
    public let count: Int?
    /// Whether a PNG's still image is not a frame but a fallback for readers without animation.
    public let leavesStill: Bool
  }

  /// What happens to the metadata of a new image.
  public struct Carry: Hashable, Sendable {
    /// What happens to the Exif thumbnail.
    public indirect enum Thumbnail: Hashable, Sendable {
      /// There is none, or it is removed as requested.
      case absent
      /// It is dropped, for this reason.
      case drop(CarryNote.ThumbnailDrop)
      /// It is made from the old one by a nested plan.
      case make(Plan)
      /// It is made from the new image's pixels, at this size.
      case shrink(PixelSize<Output>)
      /// It is made from the source's pixels, because the new image's pixels are not available.
      case decode(Transcode)
    }

    /// An image, gain map or video after the main image, and what happens to it.
    public struct Attachment: Hashable, Sendable {
      /// What happens to it.
      public indirect enum Disposition: Hashable, Sendable {
        /// It is dropped.
        case drop(CarryNote.AttachmentDrop)
        /// It is made from the old one by a nested plan.
        case make(Plan)
      }

      /// What it is, in one or two words.
      public let name: String
      /// Its range in the source, in bytes.
      public let range: Range<Int>
      /// What happens to it.
      public let disposition: Disposition
    }

    /// A full-size image in XMP, and what happens to it.
    public struct XMPImage: Hashable, Sendable {
      /// What it is, in two words.
      public let name: String
      /// What happens to it.
      public let disposition: Attachment.Disposition
    }

    /// The new image's size.
    public let size: PixelSize<Output>
    /// The map from stored positions to positions in the new image.
    public let map: Transform2D<Stored, Output>
    /// What happens to the thumbnail.
    public let thumbnail: Thumbnail
    /// Whether the ICC profile still describes the colors.
    public let keepsProfile: Bool
    /// Whether a profile, if there is one, is dropped because the channels change.
    public var losesProfile = false
    /// What happens to each attachment, in file order.
    public var attachments: [Attachment] = []
    /// What happens to each full-size image in XMP, in the packets' order; empty if none has to change alone.
    public var xmpImages: [XMPImage] = []
    /// Whether colors were converted to sRGB, so that the metadata states sRGB.
    public var becomesSRGB = false
    /// What the samples have in common with the source's.
    package var shared = SharedSamples.none
    /// The metadata to remove.
    public var strip = Strip.none
    /// Whether the new image is a part of the source's, or smaller.
    public var showsLess = false
    /// What happens to marked places in the image.
    public var marks: [CarryNote] = []
    /// What is dropped.
    public var dropped: [CarryNote] = []
  }

  /// What is known about coded data that is copied.
  public enum PixelCheck: Hashable, Sendable {
    /// It is decoded once, by this pass; damage is an error.
    case decoded(DecodePass)
    /// It is not decoded, or not completely, for this reason; only what the container states about its bytes is
    /// checked.
    case undecoded(Reason)
    /// It is copied without a check, because none was requested.
    case unchecked
    /// It is decoded, but this format's decoder does not notice all damage: decoded once for a check by this pass, or,
    /// if nil, for the result.
    case uncertain(ContainerFormat, DecodePass?)

    /// Why coded data cannot be checked by decoding it.
    public enum Reason: Hashable, Sendable {
      /// Only a region is decoded, and what is misread in it may show only in the coded data below, which is not read.
      case region
      /// The file has several images, and only one would be decoded.
      case severalImages
      /// Decoding exceeds the limits of pixels or memory.
      case limit
      /// Such an image cannot be decoded here.
      case unsupported(ContainerFormat)
    }
  }

  /// A route that was not taken, and why.
  public struct Rejection: Hashable, Sendable {
    /// The route.
    public let route: RouteName
    /// Why.
    public let reason: RouteReason
  }

  /// What will be done.
  public internal(set) var route: Route
  /// The format of the result.
  public let format: ContainerFormat
  /// The source's format, if it cannot be written and the result therefore has another one; nil if it was kept or
  /// another was requested.
  public internal(set) var unwrittenFormat: ContainerFormat?
  /// Why the orientation stays although an upright image was requested; nil if nothing is in doubt.
  public internal(set) var skipped: Finding?
  /// The check of coded data that is copied; nil if pixels are re-encoded, or if no check was requested and only the
  /// tag changes.
  public internal(set) var pixelCheck: PixelCheck?
  /// What was dropped when the plan was carried out, although no header announced it.
  public internal(set) var losses: [CarryNote] = []
  /// The disagreement of the JPEG that can be reconstructed from the result, a JPEG XL, with its image; nil if there is
  /// none.
  package internal(set) var reconstruction: Finding?
  /// Whether the run re-encoded the thumbnail, because it no longer fit into its segment.
  package internal(set) var recodesThumbnail = false
  /// The result's displayed size.
  public let outputSize: PixelSize<Output>
  /// The orientation that remains in the result's tag.
  public let remaining: Orientation<Stored, Displayed>
  /// The cheaper routes, and why they were not taken.
  public let rejections: [Rejection]
  /// The plan if the source's coded data turns out to be damaged; nil if there is none.
  public var fallback: Plan? { if case .plan(let plan) = fallbackBox { plan } else { nil } }
  private var fallbackBox: Box

  /// The same plan with another plan, or none, for damaged coded data.
  package func falling(backOn other: Plan?) -> Plan {
    var result = self
    result.fallbackBox = other.map { .plan($0) } ?? .none
    return result
  }

  /// The run's peak memory in bytes, beyond the source and the planning; includes the fallback.
  public internal(set) var peakBytes: Int
  /// The number of pages whose tags the plan covers; nil for a file of one page, and if the first page is re-encoded.
  public internal(set) var pages: Int?
  /// The pages after the first that keep orientation tags other than 1 although an upright result was requested, by their
  /// numbers.
  public internal(set) var rotatedPages: [Int] = []
  /// Whether any page of the result, or its one image, has an orientation that viewers must apply.
  public var leavesOrientation: Bool { !remaining.isIdentity || !rotatedPages.isEmpty }
  /// The fingerprint of the bytes it was made for; a run rejects others.
  public let fingerprint: SourceFingerprint
  /// Which parts of the source may be lost without being asked to; nil for all.
  public internal(set) var allowedLosses: AllowedLosses?
  /// The rules for choosing the orientation field; a run uses the same.
  public internal(set) var rules = OrientationRules()

  /// A nested plan.
  private indirect enum Box: Hashable, Sendable {
    case none
    case plan(Plan)
  }

  init(
    route: Route, format: ContainerFormat, outputSize: PixelSize<Output>, remaining: Orientation<Stored, Displayed>,
    rejections: [Rejection], fallback: Plan? = nil, peakBytes: Int, of probe: Probe
  ) {
    (self.route, self.format, self.outputSize, self.remaining) = (route, format, outputSize, remaining)
    (self.rejections, self.peakBytes) = (rejections, peakBytes)
    (fingerprint, rules) = (probe.fingerprint, probe.rules)
    fallbackBox = fallback.map { .plan($0) } ?? .none
  }
}

/// Why the pixels of a JPEG that stays a JPEG are re-encoded from interleaved samples.
public enum SamplesReason: String, Hashable, Sendable, CaseIterable {
  /// The image is gray: its samples are its only plane.
  case gray
  /// The components are not luma and two chroma planes on one grid.
  case otherComponents = "other-components"
  /// Both edges of the region are inside chroma samples on some axis.
  case chromaCut = "chroma-cut"
  /// The image is padded.
  case padded
  /// The colors are converted.
  case colorsConverted = "colors-converted"
  /// A codec does not support planes.
  case planesUnsupported = "planes-unsupported"

  /// The reason's stable code.
  public var code: String { rawValue }
}

extension Plan {
  /// The tone map that is carried out; nil for none.
  public var toneMapping: ToneMapping? {
    if case .transcode(let transcode) = route { transcode.toneMapping } else { nil }
  }
}
