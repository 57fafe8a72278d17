// The part of an image that a clean aperture selects, also if it is invalid, and how the header applies it. Bytes of
// irot and imir, and the written boxes.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct CleanApertureTests {
  static func aperture(_ numbers: [Int]) throws -> CleanAperture {
    try #require(CleanAperture(numbers.flatMap { TinyBox.number($0 & 0xFFFF_FFFF, 4) }))
  }

  /// Width, height, right, down as fractions; the displayed part of 24 × 16; and the error.
  @Test(
    arguments: [
      ([16, 1, 8, 1, 0, 1, 0, 1], [4, 4, 16, 8], nil),
      ([16, 1, 8, 1, 4, 1, -4, 1], [8, 0, 16, 8], nil),
      ([23, 1, 15, 1, -1, 2, -1, 2], [0, 0, 23, 15], nil),
      ([46, 2, 30, 2, 1, 2, 1, 2], [1, 1, 23, 15], nil),
      ([23, 1, 15, 1, 0, 1, 0, 1], [0, 0, 23, 15], .betweenPixels),
      ([47, 2, 15, 1, -1, 2, -1, 2], [0, 0, 23, 15], .reachesBeyond),
      ([41, 2, 16, 1, 0, 1, 0, 1], [1, 0, 21, 16], .betweenPixels),
      ([24, 1, 16, 1, 3, 1, 0, 1], [3, 0, 21, 16], .reachesBeyond),
      ([48, 1, 32, 1, 0, 1, 0, 1], [0, 0, 24, 16], .reachesBeyond),
      ([0, 1, 8, 1, 0, 1, 0, 1], [0, 0, 24, 16], .meaningless),
      ([8, 0, 8, 1, 0, 1, 0, 1], [0, 0, 24, 16], .meaningless),
      ([8, 1, 8, 1, 0, 0, 0, 1], [0, 0, 24, 16], .meaningless),
      ([8, 1, 8, 1, 500, 1, 0, 1], [0, 0, 24, 16], .meaningless),
      ([0xFFFF_FFFF, 0xFFFF_FFFF, 1, 1, 0x7FFF_FFFF, 0xFFFF_FFFF, 0, 1], [0, 0, 24, 16], .meaningless),
    ] as [([Int], [Int], CleanAperture.Fault?)])
  func aPartIsNamed(_ numbers: [Int], _ part: [Int], _ fault: CleanAperture.Fault?) throws {
    let found = try Self.aperture(numbers).part(of: PixelSize<Stored>(width: 24, height: 16))
    #expect(found.part == PixelRect(x: part[0], y: part[1], width: part[2], height: part[3]))
    #expect(found.fault == fault)
  }

  @Test func tooFewBytesAreNone() { #expect(CleanAperture([UInt8](repeating: 1, count: 31)) == nil) }

  /// The box as a property of the image, before or after the transforms.
  static func file(_ tag: ExifOrientation, _ numbers: [Int], isLate: Bool = false) -> TinyHEIF {
    var file = TinyHEIF(tag)
    file.properties.append(.box(TinyBox.bytes("clap", numbers.flatMap { TinyBox.number($0 & 0xFFFF_FFFF, 4) })))
    let claim = TinyItem.PropertyLink(file.properties.count, essential: true)
    file.items[0].propertyLinks.insert(claim, at: isLate ? file.items[0].propertyLinks.count : 3)
    return file
  }

  @Test(arguments: ExifOrientation.allCases) func theSizeIsThatAfterTheCrop(tag: ExifOrientation) throws {
    let probe = try Probe(Self.file(tag, [12, 1, 10, 1, -2, 1, 1, 1]).bytes)
    #expect(probe.storedSize == PixelSize(width: 12, height: 10) && probe.orientation.exif == tag)
    #expect(probe.displayedSize == probe.orientation.applied(to: PixelSize(width: 12, height: 10)))
    #expect(probe.findings.map(\.code) == [.cleanAperture] && probe.findings[0].message.contains("libavif"))
    let image = try ItemImage(Self.file(tag, [12, 1, 10, 1, -2, 1, 1, 1]).bytes)
    #expect(image.shown == PixelRect(x: 4, y: 4, width: 12, height: 10) && image.unsupportedReason == nil)
  }

  /// Rotated a quarter counterclockwise first (`irot` 1), the left of the displayed image is the top of the stored one.
  @Test func aCropAfterTheTurnIsCarriedBackToWhatIsStored() throws {
    var file = Self.file(.topLeft, [4, 1, 24, 1, -6, 1, 0, 1])
    file.properties.append(.transform(.rotation(.quarter)))
    file.items[0].propertyLinks.insert(.init(file.properties.count, essential: true), at: 3)
    let image = try ItemImage(file.bytes)
    #expect(image.shown == PixelRect(x: 0, y: 0, width: 24, height: 4))
    #expect(try Probe(file.bytes).displayedSize == PixelSize(width: 4, height: 24))
  }

  @Test func aCropThatNamesNothingShowsEverything() throws {
    let probe = try Probe(Self.file(.rightTop, [8, 0, 8, 1, 0, 1, 0, 1]).bytes)
    #expect(probe.displayedSize == PixelSize(width: 16, height: 24))
    #expect(probe.findings.map(\.code) == [.cleanAperture])
  }

  @Test(arguments: ExifOrientation.allCases) func aNewTagKeepsTheCrop(tag: ExifOrientation) throws {
    let bytes = Self.file(.rightTop, [12, 1, 10, 1, -2, 1, 1, 1]).bytes
    let turned = try Probe(bytes).retag(to: Orientation(exif: tag)).applied(to: bytes)
    let probe = try Probe(turned)
    #expect(probe.orientation.exif == tag && probe.storedSize == PixelSize(width: 12, height: 10))
    #expect(try ItemImage(turned).shown == PixelRect(x: 4, y: 4, width: 12, height: 10))
  }

  /// A tile, or the alpha of its own image, is no image of its own either; a reference to itself says nothing.
  @Test func aPrimaryItemThatIsATileIsSaidAndOneThatNamesItselfIsNot() throws {
    var file = TinyHEIF(.topLeft)
    file.items.append(TinyItem(7, "grid", [0, 0, 0, 0, 0, 24, 0, 16], propertyLinks: [.init(1)]))
    file.references.append(("dimg", 7, [1]))
    let finding = try #require(try Probe(file.bytes).findings.first { $0.code == .primaryIsPart })
    #expect(finding.message == "the primary item (pitm) is a tile of item 7; viewers show that tile alone")
    file.primary = 7
    #expect(try !Probe(file.bytes).findings.contains { $0.code == .primaryIsPart })
    for kind in ["thmb", "auxl"] {
      var own = TinyHEIF(.topLeft)
      own.references.append((kind, 1, [1]))
      #expect(try !Probe(own.bytes).findings.contains { $0.code == .primaryIsPart })
    }
  }

  /// Viewers show the thumbnail, so its size and orientation are the image's.
  @Test(arguments: ExifOrientation.allCases) func aThumbnailAsPrimaryItemIsShownAndRotated(tag: ExifOrientation) throws
  {
    var file = TinyHEIF(tag)
    file.properties.append(.size(width: 48, height: 32))
    file.items.append(
      TinyItem(
        7, "av01", TinyHEIF.codedImage, propertyLinks: [.init(file.properties.count), .init(3, essential: true)]))
    file.references.append(("thmb", 1, [7]))
    let bytes = file.bytes
    let probe = try Probe(bytes)
    #expect(probe.orientation.exif == tag && probe.storedSize == PixelSize(width: 24, height: 16))
    let finding = try #require(probe.findings.first { $0.code == .primaryIsPart })
    #expect(
      finding.message == "the primary item (pitm) is a thumbnail of item 7; viewers show the thumbnail")
    let turned = try probe.retag(to: Orientation(exif: .rightTop)).applied(to: bytes)
    #expect(try Probe(turned).orientation.exif == .rightTop)
    #expect(try Probe(turned).findings.contains { $0.code == .primaryIsPart })
  }

  @Test func aPrimaryItemThatIsAThumbnailIsSaid() throws {
    for (kind, word) in [("thmb", "thumbnail of item 7"), ("auxl", "auxiliary image of item 7")] {
      var file = TinyHEIF(.topLeft)
      file.items.append(
        TinyItem(7, "av01", TinyHEIF.codedImage, propertyLinks: [.init(1), .init(3, essential: true)]))
      file.references.append((kind, 1, [7]))
      let finding = try #require(try Probe(file.bytes).findings.first { $0.code == .primaryIsPart })
      #expect(finding.message.contains(word))
      file.references[file.references.count - 1] = (kind, 7, [1])
      #expect(try !Probe(file.bytes).findings.contains { $0.code == .primaryIsPart })
    }
  }

  @Test func everyByteIsAProperty() {
    for byte in UInt8.min...UInt8.max {
      #expect(HEIFProperty("irot", byte: byte)?.byte == byte & 3)
      #expect(HEIFProperty("imir", byte: byte)?.byte == byte & 1)
      #expect(HEIFProperty("clap", byte: byte) == nil)
    }
    #expect(HEIFProperty("irot", byte: 3)?.isMirror == false)
    #expect(HEIFProperty("imir", byte: 1)?.isMirror == true)
  }

  @Test func alternativesAreAllOfTheKind() {
    #expect(HEIFProperty.rotation(.half).alternatives.map(\.description) == ["irot0", "irot1", "irot2", "irot3"])
    #expect(HEIFProperty.mirror(.leftRight).alternatives.map(\.description) == ["imir0", "imir1"])
  }

  @Test func boxesAreThoseOfTheBuilder() {
    let all = HEIFProperty.rotation(.zero).alternatives + HEIFProperty.mirror(.topBottom).alternatives
    for property in all { #expect(property.box == TinyProperty.transform(property).bytes) }
  }
}
