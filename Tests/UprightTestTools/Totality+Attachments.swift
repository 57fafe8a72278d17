// Invariants of any bytes in a JPEG's attachments: lists that name them are rewritten, or unchanged.

internal import UprightGeometry
internal import UprightMetadata

extension Totality {
  /// Copies metadata with every second attachment dropped, and lists the remaining ones again.
  package static func askFollowers(_ bytes: [UInt8]) {
    guard let probe = try? Probe(bytes), !probe.attachments.isEmpty else { return }
    var edit = MetadataEdit(
      size: PixelSize(width: 10, height: 20), map: Transform2D(scaleX: 0.5, scaleY: -3, tx: 7, ty: 9),
      thumbnail: nil, keepsProfile: true, keepsCoding: true)
    edit.attachments = probe.attachments.enumerated().map { index, attachment in
      CarriedAttachment(attachment.range, byteCount: index % 2 == 0 ? index + 5 : nil)
    }
    _ = probe.marks(after: edit)
    guard let carried = try? probe.carry(edit, from: bytes) else { return }
    var head: [UInt8] = []
    for segment in carried.segments { head += [0xFF, segment.marker, 0, 0] + segment.payload }
    _ = probe.relisted(bytes, edit.attachments).count + head.count
  }
}
