// The image of a HEIF or AVIF file: the primary item, its properties, its Exif and XMP (ISO 23008-12, 6 and A.2). Exif,
// XMP and ICC of a HEIF or AVIF file's image (ISO 23008-12, A.2.1, A.3 and 6.5.5).

internal import UprightGeometry

/// The header.
struct HEIFHeader: ContainerHeader {
  /// Columns and rows after `clap`: of the grid to which `irot` and `imir` apply, and in which all regions are
  /// measured.
  let storedSize: PixelSize<Stored>
  /// Columns and rows as coded, before `clap`.
  let codedSize: PixelSize<Stored>
  let findings: [Finding]
  let exif: LocatedExifBlock?
  /// The orientations in the image's XMP packets, in the file's order.
  let xmp: [XMPOrientation]
  /// The packet that contains positions in the image.
  let marked: [[UInt8]]
  /// The boxes of the file, up to any damage or to a video that follows them.
  let file: BoxRun
  /// The contents of `meta`.
  let tables: ItemTables
  /// The image's rotation and mirror; nil if unreadable.
  let transforms: ItemTransforms?
  /// All images in the file.
  let images: ItemParts
  /// The tiles of the coded image.
  let image: ItemImage
  /// The video of a motion photo, in a box of its own (Motion Photo 1.0, "HEIC container") or after the boxes of the
  /// image; nil for none.
  let video: JPEGAttachment?
  /// The video that follows the boxes of the image, and fills the file; nil for none.
  let appendedVideo: JPEGAttachment?
  /// Whether the file contains all its boxes and all bytes of its items.
  let isWhole: Bool

  /// The movie that the file contains besides its items; many readers show it instead.
  var sequence: Box? { file.first("moov") }

  /// The frames of that movie, if they are images; nil if they are not, or unknown.
  let frames: ImageSequence?
  /// The file's major brand; nil if there is no sequence, or the brands cannot be read.
  let majorBrand: FourCC?
  /// Why frames cannot be displayed like the image, with its profile and orientation; nil if they can.
  let unsupportedFramesReason: UnsupportedSamples?

  /// Reads the header.
  ///
  /// - Throws: `.unsupportedFormat` if the file uses `mini`, `.imageMissing`, `.truncated`, `.boxInvalid`,
  ///   `.tooManyStructures`, `.tooMuchMetadata`, `.unreadable`.
  init(_ source: some ByteSource) throws(MetadataError) {
    var reader = RangeReader(source)
    let all = try BoxRun(in: 0..<source.byteCount, &reader)
    appendedVideo = Self.appendedVideo(all, source)
    file = appendedVideo.map { all.ending(at: $0.range.lowerBound) } ?? all
    guard let meta = file.first("meta") else {
      if let minimal = file.first("mini") { throw MetadataError(.unsupportedFormat, at: minimal.offset) }
      // A sequence whose coded frames are truncated has no still image.
      let damage = file.first("moov") == nil ? file.damage : nil
      throw damage ?? MetadataError(.imageMissing, at: source.byteCount)
    }
    tables = try ItemTables(
      meta, isTruncated: file.boxes.last == meta && (file.damage != nil || meta.isOpenEnded), &reader)
    codedSize = try Self.size(in: tables)
    let properties = tables.properties
    let list = properties?.list(of: tables.primary)
    transforms = list.flatMap { list in properties.map { ItemTransforms(list, in: $0) } }
    storedSize = transforms?.shown(of: codedSize).size ?? codedSize
    images = ItemParts(tables)
    image = try ItemImage(tables, size: codedSize, &reader)
    frames = Self.sequence(in: file, source)
    majorBrand = frames == nil ? nil : try Self.majorBrand(of: file, &reader)
    unsupportedFramesReason = Self.difference(frames, transforms, storedSize, image, source)
    video = appendedVideo ?? file.first("mpvd").flatMap { .video(source, in: $0.payload) }
    let missing = tables.firstMissingByte(in: source.byteCount)
    isWhole = file.damage == nil && missing == nil
    var described = HEIFDescriptions(tables)
    try described.read(&reader)
    (exif, xmp, marked) = (described.exif, described.xmp, described.marked)
    findings = Self.damage(file, tables, missing) + described.findings + images.findings
  }

  /// The video that begins with its own brands after the image's boxes.
  private static func appendedVideo(_ file: BoxRun, _ source: some ByteSource) -> JPEGAttachment? {
    guard let meta = file.first("meta"),
      let brands = file.boxes.first(where: { $0.kind == "ftyp" && $0.offset >= meta.end })
    else { return nil }
    return .video(source, filling: brands.offset..<source.byteCount)
  }

  /// The first four bytes of the brands.
  private static func majorBrand(
    of file: BoxRun, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> FourCC? {
    guard let brands = file.first("ftyp")?.payload, brands.count >= 4 else { return nil }
    return FourCC(try reader.bytes(at: brands.lowerBound, count: 4))
  }

  var isTruncated: Bool { !isWhole }

  /// The frames besides the image, which is shown first.
  var animation: ImageAnimation? {
    frames.map { ImageAnimation(frameCount: $0.frames.frameCount, showsStillFirst: true) }
  }

  /// The samples of a frame, or of the still image.
  func samples(ofFrame number: Int) -> SampleCoding? {
    guard number > 0, let frames else { return samples }
    let coding = frames.samples(ofFrame: number)
    guard coding.unsupportedReason == nil, let unsupportedFramesReason else { return coding }
    return SampleCoding(
      color: coding.color, hasTransparency: coding.hasTransparency, depth: coding.depth, unit: coding.unit,
      isLossless: false, unsupportedReason: unsupportedFramesReason, highRange: coding.highRange)
  }

  /// The frames besides the image; damage in them does not affect the image.
  private static func sequence(in file: BoxRun, _ source: some ByteSource) -> ImageSequence? {
    guard let movie = file.first("moov") else { return nil }
    var reader = RangeReader(source)
    return try? ImageSequence(in: movie, &reader)
  }

  /// How frames differ from the image.
  private static func difference(
    _ sequence: ImageSequence?, _ transforms: ItemTransforms?, _ size: PixelSize<Stored>, _ image: ItemImage,
    _ source: some ByteSource
  ) -> UnsupportedSamples? {
    guard let sequence else { return nil }
    let own = transforms?.orientation ?? .identity
    if sequence.frames.size != size { return .frames(.sizeDiffers) }
    if sequence.orientation != own { return .frames(.orientationDiffers) }
    let coding = sequence.frames.coding
    let (one, other) = (coding.colors, image.colors)
    guard one == other || one?.areStated != true && other?.areStated != true,
      areAlike(coding.profile, image.profile, source)
    else { return .frames(.colorsDiffer) }
    return nil
  }

  /// Whether two ranges are the same, both nil, or have equal bytes. Different ranges that are unreadable or longer
  /// than any profile are unequal.
  private static func areAlike(_ one: Range<Int>?, _ other: Range<Int>?, _ source: some ByteSource) -> Bool {
    guard let one, let other, one != other else { return one == other }
    guard one.count == other.count, one.count <= longestProfile, let bytes = try? source.whole(one) else {
      return false
    }
    return (try? source.whole(other)) == bytes
  }

  /// Maximum size in bytes of a profile that is compared.
  private static let longestProfile = 4 << 20

  private static func size(in tables: ItemTables) throws(MetadataError) -> PixelSize<Stored> {
    guard let properties = tables.properties else { throw MetadataError(.imageMissing, at: tables.box.offset) }
    let sizes = properties.list(of: tables.primary).map { [properties.size(of: $0)] } ?? properties.sizes
    let size = sizes.compactMap { $0 }.max { ($0.pixelCount ?? 0) < ($1.pixelCount ?? 0) }
    guard let size, !size.isEmpty else { throw MetadataError(.imageMissing, at: properties.box.offset) }
    return size
  }

  private static func damage(_ file: BoxRun, _ tables: ItemTables, _ missing: Int?) -> [Finding] {
    var found: [Finding] = []
    if let fault = file.damage {
      found.append(Finding(.metadataDamaged, "the file is truncated: \(fault)"))
    } else if let missing {
      found.append(Finding(.metadataDamaged, "an item extends to byte \(missing), beyond the end of the file"))
    }
    if let fault = tables.damage.first {
      found.append(Finding(.metadataDamaged, "the item tables are damaged: \(fault)"))
    }
    if file.first("moov") != nil {
      found.append(
        Finding(.furtherImages, "there is an image sequence besides the still image, and browsers play it instead"))
    }
    let list = tables.properties?.list(of: tables.primary)
    if list == nil {
      found.append(Finding(.metadataDamaged, "the image has no list of properties; the largest size is used"))
    } else if let properties = tables.properties,
      list?.list.contains(where: { $0.index > properties.properties.count }) == true
    {
      found.append(Finding(.metadataDamaged, "the image's list refers to missing properties"))
    }
    return found
  }

  /// `irot` and `imir` decide, in listed order, or Exif if the rules prefer it. XMP decides only if the rules allow
  /// it and nothing else states an orientation.
  func resolvedOrientation(_ rules: OrientationRules) -> ResolvedOrientation {
    var resolved = ResolvedOrientation()
    if let statement = transforms?.statement { resolved.decide(statement) }
    resolved.findings += transforms?.findings ?? []
    resolved.findings += transforms?.findings(croppedFrom: codedSize, isAVIF: image.isAV1) ?? []
    if let exif { resolved.takeOrCompare(exif, rules) }
    resolved.take(xmp, rules)
    return resolved
  }
}

extension HEIFHeader {
  /// The primary item, then the additional images; each is followed by its thumbnails, planes and reoriented tiles.
  func parts(_ rules: OrientationRules) -> [ImagePart] {
    let main = ImagePart(
      .main, storedSize: storedSize, orientation: resolvedOrientation(rules).orientation, offset: tables.box.offset)
    let images = images.independentImages.filter { $0.id != tables.primary }
    return [main] + dependents(of: tables.primary)
      + images.flatMap { [ImagePart($0, as: .page)] + dependents(of: $0.id) }
  }

  private func dependents(of owner: Int) -> [ImagePart] {
    images.parts(of: owner).compactMap { part in
      switch part.role {
      case .thumbnail: ImagePart(part, as: .preview)
      case .plane: ImagePart(part, as: .auxiliary)
      case .tile: part.orientation.isIdentity ? nil : ImagePart(part, as: .auxiliary)
      case .image: nil
      }
    }
  }
}

extension ImagePart {
  fileprivate init(_ part: ItemPart, as kind: Kind) {
    self.init(kind, storedSize: part.storedSize, orientation: part.orientation, offset: part.offset)
  }
}

extension HEIFHeader {
  /// Whether the image's properties contain a profile, or code points for colors other than sRGB.
  var mayHaveProfile: Bool { image.profile != nil || image.colors?.profile != nil }

  /// How the image's samples are coded; the same for all tiles.
  var samples: SampleCoding? {
    var coding = SampleCoding(
      color: image.isGray ? .gray : .rgb, hasTransparency: image.hasOpacity, depth: image.depth,
      unit: image.tile, isLossless: false, unsupportedReason: image.unsupportedReason,
      highRange: image.colors?.highRange)
    (coding.isMultiplied, coding.inputPixels) = (image.isMultiplied, image.inputPixels)
    return coding
  }

  /// The first Exif block and packet that describe the image, and its profile. If colors are given only by code
  /// points, an equivalent profile.
  ///
  /// - Throws: `.unreadable`, `.tooMuchMetadata`.
  func packets(in source: some ByteSource) throws(MetadataError) -> MetadataPackets {
    var reader = RangeReader(source)
    var packets = MetadataPackets()
    packets.exif = exif?.block
    if let packet = tables.describing.first(where: \.isXMP),
      let range = tables.range(of: packet.id, byteCount: reader.byteCount)
    {
      packets.xmp = try reader.bytes(range)
    }
    if let profile = image.profile {
      packets.icc = try reader.bytes(profile)
    } else {
      packets.icc = image.colors?.profile
    }
    return packets
  }
}

extension HEIFHeader {
  /// Memory, measured.
  var carriedByteCount: Int { 4 * describedByteCount }
  /// Measured.
  var probingByteCount: Int { 2 * describedByteCount }
}
