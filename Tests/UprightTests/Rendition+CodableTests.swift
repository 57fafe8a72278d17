// Renditions and summaries of plans as JSON.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite struct RenditionCodableTests {
  private static let photo = TinyJPEG(.sixColors, exif: TinyTIFF(orientation: 6)).bytes

  private static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private static func rendition(_ text: String) throws -> Rendition {
    try JSONDecoder().decode(Rendition.self, from: Data(text.utf8))
  }

  private static let ratio = AspectRatio("16:9") ?? .square
  private static let regions: [Rendition.Region] =
    [
      .full, .square, .pixels(PixelRect(x: -5, y: 2, width: 30, height: 40)),
      .stored(PixelRect(x: 0, y: 0, width: 8, height: 8)), .fraction(Rect2D(x: 0.1, y: 0.2, width: 0.3, height: 1.4)),
      .ratio(ratio, at: .center), .ratio(.square, at: .centered(column: 4, row: 5)),
      .ratio(ratio, at: .centeredOn(Point2D(x: 0.25, y: 0.75))),
    ]
    + PixelRounding.allCases.compactMap { rounding in
      Selection(Rect2D(x: 0.1, y: 0.2, width: 0.3, height: 0.4)).map { .selection($0, rounding: rounding) }
    }
  private static let sizes: [Rendition.Size] = [
    .full, .exactly(30, 40), .within(50, 60), .width(7), .height(8), .scaled(by: 0.3),
  ]

  /// Each field with each of its values, the others as in a rendition with none of its defaults.
  private static var all: [Rendition] {
    var busy = Rendition(
      region: .square, size: .exactly(9, 9), rotation: .transpose, upright: .pixels, normalizes: true,
      quality: .level(80), format: .png, loss: .none, overflow: .pad(.white), light: .linear, colors: .srgb)
    (busy.mayChangeFormat, busy.allowsEmbedded, busy.checksPixels, busy.changesOnlyTag) = (true, true, true, true)
    (busy.strip, busy.frame, busy.blockSnapping, busy.stale) = (.gps, .number(3), .inward, .skip)
    (busy.fitsCodes, busy.tones, busy.background, busy.toneMap) = (false, .gray, .black, .clip)
    var found: [Rendition] = []
    for usual in [Rendition(), busy, .thumbnail(within: PixelSize(width: 64, height: 64))] {
      found.append(usual)
      func vary<Value>(_ path: WritableKeyPath<Rendition, Value>, _ values: [Value]) {
        for value in values {
          var changed = usual
          changed[keyPath: path] = value
          found.append(changed)
        }
      }
      vary(\.region, regions)
      vary(\.size, sizes)
      vary(\.rotation, Orientation.all)
      vary(\.upright, [.tagged, .pixels, .pixelsWherePossible])
      vary(\.quality, [.asSource] + (1...100).map { .level($0) })
      vary(\.format, [nil] + ContainerFormat.allCases)
      vary(\.loss, Rendition.Loss.allCases)
      vary(\.overflow, [.clip, .fail, .pad(Rendition.Color(red: 1, green: 0x20, blue: 0xFF, alpha: 9))])
      vary(\.strip, Strip.allCases)
      vary(\.frame, [.all, .first, .number(0), .number(12)])
      vary(\.blockSnapping, [nil] + Rendition.BlockSnapping.allCases)
      vary(\.stale, StaleTag.allCases)
      vary(\.light, Rendition.Light.allCases)
      vary(\.scaling, Rendition.Scaling.allCases)
      vary(\.colors, Rendition.Colors.allCases)
      vary(\.tones, Rendition.Tones.allCases)
      vary(\.background, [nil, .white, Rendition.Color(css: "rebeccapurple")])
      vary(\.toneMap, [nil] + Rendition.ToneMap.allCases)
      vary(\.allowedLosses, [nil, .all, AllowedLosses.none, .only([.depthMap]), .only([.comment, .layers])])
      vary(\.page, [nil, 1, 7])
      for path in [
        \Rendition.normalizes, \.mayChangeFormat, \.allowsEmbedded, \.checksPixels, \.changesOnlyTag, \.fitsCodes,
      ] {
        vary(path, [true, false])
      }
    }
    return found
  }

  @Test func everyRenditionComesBack() throws {
    #expect(Self.all.count > 400)
    for rendition in Self.all { #expect(try Self.rendition(Self.text(rendition)) == rendition) }
  }

  /// A field that is forgotten would make two renditions equal after a round trip.
  @Test func differentRenditionsHaveDifferentTexts() throws {
    let different = Set(Self.all)
    #expect(Set(try different.map(Self.text)).count == different.count)
    // How a person stated the region only words messages, and has no key.
    #expect(Mirror(reflecting: Rendition()).children.count == 29, "a new field needs a key, and a line above")
  }

  @Test func whatIsHiddenComesBackToo() throws {
    let probe = try Probe(Self.photo)
    let oriented = Rendition.oriented(.rightBottom, of: probe)
    #expect(try Self.rendition(Self.text(oriented)) == oriented)
  }

  @Test func theEncodingIsStable() throws {
    #expect(try Self.text(Rendition()) == "{}")
    #expect(
      try Self.text(Rendition.thumbnail(within: PixelSize(width: 64, height: 48), format: .webp))
        == #"{"checksPixels":true,"format":"webp","frame":"first","size":{"within":{"height":48,"width":64}},"#
        + #""strip":"all-but-color","upright":"pixels"}"#)
    #expect(
      try Self.text(Rendition(region: .pixels(PixelRect(x: 1, y: 2, width: 3, height: 4)), overflow: .pad(.white)))
        == ##"{"overflow":{"pad":"#ffffff"},"region":{"pixels":{"height":4,"width":3,"x":1,"y":2}}}"##)
  }

  @Test(arguments: [
    #"{"rotation":9}"#, #"{"regions":"full"}"#, #"{"region":"all"}"#, #"{"region":{}}"#,
    #"{"region":{"pixels":{"x":0,"y":0,"width":-1,"height":1}}}"#, #"{"size":{"width":-1}}"#,
    #"{"size":{"scaled":-0.5}}"#, #"{"size":{"exactly":{"width":1}}}"#, #"{"quality":0}"#, #"{"quality":101}"#,
    #"{"quality":"best"}"#, #"{"format":"doc"}"#, ##"{"overflow":{"pad":"#12"}}"##, #"{"frame":-1}"#,
    #"{"loss":"some"}"#, #"{"upright":true}"#, "[]", "1",
  ])
  func whatIsNoRenditionIsRefused(text: String) {
    #expect(throws: DecodingError.self) { try Self.rendition(text) }
  }

  /// Every object in the text of every rendition gets one key too many.
  @Test func unknownKeysAreRefusedAtAllLevels() throws {
    var paths: Set<String> = []
    for rendition in Self.all {
      for (path, text) in try UnknownKeys.texts(of: rendition) {
        #expect(UnknownKeys.isRefused(Rendition.self, text, path: path), "\(text)")
        paths.insert(path)
      }
    }
    let parts = [
      "", "region.", "region.pixels.", "region.stored.", "region.fraction.", "region.selection.", "region.at.",
      "region.at.anchor.", "region.at.point.", "size.", "size.exactly.", "size.within.", "overflow.",
    ]
    #expect(paths == Set(parts.map { $0 + UnknownKeys.key }))
  }

  /// Every field may be missing; where a part has one form, its keys may not.
  @Test func everyWrongValueIsNamed() throws {
    var (paths, forms): (Set<String>, Set<[String]>) = ([], [])
    for rendition in Self.all {
      let variants = try WrongValues.variants(of: rendition).map(\.path)
      guard forms.insert(variants.sorted()).inserted else { continue }
      let fields = Set(variants.filter { !$0.contains(".") }).union(["region.rounding", "region.at"])
      let complaints = try WrongValues.complaints(about: rendition, mayMiss: fields)
      #expect(complaints == [])
      paths.formUnion(variants)
    }
    #expect(paths.count > 40)
  }

  /// Data of a later version is read if all its keys are known; otherwise the error names the key and the version.
  @Test func laterVersionsAreReadOrNamed() throws {
    let plain = try Self.rendition(#"{"rotation":6}"#)
    for text in [#"{"version":1,"rotation":6}"#, #"{"rotation":6,"version":2}"#] {
      #expect(try Self.rendition(text) == plain)
    }
    func sentence(_ text: String) -> String {
      do {
        _ = try Self.rendition(text)
        return ""
      } catch DecodingError.dataCorrupted(let context) { return context.debugDescription } catch { return "\(error)" }
    }
    #expect(sentence(#"{"version":2,"sharpen":1}"#).hasPrefix("sharpen: a rendition has no sharpen"))
    for text in [
      #"{"version":2,"sharpen":1}"#, #"{"version":2,"size":{"within":{"width":9,"height":9,"depth":9}}}"#,
      #"{"version":2,"loss":"some"}"#,
    ] {
      #expect(sentence(text).hasSuffix("; version: 2 is later than 1, which is read here"), "\(sentence(text))")
    }
    #expect(sentence(#"{"sharpen":1}"#) == "sharpen: a rendition has no sharpen")
    #expect(sentence(#"{"version":1,"sharpen":1}"#) == "sharpen: a rendition has no sharpen")
    #expect(sentence(#"{"version":0}"#) == "version: 0 is not 1 or more")
    #expect(throws: DecodingError.self) { try Self.rendition(#"{"version":"2"}"#) }
    // Only whole values have a version.
    #expect(sentence(#"{"size":{"version":1,"width":9}}"#).contains("version"))
    let written = String(decoding: try JSONEncoder().encode(plain), as: UTF8.self)
    #expect(written == #"{"rotation":6}"#)
  }

  /// A key of another alternative is one too many as well.
  @Test func alternativesAreNotCombined() throws {
    let values = [
      "region": [
        #""pixels":{"x":0,"y":0,"width":1,"height":1}"#, #""stored":{"x":0,"y":0,"width":1,"height":1}"#,
        #""fraction":{"x":0,"y":0,"width":1,"height":1}"#, #""selection":{"x":0,"y":0,"width":1,"height":1}"#,
        #""ratio":"1:1""#,
      ],
      "size": [
        #""exactly":{"width":1,"height":1}"#, #""within":{"width":1,"height":1}"#, #""width":1"#, #""height":1"#,
        #""scaled":1"#,
      ],
    ]
    for (field, alternatives) in values {
      for one in alternatives {
        _ = try Self.rendition("{\"\(field)\":{\(one)}}")
        for other in alternatives where other != one {
          #expect(throws: DecodingError.self) { try Self.rendition("{\"\(field)\":{\(one),\(other)}}") }
        }
      }
    }
    for text in [
      #"{"region":{"pixels":{"x":0,"y":0,"width":1,"height":1},"rounding":"inward"}}"#,
      #"{"region":{"selection":{"x":0,"y":0,"width":1,"height":1},"at":{"column":1,"row":1}}}"#,
    ] {
      #expect(throws: DecodingError.self) { try Self.rendition(text) }
    }
  }

  @Test func valuesThatNoTextMayHoldAreRefused() {
    for rendition in [
      Rendition(size: .width(-1)), Rendition(size: .height(-1)), Rendition(size: .scaled(by: .nan)),
      Rendition(size: .exactly(-1, 2)), Rendition(quality: .level(0)),
    ] {
      #expect(throws: EncodingError.self) { try Self.text(rendition) }
    }
  }

  @Test func aPlanHasASummary() throws {
    let probe = try Probe(Self.photo)
    let plan = try Pipeline(codecs: []).plan(Rendition(rotation: .rotate90), for: probe)
    #expect(plan.summary.route == .retag && plan.summary.orientation == plan.remaining.exif)
    #expect(plan.summary.size == plan.outputSize && plan.summary.peakBytes == plan.peakBytes)
    #expect(plan.summary.rejections.map(\.route) == plan.rejections.map(\.route))
    let data = try JSONEncoder().encode(plan.summary)
    #expect(try JSONDecoder().decode(Plan.Summary.self, from: data) == plan.summary)
    let complaints = try WrongValues.complaints(about: plan.summary)
    #expect(complaints == [])
    let keys = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any]).keys.sorted()
    #expect(keys == ["orientation", "peakBytes", "rejections", "route", "size"])
    let (_, more) = try #require(try UnknownKeys.texts(of: plan.summary).first { $0.path == UnknownKeys.key })
    #expect(try JSONDecoder().decode(Plan.Summary.self, from: Data(more.utf8)) == plan.summary)
  }
}
