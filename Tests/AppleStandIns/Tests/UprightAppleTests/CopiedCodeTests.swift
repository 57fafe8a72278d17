// The code of two articles, as it is copied: what it draws is known from a simulation that shares nothing with these
// modules. So it checks the stand-ins, and on Apple's platforms the simulation.

#if canImport(UIKit)
  import Testing
  import UIKit
  import UprightGeometry

  @Suite struct CopiedCodeTests {
    private static let quarter = CGFloat.pi / 2
    /// A square picture, rg/bw when upright, as files with each tag store it.
    private static let squares: [ExifOrientation: String] = [
      .topLeft: "rg/bw", .topRight: "gr/wb", .bottomRight: "wb/gr", .bottomLeft: "bw/rg", .leftTop: "rb/gw",
      .rightTop: "gw/rb", .rightBottom: "wg/br", .leftBottom: "br/wg",
    ]

    /// A context of UIKit with one pixel per point.
    private func draw(_ size: CGSize, _ body: (CGContext) -> Void) throws -> String {
      let format = UIGraphicsImageRendererFormat()
      format.scale = 1
      let drawn = UIGraphicsImageRenderer(size: size, format: format).image { body($0.cgContext) }
      return try Picture.letters(#require(drawn.cgImage))
    }

    /// 003: the transform of each orientation, then a flip; the rectangle is mapped by the transform.
    private func handled(_ text: String, _ tag: ExifOrientation) throws -> String {
      let image = try Picture.image(text)
      let (w, h) = (CGFloat(image.width), CGFloat(image.height))
      let turned = tag.rawValue >= 5
      let size = turned ? CGSize(width: h, height: w) : CGSize(width: w, height: h)
      func moved(_ x: CGFloat, _ y: CGFloat) -> CGAffineTransform { CGAffineTransform(translationX: x, y: y) }
      let transform =
        switch tag {
        case .topLeft: CGAffineTransform.identity
        case .topRight: moved(w, 0).scaledBy(x: -1, y: 1)
        case .bottomRight: moved(w, h).rotated(by: 2 * Self.quarter)
        case .bottomLeft: moved(0, h).scaledBy(x: 1, y: -1)
        case .leftTop: moved(h, w).scaledBy(x: -1, y: 1).rotated(by: 3 * Self.quarter)
        case .leftBottom: moved(0, w).rotated(by: 3 * Self.quarter)
        case .rightBottom: CGAffineTransform(scaleX: -1, y: 1).rotated(by: Self.quarter)
        case .rightTop: moved(h, 0).rotated(by: Self.quarter)
        }
      let flip =
        tag == .rightTop || tag == .leftBottom
        ? CGAffineTransform(scaleX: -1, y: 1).translatedBy(x: -size.width, y: 0)
        : CGAffineTransform(scaleX: 1, y: -1).translatedBy(x: 0, y: -size.height)
      let both = transform.concatenating(flip)
      return try draw(size) { context in
        context.concatenate(both)
        context.draw(image, in: CGRect(origin: .zero, size: size).applying(both))
      }
    }

    @Test func theTransformsAreRightForSquares() throws {
      for (tag, text) in Self.squares { #expect(try handled(text, tag) == "rg/bw", "\(tag)") }
    }

    /// Of 6 × 4, two thirds, a third and a half of the canvas stay empty.
    @Test func theTransformsMissTheCanvasOtherwise() throws {
      for (tag, empty) in [(ExifOrientation.leftBottom, 16), (.leftTop, 8), (.rightBottom, 12), (.rightTop, 0)] {
        let drawn = try handled("rrrrrr/gggggg/bbbbbb/yyyyyy", tag)
        #expect(drawn.filter { $0 == "." }.count == empty, "\(tag)")
      }
    }

    /// 004: `rotateImage`, with the height or, by a comment, the width in its flip.
    private func rotated(_ text: String, _ tag: ExifOrientation, byWidth: Bool = false) throws -> String {
      let image = try Picture.image(text)
      let (w, h) = (CGFloat(image.width), CGFloat(image.height))
      let turned = tag == .rightTop || tag == .leftBottom
      return try draw(turned ? CGSize(width: h, height: w) : CGSize(width: w, height: h)) { context in
        if tag != .leftBottom {
          context.scaleBy(x: 1, y: -1)
          context.translateBy(x: 0, y: byWidth ? -w : -h)
        }
        switch tag {
        case .bottomRight:
          context.concatenate(CGAffineTransform(translationX: w, y: h).rotated(by: 2 * Self.quarter))
        case .leftBottom:
          context.concatenate(
            CGAffineTransform(translationX: h, y: w).scaledBy(x: -1, y: 1).rotated(by: 3 * Self.quarter))
        case .rightTop: context.concatenate(CGAffineTransform(translationX: 0, y: w).rotated(by: 3 * Self.quarter))
        default: break
        }
        context.draw(image, in: CGRect(x: 0, y: 0, width: w, height: h))
      }
    }

    @Test func rotateImageIsRightForSquares() throws {
      for tag in [ExifOrientation.topLeft, .bottomRight, .leftBottom, .rightTop] {
        #expect(try rotated(#require(Self.squares[tag]), tag) == "rg/bw", "\(tag)")
      }
    }

    @Test func rotateImageNeedsTheWidthForOtherShapes() throws {
      let stored = try #require(Picture.stored[.rightTop])
      #expect(try rotated(stored, .rightTop).contains("."))
      #expect(try rotated(stored, .rightTop, byWidth: true) == Picture.upright)
      #expect(try rotated(#require(Picture.stored[.leftBottom]), .leftBottom) == Picture.upright)
    }
  }
#endif
