// Mirrors a photo the way a person sees it:
// `swift run MirrorAPhoto photo.jpg mirrored.jpg`.

// snippet.hide
import Foundation
// snippet.show
import Upright
import UprightCodecs

// snippet.hide
if CommandLine.arguments.count != 3 {
  fatalError("two paths are needed: photo.jpg mirrored.jpg")
}
let photo = [UInt8](
  try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1])))
// snippet.show
// `photo` is the bytes of its file, [UInt8].
let mirrored = try Pipeline(codecs: SystemCodecs.all).run(
  Rendition(rotation: .mirrorHorizontal), on: photo)

// Where there is no file, only an orientation: right (6) becomes leftMirrored
// (5).
let mirroredTag = try Probe(photo).orientation.mirroredHorizontallyAsDisplayed
  .exif
// snippet.hide
try Data(mirrored).write(to: URL(fileURLWithPath: CommandLine.arguments[2]))
print("tag", mirroredTag.rawValue)
