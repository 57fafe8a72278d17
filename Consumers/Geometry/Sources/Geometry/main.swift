// A displayed rectangle, and where its pixels are stored.

import UprightGeometry

let orientation = Orientation<Stored, Displayed>.right  // tag 6, as a phone held upright writes it
let stored = PixelSize<Stored>(width: 1600, height: 1200)
let crop = PixelRect<Displayed>(x: 100, y: 200, width: 300, height: 400)
let pixels = crop.applying(orientation.inverse, in: orientation.applied(to: stored))
precondition(pixels == PixelRect(x: 200, y: 800, width: 400, height: 300))
print(pixels)
