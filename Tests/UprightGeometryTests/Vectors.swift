// Checked numbers, as literals: each tag in other terms, and rectangles before and after.

/// Row: applied first; column: applied second; entry: the tag of both together. Tags 1…8.
let compositionTable = [
  [1, 2, 3, 4, 5, 6, 7, 8],
  [2, 1, 4, 3, 8, 7, 6, 5],
  [3, 4, 1, 2, 7, 8, 5, 6],
  [4, 3, 2, 1, 6, 5, 8, 7],
  [5, 6, 7, 8, 1, 2, 3, 4],
  [6, 5, 8, 7, 4, 3, 2, 1],
  [7, 8, 5, 6, 3, 4, 1, 2],
  [8, 7, 6, 5, 2, 1, 4, 3],
]

/// The tag that undoes the tag, for 1…8.
let inverseTags = [1, 2, 3, 4, 5, 8, 7, 6]

/// A tag in other conventions' terms.
struct TagRow: Sendable {
  let tag: Int
  let mirrored: Bool
  let quarters: Int
  let iiif: String
  /// The tag after a mirror or rotation as displayed.
  let mirroredHorizontally, mirroredVertically, turnedClockwise, turnedAnticlockwise: Int
  /// a, b, c, d, and tx, ty in units of the stored width and height.
  let linear: [Double]
  let txInWidths, txInHeights, tyInWidths, tyInHeights: Double
  /// On which stored axes a lossless transform needs whole blocks.
  let wholeBlocks: String
  /// The 16.16 (2.30 in the last column) words of a 1920 × 1080 video track.
  let trackMatrix: String
}

let tagRows: [TagRow] = [
  TagRow(
    tag: 1, mirrored: false, quarters: 0, iiif: "0", mirroredHorizontally: 2, mirroredVertically: 4,
    turnedClockwise: 6, turnedAnticlockwise: 8, linear: [1, 0, 0, 1],
    txInWidths: 0, txInHeights: 0, tyInWidths: 0, tyInHeights: 0, wholeBlocks: "",
    trackMatrix: "00010000 00000000 00000000 00000000 00010000 00000000 00000000 00000000 40000000"),
  TagRow(
    tag: 2, mirrored: true, quarters: 0, iiif: "!0", mirroredHorizontally: 1, mirroredVertically: 3,
    turnedClockwise: 7, turnedAnticlockwise: 5, linear: [-1, 0, 0, 1],
    txInWidths: 1, txInHeights: 0, tyInWidths: 0, tyInHeights: 0, wholeBlocks: "W",
    trackMatrix: "ffff0000 00000000 00000000 00000000 00010000 00000000 07800000 00000000 40000000"),
  TagRow(
    tag: 3, mirrored: false, quarters: 2, iiif: "180", mirroredHorizontally: 4, mirroredVertically: 2,
    turnedClockwise: 8, turnedAnticlockwise: 6, linear: [-1, 0, 0, -1],
    txInWidths: 1, txInHeights: 0, tyInWidths: 0, tyInHeights: 1, wholeBlocks: "WH",
    trackMatrix: "ffff0000 00000000 00000000 00000000 ffff0000 00000000 07800000 04380000 40000000"),
  TagRow(
    tag: 4, mirrored: true, quarters: 2, iiif: "!180", mirroredHorizontally: 3, mirroredVertically: 1,
    turnedClockwise: 5, turnedAnticlockwise: 7, linear: [1, 0, 0, -1],
    txInWidths: 0, txInHeights: 0, tyInWidths: 0, tyInHeights: 1, wholeBlocks: "H",
    trackMatrix: "00010000 00000000 00000000 00000000 ffff0000 00000000 00000000 04380000 40000000"),
  TagRow(
    tag: 5, mirrored: true, quarters: 3, iiif: "!270", mirroredHorizontally: 6, mirroredVertically: 8,
    turnedClockwise: 2, turnedAnticlockwise: 4, linear: [0, 1, 1, 0],
    txInWidths: 0, txInHeights: 0, tyInWidths: 0, tyInHeights: 0, wholeBlocks: "",
    trackMatrix: "00000000 00010000 00000000 00010000 00000000 00000000 00000000 00000000 40000000"),
  TagRow(
    tag: 6, mirrored: false, quarters: 1, iiif: "90", mirroredHorizontally: 5, mirroredVertically: 7,
    turnedClockwise: 3, turnedAnticlockwise: 1, linear: [0, 1, -1, 0],
    txInWidths: 0, txInHeights: 1, tyInWidths: 0, tyInHeights: 0, wholeBlocks: "H",
    trackMatrix: "00000000 00010000 00000000 ffff0000 00000000 00000000 04380000 00000000 40000000"),
  TagRow(
    tag: 7, mirrored: true, quarters: 1, iiif: "!90", mirroredHorizontally: 8, mirroredVertically: 6,
    turnedClockwise: 4, turnedAnticlockwise: 2, linear: [0, -1, -1, 0],
    txInWidths: 0, txInHeights: 1, tyInWidths: 1, tyInHeights: 0, wholeBlocks: "WH",
    trackMatrix: "00000000 ffff0000 00000000 ffff0000 00000000 00000000 04380000 07800000 40000000"),
  TagRow(
    tag: 8, mirrored: false, quarters: 3, iiif: "270", mirroredHorizontally: 7, mirroredVertically: 5,
    turnedClockwise: 1, turnedAnticlockwise: 3, linear: [0, -1, 1, 0],
    txInWidths: 0, txInHeights: 0, tyInWidths: 1, tyInHeights: 0, wholeBlocks: "W",
    trackMatrix: "00000000 ffff0000 00000000 00010000 00000000 00000000 00000000 07800000 40000000"),
]

/// A displayed crop and its stored position: x, y, width, height.
struct CropRow: Sendable {
  let tag: Int
  let stored: [Int]
  let displayedRect, storedRect: [Int]
}

let cropRows: [CropRow] = [
  CropRow(tag: 1, stored: [1600, 1200], displayedRect: [100, 200, 300, 400], storedRect: [100, 200, 300, 400]),
  CropRow(tag: 2, stored: [1600, 1200], displayedRect: [100, 200, 300, 400], storedRect: [1200, 200, 300, 400]),
  CropRow(tag: 3, stored: [1600, 1200], displayedRect: [100, 200, 300, 400], storedRect: [1200, 600, 300, 400]),
  CropRow(tag: 4, stored: [1600, 1200], displayedRect: [100, 200, 300, 400], storedRect: [100, 600, 300, 400]),
  CropRow(tag: 5, stored: [1600, 1200], displayedRect: [100, 200, 300, 400], storedRect: [200, 100, 400, 300]),
  CropRow(tag: 6, stored: [1600, 1200], displayedRect: [100, 200, 300, 400], storedRect: [200, 800, 400, 300]),
  CropRow(tag: 7, stored: [1600, 1200], displayedRect: [100, 200, 300, 400], storedRect: [1000, 800, 400, 300]),
  CropRow(tag: 8, stored: [1600, 1200], displayedRect: [100, 200, 300, 400], storedRect: [1000, 100, 400, 300]),
  CropRow(tag: 1, stored: [450, 600], displayedRect: [134, 155, 145, 284], storedRect: [134, 155, 145, 284]),
  CropRow(tag: 2, stored: [450, 600], displayedRect: [134, 155, 145, 284], storedRect: [171, 155, 145, 284]),
  CropRow(tag: 3, stored: [450, 600], displayedRect: [134, 155, 145, 284], storedRect: [171, 161, 145, 284]),
  CropRow(tag: 4, stored: [450, 600], displayedRect: [134, 155, 145, 284], storedRect: [134, 161, 145, 284]),
  CropRow(tag: 5, stored: [600, 450], displayedRect: [134, 155, 145, 284], storedRect: [155, 134, 284, 145]),
  CropRow(tag: 6, stored: [600, 450], displayedRect: [134, 155, 145, 284], storedRect: [155, 171, 284, 145]),
  CropRow(tag: 7, stored: [600, 450], displayedRect: [134, 155, 145, 284], storedRect: [161, 171, 284, 145]),
  CropRow(tag: 8, stored: [600, 450], displayedRect: [134, 155, 145, 284], storedRect: [161, 134, 284, 145]),
  CropRow(tag: 6, stored: [100, 40], displayedRect: [4, 10, 32, 40], storedRect: [10, 4, 40, 32]),
]

/// HEIF's `irot` (quarters counterclockwise) and `imir` (0: top and bottom swap, 1: left and right), and the tag of
/// both.
struct HEIFRow: Sendable {
  let rotateFirst: Bool
  let irot, imir, tag: Int
}

let heifRows: [HEIFRow] = [
  HEIFRow(rotateFirst: true, irot: 0, imir: 0, tag: 4), HEIFRow(rotateFirst: true, irot: 0, imir: 1, tag: 2),
  HEIFRow(rotateFirst: true, irot: 1, imir: 0, tag: 5), HEIFRow(rotateFirst: true, irot: 1, imir: 1, tag: 7),
  HEIFRow(rotateFirst: true, irot: 2, imir: 0, tag: 2), HEIFRow(rotateFirst: true, irot: 2, imir: 1, tag: 4),
  HEIFRow(rotateFirst: true, irot: 3, imir: 0, tag: 7), HEIFRow(rotateFirst: true, irot: 3, imir: 1, tag: 5),
  HEIFRow(rotateFirst: false, irot: 0, imir: 0, tag: 4), HEIFRow(rotateFirst: false, irot: 0, imir: 1, tag: 2),
  HEIFRow(rotateFirst: false, irot: 1, imir: 0, tag: 7), HEIFRow(rotateFirst: false, irot: 1, imir: 1, tag: 5),
  HEIFRow(rotateFirst: false, irot: 2, imir: 0, tag: 2), HEIFRow(rotateFirst: false, irot: 2, imir: 1, tag: 4),
  HEIFRow(rotateFirst: false, irot: 3, imir: 0, tag: 5), HEIFRow(rotateFirst: false, irot: 3, imir: 1, tag: 7),
]
