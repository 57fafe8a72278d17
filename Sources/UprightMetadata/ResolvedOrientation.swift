// What a container's header answers: how its picture is displayed, who said so, and who said otherwise.

internal import UprightGeometry

/// The outcome of a resolver.
struct ResolvedOrientation: Hashable, Sendable {
  /// How the stored picture is displayed.
  var orientation = Orientation<Stored, Displayed>.identity
  /// Who decided.
  var source = OrientationSource.none
  /// Everyone who spoke, the one that decides first.
  var statements: [OrientationStatement] = []
  /// What is odd about what they say.
  var findings: [Finding] = []
  /// Whether carriers that do not count may say 1 whatever counts, because readers that turn the picture would believe them once more.
  var allowsUpright = false
  /// Whether an Exif block would decide, if it said anything, although the container has a word of its own.
  var prefersExif = false

  /// Lets a carrier decide.
  mutating func decide(_ statement: OrientationStatement) {
    orientation = Orientation(exif: statement.value ?? .topLeft)
    source = statement.source
    statements.insert(statement, at: 0)
  }

  /// Whether nothing but XMP says how the picture lies, and does not count.
  var isXMPOnly: Bool {
    source == .none
      && statements.allSatisfy { statement in
        switch statement.source {
        case .xmp, .thumbnail: true
        default: false
        }
      }
  }

  /// Whether a carrier that does not count says what it should not.
  func isContradicted(by value: ExifOrientation) -> Bool {
    value != orientation.exif && !(allowsUpright && value == .topLeft)
  }

  /// A sentence about a carrier that says something else.
  func sentence(_ whose: String, _ value: ExifOrientation) -> String {
    "\(whose) orientation is \(value.rawValue), the picture's \(orientation.exif.rawValue); the picture's counts"
  }

  /// Compares what XMP says; it decides where `rules` allow it and nothing else does.
  mutating func take(_ xmp: [XMPOrientation], _ rules: OrientationRules) {
    guard let first = xmp.first, let value = first.value else { return }
    let statement = OrientationStatement(.xmp(offset: first.offset), value)
    if source == .none, rules.readsXMP { return decide(statement) }
    statements.append(statement)
    if isXMPOnly {
      guard value != .topLeft else { return }
      findings.append(Finding(.xmpOnly, "only XMP has an orientation, \(value.rawValue); it does not count"))
    } else if isContradicted(by: value) {
      findings.append(Finding(.xmpConflict, sentence("XMP's", value)))
    }
  }
}
