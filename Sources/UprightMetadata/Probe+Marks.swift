// A plan's messages about positions in metadata: subjects, faces, positions on a sphere (EXIF 2.32, 4.6.5.F; MWG 2.0,
// 5.9; Photo Sphere XMP).

internal import UprightGeometry

extension Probe {
  /// The file's XMP packets that mark regions or a position on a sphere, without a JPEG's prefix; at most a few.
  package var markedPackets: [[UInt8]] {
    let identifier = JPEGSegment.Identifier.xmp
    return header.container.marked.map { $0.starts(with: identifier) ? Array($0.dropFirst(identifier.count)) : $0 }
  }

  /// What happens to marked positions in the image, one sentence each; nothing for positions that are absent.
  package func marks(after edit: MetadataEdit) -> [String] {
    guard edit.strip != .allButColor else { return [] }
    let move = ImageMove(self, edit)
    return [subjectSentence(edit)].compactMap(\.self) + header.container.marked.flatMap { sentences($0, move) }
  }

  private func subjectSentence(_ edit: MetadataEdit) -> String? {
    guard let block = header.container.subject, let directory = block.exifDirectory else { return nil }
    let subjects = [TIFFTag.subjectArea, .subjectLocation].compactMap { directory.first($0) }.compactMap(block.subject)
    guard !subjects.isEmpty else { return nil }
    return subjects.contains { $0.moved(edit) != nil }
      ? "the subject's position is moved" : "the subject's position is removed: the result does not show it"
  }

  private func sentences(_ packet: [UInt8], _ move: ImageMove) -> [String] {
    guard let root = XMPElement(packet) else { return [] }
    let regions = XMPRegions(root, in: packet)
    let (all, kept) = (regions.count, regions.keptCount(move))
    var sentences: [String] = []
    if kept > 0 { sentences.append("\(kept) marked region\(kept == 1 ? " is" : "s are") moved") }
    if all > kept {
      let gone = all - kept
      sentences.append(
        """
        \(gone) marked region\(gone == 1 ? " is" : "s are") removed: the result does not show \
        \(gone == 1 ? "it" : "them")
        """)
    }
    if let panorama = XMPPanorama(root, in: packet) {
      sentences.append(
        panorama.stays(move)
          ? "the position in the photo sphere is moved"
          : "the photo sphere's position is removed: viewers do not support this orientation")
    }
    let pictures = XMPThumbnails(root, in: packet)
    if XMPThumbnails.go(move), !pictures.small.isEmpty { sentences.append("the thumbnails in XMP are not copied") }
    if XMPThumbnails.fullGo(move) {
      if !pictures.image.isEmpty { sentences.append("the image in XMP (GImage) is not copied") }
      if !pictures.depth.isEmpty { sentences.append("the depth map in XMP (GDepth) is not copied") }
    }
    return sentences
  }
}
