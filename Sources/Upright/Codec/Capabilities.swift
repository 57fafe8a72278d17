// What a codec can do, as data, so that the planner can decide without it.

/// What a codec can do for one format.
public struct Capabilities: Hashable, Sendable {
  /// Whether it decodes.
  public let decodes: Bool
  /// Whether it encodes.
  public let encodes: Bool
  /// Whether it turns and crops without loss.
  public let transforms: Bool
  /// Whether it hands out component planes as they are coded, and takes them.
  public let planes: Bool
  /// The fractions 1/N at which decoding is cheaper than in full.
  public let denominators: [Int]

  /// How a fraction is made.
  public let reduction: Reduction
  /// The package trait without which this was built, so that it does nothing; nil where there is none.
  public let missingTrait: String?

  /// What a pixel of a decode at 1/N stands for.
  public enum Reduction: String, Hashable, Sendable {
    /// N × N pixels of the picture; at its right and bottom for what is left of them.
    case blocks
    /// As much of the region as any other, which is N × N or a little less. Opacity is not reckoned with, so that a picture
    /// with opacity is only decoded in full.
    case even
  }

  /// All of it.
  public init(
    decodes: Bool, encodes: Bool, transforms: Bool, planes: Bool = false, denominators: [Int] = [1],
    reduction: Reduction = .blocks
  ) {
    self.init(
      decodes: decodes, encodes: encodes, transforms: transforms, planes: planes, denominators: denominators,
      reduction: reduction, missingTrait: nil)
  }

  /// Nothing, because the package was built without a trait.
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

  /// The same without planes: for who wants the pixels themselves.
  var withoutPlanes: Capabilities {
    Capabilities(
      decodes: decodes, encodes: encodes, transforms: transforms, planes: false, denominators: denominators,
      reduction: reduction, missingTrait: missingTrait)
  }
}
