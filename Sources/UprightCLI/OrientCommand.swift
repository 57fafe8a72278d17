// `upright orient`: sets the orientation tag to a given value.

import ArgumentParser
import Upright
import UprightBatch

/// One of the eight tags as typed; `upright` is 1.
struct TagArgument: ExpressibleByArgument, Hashable {
  let exif: ExifOrientation

  init?(argument: String) {
    let found = ExifOrientation(typed: argument)
    guard let found, ["upright", "\(found.rawValue)"].contains(argument) else { return nil }
    exif = found
  }

  static let allValueStrings = ExifOrientation.allCases.map { "\($0.rawValue)" } + ["upright"]
}

/// The arguments of `orient`.
struct OrientArguments: RenditionArguments {
  typealias Companions = FamilyOptions

  static let verb = "orient"
  static let abstract = "Set the orientation tag of images and videos, whatever it was."
  static let discussion = """
    Writes this tag into the field that viewers follow, and makes other fields agree with it. Pixels stay the same, so \
    the displayed image changes: use this if a tag is wrong. `rotate` changes what is displayed, starting from the \
    current tag; `fix` rotates the pixels by the tag. 6 means that the stored image is displayed rotated 90° \
    clockwise; `upright names` explains all eight values. upright means 1: displayed as stored.

    Formats without such a field (GIF, BMP) are refused. The format cannot change.

    Examples:
      upright orient 6 -i scan.jpg
      upright orient upright --recursive scans -o untagged/
    """
  static let planExample = "upright plan orient 6 photo.jpg"

  @Argument(help: "The tag, 1 to 8; or upright, which is 1.")
  var tag: TagArgument

  var request: Request { Request(.orient(tag.exif)) }
}
