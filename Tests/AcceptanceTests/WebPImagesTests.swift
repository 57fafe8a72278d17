// WebP through all layers: lossy and lossless, with alpha and without, with every tag, whole, cropped and scaled.

import Testing
import Upright
import UprightCodecs
import UprightFixtures
import UprightTestTools

@Suite struct WebPImagesTests {
  /// An image of six flat cells of 32 × 32, of one kind.
  struct Cells: Sendable, CustomTestStringConvertible {
    let isLossless, hasOpacity: Bool
    /// The allowed error of a sample in a cell's inner part.
    var tolerance: Int { isLossless ? 0 : 6 }
    var testDescription: String { "lossless \(isLossless), opacity \(hasOpacity)" }

    static let all = [false, true].flatMap { lossless in
      [false, true].map { Cells(isLossless: lossless, hasOpacity: $0) }
    }

    /// The six pixels as displayed.
    var six: [[UInt8]] {
      zip([[220, 30, 30], [30, 200, 30], [30, 30, 220], [220, 220, 30], [220, 30, 220], [30, 220, 220]], 0...)
        .map { color, index in color + (hasOpacity ? [UInt8(255 - 40 * index)] : []) }
    }

    var layout: SampleLayout { SampleLayout(hasOpacity ? .rgba : .rgb) }

    /// The file stored with a tag; without one a simple file.
    func file(_ tag: ExifOrientation?, metadata: CarriedMetadata = CarriedMetadata()) throws -> [UInt8] {
      let number = Int(tag?.rawValue ?? 1)
      let (width, height) = number >= 5 ? (64, 96) : (96, 64)
      let six = six
      let samples = (0..<height).flatMap { row in
        (0..<width).flatMap { column in
          let place = CornerRule.place(row: row, column: column, tag: number, width: 96, height: 64)
          return six[place.y / 32 * 3 + place.x / 32]
        }
      }
      let raster = try #require(
        Raster<Output>(size: PixelSize(width: width, height: height), layout: layout, bytes: samples))
      var metadata = metadata
      metadata.exif = tag == nil ? nil : TinyTIFF(orientation: number).bytes
      var bytes: [UInt8] = []
      try WebPCodec().encode(
        raster,
        settings: EncodeSettings(format: .webp, fidelity: isLossless ? .exact : .level(95), sampling: .none),
        metadata: metadata, limits: Limits(), into: &bytes)
      return bytes
    }

    /// The largest difference to a raster in which `cell` times a pixel is a cell, in the inner half of each.
    func distance(to raster: Raster<Output>, cell: Int, from origin: (x: Int, y: Int) = (0, 0)) -> Int {
      let six = six
      var worst = 0
      for y in 0..<raster.size.height where isInner((y + origin.y) % cell, cell) {
        for x in 0..<raster.size.width where isInner((x + origin.x) % cell, cell) {
          let mine = raster.pixel(x: x, y: y)
          let theirs = six[(y + origin.y) / cell * 3 + (x + origin.x) / cell]
          guard mine.count == theirs.count else { return .max }
          worst = max(worst, zip(mine, theirs).map { abs(Int($0) - Int($1)) }.max() ?? .max)
        }
      }
      return worst
    }

    private func isInner(_ place: Int, _ cell: Int) -> Bool { place >= cell / 4 && place < cell - cell / 4 }
  }

  @Test(arguments: Cells.all)
  func everyKindUnderEveryTagWholeInPartsAndSmall(_ cells: Cells) throws {
    for tag in ExifOrientation.allCases.map(Optional.some) + [nil] {
      let bytes = try cells.file(tag)
      let probe = try Probe(bytes)
      #expect(probe.orientation.exif == tag ?? .topLeft && probe.displayedSize == PixelSize(width: 96, height: 64))
      #expect(
        probe.samples == SampleCoding(color: .rgb, hasTransparency: cells.hasOpacity, isLossless: cells.isLossless))
      let whole = try house.raster(Rendition(upright: .pixels), of: probe, from: bytes)
      #expect(whole.layout == cells.layout)
      #expect(cells.distance(to: whole, cell: 32) <= cells.tolerance, "tag \(tag)")
      let part = PixelRect<Displayed>(x: 7, y: 3, width: 85, height: 55)
      let cut = try house.raster(Rendition(region: .pixels(part), upright: .pixels), of: probe, from: bytes)
      #expect(cut.size == PixelSize(width: 85, height: 55))
      #expect(cells.distance(to: cut, cell: 32, from: (7, 3)) <= cells.tolerance, "tag \(tag)")
      for edge in [48, 24] {
        let wish = Rendition(size: .within(PixelSize(width: edge, height: edge)), upright: .pixels)
        let small = try house.raster(wish, of: probe, from: bytes)
        #expect(small.size == PixelSize(width: edge, height: edge / 3 * 2))
        #expect(
          cells.distance(to: small, cell: edge / 3) <= max(cells.hasOpacity ? 5 : 3, cells.tolerance),
          "tag \(tag), \(edge)")
      }
    }
  }

  @Test(arguments: Cells.all)
  func whatIsTurnedSaysSo(_ cells: Cells) throws {
    let bytes = try cells.file(.rightTop)
    let plan = try house.plan(
      Rendition(upright: .pixels, loss: cells.isLossless ? .none : .recode), for: Probe(bytes))
    #expect(plan.route.name == .transcode && plan.format == .webp)
    #expect(plan.description.contains(cells.isLossless ? "encode webp (without loss)" : "encode webp (quality 92)"))
    let result = try house.run(plan, on: bytes)
    let answer = try Probe(result)
    #expect(answer.orientation.isIdentity && answer.findings.isEmpty)
    #expect(answer.storedSize == PixelSize(width: 96, height: 64))
    #expect(answer.samples == (try Probe(bytes).samples))
    #expect(try cells.distance(to: displayed(result), cell: 32) <= cells.tolerance)
    guard cells.isLossless else { return }
    let relation = try #require(try house.relation(of: bytes, to: result))
    #expect(relation.agreement == .pixels && relation.reorientation.isIdentity)
  }

  @Test func aLossyImageIsNotTurnedWithoutLoss() throws {
    let bytes = try Cells.all[0].file(.rightTop)
    #expect(throws: UprightError.self) { try house.plan(Rendition(upright: .pixels, loss: .none), for: Probe(bytes)) }
  }

  @Test func otherFormatsBecomeWebPAndBack() throws {
    let cells = Cells(isLossless: true, hasOpacity: true)
    let (png, jpeg) = (
      TinyPNG(.sixColors.enlarged(by: 16)).bytes, TinyImage.sixColors.enlarged(by: 16).jpeg(.rightTop)
    )
    for (source, words) in [(png, "encode webp (without loss)"), (jpeg, "encode webp (quality 92)")] {
      let plan = try house.plan(Rendition(upright: .pixels, format: .webp), for: Probe(source))
      #expect(plan.description.contains(words))
      let result = try displayed(house.run(plan, on: source))
      #expect(TinyImage.sixColors.cells(in: result) <= (source == png ? 0 : 12))
    }
    let bytes = try cells.file(.leftBottom)
    let back = try house.run(Rendition(upright: .pixels, format: .png), on: bytes)
    #expect(try cells.distance(to: displayed(back), cell: 32) == 0)
    let reason: Phrase =
      "the image is transparent, which JPEG cannot store; use PNG, or \(option: .background, "COLOR")"
    #expect(throws: UprightError.unsupported(reason)) {
      try house.run(Rendition(upright: .pixels, format: .jpeg), on: bytes)
    }
    let gray = TinyPNG(TinyImage(width: 3, height: 2, filledWith: [90])).bytes
    let result = try house.run(Rendition(format: .webp), on: gray)
    #expect(try displayed(result).pixel(x: 1, y: 1) == [90, 90, 90])
  }

  @Test(arguments: Cells.all)
  func whatBelongsToTheImageComesAlong(_ cells: Cells) throws {
    let profile = TinySegment.profile(byteCount: 701)
    let metadata = CarriedMetadata(xmp: TinyXMP.packet(orientation: "6"), icc: profile)
    let bytes = try cells.file(.rightTop, metadata: metadata) + [1, 2, 3]
    let rules = OrientationRules(readsXMP: true)
    let result = try house.run(Rendition(upright: .pixels), on: bytes)
    #expect(result.suffix(3) == [1, 2, 3])
    let probe = try Probe(result, rules: rules)
    #expect(probe.orientation.isIdentity && probe.statements.allSatisfy { $0.value == .topLeft })
    #expect(probe.statements.count == 2 && probe.findings.map(\.code) == [.trailer])
    #expect(try probe.colorProfile(in: result) == profile)
    guard !cells.hasOpacity else { return }
    let jpeg = try house.run(Rendition(upright: .pixels, format: .jpeg), on: bytes)
    let back = try house.run(Rendition(format: .webp), on: jpeg)
    for file in [jpeg, back] {
      let seen = try Probe(file, rules: rules)
      #expect(seen.orientation.isIdentity && seen.statements.count == 2)
      #expect(try seen.colorProfile(in: file) == profile)
    }
  }

  @Test func anAnimationIsTurnedByItsTagOnly() throws {
    var file = TinyWebP(.sixColors, exif: TinyTIFF(orientation: 6))
    file.animate()
    let reason: Phrase =
      "this WebP is an animation of 2 frames, whose pixels cannot be rotated: change its tag with rotate without "
      + "\(option: .bake) or \(command: "fix", .to, "tag"), or make a still image of the first frame with "
      + "\(option: .frame, "1")"
    #expect(throws: UprightError.unsupported(reason)) { try house.run(Rendition(upright: .pixels), on: file.bytes) }
    let turned = try house.run(Rendition(rotation: .rotate90), on: file.bytes)
    #expect(try Probe(turned).orientation.exif == .bottomRight)
  }

  @Test func whatIsTooLongIsRefused() throws {
    let png = TinyPNG(TinyImage(width: 16_384, height: 1, filledWith: [90])).bytes
    let error = #expect(throws: UprightError.self) { try house.plan(Rendition(format: .webp), for: Probe(png)) }
    #expect(String(describing: error).contains("16384x1 is too large for WebP"))
  }

  @Test(.enabled(if: UprightTool.path != nil, "needs the program beside the tests"), arguments: Cells.all)
  func theCommandsTakeWebP(_ cells: Cells) throws {
    let folder = try ScratchFolder()
    for tag in ExifOrientation.allCases { try folder.write(cells.file(tag), as: "\(tag.rawValue).webp") }
    for command in [
      ["fix", "--edge", "recode", ".", "-o", "fixed"], ["crop", "7,3,85,55", ".", "-o", "cut"],
      ["thumb", "48", ".", "-o", "small"],
      ["rotate", "cw", "--bake", "--edge", "recode", ".", "-o", "turned"], ["sheet", ".", "-o", "sheet.png"],
      ["crop", "7,3,85,55", "3.webp", "-o", "one.png"],
    ] {
      let answer = try UprightTool.run(command, in: folder)
      // The folders of the results before are in the folder, and not searched.
      let complaints = answer.complaints.split(separator: "\n").filter { !$0.contains(" searched: ") }
      #expect(answer.status == 0 && complaints.isEmpty, "\(command): \(answer.complaints)")
    }
    for tag in ExifOrientation.allCases {
      let name = "\(tag.rawValue).webp"
      let turned = try folder.read("turned/\(name)")
      #expect(try Probe(turned).orientation.isIdentity)
      #expect(try Probe(turned).storedSize == PixelSize(width: 64, height: 96))
      #expect(try Probe(folder.read("fixed/\(name)")).orientation.isIdentity)
      #expect(try cells.distance(to: displayed(folder.read("fixed/\(name)")), cell: 32) <= cells.tolerance)
      #expect(
        try cells.distance(to: displayed(folder.read("cut/\(name)")), cell: 32, from: (7, 3)) <= cells.tolerance)
      #expect(try cells.distance(to: displayed(folder.read("small/\(name)")), cell: 16) <= 12)
      guard cells.isLossless else { continue }
      #expect(try UprightTool.run(["verify", name, "fixed/\(name)"], in: folder).status == 0)
    }
    #expect(try ContainerFormat(signature: folder.read("one.png")) == .png)
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "\(OutsideTool.pillow.reason)"))
  func pillowSeesTheSameImages() throws {
    let folder = try ScratchFolder()
    var pairs: [(String, String)] = []
    for (index, cells) in Cells.all.enumerated() where !cells.hasOpacity {
      for tag in ExifOrientation.allCases {
        let bytes = try cells.file(tag)
        let (old, new) = ("\(index)-\(tag.rawValue)-old.webp", "\(index)-\(tag.rawValue)-new.png")
        try folder.write(bytes, as: old)
        try folder.write(house.run(Rendition(upright: .pixels, format: .png), on: bytes), as: new)
        pairs.append((folder.path(old), folder.path(new)))
      }
    }
    let answers = try Pillow.fidelities(pairs)
    #expect(answers.count == pairs.count)
    for (pair, answer) in zip(pairs, answers) { #expect(answer.allSatisfy { $0 == 999 }, "\(pair.0): \(answer)") }
  }
}
