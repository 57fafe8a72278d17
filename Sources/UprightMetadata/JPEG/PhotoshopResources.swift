// Photoshop's image resources in an APP13 segment (Adobe Photoshop File Formats Specification, "Image Resource Blocks").

/// Resources one after the other: "8BIM", a number, a name, a length, data; each padded to an even count.
enum PhotoshopResources {
  /// 1033 and 1036: small pictures of the whole scene as it was, stored as it was.
  private static let thumbnails = [1033, 1036]

  /// 1058 and 1059: Exif's block; 1060: XMP's packet. Both may say where a picture was taken.
  private static let copies = [1058, 1059, 1060]

  /// The payload without its thumbnails and IPTC's preview; one that breaks the format's rules comes back as it is.
  static func withoutThumbnails(_ payload: [UInt8]) -> [UInt8] { without(thumbnails, payload) ?? payload }

  /// The same for resources that nothing stands before, as in a TIFF's field.
  static func withoutThumbnails(bare resources: [UInt8]) -> [UInt8] {
    without(thumbnails, resources, from: 0) ?? resources
  }

  /// The same; nil for what breaks the format's rules.
  static func withoutPosition(bare resources: [UInt8]) -> [UInt8]? { without(thumbnails + copies, resources, from: 0) }

  /// The payload without thumbnails and without copies of Exif and XMP; nil for one that breaks the format's rules.
  static func withoutPosition(_ payload: [UInt8]) -> [UInt8]? { without(thumbnails + copies, payload) }

  private static func without(
    _ numbers: [Int], _ payload: [UInt8], from start: Int = JPEGSegment.Identifier.photoshop.count
  ) -> [UInt8]? {
    var kept = Array(payload.prefix(start))
    var at = start
    while at < payload.count {
      guard let resource = Resource(payload, at: at) else { return nil }
      if !numbers.contains(resource.number) { kept += whole(resource, of: payload, from: at) }
      at = resource.end
    }
    return kept
  }

  /// A resource as it stands, or IPTC's record without its preview.
  private static func whole(_ resource: Resource, of payload: [UInt8], from start: Int) -> [UInt8] {
    let data = Array(payload[resource.data])
    guard resource.number == record else { return Array(payload[start..<resource.end]) }
    let kept = IPTCRecord.withoutPreview(data)
    guard kept != data else { return Array(payload[start..<resource.end]) }
    let size = (0..<4).map { UInt8(truncatingIfNeeded: kept.count >> (24 - 8 * $0)) }
    return payload[start..<resource.data.lowerBound - 4] + size + kept + (kept.count % 2 == 1 ? [0] : [])
  }

  /// 1028: IPTC's record.
  private static let record = 1028

  /// IPTC's record among resources that start at `start`; nil where there is none before something breaks the rules.
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

  private struct Resource {
    let number: Int
    let data: Range<Int>
    let end: Int

    init?(_ payload: [UInt8], at start: Int) {
      let nameAt = start + 6
      guard nameAt < payload.count, payload[start..<start + 4].elementsEqual("8BIM".utf8) else { return nil }
      number = Int(payload[start + 4]) << 8 | Int(payload[start + 5])
      let sizeAt = nameAt + (Int(payload[nameAt]) + 2) / 2 * 2
      guard sizeAt + 4 <= payload.count else { return nil }
      let size = payload[sizeAt..<sizeAt + 4].reduce(0) { $0 << 8 | Int($1) }
      let dataEnd = sizeAt + 4 + size
      guard dataEnd <= payload.count else { return nil }
      data = sizeAt + 4..<dataEnd
      end = min(payload.count, dataEnd + size % 2)
    }
  }
}
