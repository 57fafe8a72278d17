// A PNG as an inline image of iTerm2 (OSC 1337 ; File=), which WezTerm, mintty and others also read.

package import Upright
import UprightFiles

package enum ITermImage {
  /// The escape sequence that shows a PNG of `size` pixel by pixel.
  package static func bytes(png: [UInt8], size: PixelSize<Output>) -> [UInt8] {
    let keys = "inline=1;size=\(png.count);width=\(size.width)px;height=\(size.height)px;preserveAspectRatio=1"
    return Array("\u{1B}]1337;File=\(keys):\(Base64.text(png))\u{07}\n".utf8)
  }
}
