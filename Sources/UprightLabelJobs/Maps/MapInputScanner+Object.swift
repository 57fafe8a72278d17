// A rectangle or point as a JSON object (RFC 8259, 4), among other fields.

import Upright

extension MapInputScanner {
  /// Parses `{"x":…,"y":…,"width":…,"height":…}` in any order, with both extents or neither; other fields are ignored.
  package mutating func object() throws(MapInputError) -> MapInput {
    var members = Members()
    let opening = at
    at += 1
    if !skip(UInt8(ascii: "}")) {
      repeat { try member(into: &members) } while skip(UInt8(ascii: ","))
      try expect(UInt8(ascii: "}"), else: .noComma)
    }
    guard let place = members.place else { throw MapInputError(.incomplete, at: opening - start) }
    if case .point = place, let number = members.otherNumber { throw MapInputError(.otherExtent, at: number) }
    return place
  }

  private mutating func member(into members: inout Members) throws(MapInputError) {
    skipSpaces()
    let first = at
    guard let name = own() else { return try other(from: first, into: &members) }
    let place = at
    try expect(UInt8(ascii: ":"), else: .noColon)
    guard members.set(name, try number()) else { throw MapInputError(.twice, at: place - start) }
  }

  /// Parses a field that is not a coordinate. A number is remembered, because extents under other names would make a
  /// rectangle look like a point.
  private mutating func other(from first: Int, into members: inout Members) throws(MapInputError) {
    guard bytes[at] == UInt8(ascii: "\"") else { throw fault(.noName) }
    try skipString()
    try expect(UInt8(ascii: ":"), else: .noColon)
    if try skipValue() { members.otherNumber = members.otherNumber ?? first - start }
  }

  private mutating func own() -> Members.Name? {
    if skip("\"x\"") { return .x }
    if skip("\"y\"") { return .y }
    if skip("\"width\"") { return .width }
    if skip("\"height\"") { return .height }
    return nil
  }

  /// The fields of an object, in any order, each once.
  private struct Members {
    enum Name: Int { case x, y, width, height }

    /// The offset in the line of the first number under another name.
    var otherNumber: Int?
    private var x = 0.0, y = 0.0, width = 0.0, height = 0.0
    private var present: UInt8 = 0

    /// Sets a field; returns false if it is already set.
    mutating func set(_ name: Name, _ number: Double) -> Bool {
      let bit = UInt8(1) << UInt8(name.rawValue)
      guard present & bit == 0 else { return false }
      present |= bit
      switch name {
      case .x: x = number
      case .y: y = number
      case .width: width = number
      case .height: height = number
      }
      return true
    }

    var place: MapInput? {
      switch present {
      case 0b1111: .rect(Rect2D(x: x, y: y, width: width, height: height))
      case 0b0011: .point(Point2D(x: x, y: y))
      default: nil
      }
    }
  }

  // MARK: Ignored values

  /// Skips one value; returns whether it is a number.
  private mutating func skipValue() throws(MapInputError) -> Bool {
    skipSpaces()
    switch bytes[at] {
    case UInt8(ascii: "\""): try skipString()
    case UInt8(ascii: "{"), UInt8(ascii: "["): try skipNested()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      _ = try number()
      return true
    default: guard skip("true") || skip("false") || skip("null") else { throw fault(.noValue) }
    }
    return false
  }

  /// Skips a nested value; only its brackets must match.
  private mutating func skipNested() throws(MapInputError) {
    var closings: [UInt8] = []
    repeat {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        try skipString()
        continue
      case UInt8(ascii: "{"): closings.append(UInt8(ascii: "}"))
      case UInt8(ascii: "["): closings.append(UInt8(ascii: "]"))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard closings.popLast() == bytes[at] else { throw fault(.unclosed) }
      case Self.lineFeed: throw fault(.unclosed)
      default: break
      }
      at += 1
    } while !closings.isEmpty
  }

  private mutating func skipString() throws(MapInputError) {
    at += 1
    while bytes[at] != UInt8(ascii: "\"") {
      if bytes[at] == UInt8(ascii: "\\") { at += 1 }
      guard bytes[at] != Self.lineFeed else { throw fault(.unclosed) }
      at += 1
    }
    at += 1
  }
}
