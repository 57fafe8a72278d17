// The codecs of ImageIO, and a rectangle of Core Graphics; elsewhere, both products are empty.

import UprightApple
import UprightImageIO

#if canImport(ImageIO)
  import CoreGraphics
  import Upright

  let area = CGRect(displayed: Rect2D(x: 1, y: 2, width: 3, height: 4))
  let written = ImageIOCodecs.all.filter(\.capabilities.encodes).map(\.format)
  precondition(written.contains(.heif))
  print(area, written)
#else
  print("nothing on this platform")
#endif
