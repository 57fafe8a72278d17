// Positions and densities in Photoshop's image resources, for a new image (Adobe Photoshop File Formats Specification,
// "Image Resource IDs" and "Path resource format").

internal import UprightGeometry

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
