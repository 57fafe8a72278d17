// Repeats a photo picker's crop from the original, 512 × 512:
// `swift run PickerCrop photo.jpg avatar.jpg`.

// snippet.hide
import Foundation
// snippet.show
import Upright
import UprightCodecs

// snippet.hide
if CommandLine.arguments.count != 3 {
  fatalError("two paths are needed: photo.jpg avatar.jpg")
}
let photo = [UInt8](
  try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1])))
// snippet.show
// `photo` is the bytes of its file, [UInt8].
let probe = try Probe(photo)
// snippet.hide
// What a picker reports if a person drags the photo down, so that the window
// shows a gap above it.
let side = Double(min(probe.displayedSize.width, probe.displayedSize.height))
let reported = Rect2D<Displayed>(
  x: 0, y: 0, width: (side * 0.8).rounded(), height: (side * 0.5).rounded())
// snippet.show
guard
  let crop = PickerCrop(reported, of: probe.displayedSize)?.snappedToSquare()
else {
  fatalError("the crop is outside the image")
}
let rendition = Rendition(picker: crop, on: PixelSize(width: 512, height: 512))
let avatar = try Pipeline(codecs: SystemCodecs.all).run(rendition, on: photo)
// snippet.hide
try Data(avatar).write(to: URL(fileURLWithPath: CommandLine.arguments[2]))
