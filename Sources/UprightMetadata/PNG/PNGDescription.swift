// The chunks of a PNG that describe its image, and which of them a new image lacks (PNG 3rd edition, 11.3; its
// extensions 1.5.0; ImageMagick's vpAg and caNv). The parts that malformed chunks of a PNG are: a new file lacks them
// (PNG 3rd edition, 11.3).

internal import UprightGeometry

extension FilePart.Kind {
  /// What the contents of a described chunk are.
  package init(chunk name: String) { self = PNGHeader.gainMap.contains { "\($0)" == name } ? .gainMap : .field }
}

extension FilePart {
  /// Whether it is a chunk with a fact about the image that says nothing of its colors.
  package var isFactInChunk: Bool {
    kind == .field && !isColorInChunk && PNGHeader.fields.contains { $0.description == name }
  }

  /// Whether it is a chunk that stays with the coded image, whatever metadata is removed from the file.
  package var staysWithCoding: Bool {
    kind == .field && PNGStripping.coding.contains { $0.description == name }
  }

  /// Whether it is a chunk with a color, that of the background, which only another PNG may have.
  package var isColorInChunk: Bool { kind == .field && name == "bKGD" }
}

extension PNGHeader {
  /// Chunks with a fact about the image: background, time, palette, place, scale, values, delay, stereo, signature.
  static let fields: Set<FourCC> = [
    "bKGD", "tIME", "sPLT", "oFFs", "vpAg", "caNv", "pCAL", "sCAL", "gIFg", "sTER", "dSIG",
  ]
  /// Chunks with a gain map.
  static let gainMap: Set<FourCC> = ["gmAP", "gdAT"]

  /// The names of the described chunks that an image in a format, made by an edit, does not get.
  fileprivate func droppedChunks(in format: ContainerFormat, _ move: ImageMove) -> [String] {
    guard !describingKinds.kinds.isEmpty else { return [] }
    let carrying = PNGCarrying(self, move: move)
    return describingKinds.kinds.filter { kind in
      !malformedKinds.kinds.contains(kind) && (format != .png || !carrying.keeps(kind))
    }.map(\.description)
  }

  /// Unknown chunks that a new PNG does not get, because their names say that they depend on the pixels, and the
  /// signature. Those that may contain the location are not lost if that is removed.
  func unsafeContents(in format: ContainerFormat, after edit: MetadataEdit) -> [FileContent] {
    guard format == .png, !edit.strip.removesPosition else { return [] }
    return unknownContents { PNGCarrying.disposition(of: $0) == .goes }
  }

  /// What unknown chunks, and those that sign the file, contain.
  func unknownContents(_ isIncluded: (FourCC) -> Bool) -> [FileContent] {
    let kinds = otherKinds.kinds.filter { isIncluded($0) && !Self.fields.contains($0) && !Self.gainMap.contains($0) }
    let isSigned = kinds.contains(PNGStripping.credentials)
    return (isSigned ? [.contentCredentials] : []) + (kinds.count > (isSigned ? 1 : 0) ? [.otherData] : [])
  }
}

extension Probe {
  /// The names of a PNG's chunks with facts about the image that a new image in a format, made by an edit, does not get.
  package func droppedChunks(in format: ContainerFormat, after edit: MetadataEdit) -> [String] {
    header.png?.droppedChunks(in: format, ImageMove(self, edit)) ?? []
  }
}

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
