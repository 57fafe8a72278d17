// Rejects masks that do not have the image's size: rotating one costs what its header states (COCO API,
// common/maskApi.h).

import Upright
package import UprightLabels

/// The sizes that masks of an image can have.
package struct MaskBounds {
  private let sizes: [PixelSize<Labelled>]

  /// The mask sizes of an image: stored and displayed.
  package init(_ facts: ImageFacts) { sizes = LabelSpaceName.allCases.map(facts.labelledSize) }

  /// The region; only its box if its mask has another size than the image.
  package func clipped(_ region: Region<Labelled>) -> Region<Labelled> {
    guard foreignSize(region) != nil else { return region }
    var region = region
    region.outline = nil
    return region
  }

  /// Findings about masks of an image that have another size.
  package func contradictions(of image: LabelledImage<Labelled>, in files: [String]) -> [LabelFinding] {
    image.regions.compactMap { region in
      foreignSize(region).map { size in
        let known = Set(sizes.map { "\($0)" }).sorted().joined(separator: " or ")
        let file = Int(region.location.file)
        return LabelFinding(
          .sizeContradicts, in: files.indices.contains(file) ? files[file] : image.name,
          line: Int(region.location.line),
          note: "the mask is for an image of \(size), but \(image.name) is \(known); only its box is used")
      }
    }
  }

  /// The size of the region's mask if it is not the image's in either space.
  private func foreignSize(_ region: Region<Labelled>) -> PixelSize<Labelled>? {
    guard case .mask(let mask)? = region.outline, !sizes.contains(mask.size) else { return nil }
    return mask.size
  }
}
