// Words that people know from other programs, and the commands here that do what they mean.

/// What leads from a familiar word to the right one.
enum FamiliarWords {
  /// The advice on a word where a command was expected; nil for a word that is not known from elsewhere.
  static func advice(onCommand word: String) -> String? {
    let right: String? =
      switch word {
      case "mirror", "flip", "flop": "rotate mirror-horizontal (left and right change places) or rotate mirror-vertical"
      case "turn", "rotate-left", "rotate-right": "rotate left or rotate right"
      case "autorot", "autorotate", "auto-rotate", "autoorient", "auto-orient", "upright", "straighten": "fix"
      case "resize", "scale", "thumbnail", "thumbnails", "shrink": "thumb"
      case "convert", "transcode": "fix --format FORMAT -o FILE"
      case "strip", "scrub", "clean": "fix --strip PARTS"
      case "identify", "exif", "metadata", "inspect", "ls", "list": "info"
      case "compare", "cmp": "verify"
      case "revert", "restore", "rollback": "undo"
      case "contact-sheet", "montage": "sheet"
      case "tag", "set", "retag": "orient"
      default: nil
      }
    return right.map { "use upright \($0)" }
  }

  /// The operation of `rotate` that a word means; nil for one that is not known from elsewhere.
  static func operation(_ word: String) -> String? {
    switch word {
    case "flop", "horizontal", "flip-horizontal", "fliph", "hflip": "mirror-horizontal"
    case "vertical", "flip-vertical", "flipv", "vflip": "mirror-vertical"
    case "mirror", "flip":
      "mirror-horizontal (left and right change places) or mirror-vertical (top and bottom change places)"
    case "-90", "-90°", "counterclockwise", "anticlockwise", "counter-clockwise", "anti-clockwise", "270°", "l", "L":
      "ccw"
    case "-270", "-270°", "clockwise", "90°", "+90", "r", "R": "cw"
    case "-180", "180°", "+180", "half", "upside-down": "180"
    default: nil
    }
  }
}
