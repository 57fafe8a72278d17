// What a plan says of the parts of a file that no new picture takes along, one sentence each.

internal import UprightMetadata

extension Question {
  /// What stays behind, besides what follows the picture in lists of its own.
  func leftBehind() -> [String] { positionLeft }

  /// What cannot be read goes with the position that it may say.
  private var positionLeft: [String] {
    guard rendition.strip.removesPosition, format == probe.format, isWhole else { return [] }
    return ["bytes behind the picture's end stay behind, if there are any: as asked (\(rendition.strip.rawValue))"]
  }
}
