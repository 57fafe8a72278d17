// Right answers where code that is often copied has wrong ones
// (docs/copied-code.md): `swift run CopiedCode`.

import UprightCamera
import UprightGeometry

// The mirror image of a photo from a phone held upright, and what UIKit's
// method makes of it.
// The first is leftMirrored, the second rightMirrored: upside down.
let seen = Orientation<Stored, Displayed>.right.mirroredHorizontallyAsDisplayed
let flipped = Orientation<Stored, Displayed>.right.mirroredHorizontallyAsStored
precondition(seen == .leftMirrored && flipped == .rightMirrored)

// Names by tags: 1, 3, 6 and 8 are up, down, right and left.
let names = [1, 3, 6, 8].compactMap {
  Orientation(exifValue: $0)?.apple.rawValue
}
precondition(names == ["up", "down", "right", "left"])

// The stored pixels of a displayed crop. A left image is tag 8, a right
// one tag 6.
let crop = PixelRect<Displayed>(x: 100, y: 200, width: 300, height: 500)
let file = PixelSize<Stored>(width: 1600, height: 1200)
func stored(
  _ orientation: Orientation<Stored, Displayed>
) -> PixelRect<Stored> {
  crop.applying(orientation.inverse, in: orientation.applied(to: file))
}
precondition(
  stored(.right) == PixelRect(x: 200, y: 800, width: 500, height: 300))
precondition(
  stored(.left) == PixelRect(x: 900, y: 100, width: 500, height: 300))

// The pixels under a selection in a view that shows an image of any
// orientation.
let view = Rect2D<Viewport>(x: 0, y: 0, width: 390, height: 844)
let shown = Placement(
  of: PixelSize(width: 4032, height: 3024), in: view, mode: .scaleAspectFit)
// Nil if nothing is selected.
let selection = shown.selection(Rect2D(x: 100, y: 400, width: 50, height: 60))
let cut = selection?.pixels(
  in: PixelSize<Stored>(width: 3024, height: 4032), .right)
precondition(cut == PixelRect(x: 1284, y: 2481, width: 621, height: 518))

// Edges on whole pixels stay there, although the numbers are a little off.
let nearly = Rect2D<Displayed>(
  x: 10, y: 20, width: 30.000_000_000_1, height: 40)
precondition(
  nearly.pixels(.outward) == PixelRect(x: 10, y: 20, width: 30, height: 40))
precondition(
  nearly.pixels(.nearest) == PixelRect(x: 10, y: 20, width: 30, height: 40))

// A stored image drawn upright, its longer edge 1,024 pixels at most, in whole
// pixels. The rectangle stays the stored image's: only the map rotates and
// scales.
let drawing = Drawing(
  PixelSize(width: 2048, height: 1536), .left, longestEdge: 1024)
precondition(drawing.canvas == PixelSize(width: 768, height: 1024))
precondition(
  drawing.rect.applying(drawing.toCanvas) == drawing.canvas.bounds.rect)
precondition(
  drawing.yUpRect.applying(drawing.toUIKitCanvas) == drawing.canvas.bounds.rect)

// A picker's crop of (0, 0, 320, 200): the gap is above the image, and the
// window is a square.
let picked = PickerCrop(
  Rect2D(x: 0, y: 0, width: 320, height: 200),
  of: PixelSize(width: 512, height: 512))
let window = picked?.snappedToSquare().square()
precondition(window == Rect2D(x: 0, y: -120, width: 320, height: 320))

// How that picker showed a mirrored photo: as stored. Only for its own crops.
precondition(Orientation<Stored, Displayed>.leftMirrored.asPhotosRead == .up)

// The pixel under a finger on a preview that fills the screen, and a square
// around it.
let screen = Rect2D<Viewport>(x: 0, y: 0, width: 320, height: 480)
let preview = Placement(
  of: PixelSize(width: 1536, height: 2048), in: screen, mode: .scaleAspectFill)
let point = preview.displayedPoint(under: Point2D(x: 80, y: 120))
let around = point.flatMap {
  PixelRect.around(
    $0, size: PixelSize(width: 100, height: 100),
    in: PixelSize(width: 1536, height: 2048))
}
precondition(around == PixelRect(x: 377, y: 462, width: 100, height: 100))

// A frame of VisionCamera for ML Kit: by its meaning, not by its word.
let frame = Interop.VisionCameraFrame(orientation: .left, isMirrored: false)
precondition(Interop.mlKitOrientation(of: frame) == .right)
// Rotated, then mirrored.
let selfie = Interop.VisionCameraFrame(orientation: .left, isMirrored: true)
precondition(Interop.mlKitOrientation(of: selfie) == .leftMirrored)

print("all answers are right")
