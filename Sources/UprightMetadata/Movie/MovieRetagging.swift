// Rewrites the orientation of a movie: 36 bytes of each video track's header (ISO 14496-12, 8.3.2).

internal import UprightGeometry

extension MovieHeader {
  /// Every video track is turned by what leads from the present orientation to `value`, so that tracks that lie differently keep doing so; the
  /// translations are worked out anew from each track's own size. The movie's own matrix stays; XMP follows where it agreed, or where `change`
  /// settles it.
  ///
  /// - Throws: `.fieldNotWritable` where the header is damaged, `.notExpressible` where the movie's own matrix is none of the eight
  ///   orientations or a side is longer than the 32,767 pixels that a matrix can shift by.
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

  /// The deciding track's matrix: turned, or written anew where it is none of the eight.
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
