// The metadata field in which a file's orientation was found. The orientation that a container's header resolves to,
// with the deciding field and the ones that disagree.

public import UprightGeometry

/// The field that stores an orientation; offsets are file offsets.
public enum OrientationSource: Hashable, Sendable {
  /// None: the file is treated as upright.
  case none
  /// The Exif tag 274 in IFD0; its significant byte is at `offset`.
  case exif(offset: Int)
  /// The Exif tag 274 in a hexadecimal text chunk, as ImageMagick wrote in PNG; the chunk is at `offset`.
  case profile(offset: Int)
  /// The tag 274 of a thumbnail's directory (IFD1); its significant byte is at `offset`.
  case thumbnail(offset: Int)
  /// The XMP property `tiff:Orientation`; its digit is at `offset`.
  case xmp(offset: Int)
  /// The properties `irot` and `imir` of an item (ISO 23008-12, 6.5.10 and 6.5.12); the first is at `offset`.
  case properties(offset: Int)
  /// The header of a codestream (ISO 18181-1, D.3) that starts at `offset`.
  case codestream(offset: Int)
  /// A track's matrix (ISO 14496-12, 8.3.2) at `offset`.
  case matrix(offset: Int)

  /// The field's name, as in JSON.
  public var name: String {
    switch self {
    case .none: "none"
    case .exif: "exif"
    case .profile: "exif-profile"
    case .thumbnail: "exif-thumbnail"
    case .xmp: "xmp"
    case .properties: "irot-imir"
    case .codestream: "codestream"
    case .matrix: "matrix"
    }
  }

  /// The file offset; nil for `none`.
  public var offset: Int? {
    switch self {
    case .none: nil
    case .exif(let offset), .profile(let offset), .thumbnail(let offset), .xmp(let offset), .properties(let offset),
      .codestream(let offset), .matrix(let offset):
      offset
    }
  }
}

// An orientation stated by one field of a file, used or not.

/// A field and the orientation that it states.
public struct OrientationStatement: Hashable, Sendable {
  /// The field.
  public let source: OrientationSource
  /// The stated orientation; nil if the value is outside 1…8.
  public let value: ExifOrientation?

  /// A field and its value.
  public init(_ source: OrientationSource, _ value: ExifOrientation?) {
    self.source = source
    self.value = value
  }
}

// Options that override a container's rule for which orientation field is used.

/// How the orientation of a file is decided.
public struct OrientationRules: Hashable, Sendable {
  /// Whether Exif decides if the container has its own orientation (HEIF, AVIF, JPEG XL); for cameras known to write
  /// that one incorrectly.
  public var prefersExif: Bool
  /// Whether XMP decides if nothing else does; few readers do that.
  public var readsXMP: Bool

  /// By default, Exif decides only if the container's rule requires it, and XMP never does.
  public init(prefersExif: Bool = false, readsXMP: Bool = false) {
    self.prefersExif = prefersExif
    self.readsXMP = readsXMP
  }
}

/// The result of resolving an orientation.
struct ResolvedOrientation: Hashable, Sendable {
  /// How the stored image is displayed.
  var orientation = Orientation<Stored, Displayed>.identity
  /// The deciding field.
  var source = OrientationSource.none
  /// All statements; the deciding one is first.
  var statements: [OrientationStatement] = []
  /// Unusual facts about the statements.
  var findings: [Finding] = []
  /// Whether ignored fields may state 1 whatever is in use, because readers that rotate the image would apply them
  /// again.
  var allowsUpright = false
  /// Whether an Exif block would decide if it had a tag, although the container has its own orientation.
  var prefersExif = false

  /// Makes a statement decide.
  mutating func decide(_ statement: OrientationStatement) {
    orientation = Orientation(exif: statement.value ?? .topLeft)
    source = statement.source
    statements.insert(statement, at: 0)
  }

  /// Whether only XMP states an orientation, and it is ignored.
  var isXMPOnly: Bool {
    source == .none
      && statements.allSatisfy { statement in
        switch statement.source {
        case .xmp, .thumbnail: true
        default: false
        }
      }
  }

  /// Whether an ignored field states a conflicting orientation.
  func isContradicted(by value: ExifOrientation) -> Bool {
    value != orientation.exif && !(allowsUpright && value == .topLeft)
  }

  /// A sentence about a conflicting field.
  func sentence(_ whose: String, _ value: ExifOrientation) -> String {
    "\(whose) orientation is \(value.rawValue), the image's is \(orientation.exif.rawValue); the image's is used"
  }

  /// Compares the XMP orientations; one decides if `rules` allow it and nothing else does.
  mutating func take(_ xmp: [XMPOrientation], _ rules: OrientationRules) {
    guard let first = xmp.first, let value = first.value else { return }
    let statement = OrientationStatement(.xmp(offset: first.offset), value)
    if source == .none, rules.readsXMP { return decide(statement) }
    statements.append(statement)
    if isXMPOnly {
      guard value != .topLeft else { return }
      findings.append(Finding(.xmpOnly, "only XMP has an orientation, \(value.rawValue); it is not used"))
    } else if isContradicted(by: value) {
      findings.append(Finding(.xmpConflict, sentence("XMP's", value)))
    }
  }
}
