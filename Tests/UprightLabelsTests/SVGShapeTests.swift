// Shapes of SVG inside texts of JSON.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

@Suite("Shapes of SVG")
struct SVGShapeTests {
  private func shape(_ svg: String) throws(SVGShape.Fault) -> SVGShape {
    var bytes: [UInt8] = [0x5B]
    JSONText.append(svg, to: &bytes)
    return try SVGShape(bytes, 2..<bytes.count - 1)
  }

  @Test(
    "Shapes and their numbers",
    arguments: [
      ("<svg><rect x=\"1\" y='2' width='3' height=' 4 '/></svg>", SVGShape.Kind.rect, [1.0, 2, 3, 4], [Int]()),
      ("<svg:svg xmlns:svg='s'><svg:circle cx='1' cy='2' r='3'/></svg:svg>", .circle, [1, 2, 3], []),
      ("<svg><title>x</title><polygon points='1,2,3 4 , 5\n6'/></svg>", .polygon, [1, 2, 3, 4, 5, 6], [6]),
      (
        "<svg><polygon points='1,2 3,4 5,6'/><polygon points='7,8 9,1 2,3'/></svg>", .polygon,
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3], [6, 12]
      ),
      ("<polyline points='1,2 3,4'/>", .line, [1, 2, 3, 4], [4]),
      ("<svg><path d='M1,2L3,4L5,6Z'/></svg>", .polygon, [1, 2, 3, 4, 5, 6], [6]),
      ("<svg><path d='M1,2 3,4'/></svg>", .line, [1, 2, 3, 4], [4]),
      ("<svg><path d='M1e1,2L-3,4.5'/></svg>", .line, [10, 2, -3, 4.5], [4]),
    ])
  func shapes(svg: String, kind: SVGShape.Kind, values: [Double], ends: [Int]) throws {
    let found = try shape(svg)
    #expect(found.kind == kind && found.numbers.map(\.value) == values && found.ringEnds == ends)
  }

  @Test(
    "What is not read says why",
    arguments: [
      ("<svg/>", "no shape"), ("<svg><text/></svg>", "text is not a supported shape"), ("<svg>", "cannot be read"),
      ("<!DOCTYPE a [<!ENTITY b 'c'>]><svg/>", "entities"), ("<svg viewBox='0 0 1 1'/>", "viewBox"),
      ("<svg><g transform='scale(2)'/></svg>", "transform"),
      ("<svg><rect x='1' y='2' width='3' height='4'/><circle/></svg>", "several"),
      ("<svg><rect y='2' width='3' height='4'/></svg>", "in x"),
      ("<svg><rect x='1%' y='2' width='3' height='4'/></svg>", "in x"),
      ("<svg><rect x='1e300' y='2' width='3' height='4'/></svg>", "in x"),
      ("<svg><polygon points='1,2 3,4'/></svg>", "3 points"), ("<svg><polygon points='1,2 3,4 5'/></svg>", "3 points"),
      ("<svg><polygon points='1-2 3,4 5,6'/></svg>", "3 points"), ("<svg><polygon/></svg>", "3 points"),
      ("<svg><polygon points='1,2 3,4 x 5,6'/></svg>", "3 points"), ("<svg><path/></svg>", "too few"),
      ("<svg><path d='m1,2L3,4'/></svg>", "absolute"), ("<svg><path d='M1,2C3,4 5,6 7,8'/></svg>", "absolute"),
      ("<svg><path d='M1,2 3'/></svg>", "two numbers"), ("<svg><path d='M1,2L3,4Z'/></svg>", "too few"),
      ("<svg><path d='M1,2L3,4 #'/></svg>", "too few"), ("<svg><path d='M1,2L3.5.5,4Z'/></svg>", "two numbers"),
    ])
  func faults(svg: String, note: String) {
    do throws(SVGShape.Fault) {
      _ = try shape(svg)
      Issue.record("was read")
    } catch { #expect(error.note.contains(note), "\(error.note)") }
  }

  @Test("A number in escapes has no place of its own, and is refused")
  func escaped() throws {
    let bytes = Array(#""<polyline points='1,2 3,\u0034'/>""#.utf8)
    #expect(throws: SVGShape.Fault.self) { try SVGShape(bytes, 1..<bytes.count - 1) }
    let plain = Array(#""<polyline points=\u0022\u00311,2 3,4\u0022\/>""#.utf8)
    #expect(throws: SVGShape.Fault.self) { try SVGShape(plain, 1..<plain.count - 1) }
    let fine = Array(#""\u00e9"<polyline points=\u00221,2 3,4\u0022\/>""#.utf8)
    let found = try SVGShape(fine, 8..<fine.count - 1)
    #expect(found.numbers.map { Labels.text(Array(fine[$0.range])) } == ["1", "2", "3", "4"])
  }

  @Test("Outlines and boxes")
  func outlines() throws {
    let box = try shape("<rect x='1' y='2' width='3' height='4'/>")
    #expect(box.box(in: Stored.self) == Rect2D(x: 1, y: 2, width: 3, height: 4) && box.outline(in: Stored.self) == nil)
    let circle = try shape("<circle cx='5' cy='6' r='2'/>")
    #expect(circle.outline(in: Stored.self)?.box == Rect2D(x: 3, y: 4, width: 4, height: 4))
    #expect(circle.box(in: Stored.self) == nil)
    let path = try shape("<path d='M0,0 9,0 9,9Z M1,1 2,1 2,2Z' fill-rule='evenodd'/>")
    guard case .polygon(let polygon)? = path.outline(in: Stored.self) else { throw SVGShape.Fault(note: "no polygon") }
    #expect(polygon.rings.map(\.count) == [3, 3] && polygon.filling == .evenOdd)
  }

  @Test("Many polygons cost what their points cost")
  func many() throws {
    let text = "<svg>" + String(repeating: "<polygon points='1,2 3,4 5,6'/>", count: 20_000) + "</svg>"
    let bytes = Array("\"\(text)\"".utf8)
    let spent = try ProcessorTime.seconds {
      let shape = try SVGShape(bytes, 1..<bytes.count - 1)
      #expect(shape.ringEnds.count == 20_000 && shape.numbers.count == 120_000)
    }
    #expect(spent < 10)
  }
}
