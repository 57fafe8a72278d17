// The geometry of a request compared with images that are cropped and rotated pixel by pixel, and every refusal.

import Testing
import UprightFixtures
import UprightTestTools

@testable import Upright

@Suite struct PlanRequestTests {
  private static let stored = PixelSize<Stored>(width: 7, height: 5)

  /// All eight tags × all eight rotations × random regions × scales: the map puts each stored pixel where it is
  /// displayed.
  @Test(arguments: ExifOrientation.allCases)
  func theMapCarriesEveryPixelToWhereItIsSeen(_ tag: ExifOrientation) throws {
    var random = SplitMix64(seed: UInt64(tag.rawValue))
    let probe = try Photos.probe(tag, Self.stored.width, Self.stored.height)
    let seen = ExpectedPixels.displayed(
      ExpectedPixels.places(width: Self.stored.width, height: Self.stored.height), tag)
    #expect(probe.displayedSize == seen.displayedSize)
    for turn in Orientation<Displayed, Displayed>.all {
      for _ in 0..<12 {
        let region = PixelRect<Displayed>.random(in: probe.displayedSize, margin: 3, using: &random)
        let scale = [1, 2, 3].randomElement(using: &random) ?? 1
        let image = try ExpectedPixels.turned(
          ExpectedPixels.cropped(seen, to: region, fill: [255, 255, 255]), by: turn)
        let size = PixelSize<Output>(width: image.width * scale, height: image.height * scale)
        let request = try PlanRequest(
          Rendition(region: .pixels(region), size: .exactly(size), rotation: turn, overflow: .pad(.black)), probe)
        #expect(request.natural == PixelSize(width: image.width, height: image.height))
        #expect(request.outputSize == size)
        expect(request.map, carries: image, by: Double(scale))
      }
    }
  }

  /// Each pixel of `image` states its stored position; its center must be the mapped center of that position.
  private func expect(_ map: Transform2D<Stored, Output>, carries displayed: TinyImage, by scale: Double) {
    for y in 0..<displayed.height {
      for x in 0..<displayed.width where displayed[x, y] != [255, 255, 255] {
        let place = displayed[x, y]
        let image = map.apply(Point2D(x: Double(place[0]) + 0.5, y: Double(place[1]) + 0.5))
        let miss = max((image.x - (Double(x) + 0.5) * scale).magnitude, (image.y - (Double(y) + 0.5) * scale).magnitude)
        #expect(miss < 1e-9, "stored \(place[0]),\(place[1]) is seen at \(x),\(y), not at \(image)")
      }
    }
  }

  /// Every region of every tag, without scaling: the crop of the stored image is exactly what the region displays.
  @Test(arguments: ExifOrientation.allCases)
  func theStoredRegionHoldsExactlyThePixelsThatAreSeen(_ tag: ExifOrientation) throws {
    let stored = ExpectedPixels.places(width: 4, height: 3)
    let probe = try Photos.probe(tag, 4, 3)
    let seen = ExpectedPixels.displayed(stored, tag)
    for region in PixelRect.all(in: probe.displayedSize) {
      let request = try PlanRequest(Rendition(region: .pixels(region)), probe)
      let cut = ExpectedPixels.cropped(stored, to: request.storedRegion)
      #expect(ExpectedPixels.displayed(cut, tag) == ExpectedPixels.cropped(seen, to: region), "\(region)")
      #expect(request.region == region && request.visible == region && !request.isPadded)
    }
  }

  @Test(arguments: ExifOrientation.allCases)
  func aRegionGivenAsStoredComesBackAsStored(_ tag: ExifOrientation) throws {
    let probe = try Photos.probe(tag, 4, 3)
    for region in PixelRect.all(in: probe.storedSize) {
      let request = try PlanRequest(Rendition(region: .stored(region)), probe)
      #expect(request.storedRegion == region)
      #expect(request.isWhole == (region == probe.storedSize.bounds))
    }
  }

  @Test(arguments: ExifOrientation.allCases)
  func theTotalIsTheTagAndThenTheTurn(_ tag: ExifOrientation) throws {
    let probe = try Photos.probe(tag, 4, 3)
    let stored = ExpectedPixels.places(width: 4, height: 3)
    for turn in Orientation<Displayed, Displayed>.all {
      let request = try PlanRequest(Rendition(rotation: turn), probe)
      #expect(
        try ExpectedPixels.turned(ExpectedPixels.displayed(stored, tag), by: turn)
          == ExpectedPixels.turned(stored, by: request.total))
    }
  }

  /// A size requested for a region does not stretch the image's part of it; padding, preserved shapes, and no size at
  /// all are fine.
  @Test(arguments: ExifOrientation.allCases)
  func whatIsLeftOfARegionIsNotStretched(_ tag: ExifOrientation) throws {
    let probe = try Photos.probe(tag, 40, 40)
    let beyond = Rendition.Region.pixels(PixelRect(x: 30, y: 0, width: 20, height: 20))
    let corner = Rendition.Region.pixels(PixelRect(x: 30, y: 30, width: 20, height: 20))
    #expect(throws: UprightError.self) { try PlanRequest(Rendition(region: beyond, size: .exactly(8, 8)), probe) }
    #expect(try PlanRequest(Rendition(region: corner, size: .exactly(8, 8)), probe).outputSize.width == 8)
    #expect(
      try PlanRequest(Rendition(region: beyond, size: .within(8, 8)), probe).outputSize
        == PixelSize(width: 4, height: 8))
    #expect(try PlanRequest(Rendition(region: beyond), probe).outputSize == PixelSize(width: 10, height: 20))
    let padded = Rendition(region: beyond, size: .exactly(8, 8), overflow: .pad(.white))
    #expect(try PlanRequest(padded, probe).outputSize == PixelSize(width: 8, height: 8))
  }

  /// Regions of all kinds and beyond the edge: clipping, padding and refusing use the same pixels.
  @Test func overflowDecidesWhatBecomesOfTheRest() throws {
    var random = SplitMix64(seed: 3)
    let probe = try Photos.probe(.rightTop, 9, 6)
    for _ in 0..<400 {
      let region = PixelRect<Displayed>.random(in: probe.displayedSize, margin: 5, using: &random)
      let inside = try #require(region.clipped(to: probe.displayedSize))
      let clipped = try PlanRequest(Rendition(region: .pixels(region), overflow: .clip), probe)
      #expect(clipped.region == inside && clipped.visible == inside && !clipped.isPadded)
      let padded = try PlanRequest(Rendition(region: .pixels(region), overflow: .pad(.black)), probe)
      #expect(padded.region == region && padded.visible == inside && padded.isPadded == (inside != region))
      #expect(padded.storedRegion == clipped.storedRegion)
      let refused = Rendition(region: .pixels(region), overflow: .fail)
      if inside == region {
        #expect(try PlanRequest(refused, probe).region == region)
      } else {
        let reason: Phrase = "\(region) extends beyond the displayed image of 6x9"
        #expect(throws: UprightError.unanswerable(field: "region", reason: reason)) { try PlanRequest(refused, probe) }
      }
    }
  }

  @Test func theSquareIsTheLargestInTheMiddle() throws {
    for (width, height) in [(9, 6), (6, 9), (7, 7), (1, 5), (8, 5)] {
      let probe = try Photos.probe(nil, width, height)
      let square = try PlanRequest(Rendition(region: .square), probe).region
      #expect(square.width == min(width, height) && square.height == square.width)
      let margins = [square.x, width - square.maxX, square.y, height - square.maxY]
      #expect(margins.allSatisfy { $0 >= 0 } && margins[1] - margins[0] <= 1 && margins[3] - margins[2] <= 1)
      #expect(margins[1] >= margins[0] && margins[3] >= margins[2])
    }
  }

  @Test func percentIsOfTheImageAsDisplayed() throws {
    let probe = try Photos.probe(.leftBottom, 200, 100)
    let half = Rect2D<Normalized<Displayed>>(x: 0.25, y: 0.5, width: 0.5, height: 0.25)
    #expect(
      try PlanRequest(Rendition(region: .fraction(half)), probe).region
        == PixelRect(x: 25, y: 100, width: 50, height: 50))
    let all = Rect2D<Normalized<Displayed>>(x: 0, y: 0, width: 1, height: 1)
    #expect(try PlanRequest(Rendition(region: .fraction(all)), probe).isWhole)
  }

  /// 200 × 100 stored, displayed on its side: a selection is rounded as requested, unlike a percentage.
  @Test func selectionsAreRoundedAsAsked() throws {
    let probe = try Photos.probe(.leftBottom, 200, 100)
    let selection = try #require(Selection(Rect2D(x: 10.4, y: 20.6, width: 30.2, height: 40), in: probe.displayedSize))
    for (rounding, region, stored) in [
      (PixelRounding.outward, [10, 20, 31, 41], [139, 10, 41, 31]), (.nearest, [10, 21, 31, 40], [139, 10, 40, 31]),
      (.inward, [11, 21, 29, 39], [140, 11, 39, 29]),
    ] {
      let request = try PlanRequest(Rendition(region: .selection(selection, rounding: rounding)), probe)
      #expect(request.region == PixelRect(x: region[0], y: region[1], width: region[2], height: region[3]))
      #expect(request.storedRegion == PixelRect(x: stored[0], y: stored[1], width: stored[2], height: stored[3]))
    }
    let all = try #require(Selection(Rect2D<Normalized<Displayed>>(x: 0, y: 0, width: 1, height: 1)))
    #expect(try PlanRequest(Rendition(region: .selection(all)), probe).isWhole)
  }

  @Test func aSelectionOfLessThanAPixelIsUnanswerableRoundedInward() throws {
    let probe = try Photos.probe(.leftBottom, 200, 100)
    let sliver = try #require(Selection(Rect2D(x: 10.2, y: 20, width: 0.2, height: 40), in: probe.displayedSize))
    #expect(try PlanRequest(Rendition(region: .selection(sliver)), probe).region.width == 1)
    for rounding in [PixelRounding.inward, .nearest] {
      let reason: Phrase = "rounded \(rounding), the selection contains no pixel of the image"
      #expect(throws: UprightError.unanswerable(field: "region", reason: reason)) {
        try PlanRequest(Rendition(region: .selection(sliver, rounding: rounding)), probe)
      }
    }
  }

  @Test func sizesAreThoseOfTheResultAfterTurning() throws {
    let probe = try Photos.probe(nil, 40, 20)
    let box = PixelSize<Output>(width: 10, height: 10)
    for turn in Orientation<Displayed, Displayed>.all {
      let natural: PixelSize<Output> =
        turn.swapsAxes ? PixelSize(width: 20, height: 40) : PixelSize(width: 40, height: 20)
      let fitted: PixelSize<Output> = turn.swapsAxes ? PixelSize(width: 5, height: 10) : PixelSize(width: 10, height: 5)
      #expect(try PlanRequest(Rendition(rotation: turn), probe).outputSize == natural)
      #expect(try PlanRequest(Rendition(size: .within(box), rotation: turn), probe).outputSize == fitted)
      #expect(try PlanRequest(Rendition(size: .exactly(box), rotation: turn), probe).outputSize == box)
      let large = PixelSize<Output>(width: 400, height: 400)
      #expect(try PlanRequest(Rendition(size: .within(large), rotation: turn), probe).outputSize == natural)
      #expect(try PlanRequest(Rendition(size: .exactly(large), rotation: turn), probe).outputSize == large)
    }
  }

  private static let hopeless: [Rendition.Region] = [
    .pixels(PixelRect(x: 0, y: 0, width: 0, height: 4)), .pixels(PixelRect(x: 0, y: 0, width: 4, height: -1)),
    .pixels(PixelRect(x: 40, y: 0, width: 4, height: 4)), .pixels(PixelRect(x: -4, y: 0, width: 4, height: 4)),
    .pixels(PixelRect(x: 0, y: 20, width: 4, height: 4)), .pixels(PixelRect(x: 0, y: -4, width: 4, height: 4)),
    .pixels(PixelRect(x: .min, y: 0, width: 4, height: 4)),
    .pixels(PixelRect(x: .max, y: .max, width: .max, height: .max)),
    .stored(PixelRect(x: .min, y: .min, width: .max, height: .max)),
    .stored(PixelRect(x: 0, y: 0, width: 1 << 41, height: 1)), .stored(PixelRect(x: 40, y: 0, width: 1, height: 1)),
    .fraction(Rect2D(x: 0, y: 0, width: 0, height: 1)), .fraction(Rect2D(x: .nan, y: 0, width: 1, height: 1)),
    .fraction(Rect2D(x: 1e300, y: 0, width: 1, height: 1)),
    .fraction(Rect2D(x: 2, y: 0, width: 1, height: 1)),
  ]

  /// A region far outside the image is clipped like any other; only padding it exceeds the limit.
  @Test func hugeRegionsAreClipped() throws {
    let huge = Rendition.Region.pixels(PixelRect(x: 0, y: 0, width: .max, height: .max))
    for (_, probe) in try Photos.probes(40, 20) {
      let request = try PlanRequest(Rendition(region: huge), probe)
      #expect(request.region == probe.displayedSize.bounds && request.isWhole)
      #expect(throws: UprightError.limit(.side, asked: .max, allowed: 1 << 31)) {
        try PlanRequest(Rendition(region: huge, overflow: .pad(.black)), probe)
      }
    }
  }

  /// A region without a pixel of the image is never answered, for any overflow, and no arithmetic traps.
  @Test func regionsWithoutAPixelAreUnanswerable() throws {
    for (_, probe) in try Photos.probes(40, 20).prefix(1) + Photos.probes(40, 20).suffix(1) {
      for region in Self.hopeless.dropFirst(probe.orientation.swapsAxes ? 2 : 0) {
        if case .pixels(let rect) = region, rect.x == 0, rect.y == 20, probe.orientation.swapsAxes { continue }
        for overflow in [Rendition.Overflow.clip, .pad(.black), .fail] {
          let error = #expect(throws: UprightError.self) {
            try PlanRequest(Rendition(region: region, overflow: overflow), probe)
          }
          guard case .unanswerable("region", let reason) = error else {
            Issue.record("\(region): \(String(describing: error))")
            continue
          }
          let words = reason.description
          #expect(words.hasSuffix("is outside the image") || words.hasSuffix("contains no pixel of the image"))
        }
      }
    }
  }

  @Test func sizesWithoutAPixelAreUnanswerable() throws {
    let probe = try Photos.probe(nil, 40, 20)
    for (width, height) in [(0, 5), (5, 0), (-1, 5), (0, 0), (.min, .min)] {
      let size = PixelSize<Output>(width: width, height: height)
      for asked in [Rendition.Size.exactly(size), .within(size)] {
        #expect(throws: UprightError.unanswerable(field: "size", reason: "\(size) has no pixels")) {
          try PlanRequest(Rendition(size: asked), probe)
        }
      }
    }
  }

  /// If a later marker states the height, no pixel can be requested, but the tag can change.
  @Test func anImageOfUnknownHeightHasATagOnly() throws {
    let probe = try Photos.probe(.rightTop, 40, 0)
    #expect(try PlanRequest(Rendition(rotation: .rotate90), probe).isWhole)
    #expect(try Planner.full.plan(Rendition(rotation: .rotate90), for: probe).route.name == .retag)
    let reason: Phrase = "this JPEG cannot be decoded: its height is stated only after the image (DNL segment)"
    for rendition in [Rendition(upright: .pixels), Rendition(format: .png)] {
      #expect(throws: UprightError.unsupported(reason)) { try Planner.full.plan(rendition, for: probe) }
    }
    for region in [Rendition.Region.square, .pixels(PixelRect(x: 0, y: 0, width: 1, height: 1))] {
      #expect(throws: UprightError.self) { try PlanRequest(Rendition(region: region), probe) }
    }
  }

  /// A region of an image of unknown size is an error in every form: a copy of the whole would show what should be cut
  /// off.
  @Test func aRegionOfAnImageOfUnknownSizeIsAnError() throws {
    let text = TinyPNG.Chunk("tEXt", Array("Title".utf8) + [0])
    let whole = TinyPNG(.letterF, chunks: [text]).bytes
    let probe = try Probe(Array(whole[..<8] + whole[33...]))
    #expect(probe.storedSize.isEmpty)
    let half = try #require(Selection(Rect2D(x: 0, y: 0, width: 0.5, height: 0.5)))
    let regions: [Rendition.Region] = [
      .fraction(Rect2D(x: 0, y: 0, width: 0.5, height: 0.5)), .fraction(Rect2D(x: 0, y: 0, width: 1, height: 1)),
      .square,
      .pixels(PixelRect(x: 0, y: 0, width: 1, height: 1)), .pixels(PixelRect(x: 0, y: 0, width: 0, height: 0)),
      .stored(PixelRect(x: 0, y: 0, width: 1, height: 1)), .selection(half),
    ]
    let missing = UprightError.malformed(MetadataError(.imageMissing, at: 0))
    for region in regions {
      for overflow in [Rendition.Overflow.clip, .fail, .pad(.black)] {
        for upright in [Rendition.Uprightness.tagged, .pixels, .pixelsWherePossible] {
          #expect(throws: missing) {
            try Planner.full.plan(Rendition(region: region, upright: upright, overflow: overflow), for: probe)
          }
        }
      }
    }
  }

  /// A PNG that begins with another chunk than its header has no size: the tag can change, but nothing can be scaled.
  @Test func anImageOfUnknownSizeIsNotScaledToNothing() throws {
    let text = TinyPNG.Chunk("tEXt", Array("Title".utf8) + [0])
    let whole = TinyPNG(.letterF, chunks: [text, .exif(TinyTIFF(orientation: 6).bytes)]).bytes
    let headless = Array(whole[..<8] + whole[33...])
    let probe = try Probe(headless)
    #expect(probe.storedSize.isEmpty && probe.orientation.exif == .rightTop)
    let missing = UprightError.malformed(MetadataError(.imageMissing, at: 0))
    let box = PixelSize<Output>(width: 64, height: 64)
    let png = Capabilities(decodes: true, encodes: true, transforms: false)
    let planner = Planner(capabilities: [.png: png, .jpeg: png])
    for size in [Rendition.Size.within(box), .exactly(box)] {
      for upright in [Rendition.Uprightness.tagged, .pixels, .pixelsWherePossible] {
        for format in [nil, ContainerFormat.jpeg] {
          #expect(throws: missing) {
            try planner.plan(Rendition(size: size, upright: upright, format: format), for: probe)
          }
        }
      }
    }
    #expect(throws: missing) { try planner.plan(Rendition(upright: .pixels), for: probe) }
    #expect(try planner.plan(Rendition(), for: probe).route == .copy)
    #expect(missing.codes.name == "picture-missing" && missing.codes.exitCode == 65)
    #expect(missing.description == "no image or track with a size was found")
  }

  @Test func sidesBeyondAllImagesAreALimit() throws {
    let probe = try Photos.probe(nil, 40, 20)
    for (width, height) in [((1 << 31) + 1, 1), (1, (1 << 31) + 1), (.max, .max)] {
      for asked in [
        Rendition.Size.exactly(PixelSize(width: width, height: height)),
        .within(PixelSize(width: width, height: height)),
      ] {
        #expect(
          throws: UprightError.limit(.side, asked: max(width, height), allowed: 1 << 31)
        ) { try PlanRequest(Rendition(size: asked), probe) }
      }
    }
    let longest = PixelSize<Output>(width: 1 << 31, height: 1 << 31)
    #expect(try PlanRequest(Rendition(size: .exactly(longest)), probe).outputSize == longest)
  }

  @Test func theFormatIsTheSourcesUnlessAsked() throws {
    let probe = try Photos.probe(nil, 40, 20)
    #expect(try PlanRequest(Rendition(), probe).format == .jpeg)
    #expect(try PlanRequest(Rendition(format: .png), probe).format == .png)
  }

  @Test func wholeMeansAllOfItAtItsOwnSize() throws {
    let probe = try Photos.probe(.rightTop, 40, 20)
    let displayed = probe.displayedSize
    #expect(try PlanRequest(Rendition(rotation: .rotate90, upright: .pixels, format: .png), probe).isWhole)
    #expect(try PlanRequest(Rendition(region: .pixels(displayed.bounds)), probe).isWhole)
    let scaled = Rendition(size: .exactly(PixelSize(width: 40, height: 20)))
    #expect(try !PlanRequest(scaled, probe).isWhole, "the displayed picture is 20x40")
    #expect(try !PlanRequest(Rendition(region: .square), probe).isWhole)
    let beyond = PixelRect<Displayed>(x: -1, y: 0, width: 21, height: 40)
    #expect(try PlanRequest(Rendition(region: .pixels(beyond)), probe).isWhole, "clipped to all of it")
    #expect(try !PlanRequest(Rendition(region: .pixels(beyond), overflow: .pad(.black)), probe).isWhole)
  }
}
