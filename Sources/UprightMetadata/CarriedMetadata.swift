// The metadata that a new image takes over from its source, already edited to be correct for it. How an image's
// metadata must change when its pixels are reoriented, cropped or scaled.

public import UprightGeometry

/// Exif, XMP, ICC and the other segments of a source, edited to be correct for a new image.
public struct CarriedMetadata: Hashable, Sendable {
  /// A JPEG marker segment, unchanged or edited.
  public struct Segment: Hashable, Sendable {
    /// The marker's second byte (0xE0 … 0xEF, 0xFE).
    public let marker: UInt8
    /// The bytes after the two length bytes; at most 65,533.
    public let payload: [UInt8]

    /// A marker with its payload.
    public init(marker: UInt8, payload: [UInt8]) {
      self.marker = marker
      self.payload = payload
    }
  }

  /// A PNG chunk, unchanged or edited.
  public struct Chunk: Hashable, Sendable {
    /// The chunk's type: four letters.
    public let name: [UInt8]
    /// The chunk's data.
    public let payload: [UInt8]

    /// A type with its data.
    public init(name: [UInt8], payload: [UInt8]) {
      self.name = name
      self.payload = payload
    }
  }

  /// All carried metadata as JPEG segments in the source's order, ready to follow SOI. Empty if there are none.
  public var segments: [Segment]
  /// PNG chunks without another property here that may come between the header and the image data of a new PNG, in
  /// the source's order. Includes the profile as it was compressed.
  public var chunks: [Chunk]
  /// The Exif block, from its TIFF header, with orientation tag 1; nil if there is none.
  public var exif: [UInt8]?
  /// The XMP packet; nil if there is none.
  public var xmp: [UInt8]?
  /// The complete ICC profile; nil if there is none.
  public var icc: [UInt8]?
  /// The IPTC record (IIM) without the Photoshop resource around it; nil if there is none or the Exif block's IFD0
  /// contains it.
  public var iptc: [UInt8]?

  /// Photoshop's resources of a TIFF, without an identifier; nil if there are none, or they are in `segments` alone.
  package var photoshop: [UInt8]?

  /// Bytes that the profile occupies: compressed if from a PNG, otherwise complete; nil if there is none.
  package var profileByteCount: Int? {
    chunks.first { $0.name.elementsEqual("iCCP".utf8) }?.payload.count ?? icc?.count
  }

  /// Everything defaults to "none".
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

/// The difference between the metadata of a new image and those of its source.
public struct MetadataEdit: Hashable, Sendable {
  /// Columns and rows of the new image.
  public let size: PixelSize<Output>
  /// The map from stored positions in the source to the new image.
  public let map: Transform2D<Stored, Output>
  /// The new image's thumbnail as a JPEG file; nil if it has none.
  public var thumbnail: [UInt8]?
  /// Whether the ICC profile still describes the colors.
  public let keepsProfile: Bool
  /// Whether the components keep their coding, so that markers about it stay valid.
  public let keepsCoding: Bool
  /// How attachments are carried; those not listed here keep their entries in the file's indexes.
  public var attachments: [CarriedAttachment] = []
  /// Whether the samples were converted to sRGB.
  public var becomesSRGB = false
  /// Whether a PNG's samples are written as they are coded, with the chunks that describe them.
  package var keepsSamples = false
  /// What is removed.
  public var strip = Strip.none
  /// Whether the new image is a crop or a smaller version of the source, so that no view of the whole image may be
  /// carried.
  public var showsLess = false

  /// Whether the Exif block must fit into a segment of a JPEG, so that it has no room for a longer thumbnail.
  package var fitsSegment = true

  /// The full-size images in XMP that are reoriented along.
  package var xmpImages: [XMPImageChange] = []
  /// What its samples have in common with the source's.
  package var shared = SharedSamples.none

  /// Whether Exif must not carry any other view of the source's image.
  package var removesViews: Bool { showsLess || strip == .thumbnails || strip == .gps }

  /// Whether the new image's width runs along the source's height.
  var swapsAxes: Bool { map.a == 0 && map.d == 0 }

  /// Sets all properties.
  public init(
    size: PixelSize<Output>, map: Transform2D<Stored, Output>, thumbnail: [UInt8]?, keepsProfile: Bool,
    keepsCoding: Bool
  ) {
    self.size = size
    self.map = map
    self.thumbnail = thumbnail
    self.keepsProfile = keepsProfile
    self.keepsCoding = keepsCoding
  }
}
