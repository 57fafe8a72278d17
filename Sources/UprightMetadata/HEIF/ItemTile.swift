// A coded item of a HEIF or AVIF file, or a frame of its sequence (ISO 23008-12, 6.4 and 6.6).

internal import UprightGeometry

/// A coded item, with its properties.
struct ItemTile: Hashable, Sendable {
  /// The item ID.
  let id: Int
  /// `hvc1` or `av01`; `iovl` for an overlay.
  let kind: FourCC
  /// The ranges of its bytes.
  let bytes: [Range<Int>]
  /// The ranges of its properties, and whether they are essential. Excludes those that rotate, mirror or crop, or
  /// state its auxiliary type.
  var properties: [(Range<Int>, Bool)]
  /// Columns and rows before any transform.
  let size: PixelSize<Stored>?
  /// Whether the size is not a property in the source and must be created.
  var isSizeMade = false

  static func == (one: Self, other: Self) -> Bool { one.id == other.id && one.bytes == other.bytes }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension ItemTile {
  /// A frame of a track.
  init(
    frame: Int, of track: SequenceTrack, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) {
    guard let kind = track.kind else { throw MetadataError(.imageMissing, at: track.display.offset) }
    (id, self.kind, size, isSizeMade) = (track.id, kind, track.size, true)
    bytes = [try track.range(of: frame, &reader)]
    properties = track.properties.map { ($0.offset..<$0.end, $0.kind == "hvcC" || $0.kind == "av1C") }
  }

  /// A coded item of this file; nil for any other.
  init?(_ item: ItemInfo, _ tables: ItemTables, byteCount: Int) {
    guard item.kind == "hvc1" || item.kind == "av01",
      let location = tables.location(of: item.id), location.isInThisFile,
      let list = tables.properties?.list(of: item.id), let all = tables.properties,
      let room = tables.room(of: location, byteCount: byteCount)
    else { return nil }
    var bytes: [Range<Int>] = []
    for extent in location.extents {
      guard let start = location.start(of: extent), start < room.count,
        extent.reach <= room.count - start
          || extent.length == 0
      else { return nil }
      let length = extent.length == 0 ? room.count - start : extent.length
      bytes.append(room.lowerBound + start..<room.lowerBound + start + length)
    }
    guard !bytes.isEmpty else { return nil }
    (id, kind, self.bytes, size) = (item.id, item.kind, bytes, all.size(of: list))
    properties = list.list.compactMap { entry in
      guard let property = all[entry.index], property.transform == nil, property.box.kind != "clap",
        property.box.kind != "auxC",
        !property.box.isTruncated
      else { return nil }
      return (property.box.offset..<property.box.end, entry.isEssential)
    }
  }
}
