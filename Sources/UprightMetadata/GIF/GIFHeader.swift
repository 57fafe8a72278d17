// A GIF: its logical screen and images (GIF 87a; GIF 89a). The images of a GIF as separate GIFs, so that a decoder
// never parses the others (GIF 89a, 17 to 27).

package import UprightGeometry

/// The structure of a GIF without coded pixels. GIF cannot state an orientation, and viewers ignore its XMP: it is
/// always upright.
struct GIFHeader: ContainerHeader {
  /// The logical screen.
  let storedSize: PixelSize<Stored>
  /// The images, in drawing order.
  let images: [GIFImage]
  /// The other contents.
  let metadata: GIFMetadata
  /// End of the global color table.
  let screenEnd: Int
  /// The first violation in the blocks, if any.
  let damage: MetadataError?

  /// Always nil.
  var exif: LocatedExifBlock? { nil }
  /// Whether there is a profile.
  var mayHaveProfile: Bool { metadata.profile != nil }
  /// Whether the file ends inside a block.
  var isTruncated: Bool { damage?.code == .truncated }

  /// Unusual facts about the blocks.
  var findings: [Finding] {
    damage.map { [Finding(.metadataDamaged, "the blocks are truncated or inconsistent: \($0)")] } ?? []
  }

  /// Reads the screen and walks the blocks.
  ///
  /// - Throws: `.truncated`, `.imageMissing` if there are no rows or columns, `.unreadable`.
  init(_ source: some ByteSource) throws(MetadataError) {
    let bytes = try source.read(0..<13)
    guard bytes.count >= 10 else { throw MetadataError(.truncated, at: bytes.count) }
    func number(_ at: Int) -> Int { LittleEndian.number(bytes[at..<at + 2]) }
    storedSize = PixelSize(width: number(6), height: number(8))
    guard !storedSize.isEmpty else { throw MetadataError(.imageMissing, at: 6) }
    screenEnd = 13 + (bytes.count > 10 ? GIFImage.tableBytes(bytes[10]) : 0)
    let blocks = try GIFBlocks(source, from: screenEnd)
    (images, metadata, damage) = (blocks.images, blocks.metadata, blocks.damage)
  }

  /// The images as frames, even if there is only one.
  var frames: ImageAnimation { ImageAnimation(images.map(\.frame), isCounted: damage == nil || isTruncated) }

  /// The animation, if there are several images.
  var animation: ImageAnimation? { images.count > 1 ? frames : nil }

  /// The samples of the first frame.
  var samples: SampleCoding? { samples(ofFrame: 1) }

  /// Palette colors, with transparency if the images leave parts of the screen uncovered.
  func samples(ofFrame number: Int) -> SampleCoding? {
    var coding = SampleCoding(
      color: .rgb, hasTransparency: !frames.isOpaque(number, on: storedSize), isPalette: true, isLossless: true,
      unsupportedReason: unsupportedReason(upTo: number))
    coding.hasOpacitySamples = false
    return coding
  }

  private func unsupportedReason(upTo number: Int) -> UnsupportedSamples? {
    guard !images.isEmpty else { return .gif(.imageMissing) }
    let isInside = images.prefix(max(1, number)).allSatisfy { image in
      !image.rect.isEmpty && image.rect.maxX <= storedSize.width && image.rect.maxY <= storedSize.height
    }
    return isInside ? nil : .gif(.imageOutsideScreen)
  }

  /// Always upright.
  func resolvedOrientation(_ rules: OrientationRules) -> ResolvedOrientation { ResolvedOrientation() }

  /// An empty patch if the image stays upright.
  ///
  /// - Throws: `.notExpressible`.
  func retag(_ change: OrientationChange, from resolved: ResolvedOrientation) throws(MetadataError) -> BytePatch {
    guard change.value == .topLeft else { throw MetadataError(.notExpressible, at: 0, format: .gif) }
    return BytePatch([])
  }

  /// The XMP packet and the ICC profile.
  ///
  /// - Throws: `.truncated`, `.tooMuchMetadata`, `.unreadable`.
  func packets(in source: some ByteSource) throws(MetadataError) -> MetadataPackets {
    var reader = RangeReader(source)
    return MetadataPackets(
      xmp: try metadata.packet.map { range throws(MetadataError) in try reader.bytes(range) },
      icc: try metadata.profile.map { range throws(MetadataError) in try Self.joined(reader.bytes(range)) })
  }

  /// The concatenated data of sub-blocks.
  private static func joined(_ blocks: [UInt8]) -> [UInt8] {
    var (joined, offset): ([UInt8], Int) = ([], 0)
    while offset < blocks.count, blocks[offset] > 0 {
      let next = offset + 1 + Int(blocks[offset])
      joined += blocks[offset + 1..<min(next, blocks.count)]
      offset = next
    }
    return joined
  }

  /// Four times the size of what is carried.
  var carriedByteCount: Int { 4 * ((metadata.packet?.count ?? 0) + (metadata.profile?.count ?? 0)) }

  /// The contents that no other format can hold.
  func leftovers(in format: ContainerFormat, hasOpacity: Bool, _ rules: OrientationRules) -> [FileContent] {
    (metadata.hasComment ? [.comment] : []) + (metadata.hasText ? [.drawnText] : [])
      + (metadata.hasOthers ? [.otherData] : [])
  }
}

/// The images of a GIF as frames on its logical screen.
package struct GIFFrames {
  /// The logical screen.
  package let size: PixelSize<Stored>
  /// The frames, even if there is only one.
  package let animation: ImageAnimation
  /// The header, which determines whether the images up to the requested one can be decoded.
  private let header: GIFHeader
  private let source: any ByteSource

  /// Reads the blocks of `source`.
  ///
  /// - Throws: `MetadataError` as `Probe`.
  package init(_ source: any ByteSource) throws(MetadataError) {
    header = try GIFHeader(source)
    (size, animation, self.source) = (header.storedSize, header.frames, source)
  }

  /// Why a frame (1-based) cannot be drawn; nil if it can.
  package func unsupportedReason(ofFrame number: Int) -> UnsupportedSamples? {
    header.samples(ofFrame: number)?.unsupportedReason
  }

  /// A GIF with only this image (1-based); without a trailer if the file has none after it.
  ///
  /// - Throws: `MetadataError` `.imageMissing` if there is no such image.
  package func file(ofFrame number: Int) throws(MetadataError) -> any ByteSource {
    guard header.images.indices.contains(number - 1) else { throw MetadataError(.imageMissing, at: 0) }
    let image = header.images[number - 1]
    let control = image.control.map { [$0.block] } ?? []
    return JoinedRanges(source, keeping: [0..<header.screenEnd] + control + [image.bytes])
  }
}
