// Orientations in the words of the command line.

import Upright

extension ExifOrientation {
  /// What has to be done to the stored picture to see it upright, in the words of `rotate`.
  var word: String {
    switch self {
    case .topLeft: "upright"
    case .topRight: "mirror-horizontal"
    case .bottomRight: "180"
    case .bottomLeft: "mirror-vertical"
    case .leftTop: "transpose"
    case .rightTop: "cw"
    case .rightBottom: "transverse"
    case .leftBottom: "ccw"
    }
  }
}
