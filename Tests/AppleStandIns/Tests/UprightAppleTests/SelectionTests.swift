// Selections in views: which pixels of the image are under a rectangle, a finger, or a drag.

#if canImport(UIKit)
  import SwiftUI
  import Testing
  import UIKit
  import UprightApple
  import UprightGeometry

  @MainActor @Suite struct SelectionTests {
    /// A pan that a test moves.
    private final class Pan: UIPanGestureRecognizer {
      var (from, to) = (CGPoint.zero, CGPoint.zero)
      var step = UIGestureRecognizer.State.possible

      override var state: UIGestureRecognizer.State {
        get { step }
        set { step = newValue }
      }
      override func location(in view: UIView?) -> CGPoint { to }
      override func translation(in view: UIView?) -> CGPoint { CGPoint(x: to.x - from.x, y: to.y - from.y) }
    }

    /// A picture of 3 × 2 fits into it with 30 points per pixel, from (0, 40).
    private func view(_ mode: UIView.ContentMode = .scaleAspectFit) -> UIView {
      let view = UIView(frame: CGRect(x: 20, y: 10, width: 90, height: 140))
      view.contentMode = mode
      return view
    }

    @Test(arguments: ExifOrientation.allCases)
    func theStoredPixelsUnderADrag(_ tag: ExifOrientation) throws {
      for scale in [1.0, 2] {
        let image = try photo(tag, scale: scale)
        // Each pixel is 30 points wide; the picture is 60 high, in the middle of 140.
        let cells = [("r", 0.0, 0.0), ("g", 1, 0), ("b", 2, 0), ("y", 0, 1), ("w", 1, 1), ("k", 2, 1)]
        for (letter, column, row) in cells {
          let area = CGRect(x: column * 30 + 2, y: 40 + row * 30 + 2, width: 26, height: 26)
          let pixels = try #require(view().pixelRect(for: area, of: image))
          #expect(pixels.width == 1 && pixels.height == 1)
          let cut = try #require(image.cgImage?.cropping(to: CGRect(stored: pixels)))
          #expect(try Picture.letters(cut) == letter)
          let selection = try #require(view().selection(for: area, of: image))
          #expect(try displayed(image.cropped(to: selection)) == letter)
        }
        let right = CGRect(x: 31, y: 41, width: 500, height: 58)
        let selection = try #require(view().selection(for: right, of: image))
        let part = try image.cropped(to: selection)
        #expect(try displayed(part) == "gb/wk" && part.scale == scale)
        #expect(part.imageOrientation == image.imageOrientation)
      }
    }

    @Test func nothingIsNil() throws {
      let image = try photo(.rightTop)
      #expect(view().pixelRect(for: CGRect(x: 0, y: 0, width: 90, height: 40), of: image) == nil)
      #expect(view().pixelRect(for: CGRect(x: 10, y: 50, width: 0, height: 20), of: image) == nil)
      #expect(view().pixelRect(for: .null, of: image) == nil)
      #expect(view().pixelRect(for: CGRect(x: 10, y: 50, width: 9, height: 9), of: UIImage()) == nil)
      let drag = CGRect(x: 30, y: 70, width: -30, height: -30)
      #expect(view().pixelRect(for: drag, of: image) == PixelRect(x: 0, y: 0, width: 1, height: 1).stored(.rightTop))
    }

    /// The selection is a view beside the image view, in another parent.
    @Test func anotherViewInTheWindow() throws {
      let (window, scroller, overlay) = (
        UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 400)),
        UIView(frame: CGRect(x: 50, y: 60, width: 200, height: 200)), UIView(frame: .zero)
      )
      let photoView = view()
      scroller.bounds.origin = CGPoint(x: 3, y: 4)
      window.addSubview(scroller)
      scroller.addSubview(photoView)
      window.addSubview(overlay)
      // From the window: 50 − 3 + 20 and 60 − 4 + 10 is the image view, 30 and 40 more the pixel with g.
      overlay.frame = CGRect(x: 67 + 32, y: 66 + 42, width: 26, height: 26)
      let image = try photo(.leftBottom)
      let pixels = try #require(photoView.pixelRect(for: overlay, of: image))
      #expect(try Picture.letters(#require(image.cgImage?.cropping(to: CGRect(stored: pixels)))) == "g")
      #expect(photoView.selection(for: overlay, of: image) != nil)
    }

    /// Without scaling, a pixel of an image at 2x is half a point.
    @Test func unscaledImagesUseTheirScale() throws {
      let image = try photo(.rightTop, times: 20, scale: 2)
      let corner = CGRect(x: 0, y: 0, width: 10, height: 10)
      let pixels = try #require(view(.topLeft).pixelRect(for: corner, of: image))
      let cut = try Picture.letters(#require(image.cgImage?.cropping(to: CGRect(stored: pixels))), every: 20)
      #expect(pixels.width == 20 && cut == "r")
    }

    @Test(arguments: 0..<13)
    func everyContentModeHasItsName(_ raw: Int) throws {
      let mode = try #require(UIView.ContentMode(rawValue: raw))
      #expect("\(ViewContentMode(mode))" == "\(mode)" && UIView.ContentMode(ViewContentMode(mode)) == mode)
    }

    @Test func aFingerPoints() throws {
      let image = try photo(.rightTop, times: 10)
      let view = view(.scaleAspectFill)
      // Filled: 7 points per pixel of the enlarged 30 × 20; 210 wide, so 60 are cut off at either side.
      let point = try #require(view.displayedPoint(under: CGPoint(x: 45, y: 35), of: image))
      #expect(point == Point2D(x: 15, y: 5))
      #expect(try displayed(image.cropped(around: point, side: 10), every: 10) == "g")
      #expect(try image.cropped(around: Point2D(x: 0, y: 0), side: 10).size == CGSize(width: 10, height: 10))
      #expect(throws: AppleImageError.outside) { try image.cropped(around: point, side: 0) }
    }

    @Test func aPanDrawsASelectionAndMovesIt() throws {
      let image = try photo(.rightTop)
      var session = SelectionSession(image)
      let (pan, view) = (Pan(), view())
      func follow(_ steps: (UIGestureRecognizer.State, CGFloat, CGFloat)...) {
        for (state, x, y) in steps {
          (pan.step, pan.to) = (state, CGPoint(x: x, y: y))
          session.follow(pan, in: view, of: image, reach: 4)
        }
      }
      pan.from = CGPoint(x: 30, y: 40)
      follow((.began, 40, 52), (.changed, 50, 60), (.ended, 60, 70))
      let drawn = try #require(session.selections.first?.area)
      #expect(try displayed(image.cropped(to: drawn)) == "g" && session.selections.count == 1)
      pan.from = CGPoint(x: 45, y: 55)
      follow((.began, 50, 60), (.ended, 75, 85))
      #expect(try displayed(image.cropped(to: #require(session.selections.first?.area))) == "k")
      pan.from = CGPoint(x: 75, y: 85)
      follow((.began, 75, 85), (.changed, 15, 55), (.cancelled, 15, 55))
      #expect(try displayed(image.cropped(to: #require(session.selections.first?.area))) == "k")
      session.undo()
      #expect(session.selections.first?.area == drawn)
    }

    @Test func swiftUIsDragDoesTheSame() throws {
      let image = try photo(.rightTop, times: 10)
      var (session, drag) = (SelectionSession(image), SelectionDrag())
      let (size, start) = (CGSize(width: 90, height: 140), CGPoint(x: 60, y: 70))
      drag.change(&session, from: start, to: CGPoint(x: 70, y: 80), in: size)
      drag.end(&session, from: start, to: CGPoint(x: 90, y: 100), in: size)
      #expect(try displayed(image.cropped(to: #require(session.selections.first?.area)), every: 10) == "k")
      // The next one begins at its own start.
      drag.end(&session, from: CGPoint(x: 0, y: 40), to: CGPoint(x: 30, y: 70), in: size)
      #expect(session.selections.count == 2)
      #expect(try displayed(image.cropped(to: #require(session.selections.last?.area)), every: 10) == "r")
    }

    @Test func swiftUIsCanceledDragRestoresWhatWasBefore() throws {
      var (session, drag) = (try SelectionSession(photo(.rightTop, times: 10)), SelectionDrag())
      let size = CGSize(width: 90, height: 140)
      drag.end(&session, from: CGPoint(x: 60, y: 70), to: CGPoint(x: 90, y: 100), in: size)
      let before = session
      drag.change(&session, from: CGPoint(x: 75, y: 85), to: CGPoint(x: 15, y: 55), in: size)
      #expect(session.selections != before.selections)
      drag.cancel(&session)
      #expect(session == before)
      // Without a drag, nothing of the session's own gestures is canceled.
      session.begin(at: Point2D(x: 75, y: 85), in: SelectionDrag.placement(of: session, in: size))
      let own = session
      drag.cancel(&session)
      #expect(session == own)
    }

    #if !canImport(Darwin)
      /// The body as it is laid out: the image, then an outline for each selection; a drag that SwiftUI ends or cancels.
      @Test func theViewOfSwiftUIFollowsItsDrag() throws {
        var session = try SelectionSession(photo(.rightTop, times: 10))
        let binding = Binding(get: { session }, set: { session = $0 })
        let view = SelectionView(SwiftUI.Image("photo"), session: binding)
        let size = CGSize(width: 90, height: 140)
        func drag(_ end: CGPoint) -> DragGesture.Value {
          DragGesture.Value(standInFrom: CGPoint(x: 60, y: 70), to: end)
        }
        StandInLayout.read(view, size: size)
        #expect(StandInLayout.frames == [CGRect(x: 0, y: 0, width: 90, height: 140)])
        StandInLayout.gesture.changed(drag(CGPoint(x: 90, y: 100)))
        StandInLayout.gesture.ended(drag(CGPoint(x: 90, y: 100)))
        StandInLayout.stateChanged(false)
        StandInLayout.read(view, size: size)
        // 3 × 2 in 90 × 140: 30 points per pixel, from 40 down.
        let outline = try #require(StandInLayout.frames.last)
        #expect(StandInLayout.frames.count == 2 && abs(outline.size.height - 30) < 1e-9)
        #expect(outline.origin == CGPoint(x: 60, y: 70) && outline.size.width == 30)
        let before = session
        StandInLayout.gesture.changed(
          DragGesture.Value(standInFrom: CGPoint(x: 75, y: 85), to: CGPoint(x: 15, y: 55)))
        #expect(session != before)
        StandInLayout.stateChanged(true)
        #expect(session != before)
        StandInLayout.stateChanged(false)
        #expect(session == before)
      }

      /// Coordinates of an image do not depend on the language.
      @Test func rightToLeftLayoutsMoveNoOutline() throws {
        var session = try SelectionSession(photo(.rightTop))
        let binding = Binding(get: { session }, set: { session = $0 })
        StandInLayout.read(SelectionView(SwiftUI.Image("photo"), session: binding), size: CGSize(width: 9, height: 9))
        #expect(StandInLayout.direction == .leftToRight)
      }
    #endif
  }

  extension PixelRect where S == Displayed {
    /// The same pixels of the picture of 3 × 2 as this tag stores it.
    fileprivate func stored(_ tag: ExifOrientation) -> PixelRect<Stored> {
      applying(Orientation<Stored, Displayed>(exif: tag).inverse, in: PixelSize(width: 3, height: 2))
    }
  }
#endif
