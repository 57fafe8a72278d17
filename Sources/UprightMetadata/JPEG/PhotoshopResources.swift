// Photoshop's image resources in an APP13 segment (Adobe Photoshop File Formats Specification, "Image Resource Blocks").

/// Resources one after the other: "8BIM", a number, a name, a length, data; each padded to an even count.
enum PhotoshopResources {
  /// 1033 and 1036: small pictures of the whole scene as it was, stored as it was.
  private static let thumbnails = [1033, 1036]

  /// 1058 and 1059: Exif's block; 1060: XMP's packet. Both may say where a picture was taken.
  private static let copies = [1058, 1059, 1060]

  /// The payload without its thumbnails; one that breaks the format's rules comes back as it is.
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
      if !numbers.contains(resource.number) { kept += payload[at..<resource.end] }
      at = resource.end
    }
    return kept
  }

  /// 1028: IPTC's record.
  private static let record = 1028

  /// IPTC's record among resources that start at `start`; nil where there is none before something breaks the rules.
  static func iptc(in payload: [UInt8], from start: Int = JPEGSegment.Identifier.photoshop.count) -> [UInt8]? {
    var at = start
    while at < payload.count, let resource = Resource(payload, at: at) {
      if resource.number == record, !resource.data.isEmpty { return Array(payload[resource.data]) }
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
