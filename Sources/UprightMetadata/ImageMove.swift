// The geometry from a source to the new image made from it, which metadata must follow.

internal import UprightGeometry

/// A source as stored and displayed, and the map from its positions to the new image.
struct ImageMove: Hashable, Sendable {
  /// Columns and rows of the source.
  let storedSize: PixelSize<Stored>
  /// How the source is displayed.
  let orientation: Orientation<Stored, Displayed>
  /// The edit that the new image's metadata needs.
  let edit: MetadataEdit

  /// Number of bytes in the source.
  var byteCount = 0
  /// What follows the source's main image.
  var attachments: [JPEGAttachment] = []
  /// Whether the source is a HEIF or AVIF with a video, which the new image does not get.
  var dropsVideo = false

  init(storedSize: PixelSize<Stored>, orientation: Orientation<Stored, Displayed>, edit: MetadataEdit) {
    self.storedSize = storedSize
    self.orientation = orientation
    self.edit = edit
  }

  /// Whether the source has an attachment of this kind and the new image does not.
  func drops(_ kind: AttachmentKind) -> Bool {
    let found = attachments.filter { $0.kind == kind }
    let lengths = found.compactMap { attachment in edit.attachments.first { $0.range == attachment.range } }
    return !lengths.isEmpty && lengths.allSatisfy { $0.byteCount == nil }
  }

  /// Whether the new image shows all of the source as stored, at any scale.
  var showsTheSame: Bool {
    let map = edit.map
    let corner = (map.a * Double(storedSize.width) + map.tx, map.d * Double(storedSize.height) + map.ty)
    guard map.b == 0, map.c == 0, map.a > 0, map.d > 0 else { return false }
    return [map.tx, map.ty, corner.0 - Double(edit.size.width), corner.1 - Double(edit.size.height)].allSatisfy {
      $0.magnitude < 0.5
    }
  }

  /// Whether every position stays the same.
  var isUnmoved: Bool { showsTheSame && showsAll }

  /// Whether a thermal image, whose pixels are those of the image as stored, stays true. It may contain a position.
  var keepsThermalImage: Bool { isUnmoved && !edit.strip.removesPosition }

  /// Whether the new image shows all of the source at its size, reoriented or not.
  var showsAll: Bool {
    let edit = edit.swapsAxes ? (edit.size.height, edit.size.width) : (edit.size.width, edit.size.height)
    return edit == (storedSize.width, storedSize.height)
  }

  /// Columns and rows of the source as displayed.
  var displayedSize: PixelSize<Displayed> { orientation.applied(to: storedSize) }

  /// The map from displayed positions in the source to the new image.
  var displayedMap: Transform2D<Displayed, Output> {
    Transform2D(orientation.inverse, in: displayedSize).then(edit.map)
  }
}

extension ImageMove {
  /// Whether a field stays true in the new image, and has a place there.
  func keeps(_ fate: TIFFFieldFate) -> Bool {
    let shared = edit.shared
    if edit.strip == .allButColor { return shared.keepsAmongColors(fate) }
    return switch fate {
    case .role: shared.isTIFF
    case .document: true
    case .colors: shared.keepsColors
    case .numbers: shared.isTIFF && shared.keepsNumbers
    case .statistics: shared.isTIFF && shared.keepsNumbers && showsAll
    case .places, .map: shared.isTIFF && showsTheSame && showsAll && !edit.strip.removesPosition
    case .coding, .packet, .images, .layers, .clipPath, .unknown: false
    }
  }
}
