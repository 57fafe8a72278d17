// What a new picture takes along from its source, already made true for it.

/// Exif, XMP, ICC and the other segments of a source, edited so that they are true of a new picture.
public struct CarriedMetadata: Hashable, Sendable {
  /// A JPEG marker segment that is carried as it is or was edited.
  public struct Segment: Hashable, Sendable {
    /// The marker's second byte (0xE0 … 0xEF, 0xFE).
    public let marker: UInt8
    /// What follows the two length bytes; at most 65,533 bytes.
    public let payload: [UInt8]

    /// A marker with its payload.
    public init(marker: UInt8, payload: [UInt8]) {
      self.marker = marker
      self.payload = payload
    }
  }

  /// A PNG chunk that is carried as it is or was edited.
  public struct Chunk: Hashable, Sendable {
    /// The chunk's type, four letters.
    public let name: [UInt8]
    /// Its data.
    public let payload: [UInt8]

    /// A type with its data.
    public init(name: [UInt8], payload: [UInt8]) {
      self.name = name
      self.payload = payload
    }
  }

  /// All of it as JPEG segments in the source's order, ready to follow SOI. Empty for "nothing".
  public var segments: [Segment]
  /// What of a PNG has no other place here, and may stand between the header and the picture of another, in the source's
  /// order; the profile stands here, too, as it was packed.
  public var chunks: [Chunk]
  /// The Exif block from its TIFF header on, tag 1; nil for none.
  public var exif: [UInt8]?
  /// The XMP packet; nil for none.
  public var xmp: [UInt8]?
  /// The ICC profile, whole; nil for none.
  public var icc: [UInt8]?
  /// IPTC's record (IIM) without Photoshop's resource around it; nil for none, and where the Exif block's main directory has it.
  public var iptc: [UInt8]?

  /// Whether the Exif block leads to a thumbnail that is a JPEG.
  package var hasThumbnail: Bool { exif.flatMap { TIFFBlock($0) }.flatMap { Thumbnail(in: $0) } != nil }

  /// Nothing, unless said otherwise.
  public init(
    segments: [Segment] = [], chunks: [Chunk] = [], exif: [UInt8]? = nil, xmp: [UInt8]? = nil, icc: [UInt8]? = nil,
    iptc: [UInt8]? = nil
  ) {
    self.segments = segments
    self.chunks = chunks
    self.exif = exif
    self.xmp = xmp
    self.icc = icc
    self.iptc = iptc
  }
}
