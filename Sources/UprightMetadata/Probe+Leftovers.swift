// The contents of a file that a new image in another format cannot hold (TIFF 6.0; GeoTIFF 1.1, 7; DNG 1.7; ISO
// 23008-12, 6; ISO 18181-2, 9).

extension Probe {
  /// What is lost when pixels are encoded in a format; a JPEG's attachments are not included.
  package func leftovers(in format: ContainerFormat) -> [FileContent] {
    header.container.leftovers(in: format, hasOpacity: samples?.hasTransparency == true, rules)
  }

  /// What is lost in a new image in a format, made by an edit.
  package func leftovers(in format: ContainerFormat, after edit: MetadataEdit) -> [FileContent] {
    leftovers(in: format) + (header.tiff?.lostFields(ImageMove(self, edit)).contents ?? [])
      + (header.png?.unsafeContents(in: format, after: edit) ?? [])
  }

  /// The TIFF fields that held only for the stored pixels, so that a new image made by an edit has none of them.
  package func staleFields(after edit: MetadataEdit) -> [Int] {
    header.tiff?.lostFields(ImageMove(self, edit)).stale ?? []
  }

  /// Whether samples have the same numbers when they are decoded to this many bits; known for TIFF.
  package func keepsNumbers(bits: Int) -> Bool { header.tiff?.keepsNumbers(bits: bits) ?? false }

  /// Whether the Exif block's IFD1 lists a thumbnail, readable or not: a JPEG, or uncompressed strips.
  package var listsThumbnail: Bool {
    guard let ifd1 = header.container.exif?.block.ifd1 else { return false }
    return ifd1.first(.thumbnailOffset) != nil || ifd1.first(.stripOffsets) != nil
  }

  /// The parts of a JPEG's segments that show the whole original image; no other image gets them.
  package var wholeImagePreviews: [FileContent] {
    let kinds = Set(header.jpeg?.applications.map(\.kind) ?? [])
    return (kinds.contains(.jumbf) ? [.contentCredentials] : []) + (kinds.contains(.flashPix) ? [.flashPix] : [])
  }

  /// Whether an edit's new image does not get the thermal image of its JPEG.
  package func losesThermalImage(after edit: MetadataEdit) -> Bool {
    guard let jpeg = header.jpeg, jpeg.applications.contains(where: \.kind.isThermal) else { return false }
    return !ImageMove(self, edit).keepsThermalImage
  }

  /// Whether the Exif block has previews besides its thumbnail.
  package var hasExifPreviews: Bool {
    guard header.tiff == nil, let block = header.container.exif?.block else { return false }
    return ExifRewriter.hasPreviews(block)
  }

  /// Whether the Exif block contains views of the image outside the thumbnail directory and the maker note.
  package var hasHiddenExifViews: Bool {
    guard header.tiff == nil, let block = header.container.exif?.block else { return false }
    return ExifRewriter.hasHiddenViews(block)
  }

  /// Whether the maker note may contain a preview of the whole image.
  package var makerNoteHoldsView: Bool {
    guard header.tiff == nil, let block = header.container.exif?.block else { return false }
    return ExifRewriter.makerNoteHoldsView(block)
  }

  /// Blocks of unknown content that are long enough for an image. A crop carries them, and so does a new image without
  /// thumbnails.
  package func unknownContent(without strip: Strip) -> [RemovalNote] {
    let shortest = strip == .thumbnails ? 0 : 1_024
    if let jpeg = header.jpeg {
      let unknown = jpeg.applications.filter { application in
        application.kind == .other && application.segment.payload.count > shortest
          && (application.segment.marker != 0xFE || strip == .none)
      }
      let names = unknown.map { $0.segment.marker == 0xFE ? "COM" : "APP\($0.segment.marker & 15)" }
      let views = strip == .thumbnails ? jpeg.furtherViews : []
      return .unknownBlocksStay(names + views, count: names.count + views.count)
    }
    guard let others = header.png?.otherKinds else { return [] }
    let kinds = others.kinds.filter { PNGStripping.isUnknown($0) && PNGCarrying.disposition(of: $0) == .stays }
    return .unknownBlocksStay(kinds.map(\.description), count: others.count(of: kinds))
  }

  /// Whether there are XMP segments besides the first packet.
  package var hasExtendedXMP: Bool { header.jpeg?.applications.contains { $0.kind == .extendedXMP } ?? false }

  /// How many parts there are of each kind besides the main image; without the one with its opacity.
  static func counts(_ parts: [ImagePart], opacity: Bool = false) -> [(kind: ImagePart.Kind, count: Int)] {
    let kinds: [ImagePart.Kind] = [.page, .preview, .auxiliary, .video]
    return kinds.compactMap { kind in
      let count = parts.count { $0.kind == kind } - (kind == .auxiliary && opacity ? 1 : 0)
      return count > 0 ? (kind, count) : nil
    }
  }

  static func contents(_ parts: [ImagePart], opacity: Bool = false) -> [FileContent] {
    counts(parts, opacity: opacity).map(FileContent.parts)
  }
}

extension HEIFHeader {
  /// Whether there is any image besides the primary one and its tiles.
  private var hasAdditionalItems: Bool { images.parts.contains { $0.id != tables.primary && $0.role != .tile } }

  /// Images in the file besides the main image.
  func leftovers(in format: ContainerFormat, hasOpacity: Bool, _ rules: OrientationRules) -> [FileContent] {
    (hasAdditionalItems ? Probe.contents(parts(rules), opacity: hasOpacity) : [])
      + (hasVideo ? [.video] : [])
      + (NamedKinds(unknownItems.map(\.kind) + unknownBoxes).kinds.isEmpty ? [] : [.otherData])
  }
}

extension JPEGXLHeader {
  func leftovers(in format: ContainerFormat, hasOpacity: Bool, _ rules: OrientationRules) -> [FileContent] {
    (hasGainMap ? [.parts(.auxiliary, 1)] : []) + (hasCompressed ? [.compressedMetadata] : [])
      + (exceededLimit.map { [.largeCompressedMetadata(limit: $0)] } ?? [])
      + otherKinds.leftovers(credentials: Self.credentials)
  }
}

extension PNGHeader {
  func leftovers(in format: ContainerFormat, hasOpacity: Bool, _ rules: OrientationRules) -> [FileContent] {
    guard format != .png else { return [] }
    let text: [FileContent] = otherTextCount > 0 ? [.textChunks] : []
    return text + unknownContents { _ in true }
  }
}

extension WebPHeader {
  func leftovers(in format: ContainerFormat, hasOpacity: Bool, _ rules: OrientationRules) -> [FileContent] {
    otherKinds.leftovers(credentials: WebPCollector.credentials)
  }
}

extension NamedKinds {
  fileprivate func leftovers(credentials: FourCC) -> [FileContent] {
    (kinds.contains(credentials) ? [.contentCredentials] : [])
      + (kinds.contains { $0 != credentials } ? [.otherData] : [])
  }
}

extension JPEGHeader {
  /// The names of the images after the main one that show the same without being previews: originals, depth maps.
  var furtherViews: [String] { attachments.filter { $0.kind == .image }.map(\.semantic).filter { !$0.isEmpty } }

  func leftovers(in format: ContainerFormat, hasOpacity: Bool, _ rules: OrientationRules) -> [FileContent] {
    guard format != .jpeg else { return [] }
    let has = { (isOne: (Application) -> Bool) in applications.contains(where: isOne) }
    var leftovers: [FileContent] = []
    if has({ $0.kind == .photoshop }) {
      leftovers.append(format == .tiff ? .photoshopResourcesBesidesIPTC : .photoshopResources)
    }
    if has({ $0.segment.marker == 0xFE }) { leftovers.append(.comment) }
    if hasUnreadableXMP || !has({ $0.kind == .xmp }) && has({ $0.kind == .extendedXMP }) {
      leftovers.append(.extendedXMP)
    }
    if has({ $0.kind == .jumbf }) { leftovers.append(.contentCredentials) }
    if has({ $0.kind == .flashPix }) { leftovers.append(.flashPix) }
    if has(\.kind.isThermal) { leftovers.append(.thermalImage) }
    if has({ $0.kind == .other && $0.segment.marker != 0xFE }) { leftovers.append(.otherData) }
    return leftovers
  }
}

extension TIFFHeader {
  /// The first page with what is inside it, and of each further page the image alone.
  fileprivate var countedParts: [ImagePart] {
    first.parts(as: .main, OrientationRules()) + further.map { $0.parts(as: .page, OrientationRules())[0] }
  }

  func leftovers(in format: ContainerFormat, hasOpacity: Bool, _ rules: OrientationRules) -> [FileContent] {
    let resources = first.table.directory.first(.photoshop)
    let room = JPEGSegment.longestPayload - JPEGSegment.Identifier.photoshop.count
    let isHeld = format == .tiff || format == .jpeg && resources?.count ?? 0 <= room
    return Probe.contents(countedParts) + (resources == nil || isHeld && keepsResources ? [] : [.photoshopResources])
  }
}

extension TIFFTag {
  /// Whether a tag georeferences the pixels (GeoTIFF 1.1, 7.1.1 and 7.1.2).
  static func isGeographic(_ tag: Int) -> Bool { [33_550, 33_922, 34_264, 34_735, 34_736, 34_737].contains(tag) }

  /// Whether a tag is private, so that no new image gets it (TIFF 6.0, section 2, "Private fields": 32,768 and
  /// higher).
  static func isPrivate(_ tag: Int) -> Bool {
    let known: [TIFFTag] = [.profile, .exifDirectory, .positionDirectory]
    return tag >= 32_768 && !isDescriptive(tag) && !isGeographic(tag) && !known.contains { $0.rawValue == tag }
  }
}

extension TIFFHeader {
  /// Whether the samples of the shown image have the same numbers when they are decoded to this many bits.
  func keepsNumbers(bits: Int) -> Bool { first.main.samples?.keepsNumbers(bits: bits) == true }

  /// The fields of the shown page that a new image does not keep although a person may miss them, and those that only
  /// held for the stored pixels.
  func lostFields(_ move: ImageMove) -> (contents: [FileContent], stale: [Int]) {
    let tags = Set(first.table.directory.entries.map(\.tag)).sorted()
    let lost = tags.filter { tag in
      let fate = TIFFFieldFate(ofTag: tag)
      return ![.coding, .packet, .images].contains(fate) && !move.keeps(fate)
    }
    func those(_ fates: [TIFFFieldFate]) -> [Int] { lost.filter { fates.contains(TIFFFieldFate(ofTag: $0)) } }
    let (map, own) = (those([.map]), those([.unknown]))
    // Colors that were converted are stated anew.
    let colors = move.edit.becomesSRGB ? [] : those([.colors])
    let contents: [FileContent] =
      (those([.layers]).isEmpty ? [] : [.layers]) + (those([.clipPath]).isEmpty ? [] : [.clipPath])
      + (map.isEmpty ? [] : [.mapLocation(tags: map)]) + (colors.isEmpty ? [] : [.colorFields(tags: colors)])
      + (own.isEmpty ? [] : [.privateFields(tags: own)])
    return (contents, those([.numbers, .statistics, .places]))
  }
}

extension PNGHeader {
  /// The chunks that a new file without some metadata lacks because their lengths are wrong; not those that are removed
  /// on request.
  func malformedChunks(without strip: Strip) -> [RemovalNote] {
    let kinds = malformedKinds.kinds.filter { kind in
      strip != .allButColor || [.colors, .samples].contains(PNGCarrying.disposition(of: kind))
    }
    return kinds.isEmpty ? [] : [.malformedChunks(kinds.map(\.description))]
  }
}

extension Probe {
  /// The chunks of a PNG that a new image does not get because their lengths are wrong.
  package var malformedChunks: [RemovalNote] { malformedChunks(without: .none) }

  /// The same for one without some metadata; what is removed on request is not among them.
  package func malformedChunks(without strip: Strip) -> [RemovalNote] {
    header.png?.malformedChunks(without: strip) ?? []
  }
}
