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

  /// All of it.
  public init(decodes: Bool, encodes: Bool, transforms: Bool, planes: Bool = false, denominators: [Int] = [1]) {
    self.decodes = decodes
    self.encodes = encodes
    self.transforms = transforms
    self.planes = planes
    self.denominators = denominators
  }

  /// The same without planes: for who wants the pixels themselves.
  var withoutPlanes: Capabilities {
    Capabilities(decodes: decodes, encodes: encodes, transforms: transforms, denominators: denominators)
  }
}
