// Photoshop's image resources in an APP13 segment (Adobe Photoshop File Formats Specification, "Image Resource
// Blocks").

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
