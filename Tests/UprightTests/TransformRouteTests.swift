// When blocks of coefficients can be moved, which are moved, and each reason against it.

import Testing
@testable import Upright
import UprightFixtures

@Suite struct TransformRouteTests {
  private func decision(_ rendition: Rendition, _ probe: Probe, _ planner: Planner = .full) throws -> RouteDecision {
    TransformRoute.decide(try PlanRequest(rendition, probe), planner)
  }

  /// A file with another frame marker (ITU T.81, table B.1) or precision.
  private func probe(marker: UInt8 = 0xC0, precision: UInt8 = 8) throws -> Probe {
    var bytes = PlanTable.photo()
    let place = try #require(bytes.indices.dropLast(9).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes[place + 1] = marker
    bytes[place + 4] = precision
    return try Probe(bytes)
  }

  @Test func theReasonsWhyNot() throws {
    let plain = try Photos.probe(nil, 64, 32)
    let upright = Rendition(rotation: .rotate90, upright: .pixels)
    func with(_ change: (inout Rendition) -> Void) -> Rendition {
      var rendition = upright
      change(&rendition)
      return rendition
    }
    #expect(try decision(with { $0.format = .png }, plain).reason == "the format changes to png")
    let beyond = PixelRect<Displayed>(x: -8, y: 0, width: 16, height: 16)
    #expect(
      try decision(
        with {
          $0.region = .pixels(beyond); $0.overflow = .pad(.black)
        }, plain
      ).reason == "padding needs decoded pixels")
    #expect(
      try decision(with { $0.size = .within(PixelSize(width: 8, height: 8)) }, plain).reason
        == "scaling needs decoded pixels")
    let poor = try decision(upright, plain, .bare)
    #expect(poor.reason == "blocks of JPEG cannot be moved")
    #expect(poor.error == .unsupported("JPEG cannot be rotated without loss"))
    #expect(try decision(Rendition(rotation: .rotate90), plain).reason == "this request changes only the tag")
    let several = try Photos.probe(nil, 64, 32, segments: [.multiPicture([(0, 9), (1 << 30, 9)])])
    #expect(try decision(upright, several).reason == RouteReason.unknownAttachments.description)
    #expect(try decision(with { $0.region = .square }, several).transform != nil, "a part is a picture of its own")
    let few = Planner(capabilities: Planner.full.capabilities, limits: Limits(pixels: 2_047))
    #expect(try decision(upright, plain, few).error == .limit(.pixels, asked: 2_048, allowed: 2_047))
    let one = PixelRect<Stored>(x: 1, y: 1, width: 5, height: 5)
    let nothing = try decision(
      with {
        $0.region = .stored(one); $0.loss = .trim
      }, plain)
    #expect(nothing.reason == "trimming leaves no whole block")
  }

  @Test func processesWhoseCoefficientsNoLibraryOpens() throws {
    let reasons: [(UInt8, String?)] = [
      (0xC0, nil), (0xC1, nil), (0xC2, nil), (0xC9, nil), (0xCA, nil),
      (0xC3, "lossless JPEG has no DCT coefficients"), (0xCB, "lossless JPEG has no DCT coefficients"),
      (0xC5, "hierarchical JPEG is not supported"), (0xC6, "hierarchical JPEG is not supported"),
      (0xC7, "hierarchical JPEG is not supported"), (0xCD, "hierarchical JPEG is not supported"),
      (0xCE, "hierarchical JPEG is not supported"), (0xCF, "hierarchical JPEG is not supported"),
    ]
    for (marker, reason) in reasons {
      let found = try decision(Rendition(rotation: .rotate90, upright: .pixels), probe(marker: marker))
      #expect(found.reason == reason, "SOF \(marker)")
      if let reason { #expect(found.error == .unsupported(Phrase(reason))) }
    }
    let deep = try decision(Rendition(rotation: .rotate90, upright: .pixels), probe(marker: 0xC1, precision: 12))
    #expect(deep.error == .unsupported("JPEG with 12 bits per sample is not supported"))
  }

  /// Without permission to trim, an image with partial edge blocks is declined for each loss with the reason of its
  /// alignment.
  @Test(arguments: ExifOrientation.allCases)
  func onlyTrimmingMovesWhatDoesNotLieOnBlocks(_ tag: ExifOrientation) throws {
    let probe = try Photos.probe(tag, 61, 43, sampling: .half)
    let block = try #require(probe.jpeg?.blockSize)
    #expect(block == PixelSize(width: 16, height: 16))
    for turn in Orientation<Displayed, Displayed>.all {
      let aligned = Alignment(try PlanRequest(Rendition(rotation: turn, upright: .pixels), probe), block: block)
      for loss in Rendition.Loss.allCases {
        let found = try decision(Rendition(rotation: turn, upright: .pixels, loss: loss), probe)
        if let reason = aligned.misalignment?.description, loss != .trim {
          #expect(found.error == .unanswerable(field: "loss", reason: Phrase(reason)))
        } else {
          let transform = try #require(found.transform)
          #expect(transform.job.region == aligned.region)
          #expect(transform.job.orientation == Orientation<Stored, Displayed>(exif: tag).then(turn))
          #expect(transform.keepsTrailer && found.remaining?.isIdentity == true)
        }
      }
    }
  }

  /// What is trimmed, what is kept and its position: the map carries the kept region to the whole new image.
  @Test(arguments: ExifOrientation.allCases)
  func theMapOfATrimmedImageCoversIt(_ tag: ExifOrientation) throws {
    let probe = try Photos.probe(tag, 61, 43, sampling: .halfWidth)
    let regions = [
      probe.storedSize.bounds, PixelRect<Stored>(x: 3, y: 5, width: 50, height: 30),
      PixelRect(x: 16, y: 8, width: 45, height: 35), PixelRect(x: 5, y: 0, width: 43, height: 40),
    ]
    for region in regions {
      for turn in Orientation<Displayed, Displayed>.all {
        let rendition = Rendition(region: .stored(region), rotation: turn, upright: .pixels, loss: .trim)
        let transform = try #require(try decision(rendition, probe).transform)
        let kept = transform.job.region
        #expect(region.contains(kept))
        let carried = kept.rect.applying(transform.carry.map)
        #expect(carried == transform.carry.size.bounds.rect)
        let lost = PixelSize<Stored>(width: region.width - kept.width, height: region.height - kept.height)
        let swaps = transform.job.orientation.swapsAxes
        #expect(transform.trimmed.width == (swaps ? lost.height : lost.width))
        #expect(transform.trimmed.height == (swaps ? lost.width : lost.height))
        #expect(transform.keepsTrailer == (region == probe.storedSize.bounds))
        let plan = try Planner.full.plan(rendition, for: probe)
        if plan.route.name == .transform { #expect(plan.outputSize == transform.carry.size) }
      }
    }
  }

  /// Coefficients counted block by block: 64 of 16 bits for each block of each component. Of the result, eight rows of
  /// blocks are rotated at a time: 128 bytes for each column of a component.
  @Test func memoryIsPaddedCoefficientsAndWhatIsCarried() throws {
    for sampling in TinyJPEG.Sampling.allCases {
      for (width, height) in [(1, 1), (8, 8), (9, 17), (61, 43), (640, 481)] {
        let probe = try Photos.probe(nil, width, height, sampling: sampling)
        let frame = try #require(probe.jpeg)
        let unit = frame.blockSize
        var blocks = 0
        for _ in stride(from: 0, to: width, by: unit.width) {
          for _ in stride(from: 0, to: height, by: unit.height) {
            for component in frame.components { blocks += component.horizontal * component.vertical }
          }
        }
        #expect(frame.coefficientBytes(of: probe.storedSize) == blocks * 64 * 2)
        let found = try decision(Rendition(rotation: .transpose, upright: .pixels), probe)
        let (turned, most) = (height, frame.maxSampling.vertical)
        let columns = frame.components.reduce(0) { $0 + turned * $1.vertical / most }
        #expect(found.peakBytes == blocks * 128 + columns * 128 + probe.carriedByteCount + RunMemory.coding)
      }
    }
  }
}

// The rule about blocks compared with a brute force that moves padded blocks pixel by pixel.

@Suite struct AlignmentTests {
  /// Stored size of the small images; every region of them is tried.
  private static let size = PixelSize<Stored>(width: 5, height: 4)
  private static let blocks = (1...3).flatMap { width in (1...3).map { PixelSize<Stored>(width: width, height: $0) } }

  /// Whether whole blocks, rotated one by one, are in the rotated region as blocks: each pixel has the position in its
  /// block of the result that rotating its block alone would give it.
  private static func movesInBlocks(
    _ turnedRegion: TinyImage, _ turnedBlock: TinyImage, block: PixelSize<Stored>
  ) -> Bool {
    for y in 0..<turnedRegion.height {
      for x in 0..<turnedRegion.width {
        let inBlock = turnedBlock[x % turnedBlock.width, y % turnedBlock.height]
        let stored = turnedRegion[x, y]
        if Int(stored[0]) % block.width != Int(inBlock[0]) || Int(stored[1]) % block.height != Int(inBlock[1]) {
          return false
        }
      }
    }
    return true
  }

  /// All eight orientations × nine blocks × every region: allowed exactly where brute force allows it; otherwise the
  /// largest part that can be moved is kept.
  @Test(arguments: ExifOrientation.allCases)
  func agreesWithBlocksMovedOneByOne(_ tag: ExifOrientation) throws {
    let probe = try Photos.probe(tag, Self.size.width, Self.size.height)
    let image = ExpectedPixels.places(width: Self.size.width, height: Self.size.height)
    let regions = PixelRect.all(in: Self.size)
    let turned = try regions.map {
      try ExpectedPixels.turned(ExpectedPixels.cropped(image, to: $0), by: probe.orientation)
    }
    let questions = try regions.map { try PlanRequest(Rendition(region: .stored($0)), probe) }
    for block in Self.blocks {
      let single = try ExpectedPixels.turned(
        ExpectedPixels.places(width: block.width, height: block.height), by: probe.orientation)
      let movable = turned.map { Self.movesInBlocks($0, single, block: block) }
      for (index, region) in regions.enumerated() {
        let alignment = Alignment(questions[index], block: block)
        // A region no larger than a block can be aligned by chance of its few pixels only if its edge is aligned too.
        #expect((alignment.misalignment == nil) == movable[index], "\(region) in blocks of \(block)")
        let inside = zip(regions, movable).filter { other, moves in moves && region.contains(other) }.map(\.0)
        let largest = inside.map { $0.width * $0.height }.max() ?? 0
        #expect((alignment.region?.size.pixelCount ?? 0) == largest, "\(region) in blocks of \(block)")
        if let kept = alignment.region { #expect(inside.contains(kept)) }
        if alignment.misalignment == nil { #expect(alignment.region == region) }
      }
    }
  }

  /// A rotation as displayed is treated like the same rotation in the tag.
  @Test func turnsCountLikeTags() throws {
    let plain = try Photos.probe(nil, 60, 27)
    let block = PixelSize<Stored>(width: 8, height: 8)
    for (tag, probe) in try Photos.probes(60, 27) {
      let turn = try #require(
        Orientation<Displayed, Displayed>.all.first { $0.description == Orientation(exif: tag).description })
      for region in [PixelRect<Stored>(x: 8, y: 0, width: 52, height: 27), PixelRect(x: 5, y: 8, width: 19, height: 8)]
      {
        let one = Alignment(try PlanRequest(Rendition(region: .stored(region)), probe), block: block)
        let other = Alignment(try PlanRequest(Rendition(region: .stored(region), rotation: turn), plain), block: block)
        #expect(one.misalignment == other.misalignment && one.region == other.region)
      }
    }
  }

  @Test func theReasonNamesTheEdgeThatIsInTheWay() throws {
    let block = PixelSize<Stored>(width: 16, height: 8)
    func reason(_ tag: ExifOrientation, _ region: PixelRect<Stored>) throws -> String? {
      Alignment(try PlanRequest(Rendition(region: .stored(region)), Photos.probe(tag, 60, 27)), block: block)
        .misalignment?.description
    }
    let whole = PixelRect<Stored>(x: 0, y: 0, width: 60, height: 27)
    #expect(try reason(.topLeft, whole) == nil)
    #expect(try reason(.topRight, whole) == "stored column 60 is not on a boundary of 16-pixel blocks")
    #expect(try reason(.bottomLeft, whole) == "stored row 27 is not on a boundary of 8-pixel blocks")
    #expect(try reason(.bottomRight, whole) == "stored column 60 and row 27 are not on boundaries of 16x8 blocks")
    #expect(try reason(.leftTop, whole) == nil, "a transposition keeps both directions")
    let inner = PixelRect<Stored>(x: 4, y: 3, width: 44, height: 21)
    #expect(try reason(.topLeft, inner) == "stored column 4 and row 3 are not on boundaries of 16x8 blocks")
    #expect(try reason(.bottomRight, inner) == nil, "its far edges lie at 48 and 24")
  }

  @Test func nothingIsLeftOfARegionWithinOneBlock() throws {
    let block = PixelSize<Stored>(width: 8, height: 8)
    for (tag, probe) in try Photos.probes(40, 40) {
      let region = PixelRect<Stored>(x: 9, y: 9, width: 5, height: 5)
      let alignment = Alignment(try PlanRequest(Rendition(region: .stored(region)), probe), block: block)
      #expect(alignment.region == nil && alignment.misalignment != nil, "tag \(tag)")
    }
  }
}

extension PixelRect {
  /// Whether every pixel of `other` is one of this.
  func contains(_ other: Self) -> Bool { x <= other.x && y <= other.y && other.maxX <= maxX && other.maxY <= maxY }
}
