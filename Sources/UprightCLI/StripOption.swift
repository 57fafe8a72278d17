// `--strip`: the metadata that a new image omits.

public import ArgumentParser
public import Upright

extension Strip: ExpressibleByArgument {}

/// The metadata to remove.
struct StripOption: ParsableArguments {
  @Option(
    name: .customLong("strip"),
    help: ArgumentHelp(
      """
      Remove embedded thumbnails, the location (gps), or everything except color profile and orientation \
      (all-but-color). gps removes it from Exif and XMP, and metadata that cannot be parsed; city names stay. Stripping \
      never re-encodes: if the pixels stay, the encoded image is copied byte for byte. (default: none; thumb: \
      all-but-color)
      """, valueName: "none|thumbnails|gps|all-but-color"))
  var strips: [Strip] = []

  /// What is removed; nil if not given.
  var strip: Strip? { strips.last }

  func validate() throws(ValidationError) {
    if Set(strips).count > 1 {
      throw ValidationError("--strip can be given only once; all-but-color removes both thumbnails and the location")
    }
  }
}
