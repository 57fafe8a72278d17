// The header of a movie: its matrix and its video tracks (ISO 14496-12, 8; QuickTime File Format, "Movie Atoms").

internal import UprightGeometry

/// The header of a movie, without samples.
struct MovieHeader: ContainerHeader {
  /// The matrix of the whole movie, applied after each track's matrix.
  let matrix: TrackMatrix
  /// The video tracks, in the file's order; at least one.
  let tracks: [MovieTrack]
  /// The orientations stated in an XMP packet.
  let xmp: [XMPOrientation]
  /// The first violation, if any.
  let damage: MetadataError?
  /// Whether the file ends inside its header or its samples.
  let isTruncated: Bool
  /// The deciding track: the first enabled one, otherwise the first of all.
  let deciding: MovieTrack
  /// Columns and rows of the deciding track's frames, as coded.
  let storedSize: PixelSize<Stored>

  /// Movies have no Exif block.
  var exif: LocatedExifBlock? { nil }

  /// Unusual facts about the boxes.
  var findings: [Finding] {
    damage.map { [Finding(.metadataDamaged, "the video's header is truncated or inconsistent: \($0)")] } ?? []
  }

  /// Reads the header of `source`.
  ///
  /// - Throws: as `MovieReader`; `.imageMissing` if the track has no size.
  init(_ source: some ByteSource) throws(MetadataError) {
    let reader = try MovieReader(source)
    matrix = reader.matrix
    tracks = reader.tracks
    xmp = reader.xmp
    (damage, isTruncated) = (reader.damage, reader.isTruncated)
    guard let track = reader.tracks.first(where: \.isEnabled) ?? reader.tracks.first, !track.storedSize.isEmpty else {
      throw MetadataError(.imageMissing, at: reader.tracks.first?.offset ?? 0)
    }
    deciding = track
    storedSize = track.storedSize
  }
}
