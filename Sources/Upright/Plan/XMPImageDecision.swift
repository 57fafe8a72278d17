// What happens to full-size images in XMP: a photo without its effect, a depth map (Google, GImage and GDepth).

internal import UprightMetadata

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
    let loss: Rendition.Loss = rendition.loss == .none ? .none : .recode
    let wish = { (turn: Orientation<Displayed, Displayed>) in
      Rendition(rotation: turn, upright: .pixels, loss: loss)
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
