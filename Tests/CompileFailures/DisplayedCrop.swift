// A displayed crop is not a crop of the stored image until the orientation maps it.
import Upright

func pass(for crop: PixelRect<Displayed>, of image: PixelSize<Displayed>, tag: Orientation<Stored, Displayed>) {
  let stored = crop.applying(tag.inverse, in: image)
  _ = DecodePass(region: stored, denominator: 1, layout: SampleLayout(.rgb))
  _ = DecodePass(region: crop, denominator: 1, layout: SampleLayout(.rgb))
  // expected-error@-1 {{cannot convert value of type 'PixelRect<Displayed>'}}
  // expected-note@-2 {{arguments to generic parameter 'S'}}
}

func clip(_ crop: PixelRect<Stored>, stored: PixelSize<Stored>, displayed: PixelSize<Displayed>) {
  _ = crop.clipped(to: stored)
  _ = crop.clipped(to: displayed)
  // expected-error@-1 {{cannot convert value of type 'PixelSize<Displayed>'}}
  // expected-note@-2 {{arguments to generic parameter 'S'}}
}

func turn(_ crop: PixelRect<Displayed>, tag: Orientation<Stored, Displayed>, size: PixelSize<Displayed>) {
  _ = crop.applying(tag.inverse, in: size)
  _ = crop.applying(tag, in: size)
  // expected-error@-1 {{cannot convert value of type 'Orientation<Stored, Displayed>'}}
  // expected-note@-2 {{arguments to generic parameter 'From'}}
}
