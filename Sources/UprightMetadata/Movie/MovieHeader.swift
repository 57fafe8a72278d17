// The header of a movie: its matrix and its video tracks (ISO 14496-12, 8; QuickTime File Format, "Movie Atoms"). Which
// track of a movie decides, and which ones disagree (ISO 14496-12, 8.3.2: the track's matrix, then the movie's).
// Rewrites the orientation of a movie: 36 bytes of each video track's header (ISO 14496-12, 8.3.2).

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

extension MovieHeader {
  /// The first enabled video track decides, by its matrix and the movie's. A matrix that is not one of the eight
  /// orientations is treated as upright.
  func resolvedOrientation(_ rules: OrientationRules) -> ResolvedOrientation {
    var resolved = ResolvedOrientation()
    resolved.decide(deciding.statement(in: matrix))
    resolved.statements += tracks.filter { $0 != deciding }.map { $0.statement(in: matrix) }
    resolved.findings = matrixFindings(resolved)
    resolved.take(xmp, rules)
    return resolved
  }

  private func matrixFindings(_ resolved: ResolvedOrientation) -> [Finding] {
    var found: [Finding] = []
    func note(_ code: Finding.Code, _ message: String, if isSo: Bool) {
      if isSo { found.append(Finding(code, message)) }
    }
    let values = resolved.statements.map(\.value)
    let isUpright = resolved.orientation.isIdentity
    let place = deciding.matrix.corner(of: deciding.frame, in: matrix)
    note(
      .unusualMatrix, "the track's matrix is not one of the eight orientations; treated as upright",
      if: values.first == .some(nil))
    note(
      .missingTranslation,
      """
      the track is \(isUpright ? "moved" : "rotated"), with its corner at \(place.x), \(place.y) instead of 0, 0, so \
      some players show \(isUpright ? "only a part of it" : "nothing")
      """,
      if: deciding.isMisplaced(in: matrix))
    note(
      .movieMatrix, "the video has its own matrix; it applies after the track's, and some readers ignore it",
      if: !matrix.isIdentity)
    note(
      .tracksDiffer,
      """
      the video tracks have the orientations \
      \(values.map { $0.map { "\($0.rawValue)" } ?? "unusual" }.joined(separator: ", "))
      """,
      if: Set(values).count > 1)
    note(
      .mirrorOftenLost, "the video is mirrored, which readers that only know an angle ignore",
      if: resolved.orientation.isMirrored)
    return found
  }
}

extension MovieHeader {
  /// Every video track is reoriented by the change from the present orientation to `value`, so that differences
  /// between tracks remain. The translations keep each track's displayed corner where it is. The movie's own matrix
  /// stays; XMP follows if it agreed before, or if `change` normalizes it.
  ///
  /// - Throws: `.fieldNotWritable` if the header is damaged; `.notExpressible` if the movie's matrix is not one of
  ///   the eight orientations, or a side exceeds 32,767 pixels (a matrix's maximum translation).
  func retag(_ change: OrientationChange, from resolved: ResolvedOrientation) throws(MetadataError) -> BytePatch {
    if let damage { throw MetadataError(.fieldNotWritable, at: damage.offset) }
    let (wanted, turn) = (Orientation<Stored, Displayed>(exif: change.value), change.reorientation)
    var edits = xmp.filter { change.normalizes || change.followsChange($0.value, from: resolved) }
      .map { $0.edit(to: change.value) }
    for track in tracks {
      let new = track == deciding ? decided(wanted, turn) : track.matrix(turnedBy: turn, in: matrix)
      guard let new else { throw MetadataError(.notExpressible, at: track.offset) }
      edits.append(track.edit(to: new))
    }
    return BytePatch(edits.filter { $0.old != $0.new })
  }

  /// The deciding track's matrix: reoriented, or replaced if it is not one of the eight orientations.
  private func decided(
    _ wanted: Orientation<Stored, Displayed>, _ turn: Orientation<Displayed, Displayed>
  ) -> TrackMatrix? {
    let isUsual = deciding.matrix.orientation(in: matrix) != nil
    let new =
      isUsual
      ? deciding.matrix(turnedBy: turn, in: matrix) : TrackMatrix(wanted, of: deciding.frame, in: matrix)
    return new?.orientation(in: matrix) == wanted ? new : nil
  }
}
