// What is wrong with a request, in the words of the command line.

import Upright
import UprightBatch

extension Request.Field {
  /// The option that states it.
  fileprivate var option: String {
    switch self {
    case .padding: "--pad"
    case .target: "--to"
    case .bakes: "--bake"
    case .toSRGB: "--to-srgb"
    case .toneMap: "--tone-map"
    default: "--\(rawValue)"
    }
  }
}

extension Request.Fault {
  /// One sentence with the names of options.
  var sentence: String {
    switch reason {
    case .changesNoPixels: idleSentence
    case .contradicts: contradiction
    case .needs: need
    case .needsRatio: "\((cause ?? .gravity).option) needs a size WxH, a ratio such as 16:9, or square"
    case .needsPixels:
      field == .space
        ? "--space stored needs a region in pixels: x,y,w,h"
        : "a region in pixels has whole numbers; decimals need --viewport or --picker"
    case .needsNumbers: "\(field.option) needs regions as numbers: x,y,w,h"
    case .outOfRange: limit
    case .replacesSource: replacement
    case .severalResults:
      field == .place
        ? "several pages cannot replace one file; use -o FOLDER/"
        : "--page all and several regions cannot be combined: results have one number"
    }
  }

  private var idleSentence: String {
    switch (field, cause) {
    case (.frame, .target): "--frame changes pixels, and --to tag does not: use only one"
    case (.page, .target): "--page makes an image of a page, and --to tag changes no pixels: use only one"
    case (_, .target): "\(field.option) has no effect with --to tag: no pixel changes"
    case (_, .bakes): "\(field.option) has no effect without --bake: only the tag changes"
    default: "\(field.option) changes pixels, and this request changes none"
    }
  }

  private var contradiction: String {
    switch (field, cause) {
    case (.edge, .bakes): "--bake rotates the pixels, and --edge keep-tag keeps them: use only one"
    case (.focus, .gravity): "--gravity and --focus cannot be combined"
    case (_, .lossless): "--lossless and \(field.option) cannot be combined: \(field.option) needs re-encoding"
    case (_, .space): "\(field.option) refers to the displayed image; leave out --space stored"
    case (.verify, .page): "--verify compares whole files; it cannot check a single page"
    case (.verify, .frame): "--verify compares whole images; it cannot check a single frame"
    case (.verify, .background):
      "--verify compares with the transparent image; it cannot check one with --background"
    case (.verify, _): "--verify compares whole images; it cannot check a crop or a thumbnail"
    default: "\(field.option) and \((cause ?? field).option) cannot be combined"
    }
  }

  private var need: String {
    switch field {
    case .rules: "--prefer and --xmp work only with --to tag"
    case .mode: "--mode needs --viewport WxH"
    case .picker: "--picker needs --size WxH, the size of the picker's window"
    default: "\(field.option) needs \((cause ?? field).option)"
    }
  }

  private var limit: String {
    switch field {
    case .size: "thumb never enlarges: use up to 100%"
    case .frame: "--frame must be 0 or more; 1 is the first frame"
    case .background: "--background needs an opaque color"
    default: "\(field.option) is not in 1 to 100"
    }
  }

  private var replacement: String {
    switch cause {
    case .frame: "This replaces your animations with one frame. Use -o, or --force if you mean it."
    case .page: "This replaces your files with one of their pages. Use -o, or --force if you mean it."
    default: "This replaces your originals with the new images. Use -o, or --force if you mean it."
    }
  }
}
