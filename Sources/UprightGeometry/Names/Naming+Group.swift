// The table's columns about the group itself: coordinates, and the effects of rotating and mirroring.

extension Naming {
  static let group: [Naming] = [
    Naming("exif_tag274", .group, number),
    Naming("element", .group) { ElementName(exif: $0).rawValue },
    Naming("row0_side", .group) { $0.row0.rawValue },
    Naming("col0_side", .group) { $0.column0.rawValue },
    Naming("swaps_width_height", .group) { $0.form.swapsAxes ? "1" : "0" },
    Naming("mirrored", .group) { $0.form.isMirrored ? "1" : "0" },
    Naming("inverse", .group) { number(Orientation(asDisplayed: $0.form).inverse.tag) },
    Naming("affine_a_b_c_d_tx_ty(stored WxH to display, y-down, row vectors)", .group) {
      OrientationMatrix(exif: $0).texts().joined(separator: " ")
    },
    Naming("x_display", .group) { place($0).x },
    Naming("y_display", .group) { place($0).y },
    Naming("mirror_first(flipH then rotate CW)", .group) { $0.form.description },
    Naming("rotate_first(rotate CW then flipH)", .group) { tag in
      let (quarters, mirrored) = tag.form.rotateFirst
      return "\(quarters * 90)" + (mirrored ? "+flipH" : "")
    },
    Naming("display_flipH_dual", .group) { number($0.form.mirroredHorizontallyAsDisplayed.exif) },
    Naming("display_flipV_dual", .group) { number($0.form.mirroredVerticallyAsDisplayed.exif) },
    Naming("stored_flipH_dual(UIKit withHorizontallyFlippedOrientation)", .group) {
      number($0.form.mirroredHorizontallyAsStored.exif)
    },
    Naming("display_rotateCW_next", .group) { number($0.form.then(.rotate90).exif) },
    Naming("display_rotateCCW_next", .group) { number($0.form.then(.rotate270).exif) },
  ]

  /// How a displayed rectangle is written in stored coordinates.
  static let crop = Naming("crop_display(x,y,w,h)_to_stored", .group) { tag in
    let matrix = OrientationMatrix(exif: tag)
    let x = from(matrix.a, "x", "W-x-w") ?? from(matrix.b, "y", "W-y-h") ?? ""
    let y = from(matrix.c, "x", "H-x-w") ?? from(matrix.d, "y", "H-y-h") ?? ""
    return "\(x), \(y), \(tag.form.swapsAxes ? "h, w" : "w, h")"
  }

  /// The tag's number, as Exif, XMP and JPEG XL store it.
  @Sendable static func number(_ tag: ExifOrientation) -> String { String(tag.rawValue) }

  /// The displayed position of a stored x and y.
  private static func place(_ tag: ExifOrientation) -> (x: String, y: String) {
    let matrix = OrientationMatrix(exif: tag)
    return (
      from(matrix.a, "x", "W-x") ?? from(matrix.c, "y", "H-y") ?? "",
      from(matrix.b, "x", "W-x") ?? from(matrix.d, "y", "H-y") ?? ""
    )
  }

  private static func from(_ factor: Int, _ kept: String, _ reversed: String) -> String? {
    factor == 0 ? nil : factor > 0 ? kept : reversed
  }
}
