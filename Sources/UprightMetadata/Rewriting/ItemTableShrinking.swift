// Item tables without some items, at their old length: free space replaces removed entries (ISO 14496-12, 8.11).

internal import UprightGeometry

/// The bytes of `meta` without the entries of removed items.
struct ItemTableShrinking {
  private let bytes: [UInt8]
  private let tables: ItemTables
  private let gone: Set<Int>
  private let hidesText: Bool

  /// `bytes` is the whole box; `hidesText` also removes texts and unknown boxes.
  init(_ bytes: [UInt8], of tables: ItemTables, without gone: Set<Int>, hidesText: Bool) {
    self.bytes = bytes
    self.tables = tables
    self.gone = gone
    self.hidesText = hidesText
  }

  private static let known: Set<FourCC> = [
    "hdlr", "dinf", "pitm", "iinf", "iref", "iprp", "iloc", "idat", "grpl", "ipro", "free", "skip",
  ]

  private var origin: Int { tables.box.offset }

  /// The new bytes, as many as before.
  ///
  /// - Throws: `.metadataNotRemovable` if a table cannot be read, or the remaining space is too small for a box.
  func shrunk() throws(MetadataError) -> [UInt8] {
    var reader = RangeReader(bytes, budget: .max)
    let start = tables.box.payload.lowerBound - origin + Box.fullHeader
    var result = Array(bytes[..<start])
    let run = try BoxRun(in: start..<bytes.count, &reader)
    guard run.damage == nil else { throw unremovable }
    for box in run.boxes {
      let whole = Array(bytes[box.offset..<box.end])
      switch box.kind {
      case "iinf": result += gone.isEmpty ? whole : try infos(box, &reader)
      case "iloc": result += gone.isEmpty ? whole : try locations(box)
      case "iref": result += gone.isEmpty ? whole : try references(box, &reader)
      case "iprp": result += try properties(box, &reader)
      case "grpl": result += gone.isEmpty ? whole : try groups(box, &reader)
      case "free", "skip": result += hidesText ? Self.blanked(whole, from: box.payload.lowerBound - box.offset) : whole
      case _ where hidesText && !Self.known.contains(box.kind): break
      default: result += whole
      }
    }
    let left = bytes.count - result.count
    guard left == 0 || left >= 8 else { throw unremovable }
    return left == 0 ? result : result + Box.bytes("free", [UInt8](repeating: 0, count: left - 8))
  }

  private var unremovable: MetadataError { MetadataError(.metadataNotRemovable, at: origin) }

  // MARK: Tables

  private func infos(_ box: Box, _ reader: inout RangeReader<[UInt8]>) throws(MetadataError) -> [UInt8] {
    let start = box.payload.lowerBound
    guard box.payload.count >= 6 else { throw unremovable }
    let countSize = bytes[start] == 0 ? 2 : 4
    let run = try BoxRun(in: min(box.end, start + Box.fullHeader + countSize)..<box.end, &reader)
    guard run.damage == nil else { throw unremovable }
    var (kept, count): ([UInt8], Int) = ([], 0)
    for entry in run.boxes {
      if entry.kind == "infe", gone.contains(try identifier(of: entry)) { continue }
      if entry.kind == "infe" { count += 1 }
      kept += bytes[entry.offset..<entry.end]
    }
    return Box.bytes("iinf", bytes[start..<start + Box.fullHeader] + BigEndian.bytes(count, size: countSize) + kept)
  }

  private func identifier(of entry: Box) throws(MetadataError) -> Int {
    var fields = FieldReader(Array(bytes[entry.payload]), at: entry.payload.lowerBound)
    return try fields.number(fields.version() < 3 ? 2 : 4)
  }

  private func locations(_ box: Box) throws(MetadataError) -> [UInt8] {
    var fields = FieldReader(Array(bytes[box.payload]), at: box.payload.lowerBound)
    let version = try fields.version()
    let sizes = try fields.number(2)
    let idSize = version < 2 ? 2 : 4
    let countOffset = fields.offset
    let indexSize = version == 0 ? 0 : sizes & 15
    var (kept, left): ([UInt8], Int) = ([], 0)
    for _ in 0..<(try fields.number(idSize)) {
      let start = fields.offset
      let id = try fields.number(idSize)
      _ = try fields.number((version == 0 ? 0 : 2) + 2)
      _ = try fields.number(sizes >> 4 & 15)
      for _ in 0..<(try fields.number(2)) {
        for size in [indexSize, sizes >> 12, sizes >> 8 & 15] { _ = try fields.number(size) }
      }
      guard !gone.contains(id) else { continue }
      left += 1
      kept += bytes[start..<fields.offset]
    }
    return Box.bytes("iloc", bytes[box.payload.lowerBound..<countOffset] + BigEndian.bytes(left, size: idSize) + kept)
  }

  private func references(_ box: Box, _ reader: inout RangeReader<[UInt8]>) throws(MetadataError) -> [UInt8] {
    let start = box.payload.lowerBound
    guard box.payload.count >= Box.fullHeader else { throw unremovable }
    let idSize = bytes[start] == 0 ? 2 : 4
    let run = try BoxRun(in: start + Box.fullHeader..<box.end, &reader)
    guard run.damage == nil else { throw unremovable }
    var kept: [UInt8] = []
    for entry in run.boxes {
      var fields = FieldReader(Array(bytes[entry.payload]), at: entry.payload.lowerBound)
      let from = try fields.number(idSize)
      var to: [Int] = []
      for _ in 0..<(try fields.number(2)) { to.append(try fields.number(idSize)) }
      let left = to.filter { !gone.contains($0) }
      guard !gone.contains(from), !left.isEmpty else { continue }
      guard left != to else {
        kept += bytes[entry.offset..<entry.end]
        continue
      }
      let ids = left.flatMap { BigEndian.bytes($0, size: idSize) }
      kept += Box.bytes(entry.kind, BigEndian.bytes(from, size: idSize) + BigEndian.bytes(left.count, size: 2) + ids)
    }
    return kept.isEmpty ? [] : Box.bytes("iref", bytes[start..<start + Box.fullHeader] + kept)
  }

  private func properties(_ box: Box, _ reader: inout RangeReader<[UInt8]>) throws(MetadataError) -> [UInt8] {
    let run = try BoxRun(in: box.payload, &reader)
    guard run.damage == nil else { throw unremovable }
    var inside: [UInt8] = []
    for table in run.boxes {
      switch table.kind {
      case "ipco": inside += try container(table, &reader)
      case "ipma": inside += gone.isEmpty ? Array(bytes[table.offset..<table.end]) : try associations(table)
      default: inside += bytes[table.offset..<table.end]
      }
    }
    return Box.bytes("iprp", inside)
  }

  /// Properties are referred to by index, so a removed one becomes free space.
  private func container(_ box: Box, _ reader: inout RangeReader<[UInt8]>) throws(MetadataError) -> [UInt8] {
    var result = Array(bytes[box.offset..<box.end])
    guard hidesText else { return result }
    let run = try BoxRun(in: box.payload, &reader)
    for (index, property) in run.boxes.enumerated() where ["udes", "uuid"].contains(property.kind) {
      let isEssential = tables.properties?.associations.contains { list in
        list.list.contains { $0.index == index + 1 && $0.isEssential && !gone.contains(list.id) }
      }
      guard isEssential != true else { throw unremovable }
      let place = property.offset - box.offset
      let blank = Array("free".utf8) + [UInt8](repeating: 0, count: property.end - property.offset - 8)
      result.replaceSubrange(place + 4..<place + 4 + blank.count, with: blank)
    }
    return result
  }

  private func associations(_ box: Box) throws(MetadataError) -> [UInt8] {
    var fields = FieldReader(Array(bytes[box.payload]), at: box.payload.lowerBound)
    let head = try fields.number(Box.fullHeader)
    let (idSize, width) = (head >> 24 == 0 ? 2 : 4, head & 1 == 1 ? 2 : 1)
    let countOffset = fields.offset
    var (kept, left): ([UInt8], Int) = ([], 0)
    for _ in 0..<(try fields.number(4)) {
      let start = fields.offset
      let id = try fields.number(idSize)
      for _ in 0..<(try fields.number(1)) { _ = try fields.number(width) }
      guard !gone.contains(id) else { continue }
      left += 1
      kept += bytes[start..<fields.offset]
    }
    return Box.bytes("ipma", bytes[box.payload.lowerBound..<countOffset] + BigEndian.bytes(left) + kept)
  }

  /// Groups refer to items by numbers of four bytes, after the group ID and a count.
  private func groups(_ box: Box, _ reader: inout RangeReader<[UInt8]>) throws(MetadataError) -> [UInt8] {
    let run = try BoxRun(in: box.payload, &reader)
    guard run.damage == nil else { throw unremovable }
    var kept: [UInt8] = []
    for group in run.boxes {
      var fields = FieldReader(Array(bytes[group.payload]), at: group.payload.lowerBound)
      let head = try fields.number(4)
      let number = try fields.number(4)
      var ids: [Int] = []
      for _ in 0..<(try fields.number(4)) { ids.append(try fields.number(4)) }
      let left = ids.filter { !gone.contains($0) }
      guard left.count > 1 || left == ids else { continue }
      let rest = bytes[fields.offset..<group.end]
      let opening = BigEndian.bytes(head) + BigEndian.bytes(number) + BigEndian.bytes(left.count)
      kept += Box.bytes(group.kind, opening + left.flatMap { BigEndian.bytes($0) } + rest)
    }
    return kept.isEmpty ? [] : Box.bytes("grpl", kept)
  }

  // MARK: Bytes

  private static func blanked(_ whole: [UInt8], from start: Int) -> [UInt8] {
    whole[..<start] + [UInt8](repeating: 0, count: whole.count - start)
  }
}
