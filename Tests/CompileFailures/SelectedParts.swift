// A region of a displayed image is not one of the screen, of the stored image, or of a plane whose y axis points up.
import Upright

func select(drag: Rect2D<Viewport>, crop: Rect2D<Displayed>, image: PixelSize<Displayed>) {
  _ = Placement(of: image, in: drag).selection(drag)
  _ = Selection(crop, in: image)
  _ = Selection(drag, in: image)
  // expected-error@-1 {{cannot convert value of type 'Rect2D<Viewport>'}}
  // expected-note@-2 {{arguments to generic parameter 'S'}}
}

func measured(
  selection: Selection, stored: PixelSize<Stored>, tag: Orientation<Stored, Displayed>, view: Rect2D<Viewport>
) {
  _ = selection.pixels(in: stored, tag)
  _ = selection.rect(in: tag.applied(to: stored))
  _ = selection.rect(in: stored)
  // expected-error@-1 {{cannot convert value of type 'PixelSize<Stored>'}}
  // expected-note@-2 {{arguments to generic parameter 'S'}}
  _ = Placement(of: stored, in: view)
  // expected-error@-1 {{cannot convert value of type 'PixelSize<Stored>'}}
  // expected-note@-2 {{arguments to generic parameter 'S'}}
}

func seen(face: Rect2D<YUp<Normalized<Displayed>>>) {
  _ = Selection(vision: face)
  _ = Rendition.Region.fraction(face.yDown())
  _ = Rendition.Region.fraction(face)
  // expected-error@-1 {{cannot convert value of type 'Rect2D<YUp<Normalized<Displayed>>>'}}
  // expected-note@-2 {{arguments to generic parameter 'S'}}
}

func selected(face: Rect2D<YUp<Normalized<Displayed>>>) {
  _ = Selection(face.yDown() as Rect2D<Normalized<Displayed>>)
  _ = Selection(face)
  // expected-error@-1 {{no exact matches in call to initializer}}
}

func cropped(inContext: Rect2D<YUp<Displayed>>, image: PixelSize<Displayed>) {
  _ = inContext.yDown(in: image).clipped(to: image)
  _ = inContext.clipped(to: image)
  // expected-error@-1 {{cannot convert value of type 'PixelSize<Displayed>'}}
  // expected-note@-2 {{arguments to generic parameter 'S'}}
}

enum Photo: Space {}
enum Overlay: Space {}

func between(overlay: ViewFrame<Overlay, Viewport>, photo: ViewFrame<Photo, Viewport>, drag: Rect2D<Overlay>) {
  if let map = overlay.map(to: photo) { _ = drag.applying(map) }
  _ = drag.applying(photo.toParent)
  // expected-error@-1 {{cannot convert value of type 'Transform2D<Photo, Viewport>'}}
  // expected-note@-2 {{arguments to generic parameter 'From'}}
}
