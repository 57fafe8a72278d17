// What is asked of each image, and where its result goes: the same fields, whichever door they came by.

package import Upright

/// A request for images: what is made of each, and how that reaches its place.
///
/// A command line, a job, a C structure: each door spells these fields in its own way, and differs in nothing else.
/// `validated()` checks them, and the rendition of an image follows from them and the image's headers.
package struct Request: Hashable, Sendable {
  /// What is done, with what it cannot be done without.
  package enum Operation: Hashable, Sendable {
    case fix
    case rotate(RotationParameter)
    case orient(ExifOrientation)
    case crop(RegionParameter)
    case thumb(SizeParameter)

    /// The operation without its argument.
    package var kind: Kind {
      switch self {
      case .fix: .fix
      case .rotate: .rotate
      case .orient: .orient
      case .crop: .crop
      case .thumb: .thumb
      }
    }
  }

  /// The names of operations.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case fix, rotate, orient, crop, thumb
  }

  /// What is done.
  package var operation: Operation

  // MARK: What the operation makes

  /// Where `fix` puts the orientation.
  package var target = FixRequest.Target.pixels
  /// What to do about a stale tag; nil for what is usual.
  package var stale: StaleTag?
  /// What happens to edge blocks that cannot be moved; nil for what is usual.
  package var edge: EdgeMode?
  /// The quality 1…100 of what is re-encoded; nil for what is usual.
  package var quality: Int?
  /// The frame of an animation that becomes a still image.
  package var frame: Int?
  /// Whether Exif decides if the container has its own orientation.
  package var prefersExif = false
  /// Whether XMP decides if nothing else does.
  package var readsXMP = false
  /// Whether a rotation changes pixels, not the tag.
  package var bakes = false
  /// More regions, each of which is a result of its own.
  package var also: [RegionParameter] = []
  /// The view whose points regions are in; nil for pixels of the image.
  package var viewport: Rect2D<Viewport>?
  /// How that view shows the image; nil for what is usual.
  package var mode: ModeName?
  /// Whether regions are what a photo picker reported.
  package var isPicked = false
  /// Where a ratio, square or size is.
  package var gravity: RegionPosition.Gravity?
  /// The point that a ratio, square or size is centered on.
  package var focus: RegionPosition?
  /// The size of a region's result; nil for the region's.
  package var size: SizeParameter?
  /// What the pixels of a region are measured in.
  package var space = CropRequest.RegionSpace.displayed
  /// The color outside the image; nil to clip regions.
  package var padding: Rendition.Color?
  /// How to crop without loss; nil to re-encode where that is needed.
  package var lossless: Rendition.BlockSnapping?
  /// Whether an embedded preview may be used.
  package var allowsEmbedded = false
  /// Whether a small image keeps its source's metadata.
  package var keepsMetadata = false

  // MARK: What all results have in common

  /// Format, colors, pages, metadata.
  package var settings = ResultSettings()
  /// Whether something is made of a damaged image.
  package var allowsDamage = true

  /// Where results go, and how.
  package var delivery = DeliveryRequest()

  /// Which of several results is meant, from 1; nil for the only one.
  private(set) var partNumber: Int?

  /// A request with nothing but an operation.
  package init(_ operation: Operation) { self.operation = operation }
}

extension Request: ImageRequest {
  /// The values from which a rendition is made.
  private var maker: any ImageRequest {
    let edges = EdgeRequest(edge: edge, quality: quality)
    switch operation {
    case .fix: return FixRequest(to: target, stale: stale ?? .skip, edges: edges, frame: frame, rules: rules)
    case .rotate(let rotation): return RotateRequest(rotation, bakes: bakes, edges: edges, frame: frame)
    case .orient(let tag): return OrientRequest(tag)
    case .crop(let region): return CropRequest(region, of: self).part(partNumber)
    case .thumb(let size):
      return ThumbRequest(
        within: size, quality: quality ?? ThumbRequest.defaultQuality, allowsEmbedded: allowsEmbedded,
        keepsMetadata: keepsMetadata, stale: stale ?? .trustTag, frame: frame)
    }
  }

  /// What the numbers of regions refer to.
  var origin: CropRequest.Origin {
    viewport.map { .view(bounds: $0, mode: mode?.mode ?? .scaleAspectFit) } ?? (isPicked ? .picker : .image)
  }

  package var replacesImages: Bool { maker.replacesImages }

  package var keepsTimeOfCopies: Bool { maker.keepsTimeOfCopies }

  package var makesUpright: Bool { maker.makesUpright }

  package var changesPixels: Bool { maker.changesPixels }

  package var edgeMode: EdgeMode? { maker.edgeMode }

  package var keepsWholeImages: Bool { maker.keepsWholeImages }

  package var rules: OrientationRules { OrientationRules(prefersExif: prefersExif, readsXMP: readsXMP) }

  package var numbersResults: Bool { maker.numbersResults }

  package var partCount: Int { maker.partCount }

  package func part(_ number: Int?) -> Self {
    var request = self
    request.partNumber = number
    return request
  }

  package var identity: BatchIdentity { maker.identity }

  package func rendition(
    of probe: Probe, format: ContainerFormat?, original: EdgeMode.Original = .stays
  ) -> Rendition {
    maker.rendition(of: probe, format: format, original: original)
  }
}

extension Request {
  /// All regions of a crop.
  var regions: [RegionParameter] { if case .crop(let region) = operation { [region] + also } else { [] } }

  /// What a journal, or the record of a result, states of the images: all but where they go.
  package var identityOfImages: BatchIdentity {
    var identity = identity
    settings.state(in: &identity)
    return identity
  }

  /// The rendition of a probed image; `format` is the one that the result's name states.
  package func rendition(
    of probe: Probe, part: Int?, named format: ContainerFormat?, original: EdgeMode.Original
  ) -> Rendition {
    settings.rendition(of: probe, for: self, part: part, named: format, original: original)
  }
}
