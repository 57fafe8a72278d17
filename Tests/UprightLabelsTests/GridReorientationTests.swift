// The eight maps on decimals.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

@Suite("Turning decimals")
struct GridReorientationTests {
  private func read(_ numbers: [String]) -> ([UInt8], [NumberToken]) {
    var (bytes, tokens): ([UInt8], [NumberToken]) = ([], [])
    for number in numbers {
      let first = bytes.count
      bytes += Array(number.utf8)
      if let token = NumberToken(bytes, first..<bytes.count) { tokens.append(token) }
      bytes.append(0x20)
    }
    return (bytes, tokens)
  }

  private func texts(_ numbers: [ReorientedNumber], _ source: [String]) -> [String] {
    numbers.map {
      switch $0 {
      case .kept(let index): source[index]
      case .written(let text): String(decoding: text, as: UTF8.self)
      }
    }
  }

  private func grid(_ tag: ExifOrientation, _ width: Int, _ height: Int, _ style: NumberStyle = .plain)
    -> GridReorientation
  {
    GridReorientation(
      LabelReorientation<Stored, Displayed>(
        size: PixelSize(width: width, height: height), orientation: Orientation(exif: tag)),
      style: style)
  }

  @Test("A corner and a size in a picture of 100 by 40, by hand")
  func corner() {
    let source = ["30.25", "16", "40", "8.5"]
    let (_, tokens) = read(source)
    let expected = [
      ["30.25", "16", "40", "8.5"], ["29.75", "16", "40", "8.5"], ["29.75", "15.5", "40", "8.5"],
      ["30.25", "15.5", "40", "8.5"], ["16", "30.25", "8.5", "40"], ["15.5", "30.25", "8.5", "40"],
      ["15.5", "29.75", "8.5", "40"], ["16", "29.75", "8.5", "40"],
    ]
    for (tag, numbers) in zip(ExifOrientation.allCases, expected) {
      #expect(texts(grid(tag, 100, 40).cornerBox(tokens), source) == numbers, "tag \(tag.rawValue)")
    }
  }

  @Test("Edges in a picture of 100 by 40, by hand, and left stays left")
  func edges() {
    let source = ["10", "5", "30.5", "25"]
    let (_, tokens) = read(source)
    let expected = [
      ["10", "5", "30.5", "25"], ["69.5", "5", "90", "25"], ["69.5", "15", "90", "35"], ["10", "15", "30.5", "35"],
      ["5", "10", "25", "30.5"], ["15", "10", "35", "30.5"], ["15", "69.5", "35", "90"], ["5", "69.5", "25", "90"],
    ]
    for (tag, numbers) in zip(ExifOrientation.allCases, expected) {
      #expect(texts(grid(tag, 100, 40).edgeBox(tokens), source) == numbers, "tag \(tag.rawValue)")
    }
  }

  @Test("A centre in parts of the picture keeps all its decimals")
  func center() {
    let source = ["0.512345", "0.100000", "0.25", "0.5"]
    let (_, tokens) = read(source)
    let turn = GridReorientation(
      Orientation<Stored, Displayed>(exif: .rightBottom), across: ExactDecimal(1), down: ExactDecimal(1))
    #expect(texts(turn.centerBox(tokens), source) == ["0.900000", "0.487655", "0.5", "0.25"])
  }

  @Test("Numbers agree with the geometry, for every form", arguments: 0..<30)
  func geometry(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let size = PixelSize<Stored>(
      width: Int.random(in: 20...5000, using: &random), height: Int.random(in: 20...5000, using: &random))
    let source = (0..<4).map { _ in random.decimal(below: 20, places: Int.random(in: 0...8, using: &random)) }
    let (_, tokens) = read(source)
    let values = tokens.map(\.value)
    for (tag, orientation) in PixelTable.all {
      let grid = GridReorientation(LabelReorientation(size: size, orientation: orientation))
      func numbers(_ turned: [ReorientedNumber]) -> [Double] { texts(turned, source).compactMap(Double.init) }
      func check(_ found: [Double], _ expected: [Double]) {
        #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 1e-8 }, "tag \(tag), \(source) in \(size): \(found)")
      }
      let corner = Rect2D<Stored>(x: values[0], y: values[1], width: values[2], height: values[3]).applying(
        orientation, in: size)
      check(numbers(grid.cornerBox(tokens)), [corner.x, corner.y, corner.width, corner.height])
      let edges = Rect2D<Stored>(
        x: values[0], y: values[1], width: values[2] - values[0], height: values[3] - values[1]
      )
      .applying(orientation, in: size)
      let found = numbers(grid.edgeBox(tokens))
      check(
        [min(found[0], found[2]), min(found[1], found[3]), max(found[0], found[2]), max(found[1], found[3])],
        [edges.x, edges.y, edges.maxX, edges.maxY])
      let place = Transform2D(orientation, in: size).apply(Point2D(x: values[0], y: values[1]))
      check(numbers(grid.centerBox(tokens)).prefix(2).map(\.self), [place.x, place.y])
    }
  }

  @Test("Points and centres come back digit by digit, whatever their digits", arguments: 0..<20)
  func points(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let source = (0..<2).map { _ in random.decimal(below: 4000, places: Int.random(in: 0...14, using: &random)) }
    let (_, tokens) = read(source)
    let size = PixelSize<Stored>(width: 4000, height: 3000)
    for (_, orientation) in PixelTable.all {
      let there = GridReorientation(LabelReorientation(size: size, orientation: orientation)).point(0, 1, of: tokens)
      let middle = texts([there.0, there.1], source)
      let (_, back) = read(middle)
      let turn = LabelReorientation(size: orientation.applied(to: size), orientation: orientation.inverse)
      let again = GridReorientation(turn).point(0, 1, of: back)
      #expect(texts([again.0, again.1], middle) == source)
    }
  }

  @Test("Numbers too long for decimals are turned as doubles")
  func long() throws {
    let source = ["0.12345678901234567890", "1", "2", "3"]
    let (_, tokens) = read(source)
    let turned = texts(grid(.topRight, 100, 40).cornerBox(tokens), source)
    #expect(try #require(Double(turned[0])) == 100 - 0.12345678901234567890 - 2)
  }
}
