// A HEIF or AVIF file with an image sequence and no still image (ISO 23008-12, 7).

internal import UprightGeometry

/// Size, orientation and frames of a sequence; its coded frames are skipped.
struct SequenceHeader: ContainerHeader {
  /// The frames.
  let sequence: ImageSequence
  /// Whether the file ends inside its coded frames.
  let isTruncated: Bool

  /// Reads the header of `source`.
  ///
  /// - Throws: `.imageMissing` if there is no image track, `.unreadable`, `.tooMuchMetadata`, `.tooManyStructures`.
  init(_ source: some ByteSource) throws(MetadataError) {
    var reader = RangeReader(source)
    let file = try BoxRun(in: 0..<source.byteCount, &reader)
    guard let movie = file.first("moov"), let sequence = try ImageSequence(in: movie, &reader) else {
      throw MetadataError(.imageMissing, at: source.byteCount)
    }
    self.sequence = sequence
    isTruncated = file.damage != nil && file.boxes.last?.kind == "mdat"
  }

  /// Columns and rows of a frame.
  var storedSize: PixelSize<Stored> { sequence.frames.size }

  /// The animation, without a separate still image.
  var animation: ImageAnimation? { ImageAnimation(frameCount: sequence.frames.frameCount) }

  /// The samples of the first frame.
  var samples: SampleCoding? { sequence.samples(ofFrame: 1) }

  /// The samples of a frame.
  func samples(ofFrame number: Int) -> SampleCoding? { sequence.samples(ofFrame: number) }

  var findings: [Finding] { [] }

  /// Always nil: a sequence's items are not read.
  var exif: LocatedExifBlock? { nil }

  /// Whether the sample entry contains a profile, or code points for colors other than sRGB.
  var mayHaveProfile: Bool { sequence.frames.coding.profile != nil || sequence.frames.coding.colors?.profile != nil }

  /// The color profile.
  ///
  /// - Throws: `.unreadable`, `.tooMuchMetadata`.
  func packets(in source: some ByteSource) throws(MetadataError) -> MetadataPackets {
    var (packets, reader) = (MetadataPackets(), RangeReader(source))
    let coding = sequence.frames.coding
    packets.icc =
      try coding.profile.map { range throws(MetadataError) in try reader.bytes(range) } ?? coding.colors?.profile
    return packets
  }

  /// The track's matrix decides, followed by the movie's.
  func resolvedOrientation(_ rules: OrientationRules) -> ResolvedOrientation {
    var resolved = ResolvedOrientation()
    resolved.decide(sequence.frames.display.statement(in: sequence.matrix))
    return resolved
  }

  /// Rewrites the matrices of the frames and of all tracks that belong to them.
  ///
  /// - Throws: `.notExpressible` if a matrix is not one of the eight orientations, or a side is too long for one.
  func retag(_ change: OrientationChange, from resolved: ResolvedOrientation) throws(MetadataError) -> BytePatch {
    BytePatch(try sequence.edits(reorienting: change.reorientation))
  }
}

extension ImageSequence {
  /// The edits of all tracks' matrices that reorient the frames.
  ///
  /// - Throws: `.notExpressible` if a matrix is not one of the eight orientations, or a side is too long for one.
  func edits(reorienting turn: Orientation<Displayed, Displayed>) throws(MetadataError) -> [BytePatch.Edit] {
    var edits: [BytePatch.Edit] = []
    for track in tracks {
      guard let new = track.display.matrix(turnedBy: turn, in: matrix) else {
        throw MetadataError(.notExpressible, at: track.display.offset)
      }
      edits.append(track.display.edit(to: new))
    }
    return edits.filter { $0.old != $0.new }
  }
}

extension HEIFHeader {
  /// Reads items, or an image sequence if no item is the image.
  static func itemsOrSequence(_ source: some ByteSource) throws(MetadataError) -> any ContainerHeader {
    do throws(MetadataError) { return try HEIFHeader(source) } catch {
      guard error.code == .imageMissing, let header = try? SequenceHeader(source) else { throw error }
      return header
    }
  }
}

extension ItemImage {
  /// Reads the tables of a file.
  ///
  /// - Throws: as `Probe`.
  package init(_ source: some ByteSource) throws(MetadataError) {
    guard let header = try HEIFHeader.itemsOrSequence(source) as? HEIFHeader else {
      self = try Self(source, frame: 1)
      return
    }
    self = header.image
  }
}
