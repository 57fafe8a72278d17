// Which track of a movie decides, and which ones disagree (ISO 14496-12, 8.3.2: the track's matrix, then the
// movie's).

internal import UprightGeometry

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
