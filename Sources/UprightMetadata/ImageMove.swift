// The way from a source to the new picture that is made of it: what its metadata have to follow.

internal import UprightGeometry

/// A source as it is stored and displayed, and where everything in it comes to lie.
struct ImageMove: Hashable, Sendable {
  /// Columns and rows of the source.
  let storedSize: PixelSize<Stored>
  /// How the source is displayed.
  let orientation: Orientation<Stored, Displayed>
  /// What becomes true.
  let edit: MetadataEdit

  /// How many bytes the source has.
  var byteCount = 0
  /// What follows the source's picture.
  var attachments: [JPEGAttachment] = []

  init(storedSize: PixelSize<Stored>, orientation: Orientation<Stored, Displayed>, edit: MetadataEdit) {
    self.storedSize = storedSize
    self.orientation = orientation
    self.edit = edit
  }

  /// A change of the probed picture.
  init(_ probe: Probe, _ edit: MetadataEdit) {
    self.init(storedSize: probe.storedSize, orientation: probe.orientation, edit: edit)
    byteCount = probe.byteCount
    attachments = probe.attachments
  }

  /// Whether something of a kind followed the source's picture and does not follow the new one.
  func drops(_ kind: JPEGAttachment.Kind) -> Bool {
    let found = attachments.filter { $0.kind == kind }
    let lengths = found.compactMap { attachment in edit.attachments.first { $0.range == attachment.range } }
    return !lengths.isEmpty && lengths.allSatisfy { $0.byteCount == nil }
  }

  /// Whether the new picture shows all of the source as it is stored, and nothing else, be it smaller or larger.
  var showsTheSame: Bool {
    let map = edit.map
    let corner = (map.a * Double(storedSize.width) + map.tx, map.d * Double(storedSize.height) + map.ty)
    guard map.b == 0, map.c == 0, map.a > 0, map.d > 0 else { return false }
    return [map.tx, map.ty, corner.0 - Double(edit.size.width), corner.1 - Double(edit.size.height)].allSatisfy {
      $0.magnitude < 0.5
    }
  }

  /// Whether the new picture shows all of the source in its own size, turned or not.
  var showsAll: Bool {
    let edit = edit.swapsAxes ? (edit.size.height, edit.size.width) : (edit.size.width, edit.size.height)
    return edit == (storedSize.width, storedSize.height)
  }

  /// Columns and rows as a person sees the source.
  var displayedSize: PixelSize<Displayed> { orientation.applied(to: storedSize) }

  /// Where a displayed place of the source comes to lie in the new picture.
  var displayedMap: Transform2D<Displayed, Output> {
    Transform2D(orientation.inverse, in: displayedSize).then(edit.map)
  }
}
