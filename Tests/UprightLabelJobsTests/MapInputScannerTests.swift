// Parsing of lines: every form, every error with its position, and numbers to the last bit.

import Testing
import Upright
import UprightTestTools

@testable import UprightBatch
@testable import UprightLabelJobs

@Suite struct MapInputScannerTests {
  private func read(_ line: String, iiif: Bool = false) throws(MapInputError) -> MapInput {
    var scanner = MapInputScanner(Array((line + "\n").utf8), readsIIIF: iiif)
    return try scanner.line()
  }

  static let rect = MapInput.rect(Rect2D(x: 1, y: -2.5, width: 30, height: 4))
  static let point = MapInput.point(Point2D(x: 1, y: -2.5))

  @Test(arguments: [
    ("1,-2.5,30,4", rect), ("1,-2.5", point), ("[1,-2.5,30,4]", rect), ("[1,-2.5]", point),
    (#"{"x":1,"y":-2.5,"width":30,"height":4}"#, rect), (#"{"x":1,"y":-2.5}"#, point),
    (#"{"height":4,"y":-2.5,"width":30,"x":1}"#, rect), (#"{"y":-25e-1,"x":1.0}"#, point),
    (" 1 ,\t-2.5 , 3e1,0.4E+1 \r", rect), (" [ 1 , -2.5 ] ", point),
    (#" { "x" : 1 , "y" : -2.5 , "width" : 30 , "height" : 4 } "#, rect),
    ("1,-2.5,30.0,4", rect), ("1,-2.5,3e1,.4e1", rect), ("1,-02.5", point),
    ("null", .nothing), ("  null\r", .nothing), ("", .blank), (" \t\r", .blank),
  ])
  func everyFormIsUnderstood(line: String, place: MapInput) throws {
    #expect(try read(line) == place)
    #expect(try read(line, iiif: true) == place)
  }

  @Test func regionsOfIIIFAreUnderstoodWhereTheyAreExpected() throws {
    #expect(try read("full", iiif: true) == .full)
    #expect(try read(" square\r", iiif: true) == .square)
    #expect(
      try read("pct:41.6,7.5,40,70", iiif: true) == .percent(Rect2D(x: 41.6, y: 7.5, width: 40, height: 70)))
    for line in ["full", "square", "pct:1,2,3,4"] {
      #expect(throws: MapInputError(.onlyIIIF)) { try read(line) }
    }
  }

  @Test(
    arguments: [
      ("x", .noPlace, 0), ("  nul", .noPlace, 2), ("nan,1", .noPlace, 0), ("NaN", .noPlace, 0), ("inf,1", .noPlace, 0),
      ("+1,2", .noPlace, 0), (".,2", .noNumber, 1), ("1,.e2", .noNumber, 3), ("\"1,2\"", .noPlace, 0),
      ("é", .noPlace, 0),
      ("\u{FEFF}1,2", .noPlace, 0), ("(1,2)", .noPlace, 0),
      ("1", .noComma, 1), ("1;2", .noComma, 1), ("1 2", .noComma, 2), ("1,2,3", .noComma, 5), ("[1,2", .noComma, 4),
      ("[1,2,3]", .noComma, 6), (#"{"x":1"#, .noComma, 6), (#"{"x":1 "y":2}"#, .noComma, 7),
      ("-", .noNumber, 1), ("1,", .noNumber, 2), ("1,,2", .noNumber, 2), ("1,2,3,", .noNumber, 6),
      ("1.,2", .noNumber, 2),
      ("1e,2", .noNumber, 2), ("1e+,2", .noNumber, 3), ("--1,2", .noNumber, 1), ("[]", .noNumber, 1),
      (#"{"x":"1"}"#, .noNumber, 5), (#"{"x":null,"y":1}"#, .noNumber, 5), (#"{"x":}"#, .noNumber, 5),
      ("1e309,2", .tooLarge, 0), ("0,-1e99999", .tooLarge, 2), ("1e99999999999999999999,2", .tooLarge, 0),
      ("1,2x", .trailing, 3), ("1,2,3,4,5", .trailing, 7), ("1,2 3", .trailing, 4), ("[1,2],", .trailing, 5),
      ("{\"x\":1,\"y\":2}{", .trailing, 13), ("0x1,2", .noComma, 1), ("nullx", .trailing, 4), ("1,2\r3", .trailing, 4),
    ] as [(String, MapInputError.Reason, Int)])
  func everyFaultHasItsPlace(line: String, reason: MapInputError.Reason, offset: Int) {
    for iiif in [false, true] {
      #expect(throws: MapInputError(reason, at: offset), "\(line)") { try read(line, iiif: iiif) }
    }
  }

  @Test(arguments: ["full ,", "fullx", "squar", "pct:", "pct:1,2", "pct:1,2,3", "pct:1,2,3,x", "pct 1,2,3,4"])
  func regionsThatAreNoneAreRefused(_ line: String) {
    #expect(throws: MapInputError.self, "\(line)") { try read(line, iiif: true) }
  }

  @Test(arguments: [
    #"{"x":1,"y":-2.5,"width":30,"height":4}"#, "[1.25,2,3,4e2]", "1,2,3,4", "pct:1,2,3,4", "square", "null",
  ])
  func everyPrefixIsReadOrRefused(_ line: String) throws {
    let whole = try read(line, iiif: true)
    for count in 0..<line.utf8.count {
      let prefix = String(line.prefix(count))
      switch Result(catching: { () throws(MapInputError) in try read(prefix, iiif: true) }) {
      case .success(let place):
        #expect(place != whole, "\(prefix)")
        if line.hasPrefix("{") { #expect(prefix.isEmpty) }
      case .failure(let fault): #expect(fault.offset <= count, "\(prefix)")
      }
    }
  }

  @Test func aLineEndsWhereItEndsWhateverItHeld() throws {
    var scanner = MapInputScanner(Array("1,2\nnonsense, 5\n\n{\"x\":1\n3,4\n".utf8), readsIIIF: false)
    #expect(try scanner.line() == .point(Point2D(x: 1, y: 2)))
    #expect(throws: MapInputError(.noPlace)) { try scanner.line() }
    #expect(try scanner.line() == .blank)
    #expect(throws: MapInputError(.noComma, at: 6)) { try scanner.line() }
    #expect(!scanner.isAtEnd)
    #expect(try scanner.line() == .point(Point2D(x: 3, y: 4)))
    #expect(scanner.isAtEnd)
  }

  @Test func aLineThatIsTooLongIsRefused() throws {
    let spaces = String(repeating: " ", count: MapInputScanner.longestLine - 3)
    #expect(try read(spaces + "1,2") == .point(Point2D(x: 1, y: 2)))
    #expect(throws: MapInputError(.tooLong)) { try read(spaces + "1,20") }
  }

  // MARK: Numbers

  private func number(_ text: String) throws(MapInputError) -> Double {
    var scanner = MapInputScanner(Array((text + "\n").utf8), readsIIIF: false)
    return try scanner.number()
  }

  /// Compared with Swift's own parsing, bit for bit.
  private func agrees(_ text: String) -> Bool {
    guard let own = try? number(text), let other = Double(text) else { return false }
    return own.bitPattern == other.bitPattern
  }

  @Test func randomDoublesComeBackBitForBit() {
    var random = SplitMix64(seed: 41)
    for _ in 0..<25_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      #expect((try? number(value.description))?.bitPattern == value.bitPattern, "\(value)")
    }
  }

  @Test func randomDecimalsAreReadToTheNearestDouble() {
    var random = SplitMix64(seed: 42)
    for _ in 0..<75_000 {
      let digits = (0..<Int.random(in: 1...24, using: &random)).map { _ in
        Character("\(Int.random(in: 0...9, using: &random))")
      }
      var text = String(digits)
      let point = Int.random(in: 0..<digits.count, using: &random)
      if point > 0 { text.insert(".", at: text.index(text.startIndex, offsetBy: point)) }
      if Bool.random(using: &random) { text += "e\(Int.random(in: -40...40, using: &random))" }
      if Bool.random(using: &random) { text = "-" + text }
      #expect(agrees(text), "\(text)")
    }
  }

  /// The numbers halfway between two doubles, to the last digit, and slightly off.
  @Test func halvesBetweenDoublesAreTies() {
    var random = SplitMix64(seed: 43)
    for _ in 0..<5_000 {
      // 54 bits, the last one set: exactly halfway between two doubles as an integer, and as one divided by a power of
      // two.
      let odd = random.next() >> 10 | 1
      for places in 0...6 {
        let scale = (0..<places).reduce(1 as UInt64) { power, _ in power * 2 }
        let (whole, rest) = odd.quotientAndRemainder(dividingBy: scale)
        let fraction = places == 0 ? "" : "." + tail(rest, of: places)
        for beside in ["", "0", "000001"] {
          let text = "\(whole)\(fraction)\(fraction.isEmpty && !beside.isEmpty ? "." : "")\(beside)"
          #expect(agrees(text), "\(text)")
        }
      }
    }
  }

  /// `rest` · 2^-`places` as `places` decimal digits: `rest` · 5^`places`.
  private func tail(_ rest: UInt64, of places: Int) -> String {
    let digits = String((0..<places).reduce(rest) { product, _ in product * 5 })
    return String(repeating: "0", count: places - digits.count) + digits
  }

  @Test(arguments: [
    "0", "-0", "0.0", "-0e5", "00012", "9007199254740992", "9007199254740993", "9007199254740994.5",
    "9999999999999999999", "18446744073709551615", "18446744073709551616", "0.1", "0.3", "1e22", "1e23", "123e22",
    "2.2250738585072014e-308", "2.2250738585072011e-308", "4.9e-324", "5e-324", "2.4703282292062327e-324",
    "2.4703282292062328e-324", "1e-400", "-1e-400", "1.7976931348623157e308", "1.7976931348623158e308",
    ".5", "-.25e2", "2.427428243556453369", "7103687.889803909231", "8935650.877067343332", "43.39629186616770440",
    "0.0000000000000000001", "1234567890123456789e-19", "9999999999999999999e-19", "1e-9999", "1e0000000001",
    "1.00000000000000011102230246251565404236316680908203125",
    "1.00000000000000011102230246251565404236316680908203124",
    "1.00000000000000011102230246251565404236316680908203126",
    "0.000000000000000000000000000000000000000000000000000000000000000000000000000000001",
  ])
  func numbersAtTheEdgesAgree(_ text: String) {
    #expect(agrees(text), "\(text)")
  }
}
