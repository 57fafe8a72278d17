// Every property that marks a place follows the image: eight orientations, crops and scales, attributes and elements.

import Foundation
import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct XMPPlacesTests {
  private static let width = 40.0
  private static let height = 20.0

  /// A change of the image: displayed upright, then cut, then scaled.
  struct Change: Sendable, CustomTestStringConvertible {
    let tag: ExifOrientation
    let left, top, columns, rows, scale: Int
    var testDescription: String { "tag \(tag.rawValue), \(left),\(top),\(columns),\(rows), times \(scale)" }

    var move: ImageMove {
      let stored = PixelSize<Stored>(width: 40, height: 20)
      let orientation = Orientation<Stored, Displayed>(exif: tag)
      let cut = Transform2D<Displayed, Output>(
        scaleX: Double(scale), scaleY: Double(scale), tx: -Double(left * scale), ty: -Double(top * scale))
      let edit = MetadataEdit(
        size: PixelSize(width: columns * scale, height: rows * scale),
        map: Transform2D(orientation, in: stored).then(cut), thumbnail: nil, keepsProfile: true, keepsCoding: false)
      return ImageMove(storedSize: stored, orientation: orientation, edit: edit)
    }

    var swaps: Bool { tag.rawValue > 4 }
    var output: (width: Double, height: Double) { (Double(columns * scale), Double(rows * scale)) }

    /// Where a stored position is in the new image, by the corner rule of the TIFF specification.
    func place(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
      let (w, h) = (width, height)
      let shown =
        switch tag.rawValue {
        case 2: (w - x, y)
        case 3: (w - x, h - y)
        case 4: (x, h - y)
        case 5: (y, x)
        case 6: (h - y, x)
        case 7: (h - y, w - x)
        case 8: (y, w - x)
        default: (x, y)
        }
      return ((shown.0 - Double(left)) * Double(scale), (shown.1 - Double(top)) * Double(scale))
    }

    /// The box of a stored box, clipped to the new image: left, top, width, height; nil if nothing is left.
    func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> [Double]? {
      let corners = [place(x, y), place(x + width, y + height)]
      let across = [max(0, min(corners[0].x, corners[1].x)), min(output.width, max(corners[0].x, corners[1].x))]
      let down = [max(0, min(corners[0].y, corners[1].y)), min(output.height, max(corners[0].y, corners[1].y))]
      guard across[1] > across[0], down[1] > down[0] else { return nil }
      return [across[0], down[0], across[1] - across[0], down[1] - down[0]]
    }
  }

  static let changes: [Change] = ExifOrientation.allCases.flatMap { tag in
    let (across, down) = tag.rawValue > 4 ? (20, 40) : (40, 20)
    return [
      Change(tag: tag, left: 0, top: 0, columns: across, rows: down, scale: 1),
      Change(tag: tag, left: 0, top: 0, columns: across, rows: down, scale: 2),
      Change(tag: tag, left: 2, top: 1, columns: across - 5, rows: down - 4, scale: 1),
      Change(tag: tag, left: across / 2, top: down / 2, columns: across / 2, rows: down / 2, scale: 3),
      Change(tag: tag, left: 0, top: 0, columns: across / 2, rows: down / 2, scale: 1),
    ]
  }

  private static let spaces = [
    "Iptc4xmpExt=http://iptc.org/std/Iptc4xmpExt/2008-02-29/", "acdsee-rs=http://ns.acdsee.com/regions/",
    "acdsee-stArea=http://ns.acdsee.com/sType/Area#", "acdsee-stDim=http://ns.acdsee.com/sType/Dimensions#",
    "GFocus=http://ns.google.com/photos/1.0/focus/",
  ].map { space in
    let parts = space.split(separator: "=", maxSplits: 1)
    return "xmlns:\(parts[0])=\"\(parts[1])\""
  }.joined(separator: " ")

  /// Fields of a structure, as attributes or elements.
  private static func structure(_ name: String, _ fields: [(String, String)], _ form: TinyXMP.Form) -> String {
    switch form {
    case .attribute: "<\(name)\(fields.map { " \($0.0)=\"\($0.1)\"" }.joined())/>"
    case .element:
      "<\(name) rdf:parseType=\"Resource\">\(fields.map { "<\($0.0)>\($0.1)</\($0.0)>" }.joined())</\(name)>"
    }
  }

  private static func simple(_ fields: [(String, String)], _ form: TinyXMP.Form, _ content: String = "") -> [UInt8] {
    switch form {
    case .attribute:
      TinyXMP.packet(
        attributes: spaces + " " + fields.map { "\($0.0)=\"\($0.1)\"" }.joined(separator: " "), content: content)
    case .element:
      TinyXMP.packet(attributes: spaces, content: fields.map { "<\($0.0)>\($0.1)</\($0.0)>" }.joined() + content)
    }
  }

  private func text(_ packet: [UInt8], _ change: Change) throws -> String {
    let result = XMPRewriter.rewritten(packet, move: change.move, limit: .max)
    #expect(XMPElement(result) != nil)
    return String(decoding: result, as: UTF8.self)
  }

  private func numbers(_ text: String, _ names: [String]) -> [Double] {
    let bytes = Array(text.utf8)
    return names.compactMap { name in
      XMPProperty.valueRanges(of: name, in: bytes).first.flatMap { XMPNumber.value($0, in: bytes) }
    }
  }

  private func close(_ one: [Double], _ other: [Double], _ slack: Double = 1e-5) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy { abs($0 - $1) <= slack }
  }

  @Test(arguments: changes, TinyXMP.Form.allCases)
  func imageRegionsFollow(_ change: Change, _ form: TinyXMP.Form) throws {
    let (x, y, w, h) = (4.0, 2.0, 10.0, 6.0)
    for isInPixels in [false, true] {
      let unit = isInPixels ? (1, 1) : (Self.width, Self.height)
      let output = isInPixels ? (1, 1) : change.output
      let fields = [
        ("rbShape", "rectangle"), ("rbUnit", isInPixels ? "pixel" : "relative"), ("rbX", "\(x / unit.0)"),
        ("rbY", "\(y / unit.1)"), ("rbW", "\(w / unit.0)"), ("rbH", "\(h / unit.1)"),
      ].map { ("Iptc4xmpExt:" + $0.0, $0.1) }
      let region =
        "<Iptc4xmpExt:ImageRegion><rdf:Bag><rdf:li rdf:parseType=\"Resource\"><Iptc4xmpExt:Name>Ann</Iptc4xmpExt:Name>"
        + Self.structure("Iptc4xmpExt:RegionBoundary", fields, form) + "</rdf:li></rdf:Bag></Iptc4xmpExt:ImageRegion>"
      let result = try text(TinyXMP.packet(attributes: Self.spaces, content: region), change)
      guard let box = change.box(x, y, w, h) else {
        #expect(!result.contains("Ann"), "a name of what is not shown")
        continue
      }
      let found = numbers(result, ["rbX", "rbY", "rbW", "rbH"].map { "Iptc4xmpExt:" + $0 })
      #expect(close(found, [box[0] / output.0, box[1] / output.1, box[2] / output.0, box[3] / output.1]), "\(found)")
      #expect(result.contains("Ann"))
    }
  }

  @Test(arguments: changes, TinyXMP.Form.allCases)
  func circlesAndPolygonsFollow(_ change: Change, _ form: TinyXMP.Form) throws {
    let circle = Self.structure(
      "Iptc4xmpExt:RegionBoundary",
      [("rbShape", "circle"), ("rbUnit", "relative"), ("rbX", "0.25"), ("rbY", "0.4"), ("rbRx", "0.1")].map {
        ("Iptc4xmpExt:" + $0.0, $0.1)
      }, form)
    let vertices = [(4.0, 2.0), (14.0, 2.0), (9.0, 8.0)]
    let items = vertices.map { point in
      Self.structure(
        "rdf:li", [("Iptc4xmpExt:rbX", "\(point.0 / 40)"), ("Iptc4xmpExt:rbY", "\(point.1 / 20)")], form)
    }
    let polygon =
      "<Iptc4xmpExt:RegionBoundary rdf:parseType=\"Resource\"><Iptc4xmpExt:rbShape>polygon</Iptc4xmpExt:rbShape>"
      + "<Iptc4xmpExt:rbUnit>relative</Iptc4xmpExt:rbUnit><Iptc4xmpExt:rbVertices><rdf:Seq>\(items.joined())</rdf:Seq>"
      + "</Iptc4xmpExt:rbVertices></Iptc4xmpExt:RegionBoundary>"
    for boundary in [circle, polygon] {
      let packet = TinyXMP.packet(
        attributes: Self.spaces,
        content: "<Iptc4xmpExt:ImageRegion><rdf:Bag><rdf:li rdf:parseType=\"Resource\">"
          + "<Iptc4xmpExt:Name>Ann</Iptc4xmpExt:Name>\(boundary)</rdf:li></rdf:Bag></Iptc4xmpExt:ImageRegion>")
      let result = try text(packet, change)
      if boundary == circle {
        let centre = change.place(10, 8)
        let isShown = (0...change.output.width).contains(centre.x) && (0...change.output.height).contains(centre.y)
        #expect(result.contains("Ann") == isShown)
        let expected = [
          centre.x / change.output.width, centre.y / change.output.height,
          4 * Double(change.scale) / change.output.width,
        ]
        let found = numbers(result, ["rbX", "rbY", "rbRx"].map { "Iptc4xmpExt:" + $0 })
        #expect(isShown ? close(found, expected) : found.isEmpty, "\(found), \(expected)")
        continue
      }
      let bytes = Array(result.utf8)
      let values = ["rbX", "rbY"].map { name in
        XMPProperty.valueRanges(of: "Iptc4xmpExt:" + name, in: bytes).compactMap { XMPNumber.value($0, in: bytes) }
      }
      let places = vertices.map { change.place($0.0, $0.1) }
      let (width, height) = change.output
      let areInside = places.allSatisfy { (0...width).contains($0.x) && (0...height).contains($0.y) }
      if areInside {
        #expect(close(values[0], places.map { $0.x / width }) && close(values[1], places.map { $0.y / height }))
      } else {
        #expect(values.joined().allSatisfy { (0...1).contains($0) }, "what is left is inside")
        #expect(result.contains("Ann") == !values[0].isEmpty)
      }
    }
  }

  @Test(arguments: changes, TinyXMP.Form.allCases)
  func regionsOfACDSeeFollow(_ change: Change, _ form: TinyXMP.Form) throws {
    let (x, y, w, h) = (4.0, 2.0, 10.0, 6.0)
    let numbers = [("x", (x + w / 2) / 40), ("y", (y + h / 2) / 20), ("w", w / 40), ("h", h / 20)]
    for names in [["DLYArea"], ["ALGArea"], ["DLYArea", "ALGArea"]] {
      let areas = names.map {
        Self.structure("acdsee-rs:" + $0, numbers.map { ("acdsee-stArea:" + $0.0, "\($0.1)") }, form)
      }
      let size = Self.structure(
        "acdsee-rs:AppliedToDimensions",
        [("acdsee-stDim:w", "40"), ("acdsee-stDim:h", "20"), ("acdsee-stDim:unit", "pixel")], form)
      let list =
        "<acdsee-rs:Regions rdf:parseType=\"Resource\">\(size)<acdsee-rs:RegionList><rdf:Bag>"
        + "<rdf:li rdf:parseType=\"Resource\"><acdsee-rs:Name>Ann</acdsee-rs:Name>\(areas.joined())</rdf:li>"
        + "</rdf:Bag></acdsee-rs:RegionList></acdsee-rs:Regions>"
      let result = try text(TinyXMP.packet(attributes: Self.spaces, content: list), change)
      let bytes = Array(result.utf8)
      let found = ["x", "y", "w", "h"].map { name in
        XMPProperty.valueRanges(of: "acdsee-stArea:" + name, in: bytes).compactMap { XMPNumber.value($0, in: bytes) }
      }
      let (width, height) = change.output
      guard let box = change.box(x, y, w, h) else {
        #expect(!result.contains("Ann") && found[0].isEmpty)
        continue
      }
      let expected = [
        (box[0] + box[2] / 2) / width, (box[1] + box[3] / 2) / height, box[2] / width, box[3] / height,
      ]
      for (values, one) in zip(found, expected) {
        #expect(close(values, names.map { _ in one }), "\(values), \(one)")
      }
      #expect(self.numbers(result, ["acdsee-stDim:w", "acdsee-stDim:h"]) == [width, height])
    }
  }

  @Test(arguments: changes, TinyXMP.Form.allCases)
  func focusFollows(_ change: Change, _ form: TinyXMP.Form) throws {
    let packet = Self.simple(
      [("GFocus:FocalPointX", "0.25"), ("GFocus:FocalPointY", "0.7"), ("GFocus:BlurAtInfinity", "0.03")], form)
    let result = try text(packet, change)
    let (place, (width, height)) = (change.place(10, 14), change.output)
    guard (0...width).contains(place.x), (0...height).contains(place.y) else {
      #expect(!result.contains("GFocus:FocalPoint") && !result.contains("BlurAtInfinity"))
      return
    }
    let found = numbers(result, ["GFocus:FocalPointX", "GFocus:FocalPointY", "GFocus:BlurAtInfinity"])
    let blur =
      0.03 * Double(change.scale) * (40 * 40 + 20 * 20).squareRoot() / (width * width + height * height).squareRoot()
    #expect(close(found, [place.x / width, place.y / height, blur], 1e-4), "\(found)")
  }

  /// Pixels are whole numbers, as in Exif.
  @Test(arguments: changes)
  func subjectsFollow(_ change: Change) throws {
    let list = { (name: String, numbers: [Int]) in
      "<exif:\(name)><rdf:Seq>\(numbers.map { "<rdf:li>\($0)</rdf:li>" }.joined())</rdf:Seq></exif:\(name)>"
    }
    for (name, old) in [
      ("SubjectArea", [9, 5, 10, 6]), ("SubjectArea", [9, 5, 4]), ("SubjectArea", [9, 5]), ("SubjectLocation", [9, 5]),
      ("SubjectArea", [9, 5, 10, 6, 9, 5, 10, 6]), ("SubjectLocation", [9, 5, 9, 5]),
    ] {
      let result = try text(TinyXMP.packet(content: list(name, old)), change)
      let found = result.components(separatedBy: "<rdf:li>").dropFirst().compactMap { Int($0.prefix { $0.isNumber }) }
      let subject = ExifSubject(Array(old.prefix(name == "SubjectLocation" ? 2 : min(4, old.count))))
      let times = old.count / (subject?.numbers.count ?? 1)
      let expected = subject?.moved(change.move.edit)?.numbers ?? []
      #expect(found == Array(repeating: expected, count: times).flatMap(\.self), "\(name), \(old)")
      #expect(result.contains("exif:" + name) == !expected.isEmpty)
    }
    let odd = try text(TinyXMP.packet(content: list("SubjectArea", [9, 5, 10, 6, 1])), change)
    #expect(odd.contains("SubjectArea") == change.move.isUnmoved, "what is no area cannot follow")
  }

  @Test(arguments: changes, TinyXMP.Form.allCases)
  func densitiesFollow(_ change: Change, _ form: TinyXMP.Form) throws {
    let packet = Self.simple(
      [
        ("tiff:XResolution", "300/1"), ("tiff:YResolution", "150/1"), ("exif:FocalPlaneXResolution", "1000/3"),
        ("exif:FocalPlaneYResolution", "500"),
      ], form)
    let result = Array(try text(packet, change).utf8)
    let found = { (name: String) -> Double? in
      let parts = XMPProperty.text(name, in: result)?.split(separator: "/").compactMap { Double($0) } ?? []
      return parts.count == 2 ? parts[0] / parts[1] : parts.first
    }
    let (print, focal) = ([300.0, 150.0], [1_000.0 / 3 * Double(change.scale), 500.0 * Double(change.scale)])
    for (names, values) in [
      (["tiff:XResolution", "tiff:YResolution"], print),
      (["exif:FocalPlaneXResolution", "exif:FocalPlaneYResolution"], focal),
    ] {
      let expected = change.swaps ? values.reversed() : values
      #expect(close(names.compactMap(found), expected, 1e-3), "\(names.map(found)), \(expected)")
    }
  }

  /// Camera Raw's crop, if it is still to be applied and has no angle; local corrections go with any change.
  @Test(arguments: changes, TinyXMP.Form.allCases)
  func pendingCropsFollow(_ change: Change, _ form: TinyXMP.Form) throws {
    let sides = [("CropLeft", "0.1"), ("CropTop", "0.1"), ("CropRight", "0.35"), ("CropBottom", "0.4")]
    let masks = "<crs:PaintBasedCorrections><rdf:Seq><rdf:li>1</rdf:li></rdf:Seq></crs:PaintBasedCorrections>"
    for applied in ["True", "False"] {
      let fields = [("HasCrop", "True"), ("CropAngle", "0"), ("AlreadyApplied", applied)] + sides
      let packet = Self.simple(fields.map { ("crs:" + $0.0, $0.1) }, form, masks)
      let result = try text(packet, change)
      guard applied == "False", !change.move.isUnmoved else {
        #expect(Array(result.utf8) == packet)
        continue
      }
      #expect(!result.contains("PaintBasedCorrections"))
      let found = numbers(result, ["crs:CropLeft", "crs:CropTop", "crs:CropRight", "crs:CropBottom"])
      let (width, height) = change.output
      guard let box = change.box(4, 2, 10, 6) else {
        #expect(found.isEmpty && !result.contains("HasCrop"))
        continue
      }
      let expected = [
        box[0] / width, box[1] / height, (box[0] + box[2]) / width, (box[1] + box[3]) / height,
      ]
      #expect(close(found, expected), "\(found), \(expected)")
    }
  }

  /// What happens is said, in each format that states its packets.
  @Test func plansNameWhatFollows() throws {
    let packet = Self.simple(
      [("GFocus:FocalPointX", "0.25"), ("GFocus:FocalPointY", "0.7"), ("crs:HasCrop", "True"), ("crs:CropAngle", "3")],
      .attribute,
      "<crs:RetouchInfo><rdf:Seq><rdf:li>x</rdf:li></rdf:Seq></crs:RetouchInfo>")
    let image = TinyImage(width: 40, height: 20, filledWith: [9])
    let files = [
      TinyJPEG(image, segments: [.xmp(packet)]).bytes, TinyPNG(image, chunks: [.xmp(packet)]).bytes,
    ]
    for file in files {
      let notes = try Probe(file).marks(after: Self.changes[5].move.edit).map(\.code)
      #expect(notes == ["subject-moved", "pending-crop-removed", "corrections-removed"], "\(notes)")
      #expect(try Probe(file).marks(after: Self.changes[8].move.edit).map(\.code).first == "subject-moved")
      #expect(try Probe(file).marks(after: Self.changes[9].move.edit).map(\.code).first == "subject-removed")
    }
  }

  /// Two lists that place the same face differently are a finding; a list for the displayed size is not.
  @Test(arguments: ExifOrientation.allCases)
  func listsThatContradictEachOtherAreFound(_ tag: ExifOrientation) throws {
    let area = { (x: String) in [("x", x), ("y", "0.5"), ("w", "0.2"), ("h", "0.4")] }
    let mwg = { (x: String) in TinyRegions([.init("Ann", area(x))], dimensions: (40, 20)).mwg }
    let microsoft = TinyRegions([.init("Ann", [("", "0.1"), ("", "0.3"), ("", "0.2"), ("", "0.4")])]).microsoft
    for (x, isFound) in [("0.2", false), ("0.22", false), ("0.8", true)] {
      let packet = TinyRegions.packet(mwg(x), microsoft)
      let image = TinyImage(width: 40, height: 20, filledWith: [9])
      let exif = TinyTIFF(orientation: Int(tag.rawValue))
      for file in [
        TinyJPEG(image, segments: [.exif(exif), .xmp(packet)]).bytes,
        TinyPNG(image, chunks: [.exif(exif.bytes), .xmp(packet)]).bytes,
        TinyWebP(image, chunks: [.exif(exif.bytes), .xmp(packet)]).bytes,
      ] {
        let findings = try Probe(file).findings
        #expect(findings.contains { $0.code == .regionsContradict } == isFound, "\(x): \(findings)")
      }
    }
    #expect(
      try Probe(TinyJPEG(TinyImage.sixColors, segments: [.xmp(TinyRegions.packet(mwg("0.8")))]).bytes)
        .findings.allSatisfy { $0.code != .regionsContradict })
  }
}
