// Rewrites the orientation of a movie: 36 bytes of each video track's header (ISO 14496-12, 8.3.2).

internal import UprightGeometry

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
