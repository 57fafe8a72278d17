// A tile of a deep-zoom viewer over a plain JPEG, without a pyramid:
// `swift run DeepZoom scan.jpg 2 5 7 tile.jpg` writes tile 5, 7 at a quarter of
// the size.

// snippet.hide
import Foundation
// snippet.show
import Upright
import UprightCodecs

// snippet.hide
let words = CommandLine.arguments
let numbers = words.dropFirst(2).prefix(3).compactMap { Int($0) }
if words.count != 6 || numbers.count != 3 || !(0...16 ~= numbers[0])
  || !numbers.allSatisfy({ 0...100_000 ~= $0 })
{
  fatalError("needed: scan.jpg LEVEL COLUMN ROW tile.jpg")
}
let (level, column, row) = (numbers[0], numbers[1], numbers[2])
let scan = [UInt8](try Data(contentsOf: URL(fileURLWithPath: words[1])))
// snippet.show
// Once for each file: `index.bytes` can be kept in a file or a database, and
// read by `RegionIndex(saved:for:)`.
let probe = try Probe(scan)
let pipeline = Pipeline(codecs: SystemCodecs.all).indexed(
  by: try RegionIndex(of: scan))

// For each tile: level 0 has every pixel, each further level half as many
// across and down.
let side = 256 << level
let tile = PixelRect<Displayed>(
  x: column * side, y: row * side, width: side, height: side)
let rendition = Rendition(
  region: .pixels(tile), size: .within(PixelSize(width: 256, height: 256)),
  upright: .pixels, quality: .level(85),
  format: .jpeg)
let jpeg = try pipeline.run(rendition, on: scan)
// snippet.hide
try Data(jpeg).write(to: URL(fileURLWithPath: words[5]))
