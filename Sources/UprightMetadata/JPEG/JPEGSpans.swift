// Metadata that one JPEG segment cannot hold, spread over several (Adobe Photoshop File Formats Specification, "Image
// Resource Blocks": resources continue in the next APP13; ExifTool writes long Exif blocks in the same way).

/// The new payloads of segments that only together can be read.
struct JPEGSpans {
  /// The new payload of each such segment by its offset; nil if it is removed.
  private(set) var payloads: [Int: [UInt8]?] = [:]
  /// All Photoshop resources, if they continue from one segment to the next.
  private(set) var resources: [UInt8]?
  /// The whole Exif block, if it continues in the next segments.
  private(set) var exif: [UInt8]?
  /// Whether resources are removed because they cannot be read to their end.
  private(set) var hasDamagedResources = false

  /// Starts empty.
  init() {}

  /// Takes the resources of all segments, and rewrites them. Where no view of the whole image may stay, a segment whose
  /// resources do not end with it is removed.
  ///
  /// - Throws: `.unreadable`.
  mutating func rewriteResources(
    _ header: JPEGHeader, _ source: some ByteSource, by removal: ResourceRemoval
  ) throws(MetadataError) {
    let segments = header.applications.filter { $0.kind == .photoshop }.map(\.segment)
    guard !segments.isEmpty else { return }
    let head = JPEGSegment.Identifier.photoshop
    var old: [[UInt8]] = []
    for segment in segments { old.append(try source.read(segment.payload)) }
    let new = old.map(removal.rewritten(payload:))
    if new.allSatisfy({ $0 != nil }) { return set(segments, new) }
    let whole = head + old.flatMap { $0.dropFirst(head.count) }
    if segments.count > 1, let kept = removal.rewritten(payload: whole) {
      resources = kept
      return set(segments, kept == whole ? old : Self.divided(kept, head, count: segments.count))
    }
    hasDamagedResources = removal.removesViews
    set(segments, removal.removesViews ? new : zip(old, new).map { $1 ?? $0 })
  }

  /// Takes an Exif block that continues in the next segments, and rewrites it.
  ///
  /// - Throws: `.unreadable`.
  mutating func rewriteExif(
    _ header: JPEGHeader, _ source: some ByteSource, _ rewrite: (TIFFBlock) -> [UInt8]?
  ) throws(MetadataError) {
    let head = JPEGSegment.Identifier.exif
    let applications = header.applications
    guard let first = applications.firstIndex(where: { $0.kind == .exif }) else { return }
    let run = applications[first...].prefix { $0.kind == .exif }.map(\.segment)
    guard run.count > 1 else { return }
    var data: [[UInt8]] = []
    for segment in run {
      let part = Array(try source.read(segment.payload).dropFirst(head.count))
      if data.isEmpty == (TIFFBlock(part) == nil) { break }
      data.append(part)
    }
    guard data.count > 1, let block = TIFFBlock(data.flatMap(\.self)) else { return }
    let segments = Array(run.prefix(data.count))
    guard let kept = rewrite(block) else { return set(segments, data.map { _ in nil }) }
    exif = kept
    set(
      segments, kept == block.bytes ? data.map { head + $0 } : Self.divided(head + kept, head, count: segments.count))
  }

  private mutating func set(_ segments: [JPEGSegment], _ new: [[UInt8]?]) {
    for (segment, payload) in zip(segments, new) { payloads[segment.offset] = .some(payload) }
  }

  /// Parts that each begin with the identifier, as long as possible; nil for segments that are no longer needed.
  private static func divided(_ payload: [UInt8], _ head: [UInt8], count: Int) -> [[UInt8]?] {
    let room = JPEGSegment.longestPayload - head.count
    let data = Array(payload.dropFirst(head.count))
    var parts: [[UInt8]?] = stride(from: 0, to: data.count, by: room).map {
      head + data[$0..<min(data.count, $0 + room)]
    }
    while parts.count < count { parts.append(nil) }
    return parts
  }
}
