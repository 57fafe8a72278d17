// Boxes (ISO 14496-12, 4.2), chunks of PNG (ISO 15948, 5.3) and RIFF, marker segments (ITU T.81, B.1.1.4).

extension Outline {
  /// What stands before the boxes inside a box; other boxes have none inside.
  private static let heads: [String: Int] = [
    "moov": 0, "trak": 0, "mdia": 0, "minf": 0, "stbl": 0, "udta": 0, "dinf": 0, "moof": 0, "traf": 0, "mvex": 0,
    "iprp": 0, "ipco": 0, "meta": 4, "iref": 4, "iinf": 6, "stsd": 8, "dref": 8,
  ]

  mutating func addBoxes(_ input: Input, in range: Range<Int>, depth: Int) {
    var offset = range.lowerBound
    while offset + 8 <= range.upperBound, !isFull {
      let short = Field(offset: offset, width: 4, isBig: true)
      let isLong = input.value(short) == 1
      let length = isLong ? Field(offset: offset + 8, width: 8, isBig: true) : short
      var size = input.place(length) ?? range.upperBound - offset
      if size == 0 { size = range.upperBound - offset }
      let head = isLong ? 16 : 8
      guard size >= head, size <= range.upperBound - offset else { return }
      let piece = Piece(
        range: offset..<offset + size, payload: offset + head..<offset + size, kind: offset + 4..<offset + 8,
        length: length)
      pieces.append(piece)
      let name = String(decoding: input.bytes[piece.kind], as: UTF8.self)
      if let skipped = Self.heads[name], skipped <= piece.payload.count, depth < 8 {
        addBoxes(input, in: piece.payload.lowerBound + skipped..<piece.payload.upperBound, depth: depth + 1)
      } else {
        addNumbers(in: piece.payload.prefix(48))
      }
      offset += size
    }
  }

  /// Numbers of every width, wherever a table could have them.
  private mutating func addNumbers(in range: Range<Int>) {
    for offset in stride(from: range.lowerBound, to: range.upperBound, by: 2) where !isFull {
      let width = [1, 2, 4, 8][(offset / 2) % 4]
      if offset + width <= range.upperBound { fields.append(Field(offset: offset, width: width, isBig: true)) }
    }
  }

  /// PNG's have the length first and a checksum behind, RIFF's the type first and a byte to fill odd lengths; `RIFF`
  /// itself holds the others.
  mutating func addChunks(_ input: Input, from start: Int, isBig: Bool) {
    var offset = start
    while offset + 8 <= input.bytes.count, !isFull {
      let length = Field(offset: isBig ? offset : offset + 4, width: 4, isBig: isBig)
      let payload = offset + 8
      guard let size = input.place(length), size <= input.bytes.count - payload else { return }
      let end = min(input.bytes.count, payload + size + (isBig ? 4 : size % 2))
      let kind = isBig ? offset + 4..<offset + 8 : offset..<offset + 4
      pieces.append(
        Piece(
          range: offset..<end, payload: payload..<payload + size, kind: kind, length: length))
      addNumbers(in: (payload..<payload + size).prefix(24))
      offset = !isBig && offset == 0 ? 12 : end
    }
  }

  mutating func addSegments(_ input: Input) {
    var offset = 2
    while offset + 4 <= input.bytes.count, input.bytes[offset] == 0xFF, !isFull {
      let length = Field(offset: offset + 2, width: 2, isBig: true)
      guard let size = input.place(length), size >= 2, size <= input.bytes.count - offset - 2 else { return }
      let end = offset + 2 + size
      pieces.append(
        Piece(
          range: offset..<end, payload: offset + 4..<end, kind: offset + 1..<offset + 2, length: length))
      offset = end
    }
  }
}
