// What a plan says of places that metadata name: subjects, faces, a place on a sphere (EXIF 2.32, 4.6.5.F; MWG 2.0, 5.9; Photo Sphere XMP).

internal import UprightGeometry

extension Probe {
  /// The packets of XMP in the file that mark regions or a place on a sphere, without what a JPEG has before them; at most a few.
  package var markedPackets: [[UInt8]] {
    let identifier = JPEGSegment.Identifier.xmp
    return header.container.marked.map { $0.starts(with: identifier) ? Array($0.dropFirst(identifier.count)) : $0 }
  }

  /// What becomes of what was marked in the picture, one sentence each; nothing of what is not there.
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
      ? "the subject's place is moved" : "the subject's place goes: the result does not show it"
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
        "\(gone) marked region\(gone == 1 ? " goes" : "s go"): the result does not show \(gone == 1 ? "it" : "them")")
    }
    if let panorama = XMPPanorama(root, in: packet) {
      sentences.append(
        panorama.stays(move)
          ? "the place on the sphere is moved" : "the place on the sphere goes: viewers know no sphere that lies so")
    }
    let pictures = XMPThumbnails(root, in: packet)
    if XMPThumbnails.go(move), !pictures.small.isEmpty { sentences.append("the thumbnails in XMP stay behind") }
    if XMPThumbnails.fullGo(move) {
      if !pictures.image.isEmpty { sentences.append("the image in XMP (GImage) stays behind") }
      if !pictures.depth.isEmpty { sentences.append("the depth map in XMP (GDepth) stays behind") }
    }
    return sentences
  }
}
