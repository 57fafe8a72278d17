// Masks that are of their picture's size, and those that are not: turning one costs what its own size says (COCO API, common/maskApi.h: h and w).

import Upright
import UprightBatch
import UprightLabels

/// Which masks a picture can have.
struct MaskBounds {
  private let sizes: [PixelSize<Labelled>]

  /// The masks of a picture that is stored in one size and displayed in one.
  init(_ facts: ImageFacts) { sizes = LabelSpaceName.allCases.map(facts.labelledSize) }

  /// The region; only its box where its mask is of a picture of another size.
  func clipped(_ region: Region<Labelled>) -> Region<Labelled> {
    guard foreignSize(region) != nil else { return region }
    var region = region
    region.outline = nil
    return region
  }

  /// What is said of the masks of a picture that are of another size.
  func contradictions(of picture: LabelledImage<Labelled>, in files: [String]) -> [LabelFinding] {
    picture.regions.compactMap { region in
      foreignSize(region).map { size in
        let known = Set(sizes.map { "\($0)" }).sorted().joined(separator: " or ")
        let file = Int(region.location.file)
        return LabelFinding(
          .sizeContradicts, in: files.indices.contains(file) ? files[file] : picture.name,
          line: Int(region.location.line),
          note: "the mask is of a picture of \(size), \(picture.name) is of \(known); only its box counts")
      }
    }
  }

  /// The size of the region's mask, where it is not the picture's in either space.
  private func foreignSize(_ region: Region<Labelled>) -> PixelSize<Labelled>? {
    guard case .mask(let mask)? = region.outline, !sizes.contains(mask.size) else { return nil }
    return mask.size
  }
}
