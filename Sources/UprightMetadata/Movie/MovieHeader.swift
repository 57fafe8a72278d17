// The header of a movie: its matrix and its video tracks (ISO 14496-12, 8; QuickTime File Format, "Movie Atoms").

internal import UprightGeometry

/// What a movie says before its samples.
struct MovieHeader: ContainerHeader {
  /// The matrix of the whole movie, which goes after each track's.
  let matrix: TrackMatrix
  /// The video tracks, in the file's order; there is one at least.
  let tracks: [MovieTrack]
  /// The orientations that an XMP packet states.
  let xmp: [XMPOrientation]
  /// The rule that is broken, where one is.
  let damage: MetadataError?
  /// The track that decides: the first one that is enabled, or the first of all.
  let deciding: MovieTrack
  /// Columns and rows of the deciding track's frames, as coded.
  let storedSize: PixelSize<Stored>

  /// Movies have no Exif block of their own.
  var exif: LocatedExifBlock? { nil }

  /// What is odd about the boxes.
  var findings: [Finding] {
    damage.map { [Finding(.metadataDamaged, "the movie's header breaks off or contradicts itself: \($0)")] } ?? []
  }

  /// Reads the header of `source`.
  ///
  /// - Throws: as `MovieReader`; `.imageMissing` where the track has no size.
  init(_ source: some ByteSource) throws(MetadataError) {
    let reader = try MovieReader(source)
    matrix = reader.matrix
    tracks = reader.tracks
    xmp = reader.xmp
    damage = reader.damage
    guard let track = reader.tracks.first(where: \.isEnabled) ?? reader.tracks.first, !track.storedSize.isEmpty else {
      throw MetadataError(.imageMissing, at: reader.tracks.first?.offset ?? 0)
    }
    deciding = track
    storedSize = track.storedSize
  }
}
