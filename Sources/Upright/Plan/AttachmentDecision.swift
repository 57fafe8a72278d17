// What becomes of pictures, gain maps and films that follow a JPEG's picture in its file (CIPA DC-007; Ultra HDR 1.1; Motion Photo 1.0).

internal import UprightMetadata

extension PlanRequest {
  /// The followers' fates where `region` of the stored picture is what the result shows.
  ///
  /// - Throws: `.unanswerable` where one would be left lying otherwise than its picture, and its own error where it cannot be made.
  func attachments(_ planner: Planner, shown region: PixelRect<Stored>) throws(UprightError) -> [Plan.Carry.Attachment]
  {
    if isWhole, format == probe.format, probe.hasUnknownAttachments, rendition.strip != .allButColor {
      throw .unanswerable(field: "format", reason: MultiPicture.unknown)
    }
    var result: [Plan.Carry.Attachment] = []
    for attachment in probe.attachments {
      let disposition = try disposition(of: attachment, planner, shown: region)
      result.append(Plan.Carry.Attachment(name: attachment.name, range: attachment.range, disposition: disposition))
    }
    return result
  }

  /// Whether bytes behind the picture's end come along: they may be anything, so that they do not where positions go.
  var keepsTrailer: Bool { isWhole && format == probe.format && !rendition.strip.removesPosition }

  private func disposition(
    of attachment: JPEGAttachment, _ planner: Planner, shown region: PixelRect<Stored>
  ) throws(UprightError) -> Plan.Carry.Attachment.Disposition {
    guard format == probe.format else { return .drop("\(format.rawValue) has no place for it") }
    let isAsked = rendition.strip == .thumbnails && attachment.kind == .preview
    if isAsked || rendition.strip == .allButColor { return .drop("as asked (\(rendition.strip.rawValue))") }
    if rendition.strip.removesPosition, attachment.kind == .video {
      return .drop("a film may say where it was taken (\(rendition.strip.rawValue))")
    }
    guard let own = attachment.probe else {
      if isWhole { throw .unanswerable(field: "format", reason: MultiPicture.unknown) }
      return .drop("its headers could not be read")
    }
    if attachment.isFrame, isWhole { throw .unanswerable(field: "format", reason: MultiPicture.reason) }
    if hasShape(attachment, own) { return .make(try map(own, planner, shown: region)) }
    if attachment.kind == .gainMap {
      throw .unanswerable(field: "format", reason: "the gain map, \(own.storedSize), does not lie as the picture does")
    }
    guard isWhole else { return .drop("it shows more than the result") }
    let uprightness: Rendition.Uprightness = attachment.kind == .video ? .tagged : .pixels
    return .make(try planner.plan(rendition(rendition.rotation, uprightness, of: attachment.kind), for: own))
  }

  /// Whether it lies pixel by pixel over the picture as stored: a gain map, or what states no orientation of its own and has the picture's shape. Previews
  /// of a part are of no use.
  private func hasShape(_ attachment: JPEGAttachment, _ own: Probe) -> Bool {
    guard own.storedSize.isShaped(like: probe.storedSize), !attachment.isFrame else { return false }
    switch attachment.kind {
    case .gainMap: return true
    case .preview: return isWhole && attachment.orientation == nil
    case .picture: return attachment.orientation == nil
    case .video: return false
    }
  }

  /// A follower loses a generation where its picture may, also where the picture itself does not.
  private var attachmentLoss: Rendition.Loss { rendition.loss == .none ? .none : .recode }

  /// A film that comes along stays whole, also where something is taken out of pictures.
  private func rendition(
    _ turn: Orientation<Displayed, Displayed>, _ upright: Rendition.Uprightness = .pixels,
    of kind: JPEGAttachment.Kind = .gainMap
  ) -> Rendition {
    var wish = Rendition(rotation: turn, upright: upright, loss: attachmentLoss)
    if kind != .video { wish.strip = rendition.strip }
    return wish
  }

  /// The plan that shows of a follower what the result shows of its picture, at the same fraction of its size.
  private func map(
    _ own: Probe, _ planner: Planner, shown region: PixelRect<Stored>
  ) throws(UprightError) -> Plan {
    let turn = own.orientation.inverse.then(total)
    if isWhole, region == probe.storedSize.bounds {
      return try planner.plan(rendition(turn), for: own)
    }
    if isPadded {
      throw .unanswerable(field: "overflow", reason: "what follows the picture (a gain map) cannot be padded")
    }
    let across = Double(own.storedSize.width) / Double(probe.storedSize.width)
    let down = Double(own.storedSize.height) / Double(probe.storedSize.height)
    let exact = Rect2D<Stored>(
      x: Double(region.x) * across, y: Double(region.y) * down, width: Double(region.width) * across,
      height: Double(region.height) * down)
    guard let outer = exact.pixels(.outward).clipped(to: own.storedSize) else {
      throw .unanswerable(field: "region", reason: "it holds no sample of the gain map")
    }
    let size = size(of: exact)
    var wish = rendition(turn)
    wish.region = .stored(outer)
    if outer.rect.isClose(to: exact), size == total.applied(to: outer.size) { return try planner.plan(wish, for: own) }
    guard attachmentLoss == .recode else {
      throw .unanswerable(field: "loss", reason: "the gain map's samples do not begin where the part does")
    }
    wish.size = .exactly(PixelSize(width: size.width, height: size.height))
    return try planner.transcode(wish, for: own).plan(of: own, showing: exact)
  }

  /// The size of a follower's part as the result shows it: as much smaller as the result is.
  private func size(of part: Rect2D<Stored>) -> PixelSize<Displayed> {
    let stored = total.inverse.applied(to: PixelSize<Displayed>(width: outputSize.width, height: outputSize.height))
    let shown = storedRegion.size
    let (across, down) = (
      part.width * Double(stored.width) / Double(shown.width),
      part.height * Double(stored.height) / Double(shown.height)
    )
    let size = PixelSize<Stored>(width: max(1, Int(across.rounded())), height: max(1, Int(down.rounded())))
    return total.applied(to: size)
  }
}

/// Why a picture that brings others along is not turned alone.
enum MultiPicture {
  static let reason = "the file holds further pictures (MPF) that would not turn with it"
  static let unknown =
    "something follows the picture that its lists name and nobody can read, so that it would not turn with it"
}

extension JPEGAttachment {
  /// What plans call it.
  fileprivate var name: String {
    switch kind {
    case .gainMap: "gain map"
    case .video: "film"
    case .preview: "preview"
    case .picture: isFrame ? "further view" : "further picture"
    }
  }
}

extension Rect2D {
  /// Whether all edges are the same, to a thousandth of a pixel.
  fileprivate func isClose(to other: Self) -> Bool {
    [x - other.x, y - other.y, maxX - other.maxX, maxY - other.maxY].allSatisfy { $0.magnitude < 1e-3 }
  }
}

extension Plan.Transcode {
  /// The plan of a transcode that shows exactly `part` of its source, whose edges need not lie between samples.
  fileprivate func plan(of probe: Probe, showing part: Rect2D<Stored>) -> Plan {
    let scale = 1 / Double(pass.denominator)
    let window = part.applying(
      Transform2D<Stored, Decoded>(
        scaleX: scale, scaleY: scale, tx: -Double(pass.region.x) * scale, ty: -Double(pass.region.y) * scale))
    var exact = self
    exact.window = window
    return Plan(
      route: .transcode(exact), format: exact.settings.format, outputSize: exact.carry.size, remaining: .identity,
      rejections: [], fallbacks: [], peakBytes: exact.peakBytes(probe), fingerprint: probe.fingerprint,
      rules: probe.rules)
  }
}

extension Plan.Carry {
  /// Bytes that followers and the picture before them take until all lengths are known, and the most that making one takes.
  func attachmentBytes(_ probe: Probe) -> Int {
    guard !attachments.isEmpty else { return thumbnailBytes(probe) }
    let mostExpensive =
      attachments.map { if case .make(let plan) = $0.disposition { plan.peakBytes } else { 0 } }.max() ?? 0
    return RunMemory.sum(mostExpensive, probe.byteCount.multipliedSaturating(4))
  }

  /// What decoding a small picture takes, before anything else of the picture is in memory.
  private func thumbnailBytes(_ probe: Probe) -> Int {
    if case .decode(let transcode) = thumbnail { transcode.peakBytes(probe) } else { 0 }
  }
}
