// A stored and a displayed size are not compared: equal numbers would mean nothing for tags 5…8.
import UprightGeometry

func isTurned(stored: PixelSize<Stored>, displayed: PixelSize<Displayed>, tag: Orientation<Stored, Displayed>) {
  _ = tag.applied(to: stored) == displayed
  _ = stored == displayed
  // expected-error@-1 {{conflicting arguments to generic parameter 'Self' ('PixelSize<Stored>' vs. 'PixelSize<Displayed>')}}
}

func swap(stored: PixelSize<Stored>, tag: Orientation<Stored, Displayed>) {
  let displayed: PixelSize<Displayed> = tag.applied(to: stored)
  _ = displayed
  let unturned: PixelSize<Displayed> = stored
  // expected-error@-1 {{cannot assign value of type 'PixelSize<Stored>'}}
  // expected-note@-2 {{arguments to generic parameter 'S'}}
}
