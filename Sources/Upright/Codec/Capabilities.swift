// What a codec can do, as data, so that the planner can decide without it.

/// What a codec can do for one format.
public struct Capabilities: Hashable, Sendable {
  /// Whether it decodes.
  public let decodes: Bool
  /// Whether it encodes.
  public let encodes: Bool
  /// Whether it reorients and crops losslessly.
  public let transforms: Bool
  /// Whether it decodes to component planes and encodes them.
  public let planes: Bool
  /// The values N for which decoding at 1/N is cheaper than in full.
  public let denominators: [Int]

  /// How a reduced decode samples the image.
  public let reduction: Reduction
  /// The package trait that is off in this build, which leaves the codec without function; nil for none.
  public let missingTrait: String?

  /// Whether it may decode partly transparent pixels from colors that were multiplied by alpha, and so round them. Plans
  /// state it (``SampleChange/opacityMayRound``).
  public var roundsColorsByAlpha = false

  /// Whether its encoder accepts only a quality: in place of a source's JPEG tables, the quality nearest to them. Plans
  /// then promise nothing about tables, subsampling or noise.
  public var takesQualityAlone = false

  /// Whether it has an index of the source, and reaches a region without reading what is above it.
  package var isIndexed = false

  /// What a pixel of a decode at 1/N represents.
  public enum Reduction: String, Hashable, Sendable {
    /// N × N pixels of the image; at the right and bottom edges, the pixels that remain.
    case blocks
    /// An equal part of the region: N × N pixels or slightly less. Alpha is ignored, so an image with alpha is only
    /// decoded in full.
    case even
  }

  /// Full capabilities, with a value for each.
  public init(
    decodes: Bool, encodes: Bool, transforms: Bool, planes: Bool = false, denominators: [Int] = [1],
    reduction: Reduction = .blocks
  ) {
    self.init(
      decodes: decodes, encodes: encodes, transforms: transforms, planes: planes, denominators: denominators,
      reduction: reduction, missingTrait: nil)
  }

  /// No capabilities, because the package was built without `missingTrait`.
  public init(missingTrait: String) {
    self.init(
      decodes: false, encodes: false, transforms: false, planes: false, denominators: [1], reduction: .blocks,
      missingTrait: missingTrait)
  }

  private init(
    decodes: Bool, encodes: Bool, transforms: Bool, planes: Bool, denominators: [Int], reduction: Reduction,
    missingTrait: String?
  ) {
    self.decodes = decodes
    self.encodes = encodes
    self.transforms = transforms
    self.planes = planes
    self.denominators = denominators
    self.reduction = reduction
    self.missingTrait = missingTrait
  }

  /// The same without planes, for callers that need pixels.
  var withoutPlanes: Capabilities {
    var all = Capabilities(
      decodes: decodes, encodes: encodes, transforms: transforms, planes: false, denominators: denominators,
      reduction: reduction, missingTrait: missingTrait)
    all.isIndexed = isIndexed
    all.roundsColorsByAlpha = roundsColorsByAlpha
    all.takesQualityAlone = takesQualityAlone
    return all
  }
}

// What a format can store when an image is written: channels, depth, sides, and whether it can be lossless.

/// What a format can store as this project writes it.
struct FormatLimits: Hashable, Sendable {
  /// Whether writing loses something.
  enum Loss: Hashable, Sendable {
    /// Never: decoding gives back what was written.
    case never
    /// Unless lossless coding is requested.
    case byChoice
    /// Always.
    case always
  }

  /// Channels that are written unchanged.
  let channels: [SampleLayout.Channels]
  /// The maximum bits per sample.
  let depth: SampleLayout.Depth
  /// The maximum columns and rows.
  let longestSide: Int
  /// Whether writing loses something.
  let loss: Loss

  /// The channels in which an image of `channels` is written; nil if that would lose alpha.
  func delivered(_ channels: SampleLayout.Channels) -> SampleLayout.Channels? {
    if self.channels.contains(channels) { return channels }
    return channels == .rgba ? nil : .rgb
  }
}
