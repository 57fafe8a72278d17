// What a terminal would show: an interpreter of the few escapes that images use, written from the terminals' own
// descriptions.

import Foundation
import UprightFiles
import UprightFixtures

/// Interpreters of blocks, sixels, kitty's graphics and iTerm2's images.
enum TerminalInterpreter {
  /// The pixels of half blocks, two rows per line; nil if anything else is written.
  static func blocks(_ bytes: [UInt8], palette: (Int) -> [UInt8] = { _ in [] }) -> [[[UInt8]]]? {
    var rows: [[[UInt8]]] = []
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      var (upper, lower, front, back): ([[UInt8]], [[UInt8]], [UInt8], [UInt8]) = ([], [], [], [])
      var rest = line[...]
      while let character = rest.first {
        if character == "\u{2580}" {
          upper.append(front)
          if !back.isEmpty { lower.append(back) }
          rest = rest.dropFirst()
          continue
        }
        guard rest.hasPrefix("\u{1B}["), let end = rest.firstIndex(of: "m") else { return nil }
        let numbers = rest[rest.index(rest.startIndex, offsetBy: 2)..<end].split(separator: ";").compactMap { Int($0) }
        rest = rest[rest.index(after: end)...]
        if numbers == [0] { continue }
        let color = numbers[1] == 2 ? numbers[2...].map(UInt8.init) : palette(numbers[2])
        if numbers[0] == 38 { front = color } else { back = color }
      }
      rows.append(upper)
      if !lower.isEmpty { rows.append(lower) }
    }
    return rows
  }

  /// The pixels of sixels as palette indices, and the palette in percent; nil if the escape is not one.
  static func sixels(_ bytes: [UInt8]) -> (width: Int, height: Int, pixels: [Int?], palette: [Int: [Int]])? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("\u{1B}P0;1;0q\""), text.hasSuffix("\u{1B}\\\n") else { return nil }
    var scanner = Scanner(text.dropFirst(9).dropLast(3))
    let raster = (0..<4).map { _ in scanner.number() }
    let (width, height) = (raster[2], raster[3])
    var pixels = [Int?](repeating: nil, count: width * height)
    var palette: [Int: [Int]] = [:]
    var (x, top, color, count) = (0, 0, 0, 1)
    while let character = scanner.next() {
      switch character {
      case "#":
        color = scanner.number()
        if scanner.peek == ";" { palette[color] = (0..<4).map { _ in scanner.number() }.suffix(3).map { $0 } }
      case "!": count = scanner.number()
      case "$": x = 0
      case "-": (x, top) = (0, top + 6)
      default:
        guard let value = character.asciiValue, (63...126).contains(value) else { return nil }
        for column in x..<x + count {
          for bit in 0..<6 where (value - 63) >> bit & 1 == 1 {
            guard column < width, top + bit < height, pixels[(top + bit) * width + column] == nil else { return nil }
            pixels[(top + bit) * width + column] = color
          }
        }
        (x, count) = (x + count, 1)
      }
    }
    return (width, height, pixels, palette)
  }

  /// The PNG in kitty's escapes, its chunks joined; nil if one is too long or not announced.
  static func kitty(_ bytes: [UInt8]) -> [UInt8]? {
    var text = ""
    let pieces = String(decoding: bytes, as: UTF8.self).dropLast().components(ending: "\u{1B}\\")
    for (index, piece) in pieces.enumerated() {
      guard piece.hasPrefix("\u{1B}_G"), let mark = piece.firstIndex(of: ";") else { return nil }
      let keys = piece[piece.index(piece.startIndex, offsetBy: 3)..<mark].split(separator: ",")
      let data = piece[piece.index(after: mark)...]
      guard data.count <= 4096, keys.contains("m=\(index < pieces.count - 1 ? 1 : 0)") else { return nil }
      guard (index == 0) == keys.contains("a=T"), (index == 0) == keys.contains("f=100") else { return nil }
      text += data
    }
    return Base64.bytes(text)
  }

  /// The PNG in iTerm2's escape and its keys.
  static func iTerm(_ bytes: [UInt8]) -> (keys: [String], png: [UInt8])? {
    let text = String(decoding: bytes, as: UTF8.self)
    let opening = "\u{1B}]1337;File="
    guard text.hasPrefix(opening), text.hasSuffix("\u{07}\n"), let colon = text.firstIndex(of: ":") else { return nil }
    let keys = text[text.index(text.startIndex, offsetBy: opening.count)..<colon].split(separator: ";").map(String.init)
    return Base64.bytes(String(text[text.index(after: colon)...].dropLast(2))).map { (keys, $0) }
  }
}

/// Characters one after the other, and numbers between them.
private struct Scanner {
  private var rest: Substring

  init(_ text: Substring) { rest = text }

  var peek: Character? { rest.first }

  mutating func next() -> Character? { rest.popFirst() }

  /// The next number, after a skipped separator.
  mutating func number() -> Int {
    if rest.first == ";" { rest.removeFirst() }
    let digits = rest.prefix { $0.isNumber }
    rest = rest.dropFirst(digits.count)
    return Int(digits) ?? 0
  }
}

extension Substring {
  /// The parts that each end in `mark`.
  fileprivate func components(ending mark: String) -> [Substring] {
    var (parts, rest): ([Substring], Substring) = ([], self)
    while let end = rest.range(of: mark) {
      parts.append(rest[..<end.lowerBound])
      rest = rest[end.upperBound...]
    }
    return parts
  }
}
