// Updates an Exif block for a new image: orientation 1, size, subject, thumbnail (EXIF 2.32, 4.6). The color space
// stated by an Exif block (EXIF 2.32, 4.6.4.D and 4.6.5.B: ColorSpace; DCF 2.0, 5.3: R98 for sRGB, R03 for Adobe RGB).
// Removes the location where a photo was taken (EXIF 2.32, 4.6.6: the GPS directory). Horizontal and vertical
// resolution: in print (TIFF 6.0, XResolution) and on the sensor (EXIF 2.32, 4.6.5, FocalPlaneXResolution).

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

extension ExifRewriter {
  /// Makes every color space field in the block state sRGB, the only one that readers without color management know.
  mutating func setColors() {
    for tag in [TIFFTag.whitePoint, .primaryChromaticities, .transferFunction] {
      if let main = block.ifd0, let entry = main.first(tag) { _ = block.remove(entry, from: main) }
    }
    guard let directory = block.exifDirectory else { return }
    if let entry = directory.first(.colorSpace) { block.setInteger(1, of: entry) }
    guard let lead = directory.first(.interoperability), let start = block.integer(of: lead),
      let entry = block.directory(at: start)?.first(.interoperabilityIndex), entry.type == 2, entry.count == 4
    else { return }
    let place = entry.valueOffset..<entry.valueOffset + 4
    guard place.upperBound <= block.bytes.count, isFree(place) else { return }
    block.bytes.replaceSubrange(place, with: Array("R98\0".utf8))
  }
}

extension ExifRewriter {
  /// Zeroes the directories and their values, as far as they are in the block, and removes all references to them.
  /// Packets in a directory, as in TIFF, are removed too, because they may contain the same location.
  mutating func removePosition() {
    let directories = [block.ifd0, block.ifd1, block.exifDirectory].compactMap(\.self)
    let pointers = directories.flatMap { $0.all(.positionDirectory) }
    guard pointers.count <= Self.repetitionLimit else { return blankAll() }
    let gone = Self.positions
    let keeping = ExifKeeping(block, without: Set(gone), second: true)
    var tree = ExifTree(besides: keeping)
    for pointer in pointers { tree.take(pointer, of: block) }
    clear(tree, besides: keeping)
    for tag in gone {
      for path in [\TIFFBlock.ifd0, \.ifd1, \.exifDirectory] { removeAll(tag, from: path) }
    }
  }

  /// Fields that may contain the location (EXIF 2.32, 4.6.6; GeoTIFF 1.1, 7.1.1 and 7.1.2).
  private static let positions: [TIFFTag] = [
    .positionDirectory, .xmp, .photoshop, .pixelScale, .intergraphMatrix, .tiePoints, .mapTransformation, .mapKeys,
    .mapNumbers, .mapTexts,
  ]

  /// Removes all entries with a tag; the value offset of an entry that cannot be removed becomes 0.
  mutating func removeAll(_ tag: TIFFTag, from path: KeyPath<TIFFBlock, TIFFDirectory?>) {
    removeAll(numbered: tag.rawValue, from: path)
  }

  /// Like `removeAll(_:from:)`, for a tag by number.
  mutating func removeAll(numbered tag: Int, from path: KeyPath<TIFFBlock, TIFFDirectory?>) {
    let values =
      block[keyPath: path]?.all(numbered: tag).prefix(Self.repetitionLimit).compactMap { ExifReference($0, in: block) }
      ?? []
    if !values.isEmpty { clear(values, besides: ExifKeeping(block, withoutNumbers: [tag], second: true)) }
    for _ in 0..<Self.repetitionLimit {
      guard let directory = block[keyPath: path], let entry = directory.all(numbered: tag).first,
        isApart(directory), block.remove(entry, from: directory)
      else { break }
    }
    for entry in block[keyPath: path]?.all(numbered: tag) ?? [] { block.put(0, size: 4, at: entry.offset + 8) }
  }

  /// Whether a directory overlaps no other known directory, so that changing one does not affect the other.
  private func isApart(_ directory: TIFFDirectory) -> Bool {
    let place = directory.offset..<directory.endOffset
    return [block.ifd0, block.ifd1, block.exifDirectory].compactMap(\.self).allSatisfy {
      $0.offset == directory.offset || !place.overlaps($0.offset..<$0.endOffset)
    }
  }

  /// Maximum number of repetitions of a tag; real files have fewer.
  private static let repetitionLimit = 8
}

extension ExifRewriter {
  /// Swaps both with the axes. A scaled image has more or fewer pixels on the same sensor, and keeps its print
  /// resolution.
  mutating func moveResolutions() {
    if edit.swapsAxes { swap(.xResolution, .yResolution, in: block.ifd0) }
    let map = edit.map
    let focal = [TIFFTag.focalPlaneXResolution, .focalPlaneYResolution]
    if edit.swapsAxes { swap(focal[0], focal[1], in: block.exifDirectory) }
    for (tag, scale) in zip(focal, edit.swapsAxes ? [map.c, map.b] : [map.a, map.d]) {
      self.scale(tag, by: scale.magnitude)
    }
  }

  private mutating func swap(_ one: TIFFTag, _ other: TIFFTag, in directory: TIFFDirectory?) {
    guard let first = place(of: one, in: directory), let second = place(of: other, in: directory),
      !first.overlaps(second)
    else { return }
    let values = [first, second].map { Array(block.bytes[$0]) }
    block.bytes.replaceSubrange(first, with: values[1])
    block.bytes.replaceSubrange(second, with: values[0])
  }

  private mutating func scale(_ tag: TIFFTag, by factor: Double) {
    guard factor.isFinite, factor != 1, let place = place(of: tag, in: block.exifDirectory),
      let numerator = block.u32(at: place.lowerBound), let denominator = block.u32(at: place.lowerBound + 4),
      let scaled = Self.fraction(Double(numerator) * factor, denominator)
    else { return }
    block.put(scaled.numerator, size: 4, at: place.lowerBound)
    block.put(scaled.denominator, size: 4, at: place.lowerBound + 4)
  }

  /// Makes a fractional numerator an integer by a larger denominator, as far as four bytes allow.
  private static func fraction(_ numerator: Double, _ denominator: Int) -> (numerator: Int, denominator: Int)? {
    var (above, below) = (numerator, denominator)
    while (above - above.rounded()).magnitude > 1e-7 * above, above < 4e8, below < 400_000_000 {
      (above, below) = (above * 10, below * 10)
    }
    guard above.rounded() <= Double(UInt32.max) else { return nil }
    return (Int(above.rounded()), below)
  }

  /// The range of a rational's eight bytes, unless they overlap something else.
  private func place(of tag: TIFFTag, in directory: TIFFDirectory?) -> Range<Int>? {
    guard let entry = directory?.first(tag), entry.type == 5, entry.count == 1,
      entry.valueOffset <= block.bytes.count - 8
    else { return nil }
    let place = entry.valueOffset..<entry.valueOffset + 8
    return isFree(place) ? place : nil
  }
}
