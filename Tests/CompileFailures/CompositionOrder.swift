// Orientations compose only where the space one leads to is the space the next one starts from.
import UprightGeometry

func mirrored(_ tag: Orientation<Stored, Displayed>) -> Orientation<Stored, Displayed> {
  // What a viewer sees is mirrored after the tag. Before it, the stored pixels would be mirrored: another image for
  // tags 5…8.
  _ = tag.then(.mirrorHorizontal)
  _ = Orientation<Displayed, Displayed>.mirrorHorizontal.then(tag)
  // expected-error@-1 {{cannot convert value of type 'Orientation<Stored, Displayed>'}}
  // expected-note@-2 {{arguments to generic parameter 'From'}}
  return tag.then(.mirrorVertical)
}

func undone(_ tag: Orientation<Stored, Displayed>) {
  // There and back again; twice leads nowhere.
  _ = tag.then(tag.inverse)
  _ = tag.then(tag)
  // expected-error@-1 {{cannot convert value of type 'Orientation<Stored, Displayed>'}}
  // expected-note@-2 {{arguments to generic parameter 'From'}}
}
