// Photoshop's image resources in an APP13 segment (Adobe Photoshop File Formats Specification, "Image Resource
// Blocks"). An IPTC record: a sequence of datasets (IPTC-NAA Information Interchange Model 4.2, chapters 2 and 6). What
// goes of Photoshop's resources, by one rule for everything that carries them: APP13, a TIFF's field, a field in Exif,
// text chunks of a PNG. Photoshop's image resources as parts (Adobe Photoshop File Formats Specification, "Image
// Resource Blocks"). Positions and densities in Photoshop's image resources, for a new image (Adobe Photoshop File
// Formats Specification, "Image Resource IDs" and "Path resource format").

internal import UprightGeometry

/// A sequence of resources: "8BIM", a number, a name, a length, data; each padded to an even size.
enum PhotoshopResources {
  /// 1033 and 1036: thumbnails of the original image in its stored orientation.
  private static let thumbnails = [1033, 1036]

  /// 1058 and 1059: the Exif block; 1060: the XMP packet. Both may contain the location.
  private static let copies = [1058, 1059, 1060]

  /// The payload without its thumbnails and IPTC's preview; an invalid payload is returned unchanged. `orViews` also
  /// removes every other resource that contains a JPEG, such as a copy of Exif with its thumbnail.
  static func withoutThumbnails(_ payload: [UInt8], orViews: Bool = false) -> [UInt8] {
    without(thumbnails, payload, orViews: orViews) ?? payload
  }

  /// The same for resources that begin at `start`; nil if they cannot be read to their end.
  static func withoutThumbnails(whole payload: [UInt8], from start: Int, orViews: Bool) -> [UInt8]? {
    without(thumbnails, payload, from: start, orViews: orViews)
  }

  /// The payload without thumbnails and without copies of Exif and XMP; nil if it is invalid.
  static func withoutPosition(
    _ payload: [UInt8], from start: Int = JPEGSegment.Identifier.photoshop.count
  ) -> [UInt8]? {
    without(thumbnails + copies, payload, from: start)
  }

  private static func without(
    _ numbers: [Int], _ payload: [UInt8], from start: Int = JPEGSegment.Identifier.photoshop.count,
    orViews: Bool = false
  ) -> [UInt8]? {
    var kept = Array(payload.prefix(start))
    var at = start
    while at < payload.count {
      guard let resource = Resource(payload, at: at) else { return nil }
      let goes = numbers.contains(resource.number) || orViews && resource.isView(in: payload)
      if !goes { kept += whole(resource, of: payload, from: at) }
      at = resource.end
    }
    return kept
  }

  /// A resource as stored; for the IPTC record, without its preview.
  private static func whole(_ resource: Resource, of payload: [UInt8], from start: Int) -> [UInt8] {
    let data = Array(payload[resource.data])
    guard resource.number == record else { return Array(payload[start..<resource.end]) }
    let kept = IPTCRecord.withoutPreview(data)
    guard kept != data else { return Array(payload[start..<resource.end]) }
    let size = BigEndian.bytes(kept.count)
    return payload[start..<resource.data.lowerBound - 4] + size + kept + (kept.count % 2 == 1 ? [0] : [])
  }

  /// 1028: the IPTC record.
  private static let record = 1028

  /// The IPTC record among resources that start at `start`; nil if there is none before invalid data.
  static func iptc(in payload: [UInt8], from start: Int = JPEGSegment.Identifier.photoshop.count) -> [UInt8]? {
    var at = start
    while at < payload.count, let resource = Resource(payload, at: at) {
      if resource.number == record, !resource.data.isEmpty {
        return IPTCRecord.withoutPreview(Array(payload[resource.data]))
      }
      at = resource.end
    }
    return nil
  }

  /// The numbers of remaining resources with unknown contents, in order. These include copies of Exif, which may
  /// contain a thumbnail, and 4000 to 4999, which any plug-in may use. Invalid data ends the search.
  static func unknownNumbers(in payload: [UInt8], from start: Int, besides gone: Strip) -> [Int] {
    var numbers: [Int] = []
    var at = start
    while at < payload.count, let resource = Resource(payload, at: at) {
      let goes = gone == .gps && copies.contains(resource.number)
      if !goes, !isKnown(resource.number), !resource.data.isEmpty {
        numbers.append(resource.number)
      }
      at = resource.end
    }
    return numbers
  }

  /// Whether the specification defines a resource's contents, and they are neither an image nor an Exif block.
  private static func isKnown(_ number: Int) -> Bool {
    switch number {
    case 1058, 1059: false
    case 1000...1088, 2000...2999, 3000, 7000...7001, 8000, 10_000: true
    default: false
    }
  }

  /// One resource: its number, and the ranges of its data and of all of it in a payload.
  struct Resource {
    let number: Int
    let data: Range<Int>
    let end: Int

    /// Whether it contains a JPEG. Not the IPTC record, whose preview is removed separately.
    func isView(in payload: [UInt8]) -> Bool {
      number != PhotoshopResources.record && !JPEGStarts(in: Array(payload[data])).isEmpty
    }

    init?(_ payload: [UInt8], at start: Int) {
      let nameAt = start + 6
      guard nameAt < payload.count, payload[start..<start + 4].elementsEqual("8BIM".utf8) else { return nil }
      number = Int(payload[start + 4]) << 8 | Int(payload[start + 5])
      let sizeAt = nameAt + (Int(payload[nameAt]) + 2) / 2 * 2
      guard sizeAt + 4 <= payload.count else { return nil }
      let size = BigEndian.number(payload[sizeAt..<sizeAt + 4])
      let dataEnd = sizeAt + 4 + size
      guard dataEnd <= payload.count else { return nil }
      data = sizeAt + 4..<dataEnd
      end = min(payload.count, dataEnd + size % 2)
    }
  }
}

/// Removes the preview image from a record.
enum IPTCRecord {
  /// 2:200, 2:201 and 2:202: a preview's format, the format's version, and its data.
  private static let preview: ClosedRange<UInt8> = 200...202

  /// The record without its preview. Invalid datasets stay as they are; a truncated preview is removed.
  static func withoutPreview(_ record: [UInt8]) -> [UInt8] {
    var (kept, at): ([UInt8], Int) = ([], 0)
    while let (end, isPreview) = dataset(record, at: at) {
      if !isPreview { kept += record[at..<end] }
      at = end
    }
    return at == kept.count ? record : kept + record[at...]
  }

  /// The end of a dataset, and whether it belongs to a preview; nil if no complete dataset starts here.
  private static func dataset(_ record: [UInt8], at start: Int) -> (end: Int, isPreview: Bool)? {
    guard start + 5 <= record.count, record[start] == 0x1C else { return nil }
    let isPreview = record[start + 1] == 2 && preview.contains(record[start + 2])
    var (size, head) = (Int(record[start + 3]) << 8 | Int(record[start + 4]), 5)
    if size >= 0x8000 {
      head += size & 0x7FFF
      guard head <= 5 + 4, start + head <= record.count else { return isPreview ? (record.count, true) : nil }
      size = BigEndian.number(record[start + 5..<start + head])
    }
    let end = start + head + size
    if end <= record.count { return (end, isPreview) }
    return isPreview ? (record.count, true) : nil
  }
}

/// What a request removes of Photoshop's resources.
struct ResourceRemoval {
  /// The metadata to remove.
  let strip: Strip
  /// Whether no view of the whole image may stay.
  let removesViews: Bool

  /// What a new image leaves behind.
  init(_ edit: MetadataEdit) { (strip, removesViews) = (edit.strip, edit.removesViews) }

  /// What an unchanged image loses.
  init(stripping strip: Strip) { (self.strip, removesViews) = (strip, true) }

  /// What remains of resources without an identifier; nil if they cannot be read to their end.
  func rewritten(_ resources: [UInt8]) -> [UInt8]? {
    strip == .gps
      ? PhotoshopResources.withoutPosition(resources, from: 0)
      : PhotoshopResources.withoutThumbnails(whole: resources, from: 0, orViews: removesViews)
  }

  /// The same for a segment's payload.
  func rewritten(payload: [UInt8]) -> [UInt8]? {
    let head = JPEGSegment.Identifier.photoshop
    return rewritten(Array(payload.dropFirst(head.count))).map { head + $0 }
  }

  /// What remains of resources without an identifier. Those that cannot be read to their end stay only if nothing has to
  /// go: a view of the whole image or the location may be among them.
  func kept(_ resources: [UInt8]) -> [UInt8]? { rewritten(resources) ?? (removesViews ? nil : resources) }

  /// Whether resources without an identifier are removed because they cannot be read to their end.
  func removesDamaged(_ resources: [UInt8]) -> Bool { kept(resources) == nil }
}

extension PartLayout {
  /// Adds each resource by its number.
  mutating func nestPhotoshop(_ bytes: [UInt8], at places: BytePlaces, in owner: Int?) {
    guard owner != nil else { return }
    var at = 0
    while at < bytes.count, hasRoom {
      guard let resource = PhotoshopResources.Resource(bytes, at: at) else {
        let rest = at..<bytes.count
        if bytes[rest].contains(where: { $0 != 0 }) { nest(.unknown, "8BIM", places.places(of: rest), in: owner) }
        return
      }
      let number = resource.number
      let kind: FilePart.Kind =
        switch number {
        case 1033, 1036: .thumbnail
        case 1028: .iptc
        case 1039: .profile
        case 1058, 1059: .exif
        case 1060: .xmp
        default: .field
        }
      let part = nest(kind, kind == .iptc ? "" : "8BIM:\(number)", places.places(of: resource.data), in: owner)
      nestContents(
        of: part, kind, Array(bytes[resource.data]), at: BytePlaces(places.places(of: resource.data)))
      at = resource.end
    }
  }
}

extension PhotoshopResources {
  /// Resources without the identifier as a new image carries them; nil if they are not carried.
  static func carried(_ resources: [UInt8], _ move: ImageMove) -> [UInt8]? {
    ResourceRemoval(move.edit).kept(resources).map { moved($0, by: move) }
  }

  /// Resources without the identifier whose paths, guides, resolution and pixel shape are those of the new image.
  static func moved(_ resources: [UInt8], by move: ImageMove) -> [UInt8] {
    guard !(move.showsTheSame && move.showsAll) else { return resources }
    var result = resources
    var at = 0
    while at < resources.count, let resource = Resource(resources, at: at) {
      let data = Array(resources[resource.data])
      if let new = moved(data, numbered: resource.number, move), new.count == data.count {
        result.replaceSubrange(resource.data, with: new)
      }
      at = resource.end
    }
    return result
  }

  private static func moved(_ data: [UInt8], numbered number: Int, _ move: ImageMove) -> [UInt8]? {
    switch number {
    // The resolution and its units, of columns and then of rows.
    case 1005 where data.count == 16 && move.edit.swapsAxes: Array(data[8...] + data[..<8])
    // The ratio of a pixel's sides, after a version.
    case 1064 where data.count == 12 && move.edit.swapsAxes: inverted(data)
    case 1025, 2000...2997: path(data, move)
    case 1032: guides(data, move)
    default: nil
    }
  }

  private static func inverted(_ data: [UInt8]) -> [UInt8]? {
    let ratio = Double(bitPattern: UInt64(bitPattern: Int64(BigEndian.number(data[4...]))))
    guard ratio.isFinite, ratio > 0 else { return nil }
    return data[..<4] + BigEndian.bytes(Int(Int64(bitPattern: (1 / ratio).bitPattern)), size: 8)
  }

  /// Records of 26 bytes. Those of knots have three points: fractions of the height and then of the width, of 24 bits.
  private static func path(_ data: [UInt8], _ move: ImageMove) -> [UInt8]? {
    let (size, map) = (move.storedSize, move.edit.map)
    let (wide, high) = (Double(move.edit.size.width), Double(move.edit.size.height))
    guard data.count % 26 == 0, wide > 0, high > 0 else { return nil }
    var result = data
    for start in stride(from: 0, to: data.count, by: 26)
    where [1, 2, 4, 5].contains(BigEndian.number(data[start..<start + 2])) {
      for place in stride(from: start + 2, to: start + 26, by: 8) {
        let (y, x) = (
          fraction(data[place..<place + 4]) * Double(size.height),
          fraction(data[place + 4..<place + 8]) * Double(size.width)
        )
        let down = (map.b * x + map.d * y + map.ty) / high
        let across = (map.a * x + map.c * y + map.tx) / wide
        result.replaceSubrange(place..<place + 8, with: bytes(ofFraction: down) + bytes(ofFraction: across))
      }
    }
    return result
  }

  private static func fraction(_ bytes: ArraySlice<UInt8>) -> Double {
    Double(Int32(truncatingIfNeeded: BigEndian.number(bytes))) / Double(1 << 24)
  }

  private static func bytes(ofFraction value: Double) -> [UInt8] {
    let whole = (value * Double(1 << 24)).rounded()
    return BigEndian.bytes(Int(min(max(whole, Double(Int32.min)), Double(Int32.max))))
  }

  /// A version, the grid's distances across and down, and the guides: a place in 32nds of a pixel, and 0 for an upright
  /// line or 1 for a level one.
  private static func guides(_ data: [UInt8], _ move: ImageMove) -> [UInt8]? {
    guard data.count >= 16 else { return nil }
    let (swaps, map, count) = (move.edit.swapsAxes, move.edit.map, BigEndian.number(data[12..<16]))
    guard count <= (data.count - 16) / 5 else { return nil }
    var result = swaps ? data[..<4] + data[8..<12] + data[4..<8] + data[12...] : data[...]
    for start in stride(from: 16, to: 16 + 5 * count, by: 5) {
      let place = Double(Int32(truncatingIfNeeded: BigEndian.number(data[start..<start + 4]))) / 32
      let isLevel = data[start + 4] == 1
      let moved =
        switch (isLevel, swaps) {
        case (false, false): map.a * place + map.tx
        case (false, true): map.b * place + map.ty
        case (true, false): map.d * place + map.ty
        case (true, true): map.c * place + map.tx
        }
      let whole = (moved * 32).rounded()
      guard whole.magnitude < Double(Int32.max) else { return nil }
      result.replaceSubrange(start..<start + 4, with: BigEndian.bytes(Int(whole)))
      result[start + 4] = isLevel != swaps ? 1 : 0
    }
    return Array(result)
  }
}
