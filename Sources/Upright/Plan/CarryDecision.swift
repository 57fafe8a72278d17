// What becomes of the metadata on the routes that make a new picture.

extension Question {
  /// The metadata's fate; `trimmedTo` where a lossless route keeps less than was asked.
  func carry(_ planner: Planner, keepsProfile: Bool, trimmedTo kept: PixelRect<Stored>? = nil) -> Plan.Carry {
    guard let kept, kept != storedRegion else {
      return Plan.Carry(size: outputSize, map: map, thumbnail: thumbnailFate(planner), keepsProfile: keepsProfile)
    }
    let size = trimmed(to: kept)
    let corner = kept.applying(total, in: probe.storedSize)
    let whole = storedRegion.applying(total, in: probe.storedSize)
    let shifted = map.then(
      Transform2D<Output, Output>(
        scaleX: 1, scaleY: 1, tx: Double(whole.x - corner.x), ty: Double(whole.y - corner.y)))
    return Plan.Carry(
      size: PixelSize(width: outputSize.width - size.width, height: outputSize.height - size.height), map: shifted,
      thumbnail: thumbnailFate(planner), keepsProfile: keepsProfile)
  }

  /// Columns and rows of the result that are lost when only `kept` is moved.
  func trimmed(to kept: PixelRect<Stored>) -> PixelSize<Displayed> {
    total.applied(
      to: PixelSize(width: storedRegion.width - kept.width, height: storedRegion.height - kept.height))
  }

  /// A thumbnail turns with the whole picture where it lies like it; where it does not, or only a part is wanted, it goes.
  private func thumbnailFate(_ planner: Planner) -> Plan.Carry.Thumbnail {
    guard isWhole, let thumbnail = probe.thumbnail, thumbnail.liesLike(probe.storedSize) else { return .drop }
    let wish = Rendition(turn: Orientation(asDisplayed: total), upright: .pixels)
    guard let probe = try? Probe(thumbnail.bytes), let plan = try? planner.plan(wish, for: probe) else { return .drop }
    return .make(plan)
  }
}
