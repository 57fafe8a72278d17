// Requests: what contradicts itself is named once, for all doors, and a request survives JSON.

import Foundation
import Testing
import Upright
import UprightFiles

@testable import UprightBatch

@Suite struct RequestTests {
  private typealias Fault = Request.Fault

  /// A request with some fields.
  private static func request(
    _ operation: Request.Operation, _ change: (inout Request) -> Void = { _ in }
  ) -> Request {
    var request = Request(operation)
    change(&request)
    return request
  }

  private static let crop = Request.Operation.crop(.pixels(x: 1, y: 2, width: 3, height: 4))
  private static let square = Request.Operation.crop(.square)

  private static var whole: [Request] {
    [
      request(.fix) { ($0.target, $0.stale, $0.prefersExif) = (.tag, .trustTag, true) },
      request(.fix) { ($0.edge, $0.quality, $0.frame, $0.settings.strip) = (.trim, 80, 2, .gps) },
      request(.rotate(.transverse)) { ($0.bakes, $0.edge) = (true, .recode) },
      request(.orient(.rightTop)) { $0.delivery.place = .inPlace },
      request(crop) {
        ($0.also, $0.size, $0.space) = ([.pixels(x: -5, y: 0, width: 1, height: 1)], .percent(12.5), .stored)
        ($0.padding, $0.settings.format) = (.white, .png)
      },
      request(square) { ($0.gravity, $0.lossless, $0.settings.page) = (.north, .outward, .all) },
      request(.crop(.percent(x: 1e-5, y: 0, width: 50, height: 33.3))) { $0.settings.toneMap = .clip },
      request(.crop(.decimals(x: 0.5, y: 1, width: 2, height: 3))) {
        ($0.viewport, $0.mode) = (Rect2D(x: 0, y: 0, width: 320.5, height: 200), .aspectFill)
      },
      request(.crop(.sized(PixelSize(width: 64, height: 48), .center))) { $0.focus = RegionPosition(focus: "9,8") },
      request(.thumb(.width(256))) {
        ($0.allowsEmbedded, $0.keepsMetadata, $0.allowsDamage) = (true, true, false)
        $0.delivery.place = .path("small/")
        ($0.delivery.template, $0.delivery.existing) = ("{stem}.{ext}", .update)
        ($0.delivery.keepsTime, $0.delivery.durability, $0.delivery.isDryRun) = (true, .relaxed, true)
        $0.settings.allowedLosses = AllowedLosses.none
      },
    ]
  }

  @Test(arguments: whole)
  func whatDoesNotContradictItselfIsValid(_ request: Request) throws {
    #expect(try request.validated() == request)
  }

  @Test(arguments: whole)
  func aRequestSurvivesJSON(_ request: Request) throws {
    let json = try JSONEncoder().encode(request)
    #expect(try JSONDecoder().decode(Request.self, from: json) == request, "\(String(decoding: json, as: UTF8.self))")
  }

  @Test func jsonStatesWhatIsNotUsual() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let thumb = Self.request(.thumb(.box(PixelSize(width: 64, height: 48)))) {
      ($0.quality, $0.delivery.place) = (70, .path("out/"))
    }
    #expect(
      String(decoding: try encoder.encode(thumb), as: UTF8.self)
        == #"{"delivery":{"place":{"path":"out/"}},"operation":"thumb","quality":70,"size":"64x48"}"#)
    #expect(String(decoding: try encoder.encode(Request(.fix)), as: UTF8.self) == #"{"operation":"fix"}"#)
  }

  @Test(arguments: [
    "{}", #"{"operation":"joke"}"#, #"{"operation":"rotate"}"#, #"{"operation":"fix","rotation":"cw"}"#,
    #"{"operation":"thumb","size":"64","space":"stored"}"#, #"{"operation":"crop","region":"1,2,0,4"}"#,
    #"{"operation":"fix","qualty":9}"#, #"{"operation":"orient","tag":9}"#,
    #"{"operation":"orient","tag":6,"stale":"skip"}"#,
    #"{"operation":"fix","delivery":{"place":"elsewhere"}}"#, #"{"operation":"fix","delivery":{"there":1}}"#,
  ])
  func whatNoRequestStatesIsNoRequest(_ json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Request.self, from: Data(json.utf8)) }
  }

  @Test(
    arguments: [
      (request(.fix) { ($0.target, $0.frame) = (.tag, 1) }, Fault(.frame, .changesNoPixels, .target)),
      (request(.fix) { ($0.target, $0.edge) = (.tag, .trim) }, Fault(.edge, .changesNoPixels, .target)),
      (request(.fix) { $0.readsXMP = true }, Fault(.rules, .needs, .target)),
      (request(.fix) { $0.frame = -1 }, Fault(.frame, .outOfRange)),
      (request(.rotate(.half)) { $0.quality = 80 }, Fault(.quality, .changesNoPixels, .bakes)),
      (request(.rotate(.half)) { ($0.bakes, $0.edge) = (true, .keepTag) }, Fault(.edge, .contradicts, .bakes)),
      (request(.orient(.topLeft)) { $0.settings.toSRGB = true }, Fault(.toSRGB, .changesNoPixels)),
      (request(.orient(.topLeft)) { $0.settings.page = .number(2) }, Fault(.page, .changesNoPixels)),
      (request(crop) { $0.gravity = .north }, Fault(.region, .needsRatio, .gravity)),
      (
        request(square) { ($0.gravity, $0.focus) = (.north, .centered(column: 1, row: 1)) },
        Fault(.focus, .contradicts, .gravity)
      ),
      (request(square) { $0.space = .stored }, Fault(.space, .needsPixels)),
      (request(.crop(.decimals(x: 0.5, y: 0, width: 1, height: 1))), Fault(.region, .needsPixels)),
      (request(square) { $0.isPicked = true }, Fault(.picker, .needsNumbers)),
      (request(crop) { $0.isPicked = true }, Fault(.picker, .needs, .size)),
      (request(crop) { $0.mode = .center }, Fault(.mode, .needs, .viewport)),
      (request(crop) { ($0.lossless, $0.size) = (.fail, .width(9)) }, Fault(.size, .contradicts, .lossless)),
      (request(crop) { $0.quality = 101 }, Fault(.quality, .outOfRange)),
      (request(.thumb(.percent(101))), Fault(.size, .outOfRange)),
      (request(crop) { $0.delivery.place = .inPlace }, Fault(.place, .replacesSource)),
      (request(.fix) { ($0.frame, $0.delivery.place) = (1, .inPlace) }, Fault(.place, .replacesSource, .frame)),
      (
        request(.fix) { ($0.settings.page, $0.delivery.place) = (.number(1), .inPlace) },
        Fault(.place, .replacesSource, .page)
      ),
      (
        request(.fix) {
          ($0.settings.page, $0.delivery.place, $0.delivery.existing) = (.all, .inPlace, .overwrite)
        }, Fault(.place, .severalResults, .page)
      ),
      (request(crop) { ($0.also, $0.settings.page) = ([.square], .all) }, Fault(.page, .severalResults)),
      (request(crop) { $0.delivery.verifies = true }, Fault(.verify, .contradicts)),
      (
        request(.fix) { ($0.settings.background, $0.delivery.verifies) = (.white, true) },
        Fault(.verify, .contradicts, .background)
      ),
    ] as [(Request, Request.Fault)])
  func whatContradictsItselfIsNamed(_ request: Request, _ fault: Request.Fault) {
    #expect(throws: fault) { try request.validated() }
  }

  @Test func forceLetsAnImageReplaceItsSource() throws {
    let request = Self.request(Self.crop) { ($0.delivery.place, $0.delivery.existing) = (.inPlace, .overwrite) }
    #expect(try request.validated() == request)
  }

  @Test func anOperationHasItsFieldsAlone() {
    #expect(Request.operations(with: .size) == [.crop, .thumb])
    #expect(Request.operations(with: .edge) == [.fix, .rotate])
    #expect(Request.operations(with: .format) == Request.Kind.allCases)
  }

  /// An operation and a change of this field alone; nil for what does not change what is made of an image.
  private static func change(
    of field: Request.Field
  ) -> (operation: Request.Operation, change: (inout Request) -> Void)? {
    switch field {
    case .operation, .rotation, .tag, .region: nil
    case .delivery, .place, .template, .existing, .isDryRun, .breaksHardLinks, .backsUp, .keepsTime, .verify,
      .durability, .allowsDamage:
      nil
    case .rules, .picker: (crop, { $0.isPicked = true })
    case .size: (crop, { $0.size = .width(9) })
    case .target: (.fix, { $0.target = .tag })
    case .stale: (.fix, { $0.stale = .trustTag })
    case .edge: (.fix, { $0.edge = .trim })
    case .quality: (.fix, { $0.quality = 71 })
    case .frame: (.fix, { $0.frame = 2 })
    case .prefersExif: (.fix, { $0.prefersExif = true })
    case .readsXMP: (.fix, { $0.readsXMP = true })
    case .bakes: (.rotate(.half), { $0.bakes = true })
    case .also: (crop, { $0.also = [.square] })
    case .viewport: (crop, { $0.viewport = Rect2D(x: 0, y: 0, width: 320.5, height: 200) })
    case .mode:
      (
        crop,
        {
          $0.viewport = Rect2D(x: 0, y: 0, width: 320.5, height: 200)
          $0.mode = .aspectFill
        }
      )
    case .gravity: (square, { $0.gravity = .north })
    case .focus: (square, { $0.focus = RegionPosition(focus: "9,8") })
    case .space: (crop, { $0.space = .stored })
    case .padding: (crop, { $0.padding = .white })
    case .lossless: (crop, { $0.lossless = .outward })
    case .allowsEmbedded: (.thumb(.width(9)), { $0.allowsEmbedded = true })
    case .keepsMetadata: (.thumb(.width(9)), { $0.keepsMetadata = true })
    case .format: (.fix, { $0.settings.format = .png })
    case .toSRGB: (.fix, { $0.settings.toSRGB = true })
    case .linear: (crop, { $0.settings.linear = true })
    case .toneMap: (.fix, { $0.settings.toneMap = .clip })
    case .background: (.fix, { $0.settings.background = .white })
    case .page: (.fix, { $0.settings.page = .number(2) })
    case .strip: (.fix, { $0.settings.strip = .gps })
    case .allowedLosses: (.fix, { $0.settings.allowedLosses = AllowedLosses.none })
    }
  }

  // Otherwise a batch that is resumed takes the result of another request for its own.
  @Test(arguments: Request.Field.allCases)
  func whatChangesAnImageIsStatedInJournals(_ field: Request.Field) throws {
    guard let (operation, change) = Self.change(of: field) else { return }
    #expect(Self.request(operation, change).identityOfImages != Request(operation).identityOfImages)
  }
}
