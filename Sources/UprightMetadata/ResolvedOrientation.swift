// The orientation that a container's header resolves to, with the deciding field and the ones that disagree.

internal import UprightGeometry

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
