// What of a file has no place in a new picture of a format (TIFF 6.0; GeoTIFF 1.1, 7; DNG 1.7; ISO 23008-12, 6; ISO 18181-2, 9).

extension Probe {
  /// What stays behind where pixels are coded anew in a format, each as what it is called; what follows a JPEG's picture is none of it.
  package func leftovers(in format: ContainerFormat) -> [String] {
    switch header {
    case .jpeg(let header): format == .jpeg ? [] : header.leftovers(in: format)
    case .tiff(let header): header.leftovers
    case .jpegXL(let header): header.hasCompressed ? ["compressed metadata (Brotli is not unpacked here)"] : []
    case .items(let header): header.hasAdditionalItems ? further : []
    case .png, .webp, .bare, .movie, .sequence: []
    }
  }

  /// Whether the Exif block has a directory of a thumbnail.
  package var hasThumbnailDirectory: Bool { header.container.exif?.block.ifd1 != nil }

  /// What a JPEG's segments hold that shows the whole picture as it was, so that no other picture gets it, each as what it is called.
  package var wholeImagePreviews: [String] {
    let kinds = Set(header.jpeg?.applications.map(\.kind) ?? [])
    return (kinds.contains(.jumbf) ? ["the content credentials"] : [])
      + (kinds.contains(.flashPix) ? ["FlashPix's streams"] : [])
  }

  /// Whether the Exif block has previews besides its thumbnail.
  package var hasExifPreviews: Bool {
    guard header.tiff == nil, let block = header.container.exif?.block else { return false }
    return ExifRewriter.hasPreviews(block)
  }

  /// Whether there are segments of XMP beside the first packet.
  package var hasExtendedXMP: Bool { header.jpeg?.applications.contains { $0.kind == .extendedXMP } ?? false }

  /// Pictures in the file besides the main one.
  private var further: [String] { Self.words(parts, opacity: samples?.hasTransparency == true) }

  static func words(_ parts: [ImagePart], opacity: Bool = false) -> [String] {
    let kinds: [(ImagePart.Kind, String, String)] = [
      (.page, "further picture", "further pictures"), (.preview, "smaller version", "smaller versions"),
      (.auxiliary, "auxiliary picture", "auxiliary pictures"), (.video, "film", "films"),
    ]
    return kinds.compactMap { kind, one, several in
      let count = parts.count { $0.kind == kind } - (kind == .auxiliary && opacity ? 1 : 0)
      return count > 0 ? "\(count) \(count == 1 ? one : several)" : nil
    }
  }
}

extension HEIFHeader {
  /// Whether there is any picture besides the main one and its tiles.
  fileprivate var hasAdditionalItems: Bool { pictures.parts.contains { $0.id != tables.primary && $0.role != .tile } }
}

extension JPEGHeader {
  fileprivate func leftovers(in format: ContainerFormat) -> [String] {
    let has = { (isOne: (Application) -> Bool) in applications.contains(where: isOne) }
    var leftovers: [String] = []
    if has({ $0.kind == .photoshop }) {
      leftovers.append(format == .tiff ? "Photoshop's data but IPTC" : "IPTC and Photoshop's data")
    }
    if has({ $0.segment.marker == 0xFE }) { leftovers.append("the comment") }
    if has({ $0.kind == .extendedXMP }) { leftovers.append("the rest of the XMP packet") }
    if has({ $0.kind == .jumbf }) { leftovers.append("the content credentials") }
    if has({ $0.kind == .flashPix }) { leftovers.append("FlashPix's streams") }
    if has({ $0.kind == .other && $0.segment.marker != 0xFE }) { leftovers.append("what other programs noted") }
    return leftovers
  }
}

extension TIFFHeader {
  fileprivate var leftovers: [String] {
    let parts = first.parts(as: .main, OrientationRules()) + further.map { $0.parts(as: .page, OrientationRules())[0] }
    let tags = Set(first.table.directory.entries.map(\.tag))
    let map = tags.filter(TIFFTag.isGeographic).sorted()
    let own = tags.filter(TIFFTag.isPrivate).sorted()
    return Probe.words(parts)
      + [("the place on the map", map), ("private fields", own)].compactMap { name, tags in
        tags.isEmpty
          ? nil : "\(name) (\(tags.count == 1 ? "tag" : "tags") \(tags.map(String.init).joined(separator: ", ")))"
      }
  }
}

extension TIFFTag {
  /// Whether a tag says where the pixels lie on a map (GeoTIFF 1.1, 7.1.1 and 7.1.2).
  static func isGeographic(_ tag: Int) -> Bool { [33_550, 33_922, 34_264, 34_735, 34_736, 34_737].contains(tag) }

  /// Whether a tag is somebody's own, and no new picture gets it (TIFF 6.0, section 2, "Private fields": 32,768 and higher).
  static func isPrivate(_ tag: Int) -> Bool {
    let known: [TIFFTag] = [.profile, .exifDirectory, .positionDirectory]
    return tag >= 32_768 && !isDescriptive(tag) && !isGeographic(tag) && !known.contains { $0.rawValue == tag }
  }
}
