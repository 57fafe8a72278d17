// The parts that malformed chunks of a PNG are: a new file lacks them (PNG 3rd edition, 11.3).

/// A chunk whose length is not that of its type, by its type.
package enum MalformedChunk {
  /// What a chunk of this type is; nil if it only says how the image is coded, so that nobody misses it.
  private static func kind(_ name: String) -> FilePart.Kind? {
    switch name {
    case "iCCP": .profile
    case "gAMA", "cHRM", "sRGB", "cICP", "mDCV", "mDCv", "cLLI", "cLLi": .colors
    case "tEXt", "zTXt", "iTXt": .text
    case "sBIT": nil
    default: .field
    }
  }

  /// What the chunks of these types are, each kind once.
  package static func kinds(_ names: [String]) -> [FilePart.Kind] {
    names.compactMap(kind).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Whether one of the chunks of these types is this part.
  package static func are(_ names: [String], _ part: FilePart) -> Bool {
    names.contains { name in
      guard kind(name) == part.kind else { return false }
      switch part.kind {
      case .profile: return true
      // It is too short for a keyword, by which a text is named.
      case .text: return part.byteCount < longestText
      default:
        let own = name == "pHYs" ? PixelDensity.part : name
        return part.name == own || part.name.hasPrefix(own + " ")
      }
    }
  }

  /// The bytes that the shortest iTXt has.
  private static let longestText = 6
}
