// The decision how a rendition is made: data that can be compared, printed and tested without a codec.

/// How a rendition will be made, why not more cheaply, and what it will cost.
public struct Plan: Hashable, Sendable {
  /// The cheapest correct way.
  public enum Route: Hashable, Sendable {
    /// The result is the source, byte for byte.
    case copy
    /// Only the bytes that carry the orientation change.
    case retag(BytePatch)
    /// Metadata are rewritten; all that codes the picture stays as it is.
    case rewrite(Rewrite)
    /// A lossless turn and crop in the DCT domain.
    case transform(Transform)
    /// Decode, scale, turn, encode.
    case transcode(Transcode)

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
  public enum RouteName: String, Hashable, Sendable, CaseIterable {
    /// The result is the source.
    case copy
    /// Only the tag changes.
    case retag
    /// Only metadata change.
    case rewrite
    /// Blocks move.
    case transform
    /// Pixels are decoded and encoded.
    case transcode
  }

  /// What is taken out of the metadata of a picture that stays as it is stored.
  public struct Rewrite: Hashable, Sendable {
    /// What becomes of the tag before anything is taken out.
    public let patch: BytePatch
    /// What is taken out.
    public let strip: Strip
    /// What goes with it, one sentence each.
    public let losses: [String]
  }

  /// A lossless turn and crop, and what happens to the rest of the file.
  public struct Transform: Hashable, Sendable {
    /// What moves.
    public let job: LosslessJob
    /// What the metadata becomes.
    public let carry: Carry
    /// Whether bytes behind the picture's end come along.
    public let keepsTrailer: Bool
    /// Columns and rows of the displayed picture that are trimmed away.
    public let trimmed: PixelSize<Displayed>
    /// Columns and rows of the displayed picture outside of the region that its last blocks keep; no viewer displays them.
    public let hidden: PixelSize<Displayed>
  }

  /// Decode, scale, turn, encode.
  public struct Transcode: Hashable, Sendable {
    /// How pixels travel from decoder to encoder.
    public enum Form: Hashable, Sendable {
      /// As samples of one pixel side by side.
      case samples
      /// As component planes, as they are coded: no colour is converted, and chroma stays as it was sampled
      /// (`chroma` in the axes of the stored picture).
      case planes(chroma: Subsampling)
    }

    /// How pixels travel from decoder to encoder; in planes, they are neither scaled nor padded.
    public let form: Form
    /// What is decoded.
    public let pass: DecodePass
    /// In which values it is scaled.
    public let light: Rendition.Light
    /// The part of the decoded pass that becomes the picture.
    public internal(set) var window: Rect2D<Decoded>
    /// Its size after scaling, before turning.
    public let scaled: PixelSize<Decoded>
    /// How it is turned.
    public let orientation: Orientation<Decoded, Output>
    /// Where the turned picture lies in the result; the whole of it where nothing is padded.
    public let placement: PixelRect<Output>
    /// What fills the rest.
    public let fill: Rendition.Color
    /// The channels that are delivered.
    public let channels: SampleLayout.Channels
    /// In which colours, where the source's profile says others.
    public let colors: Rendition.Colors
    /// How light of a high dynamic range becomes less; nil where it does not.
    public internal(set) var toneMapping: ToneMapping?
    /// What of the coding of the source's samples is not kept.
    public let changes: [SampleChange]
    /// How the result is encoded.
    public let settings: EncodeSettings
    /// What the metadata becomes.
    public let carry: Carry
    /// Whether bytes behind the picture's end come along.
    public let keepsTrailer: Bool
    /// Which frame of an animation is decoded; nil for a still image.
    public var frame: Frame?
    /// What came of the leave to decode a small picture inside the file; nil where none was given.
    public internal(set) var embedded: Embedding?
  }

  /// One frame of an animation, which becomes a still image.
  public struct Frame: Hashable, Sendable {
    /// Counted from 1; 0 is the still image beside the frames.
    public let number: Int
    /// How many there are; nil where only a decoder finds out.
    public let count: Int?
    /// Whether a PNG's still image is no frame, but one for readers that know no animation.
    public let leavesStill: Bool
  }

  /// What happens to the metadata of a new picture.
  public struct Carry: Hashable, Sendable {
    /// What happens to the Exif thumbnail.
    public indirect enum Thumbnail: Hashable, Sendable {
      /// There is none, or it goes.
      case drop
      /// It is made from the old one, by a plan of its own.
      case make(Plan)
      /// It is made from the new picture's pixels, so large.
      case shrink(PixelSize<Output>)
      /// It is made from the source's pixels, because those of the new picture are not at hand.
      case decode(Transcode)
    }

    /// A picture, gain map or film that follows the source's picture in its file, and what becomes of it.
    public struct Attachment: Hashable, Sendable {
      /// What happens to it.
      public indirect enum Disposition: Hashable, Sendable {
        /// It stays behind: why, as the end of a sentence.
        case drop(String)
        /// It is made from the old one, by a plan of its own.
        case make(Plan)
      }

      /// What it is, in a word or two.
      public let name: String
      /// Where it lies in the source.
      public let range: Range<Int>
      /// What happens to it.
      public let disposition: Disposition
    }

    /// The new picture's size.
    public let size: PixelSize<Output>
    /// Where a stored place comes to lie in the new picture.
    public let map: Transform2D<Stored, Output>
    /// What happens to the thumbnail.
    public let thumbnail: Thumbnail
    /// Whether the colours are still those the ICC profile speaks of.
    public let keepsProfile: Bool
    /// Whether there may be a profile, and it stays behind because the channels change.
    public var losesProfile = false
    /// What happens to what follows the picture, in the file's order.
    public var attachments: [Attachment] = []
    /// Whether the colours were converted to sRGB, so that the metadata say so.
    public var becomesSRGB = false
    /// What is taken out of the metadata.
    public var strip = Strip.none
    /// What becomes of what was marked in the picture, one sentence each.
    public var marks: [String] = []
    /// What stays behind, one sentence each.
    public var dropped: [String] = []
  }

  /// What is known of coded data that are copied as they are.
  public enum PixelCheck: Hashable, Sendable {
    /// They are decoded once, by this pass; damage is an error.
    case decoded(DecodePass)
    /// Nothing here decodes them, or not all of them, so that only what the container says of their bytes is checked: why, as the end of a sentence.
    case undecoded(String)
    /// They are copied unread: why, as the end of a sentence.
    case unchecked(String)
  }

  /// A route that was not taken, and why.
  public struct Rejection: Hashable, Sendable {
    /// Which route.
    public let route: RouteName
    /// One sentence.
    public let reason: String
  }

  /// What will be done.
  public internal(set) var route: Route
  /// The format of the result.
  public let format: ContainerFormat
  /// Why that is neither the source's format nor one that was asked for, one sentence; nil where it is.
  public internal(set) var formatReason: String?
  /// Why the orientation stays although an upright image was asked for, one sentence; nil where nothing is in doubt.
  public internal(set) var skipped: String?
  /// Whether coded data that are copied as they are get decoded first; nil where pixels are made anew, or nobody asked and only the tag changes.
  public internal(set) var pixelCheck: PixelCheck?
  /// What stayed behind when the plan was carried out and no header had told, one sentence each.
  public internal(set) var losses: [String] = []
  /// The size of the result as displayed.
  public let outputSize: PixelSize<Output>
  /// The orientation that stays in the result's tag.
  public let remaining: Orientation<Stored, Displayed>
  /// The cheaper routes, and why they were not taken.
  public let rejections: [Rejection]
  /// What is done instead where the source's coded data turn out damaged: nothing, or one plan.
  public let fallbacks: [Plan]
  /// The most memory the run takes, in bytes, beyond the source and what planning takes; what stands in for damaged data
  /// is counted, too.
  public internal(set) var peakBytes: Int
  /// The bytes it was made for; a run refuses others.
  public let fingerprint: SourceFingerprint
  /// Which carriers of the source it believes; a run does the same.
  public internal(set) var rules = OrientationRules()
}
