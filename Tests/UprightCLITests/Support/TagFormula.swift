// The position of a box by the formula of each tag (TIFF 6.0, tag 274), and not by the geometry under test.

import UprightTestTools

/// Boxes of left, top, width and height on their way through a tag.
enum TagFormula {
  /// Where a box of a stored image of `size` is displayed.
  static func displayed<Number: Numeric>(
    _ box: [Number], stored size: (width: Number, height: Number), tag: Int
  ) -> [Number] {
    let (x, y, width, height) = (box[0], box[1], box[2], box[3])
    let (right, below) = (size.width - x - width, size.height - y - height)
    return switch tag {
    case 2: [right, y, width, height]
    case 3: [right, below, width, height]
    case 4: [x, below, width, height]
    case 5: [y, x, height, width]
    case 6: [below, x, height, width]
    case 7: [below, right, height, width]
    case 8: [y, right, height, width]
    default: [x, y, width, height]
    }
  }

  /// Where a box of a displayed image of `size` is stored: a quarter turn is undone by the other one, everything else
  /// by itself.
  static func stored<Number: Numeric>(
    _ box: [Number], displayed size: (width: Number, height: Number), tag: Int
  ) -> [Number] {
    displayed(box, stored: size, tag: [6: 8, 8: 6][tag] ?? tag)
  }
}
