// One part of a file, with its bytes: the unit of which an account says what became of it (docs/account.md). Where the
// bytes of a joined block are in the file, such as of an XMP packet that several segments hold.

/// One part of a file: a coded image, a block of metadata, a marked place, bytes of unknown meaning.
///
/// The parts without an ``owner`` cover the file from its first byte to its last, without gap or overlap. The others are
/// inside their owners: a thumbnail in an Exif block, a depth map in an XMP packet, a coded image inside a box.
public struct FilePart: Hashable, Sendable {
  /// What a part is; the raw value is its stable code.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The coded main image.
    case image
    /// Markers, chunk and box headers, tables of offsets, padding: what holds a file together and no person would miss.
    case structure
    /// An Exif block.
    case exif
    /// The maker note in an Exif block.
    case makerNote = "maker-note"
    /// A field of a TIFF directory or of an Exif block.
    case field
    /// An XMP packet.
    case xmp
    /// XMP beyond the first packet.
    case extendedXMP = "extended-xmp"
    /// A property in an XMP packet.
    case property
    /// IPTC records.
    case iptc
    /// Photoshop's resources.
    case photoshop
    /// Photoshop's layers.
    case layers
    /// An ICC profile.
    case profile = "icc"
    /// Fields that define colors without a profile.
    case colors
    /// A comment.
    case comment
    /// Text, such as author and copyright.
    case text
    /// A C2PA manifest.
    case credentials = "content-credentials"
    /// FlashPix streams.
    case flashPix = "flashpix"
    /// A thumbnail in metadata.
    case thumbnail
    /// A smaller version of the image.
    case preview
    /// A gain map.
    case gainMap = "gain-map"
    /// A depth map.
    case depthMap = "depth-map"
    /// The temperatures that a thermal camera measured.
    case thermalImage = "thermal-image"
    /// Another auxiliary image, such as a mask.
    case auxiliary
    /// The original from which the image was made (GImage).
    case original = "original-image"
    /// A further page.
    case page
    /// A further image or item of another kind.
    case item
    /// A frame of an animation after the first.
    case frame
    /// A video.
    case video
    /// Sound.
    case audio
    /// A marked region, such as a face.
    case region
    /// The subject's area or location.
    case subject
    /// A focus point.
    case focusPoint = "focus-point"
    /// A position on a sphere.
    case panorama
    /// A crop that viewers are to apply.
    case crop = "crop-to-apply"
    /// The image's place on a map.
    case mapLocation = "map-location"
    /// Fields of other programs.
    case privateFields = "private-fields"
    /// Bytes after the file's end.
    case trailer
    /// Bytes of unknown meaning.
    case unknown
  }

  /// What it is.
  public let kind: Kind
  /// What distinguishes it from others of its kind, such as a chunk's type or a property's name; empty if nothing does.
  public let name: String
  /// Its bytes in the file, in the order in which they are read; empty if the container does not store it as bytes of
  /// its own, such as a property inside compressed text.
  public let ranges: [Range<Int>]
  /// The place in the list of the part whose bytes contain it; nil if none does.
  public let owner: Int?

  /// A part with its bytes.
  public init(_ kind: Kind, name: String = "", ranges: [Range<Int>], owner: Int? = nil) {
    self.kind = kind
    self.name = name
    self.ranges = ranges
    self.owner = owner
  }

  /// What an image with the main image's opacity is.
  static let opacityRole = (kind: Kind.auxiliary, name: "alpha")

  /// Whether it is an image of its own that has the main image's opacity.
  package var isOpacity: Bool { (kind, name) == Self.opacityRole }

  /// Its length in bytes.
  public var byteCount: Int { ranges.reduce(0) { $0 + $1.count } }
}

// Whether a part is a location by its name (EXIF 2.32, 4.6.6).

extension FilePart {
  /// Whether it is a field of the GPS directory, the pointer to that, or a property that is a location by its name.
  package var namesPosition: Bool {
    switch kind {
    case .field: name.hasPrefix("GPS:") || name.hasSuffix(":0x8825")
    case .property: XMPPosition.isPosition(name)
    default: false
    }
  }
}

/// Ranges of a file that are read one after the other.
struct BytePlaces {
  /// The ranges, in the order in which they are read; none if the file does not have the bytes as they are read.
  let ranges: [Range<Int>]
  /// Where each begins in the joined bytes.
  private let starts: [Int]

  /// The bytes are not in the file as they are read: they are compressed, or digits.
  static let none = BytePlaces([])

  /// These ranges.
  init(_ ranges: [Range<Int>]) {
    var (starts, sum): ([Int], Int) = ([], 0)
    for range in ranges {
      starts.append(sum)
      sum += range.count
    }
    self.ranges = ranges
    self.starts = starts
  }

  /// The file's ranges of a range of the joined bytes.
  func places(of part: Range<Int>) -> [Range<Int>] {
    if ranges.count == 1 {
      let base = ranges[0].lowerBound
      let part = part.clamped(to: 0..<ranges[0].count)
      return part.isEmpty ? [] : [base + part.lowerBound..<base + part.upperBound]
    }
    return zip(starts, ranges).compactMap { start, range in
      let own = part.clamped(to: start..<start + range.count)
      guard !own.isEmpty else { return nil }
      let shift = range.lowerBound - start
      return own.lowerBound + shift..<own.upperBound + shift
    }
  }

  /// The joined bytes; nil if there are more than `limit`, or the source has fewer.
  ///
  /// - Throws: `.unreadable`.
  func bytes(in source: some ByteSource, limit: Int = 16 << 20) throws(MetadataError) -> [UInt8]? {
    guard ranges.reduce(0, { $0 + $1.count }) <= limit else { return nil }
    var bytes: [UInt8] = []
    for range in ranges {
      let more = try source.read(range)
      guard more.count == range.count else { return nil }
      if bytes.isEmpty { bytes = more } else { bytes += more }
    }
    return bytes
  }
}
