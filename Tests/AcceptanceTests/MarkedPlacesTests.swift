// What becomes of places that metadata marks when an image is cropped, scaled or padded: what the result does not show
// is removed, what it shows is moved, and what a result cannot state is lost.

import Testing
import Upright
import UprightCodecs
import UprightConfinedCodecs
import UprightFixtures
import UprightTestTools

/// Decoders in C run in this process, so the tests run one after the other.
@Suite(.serialized) struct MarkedPlacesTests {
  /// All layers, with the codecs that usually run in a separate process.
  private static let pipeline = Pipeline(codecs: SystemCodecs.all + ConfinedCodecs.all)

  /// What is marked, in pixels of the displayed image of 48 × 32.
  private static let place = PixelRect<Displayed>(x: 30, y: 14, width: 12, height: 8)
  private static let shown = PixelRect<Displayed>(x: 24, y: 8, width: 24, height: 24)
  private static let elsewhere = PixelRect<Displayed>(x: 0, y: 0, width: 16, height: 16)
  private static let beyond = PixelRect<Displayed>(x: -300, y: -6, width: 348, height: 30)

  /// Every kind of marked place, around the same pixels; `angle` is that of Camera Raw's crop.
  private static func packet(_ tag: ExifOrientation, angle: Int) -> [UInt8] {
    let size = PixelSize<Displayed>(width: 48, height: 32)
    let back = Orientation<Stored, Displayed>(exif: tag).inverse
    let (stored, rect) = (back.applied(to: size), place.applying(back, in: size))
    let (width, height) = (Double(stored.width), Double(stored.height))
    let (x, y) = (Double(rect.x) + Double(rect.width) / 2, Double(rect.y) + Double(rect.height) / 2)
    let (across, down) = (Double(rect.width), Double(rect.height))
    let area = [("x", x / width), ("y", y / height), ("w", across / width), ("h", down / height)]
    let region = TinyRegions.Region("someone", area.map { ($0.0, "\($0.1)") } + [("unit", "normalized")])
    let regions = TinyRegions([region], dimensions: (stored.width, stored.height)).mwg
    let subject = [Int(x), Int(y), rect.width, rect.height].map { "<rdf:li>\($0)</rdf:li>" }.joined()
    let fields = [
      ("GPano:ProjectionType", "equirectangular"), ("GPano:CroppedAreaImageWidthPixels", "\(stored.width)"),
      ("GPano:CroppedAreaImageHeightPixels", "\(stored.height)"), ("GPano:CroppedAreaLeftPixels", "10"),
      ("GPano:CroppedAreaTopPixels", "10"), ("GPano:FullPanoWidthPixels", "200"),
      ("GPano:FullPanoHeightPixels", "100"), ("GFocus:FocalPointX", "\(x / width)"),
      ("GFocus:FocalPointY", "\(y / height)"), ("crs:HasCrop", "True"), ("crs:CropAngle", "\(angle)"),
      ("crs:CropLeft", "\(Double(rect.x) / width)"), ("crs:CropTop", "\(Double(rect.y) / height)"),
      ("crs:CropRight", "\(Double(rect.maxX) / width)"), ("crs:CropBottom", "\(Double(rect.maxY) / height)"),
    ]
    let attributes = fields.map { "\($0.0)=\"\($0.1)\"" }.joined(separator: " ")
    return TinyXMP.packet(
      attributes: "xmlns:GFocus=\"http://ns.google.com/photos/1.0/focus/\" " + attributes,
      content: regions + "<exif:SubjectArea><rdf:Seq>\(subject)</rdf:Seq></exif:SubjectArea>"
        + "<crs:RetouchInfo><rdf:Seq><rdf:li>1</rdf:li></rdf:Seq></crs:RetouchInfo>")
  }

  private static func file(_ format: ContainerFormat, _ tag: ExifOrientation, angle: Int) -> [UInt8] {
    let image = TinyImage.sixColors.enlarged(by: 16)
    let (packet, block) = (packet(tag, angle: angle), TinyTIFF(orientation: Int(tag.rawValue)))
    switch format {
    case .png: return TinyPNG(image.stored(as: tag), chunks: [.exif(block.bytes), .xmp(packet)]).bytes
    case .webp: return TinyWebP(image.stored(as: tag), chunks: [.exif(block.bytes), .xmp(packet)]).bytes
    case .tiff:
      var page = TinyTIFFFile.Subfile(displaying: image, as: tag)
      page.xmp = packet
      return TinyTIFFFile(pages: [page]).bytes
    default: return TinyJPEG(image.stored(as: tag), segments: [.exif(block), .xmp(packet)]).bytes
    }
  }

  private static func account(_ wanted: Rendition, of bytes: [UInt8]) throws -> Account {
    let probe = try Probe(bytes)
    var result: [UInt8] = []
    let plan = try pipeline.run(try pipeline.plan(wanted, for: probe), of: probe, on: bytes, into: &result)
    let (parts, found) = (try probe.fileParts(in: bytes), try Probe(result).fileParts(in: result))
    return try Account(of: parts, in: bytes, by: plan, found: found, in: result)
  }

  /// The only fate of the parts of a kind; Camera Raw's corrections apart from its crop.
  private static func fate(
    _ kind: FilePart.Kind, in account: Account, corrections: Bool = false
  ) throws -> Account.Fate {
    let fates = account.entries.filter { $0.part.kind == kind && $0.part.isCorrection == corrections }.map(\.fate)
    let distinct = Set(fates.map { $0 == .kept ? .moved : $0 })
    #expect(distinct.count == 1, "\(kind): \(distinct)")
    return try #require(distinct.first)
  }

  private struct Cut {
    let name: String
    let rendition: Rendition
    let showsPlace: Bool
    var isBeyond = false
  }

  private static let cuts: [Cut] = {
    var padded = Rendition(region: .pixels(beyond), upright: .pixels)
    padded.overflow = .pad(.white)
    return [
      Cut(name: "shown", rendition: Rendition(region: .pixels(shown), upright: .pixels), showsPlace: true),
      Cut(name: "elsewhere", rendition: Rendition(region: .pixels(elsewhere), upright: .pixels), showsPlace: false),
      Cut(name: "smaller", rendition: Rendition(size: .within(12, 12), upright: .pixels), showsPlace: true),
      Cut(name: "padded", rendition: padded, showsPlace: true, isBeyond: true),
    ]
  }()

  @Test(arguments: [ContainerFormat.jpeg, .png, .webp, .tiff], ExifOrientation.allCases)
  func whatIsShownMovesAndWhatIsNotIsRemoved(_ format: ContainerFormat, _ tag: ExifOrientation) throws {
    for angle in [0, 3] {
      let bytes = Self.file(format, tag, angle: angle)
      for cut in Self.cuts {
        let account = try Self.account(cut.rendition, of: bytes)
        let about = "\(cut.name), \(angle) degrees"
        let followed: Account.Fate = cut.showsPlace ? .moved : .removed
        for kind in [FilePart.Kind.region, .subject, .focusPoint] {
          #expect(try Self.fate(kind, in: account) == followed, "\(about): \(kind)")
        }
        let crop = angle == 0 ? followed : .lost(.mark(.pendingCropRemoved))
        #expect(try Self.fate(.crop, in: account) == crop, "\(about)")
        let corrections = try Self.fate(.crop, in: account, corrections: true)
        #expect(corrections == .lost(.mark(.correctionsRemoved)), "\(about)")
        let sphere: Account.Fate =
          tag != .topLeft
          ? .lost(.mark(.photoSphereRemoved)) : cut.isBeyond ? .lost(.mark(.photoSphereExceeded)) : .moved
        let panorama = account.entries.filter { $0.part.name == "GPano:CroppedAreaLeftPixels" }.map(\.fate)
        #expect(panorama.map { $0 == .kept ? .moved : $0 } == [sphere], "\(about)")
      }
    }
  }

  /// In place, what a result cannot state is a reason to refuse; what it does not show is none.
  @Test(arguments: [ContainerFormat.jpeg, .png, .webp, .tiff], [ExifOrientation.topLeft, .rightTop, .bottomLeft])
  func inPlaceOnlyALossIsRefused(_ format: ContainerFormat, _ tag: ExifOrientation) throws {
    let probe = try Probe(Self.file(format, tag, angle: 0))
    for cut in Self.cuts {
      var wanted = cut.rendition
      wanted.allowedLosses = .only([.crop])
      let losesSphere = tag != .topLeft || cut.isBeyond
      #expect(((try? Self.pipeline.plan(wanted, for: probe)) == nil) == losesSphere, "\(cut.name)")
      wanted.allowedLosses = .only([.crop, .panorama])
      #expect(try !Self.pipeline.plan(wanted, for: probe).route.name.rawValue.isEmpty)
      wanted.allowedLosses = .only([.panorama])
      #expect(throws: UprightError.self) { try Self.pipeline.plan(wanted, for: probe) }
      wanted.strip = .allButColor
      #expect(throws: Never.self) { try Self.pipeline.plan(wanted, for: probe) }
    }
  }

  /// No part of a map is at the map's place.
  @Test func aCropLosesAMapsLocation() throws {
    var page = TinyTIFFFile.Subfile(displaying: TinyImage.sixColors.enlarged(by: 16), as: .topLeft)
    page.entries.append(TinyEntry(33_550, .short, [1, 1, 0]))
    let bytes = TinyTIFFFile(pages: [page]).bytes
    let wanted = Rendition(region: .pixels(Self.shown), upright: .pixels)
    let lost = try Self.account(wanted, of: bytes).losses
    #expect(lost.map(\.part.kind) == [.mapLocation], "\(lost)")
    var bare = wanted
    bare.strip = .allButColor
    #expect(try Self.account(bare, of: bytes).losses.isEmpty)
  }
}
