// What a file changed in place would lose although nobody asked for it keeps the tag, or is refused.

import Testing
@testable import Upright
import UprightFixtures

@Suite struct UnaskedLossesTests {
  private static let planner = Planner(capabilities: [
    .tiff: Capabilities(decodes: true, encodes: true, transforms: false),
    .png: Capabilities(decodes: true, encodes: true, transforms: false),
    .jpegXL: Capabilities(decodes: true, encodes: true, transforms: false),
  ])

  struct Source: Sendable, CustomTestStringConvertible {
    let name: String
    let kind: FilePart.Kind
    let bytes: @Sendable (ExifOrientation) -> [UInt8]
    var testDescription: String { name }
  }

  private static func tiff(_ name: String, _ kind: FilePart.Kind, _ entry: TinyEntry) -> Source {
    Source(name: name, kind: kind) { tag in
      var page = TinyTIFFFile.Subfile(displaying: .letterF, as: tag)
      page.entries.append(entry)
      return TinyTIFFFile(pages: [page]).bytes
    }
  }

  static let sources: [Source] = [
    tiff("layers", .layers, TinyEntry(37_724, .undefined, [1, 2, 3, 4, 5])),
    tiff("a map location", .mapLocation, TinyEntry(33_550, .short, [1, 1, 0])),
    tiff("private fields", .privateFields, TinyEntry(40_000, .short, [1])),
    tiff("a clipping path", .field, TinyEntry(343, .byte, [1, 2, 3, 4, 5])),
    Source(name: "a mask", kind: .auxiliary) { tag in
      var page = TinyTIFFFile.Subfile(displaying: .letterF, as: tag)
      page.inside = [TinyTIFFFile.Subfile(.letterF, entries: [TinyEntry(254, .long, [4])])]
      return TinyTIFFFile(pages: [page]).bytes
    },
    Source(name: "layers of another page", kind: .layers) { tag in
      var page = TinyTIFFFile.Subfile(displaying: .letterF, as: tag)
      page.entries.append(TinyEntry(37_724, .undefined, [1]))
      return TinyTIFFFile(pages: [TinyTIFFFile.Subfile(displaying: .letterF, as: tag), page]).bytes
    },
  ]

  /// Chunks that a rotated PNG cannot have, and the kind of part of each.
  static let chunks: [(name: String, data: [UInt8], kind: FilePart.Kind)] = [
    ("oFFs", [0, 0, 0, 1, 0, 0, 0, 2, 0], .field), ("vpAg", [0, 0, 0, 9, 0, 0, 0, 8, 0], .field),
    ("caNv", [0, 0, 0, 9, 0, 0, 0, 8, 0, 0, 0, 1, 0, 0, 0, 2], .field), ("sTER", [0], .field),
    ("prVT", [1, 2], .unknown), ("caBX", [1, 2, 3], .credentials), ("gmAP", [1], .gainMap),
  ]

  @Test(arguments: chunks)
  func aChunkThatARotationLosesKeepsTheTag(name: String, data: [UInt8], kind: FilePart.Kind) throws {
    let bytes = TinyPNG(.sixColors, chunks: [.init(name, data), .exif(TinyTIFF(orientation: 6).bytes)]).bytes
    let probe = try Probe(bytes)
    let kept = try Self.planner.plan(EdgeMode.auto.rendition(of: .png, original: .isReplaced), for: probe)
    #expect(kept.route == .copy && kept.remaining.exif == .rightTop)
    let losses = kept.rejections.flatMap { rejection -> [CarryNote] in
      if case .contentLost(let notes) = rejection.reason { notes } else { [] }
    }
    #expect(losses.flatMap(\.missingKinds) == [kind])
    var allowed = EdgeMode.auto.rendition(of: .png, original: .isReplaced)
    allowed.allowedLosses = .only([kind])
    let plan = try Self.planner.plan(allowed, for: probe)
    #expect(plan.route.name == .transcode)
    let account = Account(of: try probe.fileParts(in: bytes), planned: plan)
    #expect(account.losses.map(\.part.kind) == [kind], "\(account.losses)")
  }

  @Test(arguments: [("sCAL", [1, 0x31, 0, 0x32]), ("tIME", [7, 0xE6, 1, 2, 3, 4, 5]), ("gIFg", [0, 0, 0, 1])])
  func aChunkThatStaysTrueIsNoReason(name: String, data: [UInt8]) throws {
    let bytes = TinyPNG(.sixColors, chunks: [.init(name, data), .exif(TinyTIFF(orientation: 6).bytes)]).bytes
    let plan = try Self.planner.plan(EdgeMode.auto.rendition(of: .png, original: .isReplaced), for: Probe(bytes))
    #expect(plan.route.name == .transcode && plan.knownLosses.isEmpty)
  }

  @Test(arguments: sources, ExifOrientation.allCases.filter { $0 != .topLeft })
  func contentStaysInPlaceAndTheTagWithIt(_ source: Source, _ tag: ExifOrientation) throws {
    let probe = try Probe(source.bytes(tag))
    for original in [EdgeMode.Original.isReplaced, .isKept] {
      let kept = try Self.planner.plan(EdgeMode.auto.rendition(of: .tiff, original: original), for: probe)
      #expect(kept.route == .copy && kept.remaining.exif == tag)
      let reasons = kept.rejections.map(\.reason)
      guard case .contentLost(let notes)? = reasons.first(where: { $0.code == "content-lost" }) else {
        Issue.record("\(reasons)")
        continue
      }
      #expect(notes.flatMap(\.missingKinds) == [source.kind] && notes.lostCodes == source.kind.rawValue)
      var allowed = EdgeMode.auto.rendition(of: .tiff, original: original)
      allowed.allowedLosses = .only([source.kind])
      let made = try Self.planner.plan(allowed, for: probe)
      #expect(made.route.name == .transcode && made.remaining.isIdentity)
    }
    let beside = try Self.planner.plan(EdgeMode.auto.rendition(of: .tiff), for: probe)
    #expect(beside.route.name == .transcode && beside.remaining.isIdentity)
    #expect(beside.carried.contains { $0.missingKinds == [source.kind] && $0.isUnexpectedLoss })
  }

  private static func fates(_ wanted: Rendition, _ file: [UInt8]) throws -> [FilePart.Kind: Account.Fate] {
    let probe = try Probe(file)
    let account = Account(of: try probe.fileParts(in: file), planned: try planner.plan(wanted, for: probe))
    return Dictionary(account.entries.map { ($0.part.kind, $0.fate) }) { first, _ in first }
  }

  /// A smaller version is lost in its own format, and is none of the losses in another, whatever may be lost.
  @Test func aSmallerVersionHasOneFateInEveryMode() throws {
    var page = TinyTIFFFile.Subfile(displaying: .letterF, as: .rightTop)
    page.inside = [TinyTIFFFile.Subfile(.letterF, entries: [TinyEntry(254, .long, [1])])]
    let file = TinyTIFFFile(pages: [page]).bytes
    for allowed in [nil, AllowedLosses.none, .all] {
      var other = Rendition(upright: .pixels, format: .png)
      other.allowedLosses = allowed
      #expect(try Self.fates(other, file)[.preview] == .omitted, "\(String(describing: allowed))")
      other.strip = .thumbnails
      #expect(try Self.fates(other, file)[.preview] == .removed)
      var same = Rendition(upright: .pixels)
      same.allowedLosses = allowed
      guard allowed != AllowedLosses.none else {
        #expect(throws: UprightError.self) { try Self.planner.plan(same, for: Probe(file)) }
        continue
      }
      #expect(try Self.fates(same, file)[.preview] == .lost(.contentDropped(.parts(.preview, 1))))
      same.strip = .thumbnails
      #expect(try Self.fates(same, file)[.preview] == .removed)
    }
  }

  /// A mode that does not leave the orientation to the tag has no other route.
  @Test func withoutATagToKeepItIsAnError() throws {
    let probe = try Probe(Self.sources[0].bytes(.rightTop))
    let wanted = EdgeMode.recode.rendition(of: .tiff, original: .isReplaced)
    do throws(UprightError) {
      _ = try Self.planner.plan(wanted, for: probe)
      Issue.record("a plan that loses layers")
    } catch {
      #expect("\(error)".contains("would lose Photoshop's layers") && "\(error)".contains("allowedLosses: layers"))
    }
  }

  /// What is kept or made anew is no reason. A place on a page is one: only the stored image has it.
  @Test(arguments: [false, true])
  func aPlaceOnAPageIsAReasonAndStatisticsAreNone(hasPlace: Bool) throws {
    var page = TinyTIFFFile.Subfile(displaying: .letterF, as: .rightTop)
    page.entries += [TinyEntry(280, .short, [0])] + (hasPlace ? [TinyEntry(286, .rational, [3, 2])] : [])
    page.entries.append(TinyEntry(34_377, .byte, [1, 2, 3]))
    let probe = try Probe(TinyTIFFFile(pages: [page]).bytes)
    var wanted = EdgeMode.auto.rendition(of: .tiff, original: .isReplaced)
    let made = try Self.planner.plan(wanted, for: probe)
    #expect(made.route.name == (hasPlace ? .copy : .transcode) && made.leavesOrientation == hasPlace)
    wanted.allowedLosses = .all
    let allowed = try Self.planner.plan(wanted, for: probe)
    #expect(allowed.route.name == .transcode && !allowed.leavesOrientation)
    #expect(allowed.carried.contains(.fieldsDropped([286])) == hasPlace)
  }

  /// Any format: a gain map of JPEG XL.
  @Test func anotherFormatKeepsItsContentToo() throws {
    var file = TinyJXL(as: .rightTop)
    file.container = .box(.short)
    file.boxesAfter = TinyBox.bytes("jhgm", [0, 0, 0, 0, 0, 0])
    let probe = try Probe(file.bytes)
    let request = try PlanRequest(EdgeMode.auto.rendition(of: .jpegXL, original: .isReplaced), probe)
    guard
      case .feasible(let route, _, _) = TranscodeRoute.decide(
        try PlanRequest(Rendition(upright: .pixels), probe), Self.planner)
    else { return }
    #expect(request.unaskedLosses(of: route).flatMap(\.missingKinds) == [.auxiliary])
  }

  @Test func severalLossesReadAsAList() {
    let notes: [CarryNote] = [.contentDropped(.layers), .contentDropped(.comment), .trailerDropped(7)]
    #expect(notes.lostContents == "Photoshop's layers, the comment and 7 bytes after the end of the image")
    #expect(notes.lostCodes == "layers,comment,trailer")
    #expect(AllowedLosses.none.allows(.thumbnail) && !AllowedLosses.none.allows(.comment))
  }
}

// What a request asks to remove, and what is lost although it asks for the removal of something else.

@Suite struct RequestedRemovalTests {
  /// Notes on parts that a whole image of the same size lacks, and the requests that ask for that.
  static let rows: [(CarryNote, Set<Strip>)] = [
    (.loss(.malformedChunks(["sRGB", "tIME"])), []),
    (.contentDropped(.parts(.page, 2)), []),
    (.contentDropped(.parts(.video, 1)), [.gps]),
    (.contentDropped(.video), [.gps]),
    (.contentDropped(.parts(.auxiliary, 1)), [.allButColor]),
    (.contentDropped(.thermalImage), [.gps, .allButColor]),
    (.contentDropped(.contentCredentials), [.thumbnails, .gps, .allButColor]),
    (.contentDropped(.flashPix), [.thumbnails, .gps, .allButColor]),
    (.contentDropped(.comment), [.allButColor]),
    (.contentDropped(.layers), [.allButColor]),
    (.makerNoteDropped, [.thumbnails, .gps, .allButColor]),
    (.exifPreviewsDropped, [.thumbnails, .gps, .allButColor]),
    (.attachmentDropped("gain map", .format(.png)), [.allButColor]),
    (.attachmentDropped("video", .format(.png)), [.gps]),
    (.attachmentDropped("other view", .format(.png)), [.gps, .allButColor]),
    (.thumbnailDropped(.shape), [.thumbnails, .allButColor]),
    (.trailerDropped(9), [.gps, .allButColor]),
    (.profileDropped, []), (.profileDamaged, []),
  ]

  @Test(arguments: rows)
  func onlyWhatIsAskedForIsNoLoss(_ note: CarryNote, _ asking: Set<Strip>) {
    for strip in Strip.allCases {
      let isRequested = note.isRequested(strip, showsLess: false, isReplaced: false)
      #expect(isRequested == asking.contains(strip), "\(note.code), \(strip)")
    }
  }

  /// Marks that a crop removes, and whether it asks for that: it does where the result does not show them.
  @Test(arguments: [
    (CarryNote.mark(.subjectRemoved), true), (.mark(.regionsRemoved(2)), true), (.mark(.pendingCropOutside), true),
    (.mark(.subjectUnreadable), false), (.mark(.pendingCropRemoved), false), (.mark(.correctionsRemoved), false),
    (.mark(.photoSphereRemoved), false), (.mark(.photoSphereExceeded), false), (.mark(.photoSphereUnplaced), false),
    (.contentDropped(.mapLocation(tags: [33_550])), false),
  ])
  func aCropRemovesWhatItDoesNotShow(_ note: CarryNote, _ isRequested: Bool) {
    for isReplaced in [false, true] {
      #expect(note.isRequested(.none, showsLess: true, isReplaced: isReplaced) == isRequested)
      #expect(note.isRequested(.allButColor, showsLess: true, isReplaced: isReplaced))
    }
  }

  /// A crop asks for nothing that it could have kept.
  @Test func aCropAsksForNoDamage() {
    for strip in Strip.allCases {
      let note = CarryNote.loss(.malformedChunks(["tEXt"]))
      #expect(!note.isRequested(strip, showsLess: true, isReplaced: false))
    }
  }
}

// Full-size images in XMP that go with removed metadata are named in the plan, and in the account of each part.

@Suite struct StrippedImagesTests {
  private static let photo = {
    let names =
      #"xmlns:GDepth="http://ns.google.com/photos/1.0/depthmap/" xmlns:GImage="http://ns.google.com/photos/1.0/image/" "#
    let values = #"GDepth:Data="AAAA" GDepth:Near="1" GImage:Data="BBBB""#
    return TinyJPEG(.letterF, segments: [.xmp(TinyXMP.packet(attributes: names + values))]).bytes
  }()

  private static func plan(_ strip: Strip, upright: Rendition.Uprightness) throws -> Plan {
    var wish = Rendition(upright: upright)
    wish.strip = strip
    return try Planner.full.plan(wish, for: Probe(photo))
  }

  @Test(arguments: [Strip.thumbnails, .gps, .allButColor])
  func imagesThatGoAreNamed(_ strip: Strip) throws {
    let plan = try Self.plan(strip, upright: .tagged)
    #expect(plan.route.name == .rewrite)
    #expect(plan.carried.filter { $0.code.hasPrefix("xmp-") } == [.mark(.imageRemoved), .mark(.depthMapRemoved)])
    let account = Account(of: try Probe(Self.photo).fileParts(in: Self.photo), planned: plan)
    let fates = account.entries.filter { [.depthMap, .original].contains($0.part.kind) }.map(\.fate)
    #expect(fates == [.removed, .removed] && account.losses.isEmpty)
    let sentences = plan.carried.map(\.description)
    #expect(sentences.contains("the depth map in XMP (GDepth) is not copied"))
    #expect(sentences.contains("the image in XMP (GImage) is not copied"))
  }

  @Test func nothingIsNamedWhereNothingGoes() throws {
    let plan = try Self.plan(.none, upright: .tagged)
    #expect(!plan.carried.contains { $0.code.hasPrefix("xmp-") })
    var plain = Rendition()
    plain.strip = .gps
    let other = try Planner.full.plan(plain, for: Probe(TinyJPEG(.letterF, segments: [.xmp(TinyXMP.packet())]).bytes))
    #expect(!other.carried.contains { $0.code.hasPrefix("xmp-") })
  }
}

// The sentence about what is lost names each kind, and how many there are.

@Suite struct LossSentenceTests {
  private static func part(_ kind: FilePart.Kind, _ name: String = "") -> FilePart {
    FilePart(kind, name: name, ranges: [])
  }

  @Test func severalOfAKindAreCounted() {
    let thumbnails = [Self.part(.thumbnail, "Exif"), Self.part(.thumbnail, "8BIM:1036")]
    #expect(Account.sentence(thumbnails) == "2 parts lost: thumbnail (2)")
    #expect(Account.sentence([Self.part(.comment)] + thumbnails) == "3 parts lost: comment and thumbnail (2)")
    #expect(Account.sentence([Self.part(.comment)]) == "1 part lost: comment")
    #expect(Account.sentence([]) == nil)
  }

  @Test func aBoxIsNamedByWhatItIsFor() {
    #expect(Account.sentence([Self.part(.item, "jbrd")]) == "1 part lost: data that reconstructs the JPEG")
  }
}
