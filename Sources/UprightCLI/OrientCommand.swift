// `upright orient`: the orientation tag set to a number, whatever it was.

import ArgumentParser
import Upright
import UprightBatch

/// One of the eight tags as typed; `upright` is 1.
struct TagArgument: ExpressibleByArgument, Hashable {
  let exif: ExifOrientation

  init?(argument: String) {
    let all = ExifOrientation.allCases
    guard let found = argument == "upright" ? .topLeft : all.first(where: { "\($0.rawValue)" == argument }) else {
      return nil
    }
    exif = found
  }

  static let allValueStrings = ExifOrientation.allCases.map { "\($0.rawValue)" } + ["upright"]
}

/// The arguments of `orient`.
struct OrientArguments: RenditionArguments {
  static let verb = "orient"
  static let abstract = "Set the orientation tag of images and movies, whatever it was."
  static let discussion = """
    Writes this tag into the field that viewers follow, and makes other fields agree with it. No pixel changes, so that \
    the displayed image does: use this where a tag is wrong. `rotate` changes what is displayed step by step, `fix` \
    rotates the pixels as the tag says. 6 means that the stored image is displayed after a quarter turn clockwise; \
    `upright names` explains all eight. upright is 1: displayed as stored.

    Formats without such a field (GIF, BMP) are refused, and so is another format for the result.

    Examples:
      upright orient 6 -i scan.jpg
      upright orient upright --recursive scans -o untagged/
    """
  static let planExample = "upright plan orient 6 photo.jpg"

  @Argument(help: "The tag, 1 to 8; or upright, which is 1.")
  var tag: TagArgument

  var changesPixels: Bool { false }

  func rendition(of probe: Probe, format: ContainerFormat?, original: EdgeMode.Original = .stays) -> Rendition {
    .oriented(tag.exif, of: probe, format: format)
  }
}
