// The positions of a JPEG's scans, and the coefficients that each codes (ITU T.81, B.2.2, B.2.3 and figure B.2). A
// progressive JPEG without the scans that a decode at 1/8 size ignores (ITU T.81, G.1.1.1 and A.3.6).

/// One scan of an image.
struct JPEGScan: Hashable {
  /// From its marker to the next marker after its coded data.
  let range: Range<Int>
  /// Identifiers of its components.
  let components: [UInt8]
  /// Its first and last coefficient in zigzag order; 0 is the mean of a block (DC).
  let first, last: UInt8
}

/// The scans of a complete progressive JPEG, in the file's order.
struct JPEGScans {
  /// The components of the frame.
  private(set) var components: [JPEGFrame.Component] = []
  /// The scans.
  private(set) var all: [JPEGScan] = []

  /// Bytes to search at once.
  private static let chunk = 1 << 16
  /// Maximum number of markers outside coded data.
  private static let markerLimit = 4_096

  /// Reads all of `source`; nil if it is not progressive or violates the standard anywhere, so that its scans are not
  /// reliable.
  ///
  /// - Throws: `MetadataError` on an I/O error or if the source ends inside a segment.
  init?(_ source: some ByteSource) throws(MetadataError) {
    var reader = RangeReader(source, budget: .max)
    guard source.byteCount > 2, try reader.bytes(0..<2) == [0xFF, 0xD8] else { return nil }
    var position = 2
    for _ in 0..<Self.markerLimit {
      let marker = try reader.bytes(at: position, count: 2)
      guard marker[0] == 0xFF else { return nil }
      if marker[1] == 0xD9 { return }
      if marker[1] == 0xFF {
        position += 1
        continue
      }
      let length = try reader.number(at: position + 2, size: 2)
      guard 0xC0...0xFE ~= marker[1], !(0xD0...0xD8 ~= marker[1]), length >= 2 else { return nil }
      let end = position + 2 + length
      let payload = position + 4..<end
      switch marker[1] {
      case 0xDA:
        guard !components.isEmpty, let data = try Self.endOfData(in: source, from: end),
          let scan = Self.scan(try reader.bytes(payload), position..<data)
        else { return nil }
        all.append(scan)
        position = data
        continue
      case 0xC2, 0xCA:
        guard components.isEmpty, let listed = Self.frame(try reader.bytes(payload)) else { return nil }
        components = listed
      default: break
      }
      position = end
    }
    return nil
  }

  private static func scan(_ payload: [UInt8], _ range: Range<Int>) -> JPEGScan? {
    guard let count = payload.first.map(Int.init), 1...4 ~= count, payload.count == 2 * count + 4 else { return nil }
    let components = (0..<count).map { payload[1 + 2 * $0] }
    let (first, last) = (payload[2 * count + 1], payload[2 * count + 2])
    guard first <= last, last < 64 else { return nil }
    return JPEGScan(range: range, components: components, first: first, last: last)
  }

  private static func frame(_ payload: [UInt8]) -> [JPEGFrame.Component]? {
    guard payload.count >= 6, payload[5] > 0, payload.count == 6 + 3 * Int(payload[5]) else { return nil }
    return (0..<Int(payload[5])).map { index in
      let fields = payload[(6 + 3 * index)...].prefix(3).map(\.self)
      return JPEGFrame.Component(
        identifier: fields[0], horizontal: Int(fields[1] >> 4), vertical: Int(fields[1] & 15), table: Int(fields[2]))
    }
  }

  /// The offset of the first marker that is neither stuffing nor a restart marker (ITU T.81, B.1.1.5); nil if there
  /// is none.
  private static func endOfData(in source: some ByteSource, from start: Int) throws(MetadataError) -> Int? {
    var position = start
    while position < source.byteCount {
      let bytes = try source.read(position..<min(source.byteCount, position + chunk))
      guard bytes.count > 1 else { return nil }
      var index = 0
      while let found = bytes[index...].firstIndex(of: 0xFF), found + 1 < bytes.count {
        if !(0xD0...0xD7 ~= bytes[found + 1]), bytes[found + 1] != 0 { return position + found }
        index = found + 2
      }
      // The first byte of a marker may be the last byte of this chunk.
      position += index < bytes.count && bytes[bytes.count - 1] == 0xFF ? bytes.count - 1 : bytes.count
    }
    return nil
  }
}

/// The bytes of a progressive JPEG, without the scans that code only AC coefficients of fully sampled components.
///
/// At 1/8, each block of such a component becomes one sample, its mean; decoding its other coefficients is wasted
/// work. A component at half sampling yields several samples per block and needs more than means. Only whole scans
/// are omitted.
public struct CoarseJPEG: ByteSource {
  private let rest: JoinedRanges

  /// Number of remaining bytes.
  public var byteCount: Int { rest.byteCount }

  /// Reads all of `source`; nil if nothing can be omitted, or anything violates the standard.
  ///
  /// - Throws: `MetadataError` `.unreadable` on an I/O error.
  public init?(_ source: some ByteSource) throws(MetadataError) {
    guard let scans = try Self.scans(of: source) else { return nil }
    let largest = (
      scans.components.map(\.horizontal).max() ?? 0, scans.components.map(\.vertical).max() ?? 0
    )
    let full = scans.components.filter { ($0.horizontal, $0.vertical) == largest }.map(\.identifier)
    let detail = scans.all.filter { $0.first > 0 && $0.components.allSatisfy(full.contains) }.map(\.range)
    guard !detail.isEmpty else { return nil }
    rest = JoinedRanges(source, without: detail)
  }

  /// A truncated file is decoded as it is.
  private static func scans(of source: some ByteSource) throws(MetadataError) -> JPEGScans? {
    do throws(MetadataError) { return try JPEGScans(source) } catch {
      if error.code == .unreadable { throw error }
      return nil
    }
  }

  /// The bytes of `range`, clipped to the remaining bytes.
  ///
  /// - Throws: `MetadataError` `.unreadable` on an I/O error.
  public func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    try rest.read(range)
  }
}
