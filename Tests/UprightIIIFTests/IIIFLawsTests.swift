// Laws of regions, sizes and tiles, over all requests for a small image and over tiles of many sizes.

import Testing
import Upright
import UprightGeometry
import UprightIIIF

@Suite("Laws of image requests")
struct IIIFLawsTests {
  private let image = PixelSize<Displayed>(width: 5, height: 4)
  private let services = [
    service(maxWidth: 3, tile: 2), service(maxWidth: 7, maxHeight: 5, upscaling: true),
    service(maxArea: 11, upscaling: true, tile: 3),
  ]

  /// Every region, up to one pixel beyond the image.
  private var regions: [PixelRect<Displayed>] {
    (0...5).flatMap { x in
      (0...4).flatMap { y in
        (0...6 - x).flatMap { width in (0...5 - y).map { PixelRect(x: x, y: y, width: width, height: $0) } }
      }
    }
  }

  /// Every size that matters here, without `^`.
  private var sizes: [SizeOracle.Form] {
    let sides = Array(0...6)
    let pairs = [0, 1, 2, 3, 5, 6].flatMap { width in [0, 1, 2, 4, 5].map { (width, $0) } }
    return [.max] + sides.map(SizeOracle.Form.width) + sides.map(SizeOracle.Form.height)
      + pairs.map(SizeOracle.Form.exactly) + pairs.map(SizeOracle.Form.within)
      + [0, 1, 25, 50, 60, 100, 101].map(SizeOracle.Form.percent)
  }

  @Test("Every region and size of an image of 5 by 4 is what the specification says", arguments: IIIFVersion.allCases)
  func everyRequestIsAsSpecified(version: IIIFVersion) {
    for service in services {
      let oracles = [version == .v2, true].map {
        SizeOracle(image: image, service: service, version: version, mayEnlarge: $0)
      }
      var (wrong, made) = ([String](), [String: Set<Rendition>]())
      for region in regions {
        for form in sizes {
          for (oracle, caret) in zip(oracles, version == .v3 ? ["", "^"] : [""]) {
            let path = "\(region)/\(caret)\(form.text)/!270/color.jpg"
            let outcome = outcome(path, version, of: image, service)
            let wanted = oracle.answer(region, form, hasCaret: caret == "^")
            if outcome.unturned != wanted { wrong.append("\(path): \(outcome.unturned), not \(wanted)") }
            if let image = outcome.image { made[image.canonical, default: []].insert(image.rendition) }
          }
        }
      }
      #expect(wrong.isEmpty, "\(version) \(wrong.count) \(wrong.prefix(8))")
      #expect(made.count > 500)
      checkCanonical(made, version, service)
    }
  }

  /// A canonical form is its own canonical form; it names one result, and no other form names that result.
  private func checkCanonical(
    _ made: [String: Set<Rendition>], _ version: IIIFVersion, _ service: IIIFService
  ) {
    var wrong: [String] = []
    for (form, renditions) in made {
      let again = outcome(form, version, of: image, service).image
      if again?.canonical != form || again.map({ renditions == [$0.rendition] }) != true { wrong.append(form) }
    }
    #expect(wrong.isEmpty, "\(version) \(wrong.prefix(8))")
    #expect(Set(made.values).count == made.count)
  }

  @Test("Percentages that are whole pixels are those pixels")
  func percentagesAreRounded() {
    let image = PixelSize<Displayed>(width: 20, height: 10)
    for x in 0..<20 {
      for width in 1...20 {
        let path = "pct:\(x * 5),10,\(width * 5),20/max/0/default.jpg"
        let clipped = min(width, 20 - x)
        #expect(outcome(path, of: image).image?.canonical == "\(x),1,\(clipped),2/max/0/default.jpg")
      }
    }
  }

  @Test("Tiles of every scale factor cover each pixel once, and are served at the size of the implementation notes")
  func tilesCoverTheImage() throws {
    let sides = [1, 2, 3, 5, 8, 9, 17, 31]
    for tile in [1, 3, 8] {
      for width in sides {
        for height in sides {
          let image = PixelSize<Displayed>(width: width, height: height)
          let service = service(tile: tile)
          let layout = try IIIFLayout(image: image, service: service)
          #expect(layout.scaleFactors == (0..<layout.scaleFactors.count).map { 1 << $0 })
          var faults: [String] = []
          for factor in layout.scaleFactors {
            var counts = [Int](repeating: 0, count: width * height)
            for wanted in Tiles.all(of: image, tile: tile, factor: factor) {
              for y in wanted.region.y..<wanted.region.maxY {
                for x in wanted.region.x..<wanted.region.maxX { counts[y * width + x] += 1 }
              }
              let path = "\(wanted.region)/\(wanted.width),\(wanted.height)/0/default.jpg"
              for version in IIIFVersion.allCases {
                let made = outcome(path, version, of: image, service).text
                if made != "\(wanted.width),\(wanted.height)" { faults.append("\(path): \(made)") }
              }
              let given = layout.tile(column: wanted.column, row: wanted.row, scaleFactor: factor)
              if given?.region != wanted.region || given?.size.width != wanted.width
                || given?.size.height != wanted.height
              {
                faults.append("\(factor) \(wanted.column) \(wanted.row)")
              }
            }
            if counts.contains(where: { $0 != 1 }) { faults.append("\(factor) does not cover once") }
          }
          #expect(faults.isEmpty, "\(image) \(tile) \(faults.prefix(4))")
        }
      }
    }
  }

  @Test("A tile requested by its width alone has the listed height, unless an earlier scale factor has that width")
  func tilesByWidthHaveTheListedHeight() {
    let (image, tile) = (PixelSize<Displayed>(width: 1001, height: 773), 64)
    var count = 0
    for factor in [1, 2, 4, 8, 16] {
      for wanted in Tiles.all(of: image, tile: tile, factor: factor) where wanted.width > 1 {
        let region = wanted.region == image.bounds ? "full" : "\(wanted.region)"
        let made = outcome("\(region)/\(wanted.width),/0/default.jpg", .v2, of: image, service(tile: tile)).text
        #expect(made == "\(wanted.width),\(wanted.height)", "\(factor) \(wanted)")
        count += 1
      }
    }
    #expect(count > 250)
  }

  @Test("Every listed size is served exactly, by both sides, by its width and by its height")
  func listedSizesAreServed() throws {
    for (width, height) in [(1, 1), (6000, 4000), (4001, 6003), (1023, 1025), (999, 3001), (513, 512), (12_345, 6_789)]
    {
      let image = PixelSize<Displayed>(width: width, height: height)
      for service in [
        service(), service(maxWidth: 700, maxHeight: 2000), service(maxArea: 1_000_000), service(tile: 100),
      ] {
        let layout = try IIIFLayout(image: image, service: service)
        #expect(!layout.sizes.isEmpty)
        #expect(layout.sizes.map(\.width) == layout.sizes.map(\.width).sorted())
        for size in layout.sizes {
          for version in IIIFVersion.allCases {
            for form in ["\(size.width),\(size.height)", "\(size.width),", ",\(size.height)"] {
              let made = outcome("full/\(form)/0/default.jpg", version, of: image, service)
              #expect(made.text == "\(size.width),\(size.height)", "\(image) \(form)")
            }
          }
        }
      }
    }
  }

  @Test("A server of listed sizes serves those, the tiles and max, and nothing else")
  func onlyListedSizesAreServed() {
    let (image, service) = (PixelSize<Displayed>(width: 1000, height: 600), service(sizesOnly: true, tile: 256))
    for path in [
      "full/max", "full/250,150", "full/500,300", "full/1000,600", "full/250,", "0,0,256,256/256,256",
      "768,512,232,88/232,88", "512,512,488,88/244,44", "0,0,1024,1024/250,150", "full/^250,150",
    ] {
      #expect(outcome("\(path)/90/gray.png", of: image, service).image != nil, "\(path)")
    }
    for path in [
      "full/251,", "full/125,75", "square/max", "0,0,255,256/max", "1,0,256,256/256,256", "0,0,256,256/128,128",
      "full/pct:33", "512,512,488,88/244,43",
    ] {
      #expect(outcome("\(path)/0/default.jpg", of: image, service) == .refused(403, "size-unlisted"), "\(path)")
    }
  }
}

/// Tiles by the algorithm of the implementation notes, section 3.
enum Tiles {
  typealias Tile = (region: PixelRect<Displayed>, width: Int, height: Int, column: Int, row: Int)

  static func all(of image: PixelSize<Displayed>, tile: Int, factor: Int) -> [Tile] {
    var tiles: [Tile] = []
    var row = 0
    while row * tile * factor < image.height {
      var column = 0
      while column * tile * factor < image.width {
        let (x, y) = (column * tile * factor, row * tile * factor)
        var (wide, high, width, height) = (tile * factor, tile * factor, tile, tile)
        if x + wide > image.width { (wide, width) = (image.width - x, (image.width - x + factor - 1) / factor) }
        if y + high > image.height { (high, height) = (image.height - y, (image.height - y + factor - 1) / factor) }
        tiles.append((PixelRect(x: x, y: y, width: wide, height: high), width, height, column, row))
        column += 1
      }
      row += 1
    }
    return tiles
  }
}
