// A box of a YOLO file, read and moved to the stored image.

import UprightGeometry
import UprightLabels

var labels = LabelSet<Displayed>()
let file = LabelFile(name: "photo.txt", bytes: Array("0 0.5 0.25 0.2 0.1\n".utf8))
try YOLOFormat().read(file, into: &labels) { _ in PixelSize(width: 1200, height: 1600) }
print(labels.images.count, "image")
precondition(labels.images.first?.regions.count == 1)

// Without the package trait XML, files in XML are refused, by name.
do {
  try VOCFormat().read(LabelFile(name: "a.xml", bytes: Array("<annotation/>".utf8)), into: &labels) { _ in nil }
  preconditionFailure("Expat is linked")
} catch {
  precondition(error.code == .unsupported)
}
