// Rewriting JPEG XL's orientation: three bits, or a header that grows, and the image that the reference library then
// displays.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct JPEGXLRetaggingTests {
  static let containers: [TinyJXL.Container] = [.bare, .box(.short), .box(.long), .box(.open), .parts(first: 20)]

  @discardableResult
  private func retagged(_ bytes: [UInt8], to tag: ExifOrientation) throws -> (bytes: [UInt8], patch: BytePatch) {
    let patch = try Probe(bytes).retag(to: Orientation(exif: tag))
    let result = try patch.applied(to: bytes)
    #expect(try Probe(result).orientation.exif == tag)
    #expect(try Probe(result).storedSize == Probe(bytes).storedSize)
    #expect(try patch.inverse.applied(to: result) == bytes)
    #expect(result.count == bytes.count + patch.growth)
    return (result, patch)
  }

  @Test(arguments: ExifOrientation.allCases, ExifOrientation.allCases)
  func threeBitsChange(from: ExifOrientation, to: ExifOrientation) throws {
    for container in Self.containers {
      var file = TinyJXL(as: from)
      file.container = container
      let (result, patch) = try retagged(file.bytes, to: to)
      file.header = .written(to)
      #expect(result == file.bytes)
      #expect(patch.isInPlace)
      #expect(patch.changedByteCount <= 2)
      #expect(patch.isEmpty == (from == to))
    }
  }

  @Test(arguments: ExifOrientation.allCases, [TinyJXL.Header.allUsual, .noFurtherFields])
  func headersGrow(to: ExifOrientation, header: TinyJXL.Header) throws {
    for container in Self.containers {
      var file = TinyJXL(header)
      file.container = container
      let bytes = file.bytes
      let (result, patch) = try retagged(bytes, to: to)
      #expect(patch.isEmpty == (to == .topLeft))
      #expect(patch.growth == (to == .topLeft ? 0 : header == .allUsual ? 2 : 1))
      #expect(try Probe(result).findings.isEmpty)
      #expect(try retagged(result, to: .topLeft).patch.isInPlace)
      if header == .noFurtherFields, container == .bare {
        #expect(result == TinyJXL(to == .topLeft ? header : .written(to)).bytes)
      }
    }
  }

  /// Exif is that of the JPEG, which has no other orientation and whose Exif must keep its length.
  @Test(arguments: [1, 3, 6], ExifOrientation.allCases)
  func aReconstructedJPEGGetsTheNewOrientation(_ value: Int, _ tag: ExifOrientation) throws {
    var file = TinyJXL(as: .rightTop)
    file.container = .box(.short)
    file.exif = TinyTIFF(.big, orientation: value)
    file.boxesBefore = TinyBox.bytes("jbrd", [1, 2, 3])
    let probe = try Probe(file.bytes)
    let patch = try probe.retag(to: Orientation(exif: tag), normalizing: true)
    let result = try Probe(patch.applied(to: file.bytes))
    #expect(patch.isInPlace && result.orientation.exif == tag)
    #expect(result.statements.map(\.value) == [tag, tag])
  }

  /// What a JPEG says that can be reconstructed is compared with the image, before and after a change.
  @Test(arguments: [nil, 0, 1, 3, 6, 9], [false, true])
  func aReconstructedJPEGThatDisagreesIsNamed(_ value: Int?, _ isNormalizing: Bool) throws {
    var file = TinyJXL(as: .rightTop)
    file.container = .box(.short)
    file.exif = value.map { TinyTIFF(.big, orientation: $0) }
    let bare = try Probe(file.bytes)
    #expect(bare.reconstructionConflict == nil, "there is no JPEG")
    #expect(bare.reconstructionConflict(retaggedTo: Orientation(exif: .topLeft), normalizing: isNormalizing) == nil)
    file.boxesBefore = TinyBox.bytes("jbrd", [1, 2, 3])
    let probe = try Probe(file.bytes)
    let said = value.flatMap { ExifOrientation(rawValue: UInt8($0)) } ?? .topLeft
    #expect((probe.reconstructionConflict == nil) == (said == .rightTop))
    for tag in ExifOrientation.allCases {
      let orientation = Orientation<Stored, Displayed>(exif: tag)
      let planned = probe.reconstructionConflict(retaggedTo: orientation, normalizing: isNormalizing)
      let patch = try probe.retag(to: orientation, normalizing: isNormalizing)
      let made = try Probe(patch.applied(to: file.bytes))
      #expect(made.orientation.exif == tag && made.reconstructionConflict == planned, "\(tag)")
      let follows = value != nil && (isNormalizing || (said == .rightTop && value == 6))
      let isRight = follows || tag == said
      #expect((planned == nil) == isRight, "\(tag): \(planned?.message ?? "")")
    }
    let upright = probe.reconstructionConflict(retaggedTo: Orientation(exif: .bottomRight), normalizing: false)
    let sentence = "the JPEG that can be reconstructed has orientation \(said.rawValue), the image has 3"
    #expect(upright?.message == (value == 6 || said == .bottomRight ? nil : sentence))
  }

  #if JPEGXL
    /// What is in compressed boxes is read, and follows like what is not.
    @Test(arguments: [(6, "6"), (3, "1"), (1, "6")])
    func compressedExifAndXMPAreAsUncompressedOnes(_ value: Int, _ other: String) throws {
      var file = TinyJXL(as: .rightTop)
      file.container = .box(.short)
      (file.exif, file.packet) = (TinyTIFF(.big, orientation: value), TinyXMP.packet(orientation: other))
      let plain = file.bytes
      file.isCompressed = true
      let packed = file.bytes
      #expect(plain != packed)
      for rules in [OrientationRules(), OrientationRules(readsXMP: true), OrientationRules(prefersExif: true)] {
        let (one, two) = (try Probe(plain, rules: rules), try Probe(packed, rules: rules))
        #expect(one.statements.map(\.value) == two.statements.map(\.value) && one.orientation == two.orientation)
        for tag in ExifOrientation.allCases {
          let (mine, theirs) = try (two.retag(to: Orientation(exif: tag)), one.retag(to: Orientation(exif: tag)))
          let (result, expected) = try (mine.applied(to: packed), theirs.applied(to: plain))
          let (found, wanted) = try (Probe(result, rules: rules), Probe(expected, rules: rules))
          #expect(found.orientation.exif == tag)
          #expect(found.statements.map(\.value) == wanted.statements.map(\.value))
          #expect(try mine.inverse.applied(to: result) == packed)
        }
      }
      let edit = MetadataEdit(
        size: PixelSize(width: 3, height: 2), map: Transform2D(scaleX: 1, scaleY: 1, tx: 0, ty: 0), thumbnail: nil,
        keepsProfile: true, keepsCoding: false)
      let (carried, expected) = try (Probe(packed).carry(edit, from: packed), Probe(plain).carry(edit, from: plain))
      #expect(carried.exif != nil && carried.xmp != nil)
      #expect(carried.exif == expected.exif && carried.xmp == expected.xmp)
    }

    @Test func whatDoesNotDecompressIsNamedAndNotRead() throws {
      var file = TinyJXL(as: .rightTop)
      file.container = .box(.short)
      let box = TinyBox.bytes(
        "brob", Array("Exif".utf8) + TinyJXL.brotli([0, 0, 0, 0] + TinyTIFF(orientation: 3).bytes))
      for count in [8, 11, 12, 15, 20, box.count - 1] {
        file.boxesBefore = TinyBox.bytes("brob", Array(box[8..<count]))
        let probe = try Probe(file.bytes)
        #expect(probe.statements.count == 1 && probe.orientation.exif == .rightTop, "\(count)")
      }
      file.boxesBefore = box
      #expect(try Probe(file.bytes).statements.count == 2)
      // A megabyte of zeros in a few bytes: more than any metadata of that length hold.
      let bomb = Hex.bytes("5bffff8f7f02201e0b0472ef1f00") ?? []
      file.boxesBefore = TinyBox.bytes("brob", Array("Exif".utf8) + bomb)
      #expect(try Probe(file.bytes).statements.count == 1)
    }

    /// XMP that ends in spaces takes few bytes, and is not for that reason lost.
    @Test func whatRepeatsItselfIsReadUpToALimit() throws {
      var file = TinyJXL(as: .rightTop)
      file.container = .box(.short)
      let padded = """
        5bc48601cc7118c7146b456162f118a1d25be485074ee2f980a44e4f1b6cc00173892e38c884762d340d69c1622abc9bb195a811a73a309fe51720\
        1e
        """
      file.boxesBefore = TinyBox.bytes("brob", Array("xml ".utf8) + (Hex.bytes(padded) ?? []))
      let packet = Array("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"/>".utf8) + [UInt8](repeating: 0x20, count: 100_000)
      #expect(try Probe(file.bytes).header.container.packets(in: file.bytes).xmp == packet)
      #expect(try leftovers(file.bytes) == [])
      // A mebibyte of spaces, and one space more.
      file.boxesBefore = TinyBox.bytes("brob", Array("xml ".utf8) + (Hex.bytes("5bffff8f5f02241e0b0472ef1f00") ?? []))
      #expect(try Probe(file.bytes).header.container.packets(in: file.bytes).xmp?.count == 1 << 20)
      let large = TinyBox.bytes("brob", Array("xml ".utf8) + (Hex.bytes("9b000010f82540e2b14040f7fe01") ?? []))
      file.boxesBefore = large
      #expect(try leftovers(file.bytes) == ["compressed metadata (it expands to more than 1048576 bytes)"])
      #expect(
        try Probe(file.bytes).losses(without: .gps).map(\.description)
          == ["compressed metadata is removed entirely: it expands to more than 1048576 bytes"])
      // What is tried counts, so many such boxes take no longer than a few.
      file.boxesBefore = (0..<20).flatMap { _ in large }
      file.boxesAfter = TinyBox.bytes("brob", Array("xml ".utf8) + (Hex.bytes(padded) ?? []))
      #expect(try Probe(file.bytes).header.container.packets(in: file.bytes).xmp == nil)
    }

    private func leftovers(_ bytes: [UInt8]) throws -> [String] {
      let probe = try Probe(bytes)
      return probe.leftovers(in: .jpegXL).map(\.description)
    }
  #endif

  @Test func exifAndXMPFollowWhereTheyAgreed() throws {
    for (value, other) in [(6, "6"), (3, "1")] {
      var file = TinyJXL(as: .rightTop)
      file.container = .parts(first: 25)
      (file.exif, file.packet) = (TinyTIFF(.big, orientation: value), TinyXMP.packet(orientation: other))
      let (result, _) = try retagged(file.bytes, to: .leftBottom)
      let values = try Probe(result).statements.map(\.value?.rawValue)
      #expect(values == (value == 6 ? [8, 8, 8] : [8, 3, 1]))
    }
    var file = TinyJXL(as: .rightTop)
    (file.container, file.exif) = (.box(.short), TinyTIFF(orientation: 3))
    let probe = try Probe(file.bytes, rules: OrientationRules(prefersExif: true))
    let result = try probe.retag(to: Orientation(exif: .leftTop)).applied(to: file.bytes)
    #expect(try Probe(result).statements.map(\.value) == [.leftTop, .leftTop])
    let same = try probe.retag(to: Orientation(exif: .bottomRight)).applied(to: file.bytes)
    #expect(try Probe(same).statements.map(\.value) == [.bottomRight, .bottomRight])
  }

  @Test func whatCannotGrowIsRefused() throws {
    var listed = TinyJXL(.noFurtherFields)
    (listed.container, listed.boxesBefore) = (.box(.short), TinyBox.bytes("jxli", [0]))
    var cut = TinyJXL(.noFurtherFields)
    cut.container = .box(.short)
    for bytes in [listed.bytes, Array(cut.bytes.dropLast(3))] {
      #expect { try Probe(bytes).retag(to: Orientation(exif: .rightTop)) } throws: {
        ($0 as? MetadataError)?.code == .fieldNotWritable
      }
      #expect(try Probe(bytes).retag(to: .identity).isEmpty)
    }
    // The bit that announces a profile.
    var profile = TinyJXL.bits((1, 1), (0, 5), (1, 3), (0, 2), (0, 3), (1, 1), (0, 3), (0, 1), (1, 1), (0, 2))
    profile += [Bool](repeating: false, count: 40)
    let bytes = [0xFF, 0x0A] + TinyJXL.packed(profile)
    #expect { try Probe(bytes).retag(to: Orientation(exif: .rightTop)) } throws: {
      guard let error = $0 as? MetadataError else { return false }
      return error.code == .notExpressible && error.description.contains("; rotate its pixels, or save it as PNG")
    }
  }

  // MARK: As others read it

  @Test(.enabled(if: OutsideTool.djxl.isInstalled, "needs djxl"), arguments: ExifOrientation.allCases)
  func theLibraryDisplaysItUpright(tag: ExifOrientation) throws {
    for container in [TinyJXL.Container.bare, .parts(first: 20)] {
      for header in [TinyJXL.Header.noFurtherFields, .written(.rightBottom)] {
        var file = TinyJXL(header)
        (file.container, file.storedAs) = (container, tag)
        let seen = try DecodedJXL.image(retagged(file.bytes, to: tag).bytes)
        #expect((seen.width, seen.height) == (3, 2))
        #expect(seen.samples == TinyImage.sixColors.samples, "\(header) in \(container)")
      }
    }
    let lossy = try DecodedJXL.image(retagged(TinyJXL(.allUsual).bytes, to: tag).bytes)
    var upright = TinyJXL(.written(tag))
    upright.storedAs = .topLeft
    let expected = try DecodedJXL.image(upright.bytes)
    #expect((lossy.width, lossy.height) == (expected.width, expected.height))
    #expect(lossy.samples.map { $0 / 128 } == expected.samples.map { $0 / 128 })
  }

  @Test(.enabled(if: OutsideTool.jxlinfo.isInstalled, "needs jxlinfo"), arguments: ExifOrientation.allCases)
  func theLibrarySaysTheNewValue(tag: ExifOrientation) throws {
    let folder = try ScratchFolder()
    for header in [TinyJXL.Header.allUsual, .noFurtherFields, .written(.leftTop, hasIntrinsicSize: true)] {
      var file = TinyJXL(header)
      file.container = .box(.short)
      let path = try folder.write(retagged(file.bytes, to: tag).bytes, as: "a.jxl")
      let answer = try OutsideTool.jxlinfo.run(["-v", path]).text
      #expect(answer.contains("Orientation: \(tag.rawValue) "), "\(answer)")
    }
  }

  // Headers of an encoder, other colors and more bits: each must grow, and display the same image rotated.
  @Test(
    .enabled(if: OutsideTool.cjxl.isInstalled && OutsideTool.djxl.isInstalled, "needs cjxl and djxl"),
    arguments: [
      "RGB_D65_SRG_Rel_SRG", "RGB_D65_202_Per_PeQ", "RGB_D65_DCI_Rel_g0.45",
      "RGB_0.34;0.36_SRG_Rel_SRG", "RGB_EER_SRG_Rel_Lin",
    ])
  func whatAnEncoderWritesGrows(color: String) throws {
    for distance in ["0", "1"] {
      guard let bytes = try encoded(["-d", distance], color) else { continue }
      let before = try DecodedJXL.image(bytes)
      for tag in [ExifOrientation.topRight, .rightTop] {
        let after = try DecodedJXL.image(retagged(bytes, to: tag).bytes)
        let places = CornerRule.displayed(CornerRule.numbered(width: 24, height: 16), tag: Int(tag.rawValue))
        #expect((after.width, after.height) == (places[0].count, places.count))
        let turned = places.joined().flatMap { before.samples[$0 * 3..<$0 * 3 + 3] }
        // Rounding to whole samples depends on the position of a lossy pixel.
        let difference = zip(after.samples, turned).map { abs(Int($0) - Int($1)) }.max() ?? 0
        #expect(difference <= (distance == "0" ? 0 : 2), "\(color) \(distance) \(tag)")
      }
    }
    let folder = try ScratchFolder()
    for depth in ["10", "12", "14"] {
      guard let bytes = try encoded(["-d", "0", "--override_bitdepth=\(depth)"], color) else { continue }
      let path = try folder.write(retagged(bytes, to: .leftTop).bytes, as: "a.jxl")
      let said = try OutsideTool.jxlinfo.run(["-v", path]).text
      #expect(said.contains("Orientation: 5 ") && said.contains("\(depth)-bit"), "\(said)")
      #expect(try OutsideTool.djxl.run([path, folder.path("a.ppm")]).status == 0)
    }
  }

  /// The encoded six colors; nil if the encoder does not support the color space.
  private func encoded(_ words: [String], _ color: String) throws -> [UInt8]? {
    let folder = try ScratchFolder()
    let image = TinyImage.sixColors.enlarged(by: 8)
    let source = PortableMap(width: image.width, height: image.height, channels: 3, samples: image.samples)
    try folder.write(source.bytes, as: "in.ppm")
    let answer = try OutsideTool.cjxl.run(["in.ppm", "out.jxl", "-x", "color_space=\(color)"] + words, in: folder)
    return answer.status == 0 ? try folder.read("out.jxl") : nil
  }
}
