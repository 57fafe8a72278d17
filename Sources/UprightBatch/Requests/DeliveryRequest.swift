// Where results are to go, what may happen to the files that are there, and what all results have in common.

package import Upright
package import UprightFiles

/// How results are to reach their places.
package struct DeliveryRequest: Hashable, Sendable {
  /// Where results go.
  package enum ResultPlace: Hashable, Sendable {
    /// Each replaces its source.
    case inPlace
    /// A file or folder.
    case path(String)
    /// To whoever asks: standard output, or a reply.
    case reply
  }

  /// Where results go; nil for nowhere.
  package var place: ResultPlace?
  /// The template of names in a folder; nil if files keep their names.
  package var template: String?
  /// What to do if the name of a result exists; `.overwrite` also allows a result that shows less to replace its source.
  package var existing = NamePolicy.refuse
  /// Whether nothing is written.
  package var isDryRun = false
  /// Whether a file with several names may be replaced.
  package var breaksHardLinks = false
  /// Whether the old file is kept, with a tilde after its name.
  package var backsUp = false
  /// Whether results get their source's modification time.
  package var keepsTime = false
  /// Whether each result is compared with its source.
  package var verifies = false
  /// When a change is reported.
  package var durability = Durability.full

  /// Nowhere.
  package init() {}

  /// Whether results replace their sources.
  package var isInPlace: Bool { place == .inPlace }

  /// The file or folder for results; `-` for standard output.
  package var output: String? {
    switch place {
    case .path(let path): path
    case .reply: "-"
    case .inPlace, nil: nil
    }
  }
}

extension Delivery {
  /// The delivery of the results of `request`.
  package init(_ asked: DeliveryRequest, of request: some ImageRequest) {
    self.init()
    (isDryRun, existing, durability) = (asked.isDryRun, asked.existing, asked.durability)
    (breaksHardLinks, backsUp) = (asked.breaksHardLinks, asked.backsUp)
    times = asked.keepsTime ? .all : request.keepsTimeOfCopies ? .ofCopies : .none
  }
}

// What all results of a batch have in common: format, colors, metadata.

/// Settings that apply to every rendition, whatever is requested of the image.
package struct ResultSettings: Hashable, Sendable {
  /// The format; nil for the one that the result's name states, or the source's.
  package var format: ContainerFormat?
  /// Whether colors are converted to sRGB.
  package var toSRGB = false
  /// Whether the image is scaled in linear light.
  package var linear = false
  /// How HDR becomes SDR; nil for the default.
  package var toneMap: Rendition.ToneMap?
  /// What shows through transparent pixels if the result has no alpha; nil makes that an error.
  package var background: Rendition.Color?
  /// The page of a TIFF, or all of them, of which images are made; nil for the file as a whole.
  package var page: PageChoice?
  /// The metadata to remove; nil for what the request removes.
  package var strip: Strip?
  /// Which parts may be lost; nil for all, or in place, none.
  package var allowedLosses: AllowedLosses?

  /// No settings.
  package init() {}

  /// Whether metadata is removed.
  package var stripsAnything: Bool { strip.map { $0 != .none } ?? false }

  /// The rendition that `request` makes of an image; `format` is the one of the result's name, nil for the source's.
  package func rendition(
    of probe: Probe, for request: some ImageRequest, named format: ContainerFormat?, original: EdgeMode.Original
  ) -> Rendition {
    applied(to: request.rendition(of: probe, named: format, original: original))
  }

  /// The rendition that `request` makes of an image, or of one of its pages: `part` is the number of the result, which is
  /// that of the region or of the page.
  package func rendition(
    of probe: Probe, for request: some ImageRequest, part: Int?, named format: ContainerFormat?,
    original: EdgeMode.Original
  ) -> Rendition {
    guard let page = page?.number(ofPart: part) else {
      return rendition(of: probe, for: request.part(part), named: format, original: original)
    }
    let shown = probe.showing(page: page) ?? probe
    var wanted = rendition(
      of: shown, for: request.part(self.page == .all ? nil : part), named: format, original: original)
    wanted.page = page
    return wanted
  }

  /// A rendition with these colors and without that metadata.
  package func applied(to rendition: Rendition) -> Rendition {
    var wanted = rendition
    if toSRGB { wanted.colors = .srgb }
    if linear { wanted.light = .linear }
    wanted.toneMap = toneMap
    if let background { wanted.background = background }
    if let strip { wanted.strip = strip }
    if let allowedLosses { wanted.allowedLosses = allowedLosses }
    return wanted
  }

  /// States each value in a journal's first line.
  package func state(in identity: inout BatchIdentity) {
    identity.state("format", format?.rawValue)
    identity.state("to-srgb", toSRGB)
    identity.state("linear", linear)
    identity.state("page", page?.description)
    identity.state("tone-map", toneMap?.rawValue)
    identity.state("background", background?.css)
    identity.state("strip", strip.flatMap { $0 == .none ? nil : $0.rawValue })
    switch allowedLosses {
    case nil: break
    case .only([]): identity.state("strict-parts", true)
    case let allowed?: identity.state("allow-loss", allowed.words)
    }
  }
}
