// Makes an Exif block true of a new picture: orientation 1, its size, its subject, its thumbnail (EXIF 2.32, 4.6).

internal import UprightGeometry

/// Rewrites a block in place wherever possible, so that maker notes keep their offsets.
struct ExifRewriter {
  /// The block so far.
  var block: TIFFBlock
  let edit: MetadataEdit

  init(_ block: TIFFBlock, edit: MetadataEdit) {
    self.block = block
    self.edit = edit
    setSizes()
    moveResolutions()
    moveSubjects()
    if edit.becomesSRGB { setColors() }
    if edit.strip == .gps { removePosition() }
    dropPreviews()
    if let thumbnail = edit.thumbnail { replaceThumbnail(with: thumbnail) } else { dropThumbnail() }
    setOrientations()
  }

  /// A block to which nothing was done yet.
  init(unedited block: TIFFBlock, _ edit: MetadataEdit) {
    self.block = block
    self.edit = edit
  }

  /// Comes last: in a hostile block another field may lie over the tag, and the tag must be right.
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

  /// Whether IFD1 leads to these bytes; it does not where its own fields are too narrow, or lay where the old ones were.
  private func names(_ thumbnail: [UInt8]) -> Bool {
    guard let ifd1 = block.ifd1, let place = Thumbnail.range(in: block, ifd1: ifd1) else { return false }
    return block.bytes[place].elementsEqual(thumbnail)
  }

  /// Unlinks IFD1 and removes the small picture's bytes, a JPEG or strips, so that no old view of the scene stays behind:
  /// as far as they lie in the block, where it breaks off before they do.
  mutating func dropThumbnail() {
    guard let ifd0 = block.ifd0, let next = ifd0.next, next != 0, ifd0.isComplete else { return }
    if let ifd1 = block.ifd1 {
      let places = ExifTree.pictures(of: ifd1, in: block)
      clear(places, besides: ExifKeeping(block, second: false), shortens: true)
    }
    block.put(0, size: 4, at: ifd0.nextFieldOffset)
  }

  /// Whether a whole place may be written over, because nothing that stays lies there.
  private func isOwn(_ place: Range<Int>) -> Bool {
    let keeping = ExifKeeping(block, second: true)
    return keeping.pieces(of: ExifReference(place.lowerBound, place.count), in: block.bytes.count) == [place]
  }

  /// Whether a range overlaps no directory that stays.
  func isFree(_ place: Range<Int>) -> Bool {
    let kept = [block.ifd0, block.exifDirectory].compactMap { $0 }
    return place.lowerBound >= 8 && kept.allSatisfy { !place.overlaps($0.offset..<$0.endOffset) }
  }

  /// Whether the segment has room for more bytes (ITU T.81, B.1.1.4: a length of 65,535 at most).
  private func fits(_ more: Int) -> Bool {
    block.bytes.count + more <= 65_533 - JPEGSegment.Identifier.exif.count
  }
}
