// An overlay's own bytes, the file made from it, and why one is not decoded.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct ItemOverlayTests {
  private static let own = TinyOverlay(width: 48, height: 40, offsets: [[0, 0], [10, 20]])

  /// Two images of 24 × 16, the second with alpha, on a canvas of 48 × 40.
  static func file(_ overlay: TinyOverlay = own) -> TinyHEIF {
    var file = TinyHEIF()
    let opacity = Array("urn:mpeg:hevc:2015:auxid:1".utf8) + [0]
    file.properties = [
      .size(width: 24, height: 16), .coding, .size(width: overlay.width, height: overlay.height),
      .box(TinyBox.full("auxC", opacity)), .box(TinyBox.bytes("av1C", [0x81, 0, 0x1C, 0])),
    ]
    let propertyLinks: [TinyItem.PropertyLink] = [.init(1), .init(2, essential: true)]
    file.items = [
      TinyItem(1, "iovl", overlay.bytes, propertyLinks: [.init(3)]),
      TinyItem(2, "av01", [1, 2, 3], propertyLinks: propertyLinks),
      TinyItem(3, "av01", [4, 5, 6, 7], propertyLinks: propertyLinks),
      TinyItem(4, "av01", [8, 9], propertyLinks: [.init(1), .init(5, essential: true), .init(4)]),
    ]
    file.references = [("dimg", 1, [2, 3]), ("auxl", 4, [3])]
    return file
  }

  @Test(arguments: [false, true])
  func theBytesSayWhereImagesLie(_ isWide: Bool) throws {
    var overlay = Self.own
    (overlay.isWide, overlay.fill) = (isWide, [1, 0x203, 0xFFFF, 0x8000])
    overlay.offsets = [[-1, 0x7FFF], [-0x8000, 5]]
    let read = try #require(ItemOverlay(overlay.bytes, inputs: 2))
    #expect(read.size == PixelSize(width: 48, height: 40) && read.fill == overlay.fill)
    #expect(read.offsets.map { [$0.x, $0.y] } == overlay.offsets)
    for count in overlay.bytes.indices { #expect(ItemOverlay(Array(overlay.bytes[..<count]), inputs: 2) == nil) }
    #expect(ItemOverlay(overlay.bytes + [0], inputs: 2) == nil)
    for count in [-1, 0, 1, 3, 17, .max] { #expect(ItemOverlay(overlay.bytes, inputs: count) == nil) }
    #expect(ItemOverlay([1] + overlay.bytes.dropFirst(), inputs: 2) == nil, "another version")
  }

  @Test func anyBytesAreReadOrRefused() throws {
    for isWide in [false, true] {
      var overlay = Self.own
      overlay.isWide = isWide
      for place in overlay.bytes.indices {
        for value in 0...UInt8.max {
          var bytes = overlay.bytes
          bytes[place] = value
          let read = ItemOverlay(bytes, inputs: 2)
          #expect((read != nil) == (place == 0 ? value == 0 : place > 1 || (value & 1 == 1) == isWide))
        }
      }
    }
    var far = Self.own
    (far.isWide, far.offsets) = (true, [[0x7FFF_FFFF, -0x8000_0000], [0, -1]])
    #expect(ItemOverlay(far.bytes, inputs: 2)?.offsets.map { [$0.x, $0.y] } == far.offsets)
  }

  @Test func anOverlayIsOnePieceOfSeveralImages() throws {
    var file = Self.file()
    file.items[0].storage = .itemData
    file.layout.locationVersion = 1
    let bytes = file.bytes
    let image = try ItemImage(bytes)
    #expect(image.unsupportedReason == nil && image.tiles.count == 1 && image.columns == 1)
    #expect(image.tile == image.size && image.size == PixelSize(width: 48, height: 40))
    #expect(!image.hasOpacity && !image.isGray && !image.isMultiplied && image.depth == 8)
    #expect(image.inputPixels == 2 * 24 * 16 && image.longestSide == 48)
    #expect(try Probe(bytes).samples?.inputPixels == 2 * 24 * 16)
    let made = try image.file(ofTile: 0, in: bytes, limit: 1_000)
    let header = try HEIFHeader(made)
    #expect(header.findings.isEmpty && header.isWhole && header.storedSize == image.size)
    #expect(header.tables.items.map(\.kind) == ["iovl", "av01", "av01", "av01"])
    let contents = header.tables.contents(in: made)
    #expect(contents == [1: Self.own.bytes, 2: [1, 2, 3], 3: [4, 5, 6, 7], 4: [8, 9]])
    let references = header.tables.references.map { "\($0.kind) \($0.from) \($0.to)" }
    #expect(references == ["dimg 1 [2, 3]", "auxl 4 [3]"])
    #expect(
      header.image.unsupportedReason == nil && header.image.inputs.map { $0.opacity != nil } == [false, true])
    let count = Self.own.bytes.count + 9
    #expect(try image.file(ofTile: 0, in: bytes, limit: count) == made)
    #expect(throws: MetadataError.self) { try image.file(ofTile: 0, in: bytes, limit: count - 1) }
  }

  @Test func oneImageMayBeLaidTwice() throws {
    var file = Self.file()
    file.references[0] = ("dimg", 1, [3, 3])
    let bytes = file.bytes
    let image = try ItemImage(bytes)
    let header = try HEIFHeader(image.file(ofTile: 0, in: bytes, limit: 1_000))
    let references = header.tables.references.map { "\($0.kind) \($0.from) \($0.to)" }
    #expect(references == ["dimg 1 [2, 4]", "auxl 3 [2]", "auxl 5 [4]"])
  }

  private static func changed(_ change: (inout TinyHEIF) -> Void) -> UnsupportedSamples? {
    var file = file()
    change(&file)
    return (try? ItemImage(file.bytes))?.unsupportedReason
  }

  /// Another property of an item.
  private static func with(_ property: [UInt8], item: Int) -> UnsupportedSamples? {
    changed { file in
      file.properties.append(.box(property))
      file.items[item].propertyLinks.append(.init(file.properties.count))
    }
  }

  private static func laid(_ change: (inout TinyOverlay) -> Void) -> UnsupportedSamples? {
    changed { file in
      var overlay = own
      change(&overlay)
      file.items[0].data = overlay.bytes
    }
  }

  @Test func itsBytesHaveToFit() {
    #expect(Self.laid { $0.isWide = true } == nil)
    let unclear = UnsupportedSamples.overlay(.unclear)
    #expect(Self.laid { $0.offsets.append([0, 0]) } == unclear)
    #expect(Self.laid { $0.offsets.removeLast() } == unclear)
    #expect(Self.changed { $0.items[0].data = [] } == unclear)
    #expect(Self.laid { $0.width += 1 } == .overlay(.size))
    #expect(Self.laid { $0.height = 0 } == .overlay(.size))
    let outside = UnsupportedSamples.overlay(.inputBeforeCanvas)
    #expect(Self.laid { $0.offsets[1] = [-1, 0] } == outside && Self.laid { $0.offsets[0] = [0, -1] } == outside)
    #expect(Self.laid { $0.offsets[1] = [0x7FFF, 0x7FFF] } == nil)
  }

  @Test func aTransparentCanvasHasToBeHidden() throws {
    let reason = UnsupportedSamples.overlay(.transparentCanvas)
    #expect(Self.laid { $0.fill[3] = 0 } == reason && Self.laid { $0.fill[3] = 0xFFFE } == reason)
    var small = TinyOverlay(width: 24, height: 15, offsets: [[0, 0], [10, 0]])
    small.fill[3] = 0
    #expect(try ItemImage(Self.file(small).bytes).unsupportedReason == nil)
    small.offsets = [[0, 1], [0, 0]]
    #expect(try ItemImage(Self.file(small).bytes).unsupportedReason == reason, "the one that hides all lets through")
  }

  @Test func imagesHaveToBeCodedAndLieAsTheyAre() {
    let uncoded = UnsupportedSamples.overlay(.inputMissing)
    #expect(Self.changed { $0.items[1].kind = "grid" } == uncoded)
    #expect(Self.changed { $0.references[0] = ("dimg", 1, [2, 9]) } == uncoded)
    #expect(Self.changed { $0.references[0] = ("dimg", 1, [2, 1]) } == uncoded, "it holds itself")
    let number = UnsupportedSamples.overlay(.inputCount(most: 16))
    #expect(Self.changed { $0.references.removeFirst() } == number)
    #expect(Self.changed { $0.references[0].to = [Int](repeating: 2, count: 17) } == number)
    let all = TinyOverlay(width: 48, height: 40, offsets: [[Int]](repeating: [1, 1], count: 16))
    let sixteen = Self.changed { file in
      file.items[0].data = all.bytes
      file.references[0].to = [Int](repeating: 2, count: 16)
    }
    #expect(sixteen == nil)
    let turned = UnsupportedSamples.overlay(.inputTransformed)
    let part = TinyBox.bytes("clap", [12, 1, 10, 1, 4, 1, 2, 1].flatMap { TinyBox.number($0, 4) })
    for box in [TinyBox.bytes("irot", [1]), TinyBox.bytes("irot", []), TinyBox.bytes("imir", [0]), part] {
      for item in 1...3 { #expect(Self.with(box, item: item) == turned) }
      #expect(Self.with(box, item: 0) == nil, "what turns the whole is ours")
    }
  }

  @Test func opacityIsThatOfAnImage() {
    #expect(Self.changed { $0.references[1].to = [1] } == .overlay(.opacity))
    let other = UnsupportedSamples.overlay(.inputOpacity)
    #expect(Self.changed { $0.items[3].propertyLinks[0] = .init(3) } == other)
    #expect(Self.changed { $0.items[3].kind = "grid" } == other)
    #expect(Self.changed { $0.references.append(("prem", 3, [4])) } == .overlay(.inputMultiplied))
  }

  @Test func depthLayersAndColoursAreNamed() throws {
    let deep = UnsupportedSamples.overlay(.inputDepth)
    for item in 1...3 {
      #expect(Self.with(TinyBox.bytes("av1C", [0x81, 0, 0x4C, 0]), item: item) == deep)
      #expect(Self.with(TinyBox.bytes("a1op", [1]), item: item) == .item(.layer))
    }
    let numbers = TinyBox.bytes("colr", Array("nclx".utf8) + [0, 12, 0, 13, 0, 6, 0x80])
    let profile = TinyBox.bytes("colr", Array("prof".utf8) + [7, 8, 9])
    let different = UnsupportedSamples.overlay(.inputColors)
    for box in [numbers, profile] {
      #expect(Self.with(box, item: 1) == different && Self.with(box, item: 2) == different)
      #expect(Self.with(box, item: 0) == nil)
    }
    for (one, other, isAlike) in [
      (profile, profile, true), (numbers, numbers, true),
      (profile, TinyBox.bytes("colr", Array("prof".utf8) + [7, 8, 8]), false),
    ] {
      var file = Self.file()
      file.properties += [.box(one), .box(other)]
      file.items[1].propertyLinks.append(.init(6))
      file.items[2].propertyLinks.append(.init(7))
      #expect(try ItemImage(file.bytes).unsupportedReason == (isAlike ? nil : different))
    }
  }

  /// Every prefix and many changes of a file: refused, or a valid file.
  @Test func damagedOverlaysAreRefusedOrFilesOfTheirOwn() {
    func complaint(_ bytes: [UInt8]) -> String? {
      guard let image = try? ItemImage(bytes), !image.inputs.isEmpty,
        let file = try? image.file(ofTile: 0, in: bytes, limit: 4_096), let header = try? HEIFHeader(file)
      else { return nil }
      let count = image.inputs.reduce(1) { $0 + ($1.opacity == nil ? 1 : 2) }
      guard header.tables.items.count == count, header.tables.primary == 1 else { return "it is not alone" }
      return file.count > 65_536 ? "\(file.count) bytes" : nil
    }
    let bytes = Self.file().bytes
    #expect(Totality.complaintOfPrefixes(bytes) { bytes, _ in complaint(bytes) } == nil)
    for place in bytes.indices {
      for value in [0, 1, bytes[place] &+ 1, bytes[place] ^ 0x80, 255] {
        var damaged = bytes
        damaged[place] = value
        #expect(complaint(damaged) == nil, "byte \(place) as \(value)")
      }
    }
  }

  @Test func theTagIsWrittenAsBefore() throws {
    for tag in ExifOrientation.allCases { _ = try HEIFChange(Self.file().bytes, to: tag) }
  }
}
