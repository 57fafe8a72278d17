// A rotation as displayed: a word, an angle, or IIIF's degrees (IIIF Image API 3.0, 4.3).

/// The seven rotations and mirrors of requests, by their words.
package enum RotationParameter: String, Hashable, Sendable, CaseIterable {
  case mirrorHorizontal = "mirror-horizontal"
  case mirrorVertical = "mirror-vertical"
  case clockwise = "cw"
  case anticlockwise = "ccw"
  case half = "180"
  case transpose, transverse

  /// Synonyms for rotations: clockwise in degrees, or the displayed side to which the top moves.
  package static let synonyms: [String: Self] = [
    "90": .clockwise, "right": .clockwise, "270": .anticlockwise, "left": .anticlockwise,
  ]

  /// A rotation by its name or a synonym; nil for any other word.
  package init?(word: String) {
    guard let found = Self(rawValue: word) ?? Self.synonyms[word] else { return nil }
    self = found
  }

  /// The rotation, as displayed.
  package var rotation: Orientation<Displayed, Displayed> {
    switch self {
    case .mirrorHorizontal: .mirrorHorizontal
    case .mirrorVertical: .mirrorVertical
    case .clockwise: .rotate90
    case .anticlockwise: .rotate270
    case .half: .rotate180
    case .transpose: .transpose
    case .transverse: .transverse
    }
  }
}

extension Orientation {
  /// IIIF's rotation: `n` or `!n`, degrees clockwise from 0 to 360.
  ///
  /// - Throws: Why a text is none; `.unsupported` for an angle between quarter turns.
  package init(iiif text: String) throws(GrammarFault) {
    let isMirrored = text.hasPrefix("!")
    let degrees = try NumberGrammar.iiif.decimal(text.dropFirst(isMirrored ? 1 : 0))
    guard degrees <= 360 else { throw .outOfRange }
    guard degrees.truncatingRemainder(dividingBy: 90) == 0 else { throw .unsupported }
    self.init(mirrored: isMirrored, clockwise: Int(degrees) / 90)
  }
}

#if !hasFeature(Embedded)
  extension RotationParameter: Codable {}
#endif
