// A point on the screen is not a point in the image until the map between them is applied.
import UprightGeometry

func tapped(_ tap: Point2D<Viewport>, view: Rect2D<Viewport>, image: PixelSize<Displayed>) {
  let shown = Transform2D.fitting(image, in: view)
  if let back = shown.inverse { _ = tap.applying(back) }
  _ = tap.applying(shown)
  // expected-error@-1 {{cannot convert value of type 'Transform2D<Displayed, Viewport>'}}
  // expected-note@-2 {{arguments to generic parameter 'From'}}
}

func selected(_ drag: Rect2D<Viewport>, image: PixelSize<Displayed>, back: Transform2D<Viewport, Displayed>) {
  _ = drag.applying(back).clipped(to: image)
  _ = drag.clipped(to: image)
  // expected-error@-1 {{cannot convert value of type 'PixelSize<Displayed>'}}
  // expected-note@-2 {{arguments to generic parameter 'S'}}
}

func chained(shown: Transform2D<Displayed, Viewport>, turned: Transform2D<Stored, Displayed>) {
  _ = turned.then(shown)
  _ = shown.then(turned)
  // expected-error@-1 {{cannot convert value of type 'Transform2D<Stored, Displayed>'}}
  // expected-note@-2 {{arguments to generic parameter 'From'}}
}
