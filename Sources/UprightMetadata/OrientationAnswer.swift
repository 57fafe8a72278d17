// What a container's header answers: how its picture is displayed, who said so, and who said otherwise.

internal import UprightGeometry

/// The outcome of a resolver.
struct OrientationAnswer: Hashable, Sendable {
  /// How the stored picture is displayed.
  var orientation = Orientation<Stored, Displayed>.identity
  /// Who decided.
  var source = OrientationSource.none
  /// Everyone who spoke, the one that decides first.
  var statements: [OrientationStatement] = []
  /// What is odd about what they say.
  var findings: [Finding] = []

  /// Lets a carrier decide.
  mutating func decide(_ statement: OrientationStatement) {
    orientation = Orientation(exif: statement.value ?? .topLeft)
    source = statement.source
    statements.insert(statement, at: 0)
  }

  /// Compares what XMP says; it decides where `rules` allow it and nothing else does.
  mutating func take(_ xmp: [XMPOrientation], _ rules: OrientationRules) {
    guard let first = xmp.first, let value = first.value else { return }
    let statement = OrientationStatement(.xmp(offset: first.offset), value)
    if source == .none, rules.readsXMP { return decide(statement) }
    statements.append(statement)
    if source == .none {
      guard value != .topLeft else { return }
      findings.append(Finding(.xmpOnly, "only XMP has an orientation, \(value.rawValue); it does not count"))
    } else if value != orientation.exif {
      findings.append(Finding(.xmpConflict, "XMP's orientation is \(value.rawValue); it does not count"))
    }
  }
}
