// Values as JSON: what is written is what the pages state, comes back bit for bit, and no text becomes a wrong value.

import Foundation
import Testing
import UprightGeometry
import UprightTestTools

@Suite struct CodableTests {
  private static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private static func value<Value: Decodable>(_ text: String, as _: Value.Type = Value.self) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(text.utf8))
  }

  private static func check<Value: Codable & Equatable>(_ value: Value, is expected: String) throws {
    #expect(try text(value) == expected)
    #expect(try Self.value(expected, as: Value.self) == value)
  }

  private static func refuses<Value: Decodable>(_: Value.Type, _ text: String, naming word: String = "") {
    let error = #expect(throws: DecodingError.self, "\(text)") { try value(text, as: Value.self) }
    if !word.isEmpty { #expect("\(error as Any)".contains(word), "\(error as Any)") }
  }

  @Test func everyEncodingIsStable() throws {
    try Self.check(Point2D<Displayed>(x: 1.5, y: -2), is: #"{"x":1.5,"y":-2}"#)
    try Self.check(Size2D<Output>(width: 0, height: 2.5), is: #"{"height":2.5,"width":0}"#)
    try Self.check(
      Rect2D<Stored>(x: -1, y: 2, width: 3, height: 4.25), is: #"{"height":4.25,"width":3,"x":-1,"y":2}"#)
    try Self.check(PixelSize<Stored>(width: 1600, height: 1200), is: #"{"height":1200,"width":1600}"#)
    try Self.check(
      PixelRect<Displayed>(x: -5, y: 0, width: 3, height: 4), is: #"{"height":4,"width":3,"x":-5,"y":0}"#)
    try Self.check(AspectRatio.square, is: #""1:1""#)
    try Self.check(
      RegionPosition.anchored(ContentAnchor(.far, .near)), is: #"{"anchor":{"horizontal":"far","vertical":"near"}}"#)
    try Self.check(RegionPosition.centered(column: 7, row: -2), is: #"{"column":7,"row":-2}"#)
    try Self.check(RegionPosition.centeredOn(Point2D(x: 0.5, y: 1)), is: #"{"point":{"x":0.5,"y":1}}"#)
    #expect(try PixelRounding.allCases.map(Self.text) == [#""outward""#, #""nearest""#, #""inward""#])
    #expect(try FittingMode.allCases.map(Self.text) == [#""fit""#, #""fill""#, #""stretch""#])
    for rounding in PixelRounding.allCases { #expect(try Self.value(Self.text(rounding)) == rounding) }
    for mode in FittingMode.allCases { #expect(try Self.value(Self.text(mode)) == mode) }
    for horizontal in ContentAnchor.Position.allCases {
      for vertical in ContentAnchor.Position.allCases {
        let anchor = ContentAnchor(horizontal, vertical)
        #expect(try Self.value(Self.text(anchor)) == anchor)
      }
    }
  }

  private static func refusesUnknownKeys<Value: Codable>(_ value: Value, in objects: [String]) throws {
    let texts = try UnknownKeys.texts(of: value)
    #expect(Set(texts.map(\.path)) == Set(objects.map { $0 + UnknownKeys.key }), "\(Value.self)")
    for (path, text) in texts { #expect(UnknownKeys.isRefused(Value.self, text, path: path), "\(text)") }
  }

  @Test func unknownKeysAreRefused() throws {
    try Self.refusesUnknownKeys(Point2D<Displayed>(x: 1.5, y: -2), in: [""])
    try Self.refusesUnknownKeys(Size2D<Output>(width: 0, height: 2.5), in: [""])
    try Self.refusesUnknownKeys(Rect2D<Stored>(x: -1, y: 2, width: 3, height: 4.25), in: [""])
    try Self.refusesUnknownKeys(PixelSize<Stored>(width: 1600, height: 1200), in: [""])
    try Self.refusesUnknownKeys(PixelRect<Displayed>(x: -5, y: 0, width: 3, height: 4), in: [""])
    try Self.refusesUnknownKeys(#require(Selection(Rect2D(x: 0.1, y: 0.2, width: 0.3, height: 0.4))), in: [""])
    try Self.refusesUnknownKeys(ContentAnchor(.far, .near), in: [""])
    try Self.refusesUnknownKeys(RegionPosition.anchored(ContentAnchor(.far, .near)), in: ["", "anchor."])
    try Self.refusesUnknownKeys(RegionPosition.centered(column: 7, row: -2), in: [""])
    try Self.refusesUnknownKeys(RegionPosition.centeredOn(Point2D(x: 0.5, y: 1)), in: ["", "point."])
    // A point has no sides, a size has no corner, and a position has one form.
    for text in [#"{"x":1,"y":1,"width":1}"#, #"{"x":1,"y":1,"height":1}"#] {
      Self.refuses(Point2D<Displayed>.self, text, naming: "a point has no ")
    }
    for text in [#"{"x":1,"width":1,"height":1}"#, #"{"y":1,"width":1,"height":1}"#] {
      Self.refuses(Size2D<Displayed>.self, text, naming: "a size has no ")
      Self.refuses(PixelSize<Displayed>.self, text, naming: "a size has no ")
    }
    for text in [
      #"{"anchor":{"horizontal":"far","vertical":"near"},"column":1}"#, #"{"point":{"x":0,"y":0},"row":1}"#,
      #"{"point":{"x":0,"y":0},"anchor":{"horizontal":"far","vertical":"near"}}"#,
    ] {
      Self.refuses(RegionPosition.self, text, naming: "position")
    }
  }

  @Test func everyWrongValueIsNamed() throws {
    let rect = PixelRect<Displayed>(x: -5, y: 0, width: 3, height: 4)
    let selection = try #require(Selection(Rect2D(x: 0.1, y: 0.2, width: 0.3, height: 0.4)))
    var complaints = try WrongValues.complaints(about: rect) + WrongValues.complaints(about: rect.size)
    complaints += try WrongValues.complaints(about: Rect2D<Stored>(x: -1, y: 2, width: 3, height: 4.25))
    complaints += try WrongValues.complaints(about: Point2D<Displayed>(x: 1.5, y: -2))
    complaints += try WrongValues.complaints(about: Size2D<Output>(width: 0, height: 2.5))
    complaints += try WrongValues.complaints(about: selection)
    complaints += try WrongValues.complaints(about: ContentAnchor(.far, .near))
    complaints += try WrongValues.complaints(about: RegionPosition.anchored(ContentAnchor(.far, .near)))
    complaints += try WrongValues.complaints(about: RegionPosition.centered(column: 7, row: -2))
    complaints += try WrongValues.complaints(about: RegionPosition.centeredOn(Point2D(x: 0.5, y: 1)))
    complaints += try WrongValues.complaints(about: ExifOrientation.rightTop)
    complaints += try WrongValues.complaints(about: Orientation<Stored, Displayed>(exif: .rightTop))
    complaints += try WrongValues.complaints(about: AppleOrientation.left)
    complaints += try WrongValues.complaints(about: AspectRatio.square)
    complaints +=
      try WrongValues.complaints(about: PixelRounding.nearest) + WrongValues.complaints(about: FittingMode.fit)
    #expect(complaints == [])
  }

  /// Foundation says of such numbers only that the text is not valid JSON.
  @Test(arguments: [
    (#"{"x":0.5}"#, "x", "x: not a whole number"), (#"{"x":1,"y":2,"width":3}"#, "height", "height: missing"),
    (#"{"x":1,"y":2,"width":3,"height":"4"}"#, "height", "height: not a whole number"),
    (#"{"x":1,"y":2,"width":null,"height":4}"#, "width", "width: not a whole number"),
    (#"{"x":9223372036854775808,"y":2,"width":3,"height":4}"#, "x", "x: too large"),
    (#"{"x":1,"y":2,"width":-3,"height":4}"#, "width", "width: -3 is negative"),
    (#"{"x":1,"y":2,"w":3,"height":4}"#, "w", "w: a rectangle has no w"), ("[1,2,3,4]", "", "a rectangle is an object"),
  ])
  func aRectangleSaysWhatIsWrong(text: String, path: String, sentence: String) throws {
    let fault = try #require(WrongValues.fault(of: PixelRect<Displayed>.self, in: text))
    #expect(fault.path == path && fault.text == sentence)
  }

  @Test func allEightOrientationsAreTheirTag() throws {
    for tag in ExifOrientation.allCases {
      try Self.check(tag, is: "\(tag.rawValue)")
      try Self.check(Orientation<Stored, Displayed>(exif: tag), is: "\(tag.rawValue)")
      let name = AppleOrientation(exif: tag)
      try Self.check(name, is: "\"\(name.rawValue)\"")
    }
    let turns: [Orientation<Displayed, Displayed>] = [
      .identity, .mirrorHorizontal, .rotate180, .mirrorVertical, .transpose, .rotate90, .transverse, .rotate270,
    ]
    for (number, turn) in zip(1..., turns) { try Self.check(turn, is: "\(number)") }
    for number in [-1, 0, 9, 255, 256, 257, Int.max] {
      Self.refuses(ExifOrientation.self, "\(number)", naming: "an orientation is 1…8, not \(number)")
      Self.refuses(Orientation<Stored, Displayed>.self, "\(number)", naming: "an orientation is 1…8")
    }
    for text in ["1.5", "\"6\"", "null", "[6]", "1e30", "{}"] { Self.refuses(ExifOrientation.self, text) }
    Self.refuses(AppleOrientation.self, #""Right""#)
  }

  /// Numbers at the ends of what a `Double` can be, and some between.
  private static let numbers: [Double] =
    [
      0, 1, 0.1, 1.0 / 3, .pi, 1e-300, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 9_007_199_254_740_991,
      1e15 + 0.5,
    ]

  @Test func everyNumberComesBackBitForBit() throws {
    for x in Self.numbers {
      for y in Self.numbers.map({ -$0 }) {
        let point = Point2D<Viewport>(x: x, y: y)
        #expect(try Self.value(Self.text(point)) == point)
        let rect = Rect2D<Normalized<Stored>>(x: y, y: x, width: x, height: -y)
        #expect(try Self.value(Self.text(rect)) == rect)
        let size = Size2D<Decoded>(width: x, height: -y)
        #expect(try Self.value(Self.text(size)) == size)
      }
    }
    for x in [Int.min, -1, 0, 1, 1 << 53 + 1, .max] {
      for width in [0, 1, 1 << 53 + 1, Int.max] {
        let rect = PixelRect<Output>(x: x, y: x, width: width, height: width)
        #expect(try Self.value(Self.text(rect)) == rect)
        #expect(try Self.value(Self.text(rect.size)) == rect.size)
      }
    }
  }

  @Test func everySelectionComesBackBitForBit() throws {
    var random = SystemRandomNumberGenerator()
    let size = PixelSize<Displayed>(width: 4032, height: 3024)
    var count = 0
    for _ in 0..<2_000 {
      let (x, y) = (Int.random(in: -50..<4032, using: &random), Int.random(in: -50..<3024, using: &random))
      let rect = Rect2D<Displayed>(
        x: Double(x), y: Double(y), width: .random(in: 0...5000, using: &random),
        height: .random(in: 0...5000, using: &random))
      guard let selection = Selection(rect, in: size) else { continue }
      count += 1
      let text = try Self.text(selection)
      let back: Selection = try Self.value(text)
      #expect(back == selection, "\(text)")
      #expect(back.pixels(in: size) == selection.pixels(in: size))
    }
    #expect(count > 1_000)
    let half = try #require(Selection(Rect2D(x: 0.5, y: 0, width: 0.5, height: 1)))
    try Self.check(half, is: #"{"height":1,"width":0.5,"x":0.5,"y":0}"#)
  }

  @Test(arguments: [
    #"{"x":0,"y":0,"width":0,"height":1}"#, #"{"x":0,"y":0,"width":1,"height":-1}"#,
    #"{"x":-0.1,"y":0,"width":0.5,"height":0.5}"#, #"{"x":0,"y":0.6,"width":1,"height":0.5}"#,
    #"{"x":0,"y":0,"width":1.1,"height":1}"#, #"{"x":1,"y":1,"width":1,"height":1}"#,
    #"{"x":0,"y":0,"width":1e999,"height":1}"#, #"{"x":0,"y":0,"width":1}"#, "[0,0,1,1]", "null", "1",
  ])
  func noSelectionIsEmptyOrOutside(text: String) { Self.refuses(Selection.self, text) }

  @Test func invalidNumbersAreRefusedInBothDirections() {
    for key in ["width", "height"] {
      let other = key == "width" ? "height" : "width"
      let text = "{\"x\":0,\"y\":0,\"\(other)\":1,\"\(key)\":-1}"
      Self.refuses(Rect2D<Stored>.self, text, naming: "\(key): -1")
      Self.refuses(PixelRect<Stored>.self, text, naming: "\(key): -1")
      let size = "{\"\(other)\":1,\"\(key)\":-1}"
      Self.refuses(Size2D<Stored>.self, size, naming: "\(key): -1")
      Self.refuses(PixelSize<Stored>.self, size, naming: "\(key): -1")
    }
    Self.refuses(PixelSize<Stored>.self, #"{"width":1.5,"height":1}"#)
    Self.refuses(PixelSize<Stored>.self, #"{"width":9223372036854775808,"height":1}"#)
    for number in [Double.nan, .infinity, -.infinity] {
      #expect(throws: EncodingError.self) { try Self.text(Point2D<Stored>(x: number, y: 0)) }
      #expect(throws: EncodingError.self) { try Self.text(Rect2D<Stored>(x: 0, y: 0, width: number, height: 0)) }
      #expect(throws: EncodingError.self) { try Self.text(Size2D<Stored>(width: 0, height: number)) }
    }
    #expect(throws: EncodingError.self) { try Self.text(Rect2D<Stored>(x: 9, y: 9, width: -3, height: 1)) }
    #expect(throws: EncodingError.self) { try Self.text(PixelSize<Stored>(width: -1, height: 1)) }
    #expect(throws: EncodingError.self) { try Self.text(PixelRect<Stored>(x: 0, y: 0, width: 1, height: -1)) }
  }

  /// A decoder that gives numbers which JSON has no text for.
  @Test func numbersThatAreNotFiniteAreRefusedWhateverTheFormat() throws {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    for word in ["inf", "-inf", "nan"] {
      for key in ["x", "y", "width", "height"] {
        let keys = ["x", "y", "width", "height"].map { "\"\($0)\":" + ($0 == key ? "\"\(word)\"" : "1") }
        let text = Data("{\(keys.joined(separator: ","))}".utf8)
        #expect(throws: DecodingError.self) { try decoder.decode(Rect2D<Stored>.self, from: text) }
        #expect(throws: DecodingError.self) { try decoder.decode(Selection.self, from: text) }
        if key == "x" { #expect(throws: DecodingError.self) { try decoder.decode(Point2D<Stored>.self, from: text) } }
      }
    }
  }

  @Test func everyRatioComesBack() throws {
    for width in [1, 2, 3, 16, 1_000_000, Int.max] {
      for height in [1, 5, 9, 1_000_003, Int.max - 1] {
        let ratio = try #require(AspectRatio(width, height))
        #expect(try Self.value(Self.text(ratio)) == ratio)
      }
    }
    for text in [#""0:1""#, #""1:-1""#, #""16/9""#, #""1:2:3""#, #""""#, "1.5"] { Self.refuses(AspectRatio.self, text) }
    Self.refuses(PixelRounding.self, #""up""#, naming: "a rounding is one of outward, nearest, inward, not up")
    Self.refuses(FittingMode.self, "1")
    Self.refuses(RegionPosition.self, "{}")
    Self.refuses(RegionPosition.self, #"{"column":1}"#)
  }
}
