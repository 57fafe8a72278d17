// An orientation does not guess from where to where it leads.
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
  // A mirror has a name only as displayed: of the stored picture, "horizontal" says nothing about what is seen.
  let turn: Orientation<Displayed, Displayed> = .mirrorHorizontal
  _ = turn
  let stored: Orientation<Stored, Displayed> = .mirrorHorizontal
  // expected-error@-1 {{'mirrorHorizontal'}}
}
