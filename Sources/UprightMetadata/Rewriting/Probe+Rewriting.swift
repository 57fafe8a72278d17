// Strips metadata from a file whose stored image stays unchanged byte for byte, for any container.

internal import UprightGeometry

extension Probe {
  /// The changes that remove metadata from the file. All coded image data and the displayed orientation stay
  /// unchanged.
  ///
  /// - Throws: `.metadataNotRemovable` if the container is damaged or kept data overlap removed data;
  ///   `.unsupportedFormat` if `stripRefusal` has a reason; `.truncated`, `.tooMuchMetadata`,
  ///   `.unreadable`, and the container's own violations.
  public func rewriting(without strip: Strip, in source: some ByteSource) throws(MetadataError) -> ByteRewrite {
    guard strip != .none else { return try ByteRewrite([]) }
    guard stripRefusal == nil else { throw MetadataError(.unsupportedFormat, at: 0, format: format) }
    let wanted = Stripping(strip: strip, orientation: orientation.exif)
    return try header.container.rewriting(wanted, in: source)
  }

  /// Why metadata cannot be removed from such a file; nil if it can.
  public var stripRefusal: StripRefusal? { header.container.stripRefusal(format) }

  /// Memory in bytes for the metadata read and written by a rewrite.
  package var rewritingByteCount: Int { header.container.rewritingByteCount }

  /// What else is removed along with the requested metadata, according to the headers.
  package func losses(without strip: Strip) -> [RemovalNote] {
    let note = strip != .none && strip != .allButColor && makerNoteHoldsView ? [RemovalNote.makerNote] : []
    return header.container.losses(without: strip) + note
  }
}

extension MovieHeader {
  func stripRefusal(_ format: ContainerFormat) -> StripRefusal? { .video(format) }
}

extension SequenceHeader {
  func stripRefusal(_ format: ContainerFormat) -> StripRefusal? { .sequence }
}

extension Probe {
  /// Maximum number of bytes of Photoshop resources that are searched; those of a complete JPEG header have no more.
  private static let longestResources = 16 << 20

  /// What more is removed, and which Photoshop resources of unknown content stay; this takes reading more than the
  /// headers.
  ///
  /// - Throws: `.unreadable`.
  package func unknownResources(
    without strip: Strip, in source: some ByteSource
  ) throws(MetadataError) -> [RemovalNote] {
    guard strip == .thumbnails || strip == .gps else { return [] }
    var (numbers, left): ([Int], Int) = ([], Self.longestResources)
    for (range, start) in resourceRanges where range.count <= left {
      left -= range.count
      numbers += PhotoshopResources.unknownNumbers(in: try source.read(range), from: start, besides: strip)
    }
    let note = try removesMakerNote(in: source) ? [RemovalNote.makerNote] : []
    return .unknownBlocksStay(numbers.map { "8BIM \($0)" }, count: numbers.count, strip) + note
      + (try unreadablePackets(without: strip, in: source))
  }

  /// Whether Photoshop's resources are removed because they cannot be read to their end.
  ///
  /// - Throws: `.unreadable`, `.truncated`.
  package func hasDamagedResources(
    without strip: Strip, in source: some ByteSource
  ) throws(MetadataError) -> Bool {
    guard strip == .thumbnails || strip == .gps else { return false }
    if let jpeg = header.jpeg,
      try JPEGStripping(jpeg, Stripping(strip: strip, orientation: .topLeft)).hasDamagedResources(source)
    {
      return true
    }
    guard header.tiff != nil else { return try hasDamagedCopies(ResourceRemoval(stripping: strip), in: source) }
    for (range, _) in resourceRanges where range.count <= Self.longestResources {
      if ResourceRemoval(stripping: strip).removesDamaged(try source.read(range)) { return true }
    }
    return false
  }

  /// Whether Photoshop's resources in Exif or in text chunks are removed because they cannot be read to their end. With
  /// the location, they go anyway.
  ///
  /// - Throws: `.unreadable`.
  func hasDamagedCopies(_ removal: ResourceRemoval, in source: some ByteSource) throws(MetadataError) -> Bool {
    guard removal.removesViews, removal.strip != .gps else { return false }
    if let block = header.container.exif?.block, ExifRewriter.hasDamagedResources(block) { return true }
    guard let png = header.png else { return false }
    return try hasDamagedResources(ofPNG: png, in: source)
  }

  /// Whether a TIFF's maker note may contain a preview, which requires reading more than the headers.
  package func removesMakerNote(in source: some ByteSource) throws(MetadataError) -> Bool {
    guard header.tiff != nil, let block = try header.container.packets(in: source).exif else { return false }
    return ExifRewriter.makerNoteHoldsView(block)
  }

  /// Whether XMP is removed completely because it declares entities, whose text may be anything.
  ///
  /// - Throws: `.unreadable`, `.tooMuchMetadata`.
  package func unreadablePackets(
    without strip: Strip, in source: some ByteSource
  ) throws(MetadataError) -> [RemovalNote] {
    guard strip == .gps, try xmpPackets(in: source).contains(where: XMPPosition.declaresEntities) else { return [] }
    return [.xmpWithEntities]
  }

  private func xmpPackets(in source: some ByteSource) throws(MetadataError) -> [[UInt8]] {
    if let png = header.png { return png.packets.map(\.packet) }
    guard let jpeg = header.jpeg else { return try header.container.packets(in: source).xmp.map { [$0] } ?? [] }
    var packets: [[UInt8]] = []
    for application in jpeg.applications where application.kind == .xmp {
      packets.append(try source.read(application.segment.payload))
    }
    return packets
  }

  /// The ranges of Photoshop resources, each with the number of bytes before its first resource.
  private var resourceRanges: [(range: Range<Int>, start: Int)] {
    if let tiff = header.tiff {
      return ([tiff.first] + tiff.further).compactMap { page in
        guard let entry = page.table.directory.first(.photoshop), entry.elementSize == 1, entry.count > 4,
          entry.valueOffset >= 0, entry.count <= byteCount - min(byteCount, entry.valueOffset)
        else { return nil }
        return (entry.valueOffset..<entry.valueOffset + entry.count, 0)
      }
    }
    let segments = header.jpeg?.applications.filter { $0.kind == .photoshop } ?? []
    return segments.map { ($0.segment.payload, JPEGSegment.Identifier.photoshop.count) }
  }
}

extension [RemovalNote] {
  /// The note on blocks with these names that stay; empty if there are none.
  static func unknownBlocksStay(_ names: [String], count: Int, _ strip: Strip = .thumbnails) -> [RemovalNote] {
    count > 0 ? [.unknownBlocksStay(Set(names).sorted(), count: count, strip)] : []
  }
}

extension NamedKinds {
  /// The removed chunks of these kinds, of which one may sign the file, and the removed data after the image.
  func losses(
    without strip: Strip, credentials: FourCC, _ attachments: [JPEGAttachment], _ findings: [Finding]
  ) -> [RemovalNote] {
    losses(without: strip, .chunks, credentials: credentials, attachments.isEmpty ? findings : [])
      + (strip.removesPosition ? attachments.compactMap { $0.removal(strip) } : [])
  }

  /// The removed data of these kinds, of which one may sign the file, and removed bytes after the image.
  func losses(
    without strip: Strip, _ container: RemovalNote.Container, credentials: FourCC? = nil, _ findings: [Finding] = []
  ) -> [RemovalNote] {
    guard strip != .none else { return [] }
    let signs = credentials.map(kinds.contains) == true
    let unknown = kinds.filter { $0 != credentials }.map(\.description)
    var losses = signs ? [RemovalNote.contentCredentials] : []
    guard strip.removesPosition else {
      return losses + .unknownBlocksStay(unknown, count: count(besides: credentials))
    }
    if !unknown.isEmpty { losses.append(.unknownBlocks(unknown, container, strip)) }
    if findings.contains(where: { $0.code == .trailer }) { losses.append(.trailer) }
    return losses
  }
}

extension JPEGAttachment {
  /// The note if `strip` removes it too; nil if it stays.
  func removal(_ strip: Strip) -> RemovalNote? {
    switch kind {
    case _ where strip == .allButColor: .attachment(kind, .requested(strip))
    case .preview where strip == .thumbnails: .attachment(kind, .requested(strip))
    case .video where strip.removesPosition: .attachment(kind, .mayHoldPosition)
    case _ where strip.removesPosition && isBlock: .attachment(kind, .mayHoldPosition)
    case _ where strip.removesPosition && probe?.header.jpeg == nil: .attachment(kind, .unreadable)
    default: nil
    }
  }
}
