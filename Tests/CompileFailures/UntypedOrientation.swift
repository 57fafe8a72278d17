// An orientation does not guess its spaces.
import UprightGeometry

func turned() {
  _ = Orientation<Displayed, Displayed>(clockwise: 1)
  let asContext: Orientation<Stored, Displayed> = Orientation(clockwise: 1)
  _ = asContext
  _ = Orientation(clockwise: 1)
  // expected-error@-1 {{generic parameter 'From' could not be inferred}}
  // expected-error@-2 {{generic parameter 'To' could not be inferred}}
  // expected-note@-3 {{explicitly specify the generic arguments}}
}

func named() {
  // A mirror has a name only as displayed: for the stored image, "horizontal" does not describe what is displayed.
  let turn: Orientation<Displayed, Displayed> = .mirrorHorizontal
  _ = turn
  let stored: Orientation<Stored, Displayed> = .mirrorHorizontal
  // expected-error@-1 {{'mirrorHorizontal'}}
}
