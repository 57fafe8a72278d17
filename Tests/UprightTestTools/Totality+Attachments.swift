// What holds for whatever bytes of the pictures that follow a JPEG's own: lists that name them are rewritten, or left.

internal import UprightGeometry
internal import UprightMetadata

extension Totality {
  /// Carries metadata with every second follower left behind, and lists anew what comes along.
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
