// A PNG as an inline image of iTerm2 (OSC 1337 ; File=), which WezTerm, mintty and others know as well.

import Upright
import UprightBatch
import UprightFiles

enum ITermImage {
  /// The escape that shows a PNG of `size` pixel by pixel.
  static func bytes(png: [UInt8], size: PixelSize<Output>) -> [UInt8] {
    let keys = "inline=1;size=\(png.count);width=\(size.width)px;height=\(size.height)px;preserveAspectRatio=1"
    return Array("\u{1B}]1337;File=\(keys):\(Base64.text(png))\u{07}\n".utf8)
  }
}
