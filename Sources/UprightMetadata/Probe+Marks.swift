// A plan's messages about positions in metadata: subjects, faces, positions on a sphere (EXIF 2.32, 4.6.5.F; MWG 2.0,
// 5.9; Photo Sphere XMP).

internal import UprightGeometry

extension Probe {
  /// The file's XMP packets that mark regions or a position on a sphere, without a JPEG's prefix; at most a few.
  package var markedPackets: [[UInt8]] {
    let identifier = JPEGSegment.Identifier.xmp
    return header.container.marked.map { $0.starts(with: identifier) ? Array($0.dropFirst(identifier.count)) : $0 }
  }

  /// What happens to marked positions in the image; nothing for positions that are absent.
  package func marks(after edit: MetadataEdit) -> [MarkNote] {
    guard edit.strip != .allButColor else { return removedXMPImages(without: edit.strip) }
    let move = ImageMove(self, edit)
    let roots = markedPackets.compactMap { packet in XMPElement(packet).map { (packet, $0) } }
    let subjects = Set(subjectNotes(edit) + roots.flatMap { XMPPlaces($1, in: $0).subjectNotes(move) })
    let found =
      [.subjectMoved, .subjectRemoved, .subjectUnreadable].filter(subjects.contains)
      + roots.flatMap { notes($0, root: $1, move) }
    return found + lostSpheres(move).filter { !found.contains($0) }
  }

  /// The positions on a sphere that copies of XMP lose, in an Exif block or as digits in a PNG's text.
  private func lostSpheres(_ move: ImageMove) -> [MarkNote] {
    // The field of a TIFF is its only packet.
    let inExif = header.tiff == nil ? header.container.exif?.packet : nil
    let copies = [inExif].compactMap(\.self) + (header.png?.profilePackets.map(\.packet) ?? [])
    let notes = copies.flatMap(XMPContents.marked).compactMap { packet in
      XMPElement(packet).flatMap { XMPPanorama($0, in: packet)?.note(move) }
    }
    return notes.filter { $0 != .photoSphereMoved }.prefix(1).map(\.self)
  }

  /// The full-size images in XMP that go with removed metadata.
  package func removedXMPImages(without strip: Strip) -> [MarkNote] {
    guard strip != .none else { return [] }
    let roles = markedPackets.reduce(into: Set<XMPImage.Role>()) { roles, packet in
      if let root = XMPElement(packet) { roles.formUnion(XMPThumbnails(root, in: packet).roles) }
    }
    return (roles.contains(.image) ? [.imageRemoved] : []) + (roles.contains(.depth) ? [.depthMapRemoved] : [])
  }

  private func subjectNotes(_ edit: MetadataEdit) -> [MarkNote] {
    guard let block = header.container.subject, let directory = block.exifDirectory else { return [] }
    let subjects = [TIFFTag.subjectArea, .subjectLocation].compactMap { directory.first($0) }.compactMap(block.subject)
    return subjects.map { $0.moved(edit) != nil ? .subjectMoved : .subjectRemoved }
  }

  private func notes(_ packet: [UInt8], root: XMPElement, _ move: ImageMove) -> [MarkNote] {
    let regions = XMPRegions(root, in: packet)
    let (all, kept) = (regions.count, regions.keptCount(move))
    var notes: [MarkNote] = []
    if kept > 0 { notes.append(.regionsMoved(kept)) }
    if all > kept { notes.append(.regionsRemoved(all - kept)) }
    if let panorama = XMPPanorama(root, in: packet) {
      notes.append(panorama.note(move))
    }
    if let pending = XMPPendingCrop(root, in: packet), !move.isUnmoved {
      if let note = pending.note(move) { notes.append(note) }
      if pending.hasCorrections { notes.append(.correctionsRemoved) }
    }
    let thumbnails = XMPThumbnails(root, in: packet)
    if XMPThumbnails.go(move), !thumbnails.small.isEmpty { notes.append(.thumbnailsRemoved) }
    if XMPThumbnails.fullGo(move) {
      if !thumbnails.image.isEmpty { notes.append(.imageRemoved) }
      if !thumbnails.depth.isEmpty { notes.append(.depthMapRemoved) }
    }
    return notes
  }
}

extension Probe {
  /// The full-size images in the file's XMP.
  package var xmpImages: [XMPImage] { markedPackets.flatMap(XMPImage.all) }

  /// The roles of which XMP has properties, with or without an image.
  package var xmpImageRoles: Set<XMPImage.Role> {
    Set(markedPackets.compactMap { packet in XMPElement(packet).map { XMPThumbnails($0, in: packet).roles } }.joined())
  }
}
