// Updates an Exif block for a new image: orientation 1, size, subject, thumbnail (EXIF 2.32, 4.6).

internal import UprightGeometry

/// Rewrites a block in place if possible, so that maker notes keep their offsets.
struct ExifRewriter {
  /// The block so far.
  var block: TIFFBlock
  let edit: MetadataEdit

  /// The block for a new image. `move` is where its image goes; without it, a copy of XMP in the block stays.
  init(_ block: TIFFBlock, edit: MetadataEdit, move: ImageMove? = nil) {
    self.block = block
    self.edit = edit
    setSizes()
    moveResolutions()
    moveSubjects()
    if let move { movePacket(move) }
    if edit.becomesSRGB { setColors() }
    if edit.strip == .gps { removePosition() }
    dropPreviews()
    if let thumbnail = edit.thumbnail { replaceThumbnail(with: thumbnail) } else { dropThumbnail() }
    if edit.removesViews { removeHiddenViews() }
    if edit.strip == .gps { clearUnreferenced() }
    setOrientations()
  }

  /// Starts with an unedited block.
  init(unedited block: TIFFBlock, _ edit: MetadataEdit) {
    self.block = block
    self.edit = edit
  }

  /// Must be last: in a malicious block another field may overlap the tag, and the tag must be correct.
  private mutating func setOrientations() {
    let changes = [block.ifd0, block.ifd1].flatMap { OrientationTags(of: $0, in: block, from: 0).edits(to: .topLeft) }
    var bytes = block.bytes
    for change in changes {
      bytes.replaceSubrange(change.offset..<change.offset + change.old.count, with: change.new)
    }
    block.bytes = bytes
  }

  private mutating func setSizes() {
    let (main, exif) = (block.ifd0, block.exifDirectory)
    let fields: [(TIFFDirectory?, TIFFTag, Int)] = [
      (main, .imageWidth, edit.size.width), (main, .imageLength, edit.size.height),
      (exif, .pixelXDimension, edit.size.width), (exif, .pixelYDimension, edit.size.height),
    ]
    for (directory, tag, value) in fields {
      if let entry = directory?.first(tag) { block.setInteger(value, of: entry) }
    }
  }

  mutating func replaceThumbnail(with thumbnail: [UInt8]) {
    let before = block
    guard let ifd1 = block.ifd1, let place = Thumbnail.range(in: block, ifd1: ifd1),
      let offset = ifd1.first(.thumbnailOffset), let length = ifd1.first(.thumbnailLength), isFree(place),
      isOwn(place)
    else { return dropThumbnail() }
    if place.upperBound == block.bytes.count, fits(thumbnail.count - place.count) {
      block.bytes.replaceSubrange(place, with: thumbnail)
    } else if thumbnail.count <= place.count {
      let padding = [UInt8](repeating: 0, count: place.count - thumbnail.count)
      block.bytes.replaceSubrange(place, with: thumbnail + padding)
    } else if fits(thumbnail.count) {
      block.bytes.replaceSubrange(place, with: [UInt8](repeating: 0, count: place.count))
      block.setInteger(block.bytes.count, of: offset)
      block.bytes += thumbnail
    }
    block.setInteger(thumbnail.count, of: length)
    guard !names(thumbnail) else { return }
    block = before
    dropThumbnail()
  }

  /// Whether IFD1 refers to these bytes. It does not if its own fields are too narrow, or overlapped the old
  /// thumbnail.
  private func names(_ thumbnail: [UInt8]) -> Bool {
    guard let ifd1 = block.ifd1, let place = Thumbnail.range(in: block, ifd1: ifd1) else { return false }
    return block.bytes[place].elementsEqual(thumbnail)
  }

  /// Unlinks IFD1 and removes the thumbnail's data (JPEG or strips), so that no old view of the scene remains. Data
  /// beyond the block's end are ignored.
  mutating func dropThumbnail() {
    guard let ifd0 = block.ifd0, let next = ifd0.next, next != 0, ifd0.isComplete else { return }
    if let ifd1 = block.ifd1 {
      var ends = JPEGEnds()
      let places = ExifTree.images(of: ifd1, in: block, &ends)
      clear(places, besides: ExifKeeping(block, second: false), shortens: true)
    }
    block.put(0, size: 4, at: ifd0.nextFieldOffset)
  }

  /// Whether a range may be overwritten because nothing kept overlaps it.
  private func isOwn(_ place: Range<Int>) -> Bool {
    let keeping = ExifKeeping(block, second: true)
    return keeping.pieces(of: ExifReference(place.lowerBound, place.count), in: block.bytes.count) == [place]
  }

  /// Whether a range overlaps no kept directory.
  func isFree(_ place: Range<Int>) -> Bool {
    let kept = [block.ifd0, block.exifDirectory].compactMap { $0 }
    return place.lowerBound >= 8 && kept.allSatisfy { !place.overlaps($0.offset..<$0.endOffset) }
  }

  /// Whether a JPEG's segment has room for more bytes (ITU T.81, B.1.1.4: a length of at most 65,535).
  func fits(_ more: Int) -> Bool {
    !edit.fitsSegment || block.bytes.count + more <= 65_533 - JPEGSegment.Identifier.exif.count
  }
}
