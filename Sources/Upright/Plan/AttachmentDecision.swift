// What happens to the further images of a photo: attachments of a JPEG, which are images, gain maps and videos after
// the main image (CIPA DC-007; Ultra HDR 1.1; Motion Photo 1.0), and full-size images in XMP (Google, GImage and
// GDepth).

internal import UprightMetadata
internal import UprightRaster

extension PlanRequest {
  /// The disposition of each attachment if the result shows `region` of the stored image.
  ///
  /// - Throws: Why an attachment could not be made, or would be oriented differently from its image.
  func attachments(_ planner: Planner, shown region: PixelRect<Stored>) throws(RouteReason) -> [Plan.Carry.Attachment] {
    if isWhole, format == probe.format, probe.hasUnknownAttachments, rendition.strip != .allButColor {
      throw .unknownAttachments
    }
    var result: [Plan.Carry.Attachment] = []
    for attachment in probe.attachments {
      let disposition = try disposition(of: attachment, planner, shown: region)
      result.append(Plan.Carry.Attachment(name: attachment.name, range: attachment.range, disposition: disposition))
    }
    return result
  }

  /// Whether bytes after the image's end are kept. They may contain anything, so they are dropped if positions are
  /// removed.
  var keepsTrailer: Bool { isWhole && format == probe.format && !rendition.strip.removesPosition }

  private func disposition(
    of attachment: JPEGAttachment, _ planner: Planner, shown region: PixelRect<Stored>
  ) throws(RouteReason) -> Plan.Carry.Attachment.Disposition {
    guard format == probe.format else { return .drop(.format(format)) }
    let isAsked = rendition.strip == .thumbnails && attachment.kind == .preview
    if isAsked || rendition.strip == .allButColor { return .drop(.requested(rendition.strip)) }
    if rendition.strip.removesPosition, attachment.kind == .video {
      return .drop(.mayHoldPosition(rendition.strip))
    }
    if attachment.isBlock, !keepsTrailer {
      return .drop(isWhole ? .mayHoldPosition(rendition.strip) : .showsMore)
    }
    guard let own = attachment.probe else {
      if isWhole, mayKeepTag || !attachment.isBlock { throw .unknownAttachments }
      return .drop(.unreadable)
    }
    if attachment.isFrame, isWhole { throw .furtherImages }
    if hasShape(attachment, own) { return .make(try map(own, attachment.kind, planner, shown: region)) }
    if attachment.kind == .gainMap {
      throw .gainMapOriented(own.storedSize)
    }
    guard isWhole else { return .drop(.showsMore) }
    let uprightness: Rendition.Uprightness = attachment.kind == .video ? .tagged : .pixels
    return .make(
      try plan(rendition(rendition.rotation, uprightness, of: attachment.kind), for: own, planner))
  }

  /// Whether it covers the stored image pixel by pixel: a gain map, or an attachment of the image's shape without its
  /// own orientation. Previews of a part are of no use.
  private func hasShape(_ attachment: JPEGAttachment, _ own: Probe) -> Bool {
    guard own.storedSize.isShaped(like: probe.storedSize), !attachment.isFrame else { return false }
    switch attachment.kind {
    case .gainMap: return true
    case .preview: return isWhole && attachment.orientation == nil
    case .image: return attachment.orientation == nil
    case .video: return false
    }
  }

  /// The loss allowed for an attachment or an image in XMP: re-encoding if the image may lose anything, even if the
  /// image itself does not.
  private var attachmentLoss: Rendition.Loss { rendition.loss == .none ? .none : .recode }

  /// A video is kept whole, even if metadata is removed from images.
  private func rendition(
    _ turn: Orientation<Displayed, Displayed>, _ upright: Rendition.Uprightness = .pixels,
    of kind: AttachmentKind = .gainMap
  ) -> Rendition {
    var wish = Rendition(rotation: turn, upright: upright, loss: attachmentLoss)
    if kind != .video { wish.strip = rendition.strip }
    return wish
  }

  /// The plan that shows the same part of an attachment as the result shows of its image, at the same scale.
  private func map(
    _ own: Probe, _ kind: AttachmentKind, _ planner: Planner, shown region: PixelRect<Stored>
  ) throws(RouteReason) -> Plan {
    let turn = own.orientation.inverse.then(total)
    if isWhole, region == probe.storedSize.bounds {
      return try plan(rendition(turn), for: own, planner)
    }
    if isPadded { return try paddedMap(own, kind, turn, planner) }
    let exact = scaled(region, to: own)
    guard let outer = exact.pixels(.outward).clipped(to: own.storedSize) else {
      throw .gainMapEmpty
    }
    let size = size(of: exact)
    var wish = rendition(turn)
    wish.region = .stored(outer)
    if outer.rect.isClose(to: exact), size == total.applied(to: outer.size) {
      return try plan(wish, for: own, planner)
    }
    guard attachmentLoss == .recode else {
      throw .gainMapMisaligned
    }
    wish.size = .exactly(PixelSize(width: size.width, height: size.height))
    do throws(UprightError) {
      return try planner.inner.transcode(wish, for: own).plan(of: own, showing: exact)
    } catch {
      throw .attachment(error)
    }
  }

  /// The plan that pads an attachment like its image, to the nearest of its own pixels. A gain map is padded with no
  /// gain, so that the padding looks the same on every display.
  private func paddedMap(
    _ own: Probe, _ kind: AttachmentKind, _ turn: Orientation<Displayed, Displayed>, _ planner: Planner
  ) throws(RouteReason) -> Plan {
    var wish = rendition(turn)
    wish.overflow = rendition.overflow
    if kind == .gainMap {
      guard let ranges = own.gainRange, ranges.count == 3 else { throw .gainMapPadded }
      let samples = ranges.map { NeutralGain.sample(min: $0.min, max: $0.max, gamma: $0.gamma) }
      wish.overflow = .pad(Rendition.Color(red: samples[0], green: samples[1], blue: samples[2]))
    }
    var part = scaled(region.applying(probe.orientation.inverse, in: probe.displayedSize), to: own).pixels(.nearest)
    part = PixelRect(x: part.x, y: part.y, width: max(1, part.width), height: max(1, part.height))
    guard part.clipped(to: own.storedSize) != nil else { throw .gainMapEmpty }
    wish.region = .stored(part)
    if outputSize != natural {
      let scale = (
        Double(outputSize.width) / Double(natural.width), Double(outputSize.height) / Double(natural.height)
      )
      let size = total.applied(to: part.size)
      wish.size = .exactly(
        PixelSize(
          width: max(1, Int((Double(size.width) * scale.0).rounded())),
          height: max(1, Int((Double(size.height) * scale.1).rounded()))))
    }
    return try plan(wish, for: own, planner)
  }

  /// A part of the image on the grid of an attachment, which shows the same at another size.
  private func scaled(_ part: PixelRect<Stored>, to own: Probe) -> Rect2D<Stored> {
    let across = Double(own.storedSize.width) / Double(probe.storedSize.width)
    let down = Double(own.storedSize.height) / Double(probe.storedSize.height)
    return Rect2D(
      x: Double(part.x) * across, y: Double(part.y) * down, width: Double(part.width) * across,
      height: Double(part.height) * down)
  }

  private func plan(_ wish: Rendition, for own: Probe, _ planner: Planner) throws(RouteReason) -> Plan {
    do throws(UprightError) { return try planner.inner.plan(wish, for: own) } catch { throw .attachment(error) }
  }

  /// The size of the attachment's part in the result's scale.
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

extension JPEGAttachment {
  /// Its name in plans.
  fileprivate var name: String {
    switch kind {
    case .gainMap: "gain map"
    case .video: "video"
    case .preview: "preview"
    case .image where isFrame: "other view"
    case .image:
      switch semantic {
      case "Original": "original image"
      case "Depth", "DepthMap": "depth map"
      case "Confidence": "confidence map"
      default: "other image"
      }
    }
  }
}

extension Rect2D {
  /// Whether all edges are equal, to a thousandth of a pixel.
  fileprivate func isClose(to other: Self) -> Bool {
    [x - other.x, y - other.y, maxX - other.maxX, maxY - other.maxY].allSatisfy { $0.magnitude < 1e-3 }
  }
}

extension Plan.Transcode {
  /// The plan of a transcode that shows exactly `part` of its source; its edges may be between samples.
  fileprivate func plan(of probe: Probe, showing part: Rect2D<Stored>) -> Plan {
    let scale = 1 / Double(pass.denominator)
    let window = part.applying(
      Transform2D<Stored, Decoded>(
        scaleX: scale, scaleY: scale, tx: -Double(pass.region.x) * scale, ty: -Double(pass.region.y) * scale))
    var exact = self
    exact.window = window
    return Plan(
      route: .transcode(exact), format: exact.settings.format, outputSize: exact.carry.size, remaining: .identity,
      rejections: [], peakBytes: exact.peakBytes(probe), of: probe)
  }
}

extension Plan.Carry {
  /// Memory in bytes for the attachments and the image before them until all lengths are known, plus the most expensive
  /// attachment to make.
  func attachmentBytes(_ probe: Probe) -> Int {
    let images = xmpImages.map { if case .make(let plan) = $0.disposition { plan.peakBytes } else { 0 } }.max() ?? 0
    guard !attachments.isEmpty else { return max(thumbnailBytes(probe), images) }
    let mostExpensive =
      attachments.map { if case .make(let plan) = $0.disposition { plan.peakBytes } else { 0 } }.max() ?? 0
    return RunMemory.sum(max(mostExpensive, images), probe.byteCount.multipliedSaturating(4))
  }

  /// Memory for decoding a preview, before anything else of the image is in memory.
  private func thumbnailBytes(_ probe: Probe) -> Int {
    if case .decode(let transcode) = thumbnail { transcode.peakBytes(probe) } else { 0 }
  }
}

// Full-size images in XMP: a photo without its effect, a depth map.
extension PlanRequest {
  /// The disposition of each full-size image in XMP if the result shows `region` of the stored image; none if they all
  /// stay, or go with a part of the image or as requested.
  ///
  /// - Throws: Why an image cannot be reoriented, if the tag may change instead.
  func xmpImages(_ planner: Planner, shown region: PixelRect<Stored>) throws(RouteReason) -> [Plan.Carry.XMPImage] {
    guard isWhole, !total.isIdentity, region == probe.storedSize.bounds, rendition.strip == .none else { return [] }
    var result: [Plan.Carry.XMPImage] = []
    let images = probe.xmpImages
    for image in images {
      result.append(
        Plan.Carry.XMPImage(name: image.role.name, disposition: try disposition(of: image, planner)))
    }
    if result.contains(where: { $0.name == XMPImage.Role.depth.name && !$0.isMade }) {
      result = result.map { image in
        guard image.name == XMPImage.Role.confidence.name else { return image }
        return Plan.Carry.XMPImage(name: image.name, disposition: .drop(.unreadable))
      }
    }
    let missing = probe.xmpImageRoles.subtracting(images.map(\.role))
    return result
      + missing.map { Plan.Carry.XMPImage(name: $0.name, disposition: .drop(.unreadable)) }.sorted { $0.name < $1.name }
  }

  private func disposition(
    of image: XMPImage, _ planner: Planner
  ) throws(RouteReason) -> Plan.Carry.Attachment.Disposition {
    guard let bytes = image.bytes, let own = try? Probe(bytes) else {
      if mayKeepTag { throw .xmpImageUnreadable(image.role.name) }
      return .drop(.unreadable)
    }
    do throws(UprightError) {
      guard planner.followsInnerImages, own.xmpImageRoles.isEmpty, own.attachments.isEmpty else {
        throw .unsupported("the \(image.role.name) in XMP contains images of its own")
      }
      guard let wish = rendition(for: own) else { throw .unsupported("its shape differs from the image's") }
      let plan = try planner.inner.plan(wish, for: own)
      guard plan.format == own.format, plan.remaining.isIdentity else {
        throw .unsupported("\(own.format.name) cannot be written")
      }
      return .make(plan)
    } catch {
      if mayKeepTag { throw .attachment(error) }
      return .drop(.notReoriented)
    }
  }

  /// An image with its own orientation is displayed by that; any other covers the image as stored or, by its shape, as
  /// displayed. nil if it has neither shape.
  private func rendition(for own: Probe) -> Rendition? {
    let wish = { (turn: Orientation<Displayed, Displayed>) in
      Rendition(rotation: turn, upright: .pixels, loss: attachmentLoss)
    }
    if own.source != .none, !own.orientation.isIdentity { return wish(rendition.rotation) }
    if own.storedSize.isShaped(like: probe.storedSize) { return wish(Orientation(asDisplayed: total)) }
    return own.storedSize.isShaped(like: probe.displayedSize) ? wish(rendition.rotation) : nil
  }
}

extension Plan.Carry.XMPImage {
  /// Whether it is reoriented, and not dropped.
  fileprivate var isMade: Bool { if case .make = disposition { true } else { false } }
}

extension XMPImage.Role {
  /// Its name in plans.
  var name: String {
    switch self {
    case .image: "original image"
    case .depth: "depth map"
    case .confidence: "confidence map"
    }
  }
}
