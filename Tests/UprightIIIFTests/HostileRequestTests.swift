// Any bytes get an answer: an image within the limits, or an error.

import Testing
import UprightGeometry
import UprightIIIF

@Suite("Hostile requests")
struct HostileRequestTests {
  private let requests = [
    "/iiif/3/a%2Fb.jpg/full/max/0/default.jpg", "/iiif/3/a/125,15,120,140/^!225,100/!90/gray.png",
    "/iiif/2/a/pct:41.6,7.5,40,70/,150/360/bitonal.webp", "/iiif/3/a/square/^pct:120.5/270/color.jxl",
    "/iiif/2/a/0,0,2147483647,2147483647/2147483647,2147483647/0/default.tif",
  ]
  private let images = [(1, 1), (5, 4), (6000, 4000), (2_147_483_647, 2_147_483_647), (1, 2_147_483_647)]
  private let services = [
    service(), service(maxWidth: 3, upscaling: true), service(maxArea: 7, upscaling: true),
    service(maxArea: .max, upscaling: true), service(maxWidth: 2_147_483_647, maxHeight: 1, upscaling: true, tile: 1),
    service(sizesOnly: true),
  ]

  /// Splits, decodes and answers as a server does, and checks what it is told.
  private func answer(_ path: [UInt8]) {
    guard let segments = try? ServerPath.segments(path), segments.count == 7 else { return }
    _ = try? ServerPath.names(segments[2])
    for version in IIIFVersion.allCases {
      guard
        let request = try? IIIFRequest(
          version: version, region: segments[3], size: segments[4], rotation: segments[5], file: segments[6])
      else { continue }
      for turn in 0..<2 {
        let (width, height) = images[(path.reduce(turn) { $0 + Int($1) }) % images.count]
        let service = services[(path.count + turn * 3 + Int(path.last ?? 0)) % services.count]
        guard let made = try? request.resolved(for: PixelSize(width: width, height: height), service: service)
        else { continue }
        let (wide, high) = (made.outputSize.width, made.outputSize.height)
        let side = max(service.maxWidth ?? .max, service.maxHeight ?? .max)
        let isWithin = made.outputSize.pixelCount ?? .max <= service.maxArea ?? .max && max(wide, high) <= side
        #expect(wide >= 1 && high >= 1 && isWithin)
      }
    }
  }

  @Test func everyPrefixIsAnswered() {
    for request in requests {
      let bytes = Array(request.utf8)
      for count in 0...bytes.count { answer(Array(bytes[..<count])) }
    }
  }

  @Test func everyChangeOfAByteIsAnswered() {
    for request in requests.prefix(3) {
      var bytes = Array(request.utf8)
      for place in bytes.indices {
        let old = bytes[place]
        for value in 0...UInt8.max {
          bytes[place] = value
          answer(bytes)
        }
        bytes[place] = old
      }
    }
  }

  @Test func randomTextsAreAnswered() {
    var dice = Dice(seed: 25)
    let letters = Array("0123456789.,!^:%/pctmaxfullsquare-+eN \u{0}é".utf8)
    for _ in 0..<5_000 {
      let text = { (dice: inout Dice) in
        (0..<Int.random(in: 0...12, using: &dice)).map { _ in letters.randomElement(using: &dice) ?? 0 }
      }
      let slash = [UInt8(ascii: "/")]
      let parts = (0..<3).map { _ in slash + text(&dice) }
      answer(Array("/iiif/3/a".utf8) + parts.flatMap(\.self) + Array("/default.jpg".utf8))
      answer((0..<Int.random(in: 0...40, using: &dice)).map { _ in UInt8.random(in: 0...255, using: &dice) })
    }
  }

  @Test func randomNumbersAreAnswered() {
    var dice = Dice(seed: 3)
    let number = { (dice: inout Dice) in
      let sides = [0, 1, 2, 3, 4, 5, 4000, 2_147_483_646, 2_147_483_647]
      return sides.randomElement(using: &dice) ?? 0
    }
    for _ in 0..<5_000 {
      let region = (0..<4).map { _ in "\(number(&dice))" }.joined(separator: ",")
      let start = ["", "pct:", "full?"].randomElement(using: &dice) ?? ""
      let form = [
        "\(number(&dice)),", ",\(number(&dice))", "\(number(&dice)),\(number(&dice))", "pct:\(number(&dice))",
      ]
      let mark = ["", "!", "^", "^!"].randomElement(using: &dice) ?? ""
      let place = start == "full?" ? "full" : start + region
      answer(Array("/iiif/3/a/\(place)/\(mark)\(form.randomElement(using: &dice) ?? "max")/90/default.jpg".utf8))
    }
  }
}
