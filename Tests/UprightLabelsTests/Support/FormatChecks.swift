// Invariants of any format that rotates files in place, compared with the raster.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

/// Checks of one format with one file for an image of 100 by 40.
struct FormatChecks {
  let coding: any LabelCoding
  let file: LabelFile

  /// Rotated by each tag and back it is the same file; by every tag except the first it is another.
  func thereAndBack() throws {
    for tag in ExifOrientation.allCases {
      let there = try coding.reoriented(file) { _ in Labels.turn(tag) }
      #expect((there.bytes == file.bytes) == (tag == .topLeft), "\(tag)")
      let again = try coding.reoriented(LabelFile(name: file.name, bytes: there.bytes)) { _ in Labels.back(tag) }
      #expect(again.bytes == file.bytes, "\(tag): \(Labels.difference(again.bytes, file.bytes))")
    }
  }

  /// Rotating in place and rotating the regions give the same result.
  func asRegions(within tolerance: Double = 1e-9) throws {
    let read = try Labels.read(coding, file)
    for tag in ExifOrientation.allCases {
      let turn = Labels.turn(tag)
      let expected: LabelSet<Displayed> = read.applying { _ in turn.orientation }
      let edit = try coding.reoriented(file) { _ in turn }
      var found = LabelSet<Displayed>()
      try coding.read(LabelFile(name: file.name, bytes: edit.bytes), into: &found) { _ in
        turn.orientation.applied(to: turn.size)
      }
      #expect(found.images.map(\.size) == expected.images.map(\.size) && found.regionCount == expected.regionCount)
      #expect(found.names == expected.names && found.keypointNames == expected.keypointNames)
      for (one, two) in zip(found.images.flatMap(\.regions), expected.images.flatMap(\.regions)) {
        #expect(Labels.agree(Self.plain(one), Self.plain(two), within: tolerance), "\(tag): \(one) \(two)")
        #expect(one.attributes == two.attributes && one.location.row == two.location.row)
      }
    }
  }

  /// Angles within a full turn; unlabeled keypoints without a position.
  private static func plain(_ region: Region<Displayed>) -> Region<Displayed> {
    func plain(_ rect: RotatedRect<Displayed>) -> RotatedRect<Displayed> {
      var rect = rect
      let rest = rect.degrees.truncatingRemainder(dividingBy: 360)
      rect.degrees = rest < 0 ? rest + 360 : rest
      return rect
    }
    var region = region
    switch region.outline {
    case .rotated(let rect)?: region.outline = .rotated(plain(rect))
    case .ellipse(let rect)?: region.outline = .ellipse(plain(rect))
    default: break
    }
    for index in region.keypoints.indices where region.keypoints[index].visibility == .absent {
      region.keypoints[index].point = Point2D(x: 0, y: 0)
    }
    return region
  }

  /// Random outlines that are written, rotated in place and read cover the pixels in the table.
  static func rasters(
    _ coding: any LabelCoding, seed: UInt64, rounds: Int = 6, keeping: (Outline<Stored>) -> Bool = { _ in true }
  ) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<rounds {
      let size: PixelSize<Stored> = random.size()
      let outlines = random.outlines(in: size).filter { keeping($0) && $0.box != nil }
      var set = LabelSet<Stored>(names: ["a"])
      let regions = outlines.map {
        Region(box: $0.box ?? Rect2D(x: 0, y: 0, width: 0, height: 0), outline: $0, label: 0)
      }
      set.images = [LabelledImage(name: "a.jpg", size: size, regions: regions)]
      let file = try #require(coding.written(set).files.first)
      for (tag, orientation) in PixelTable.all {
        let edit = try coding.reoriented(file) { _ in LabelReorientation(size: size, orientation: orientation) }
        #expect(edit.unchangedRows == 0 && edit.findings.isEmpty)
        var found = LabelSet<Displayed>()
        try coding.read(LabelFile(name: file.name, bytes: edit.bytes), into: &found) { _ in
          orientation.applied(to: size)
        }
        let table = PixelTable(tag: tag, width: size.width, height: size.height)
        #expect(found.regionCount == outlines.count)
        for (region, outline) in zip(found.images.flatMap(\.regions), outlines) {
          let wanted = table.turned(Raster.of(outline, size.width, size.height))
          let outline = try #require(region.outline)
          let drawn = Raster.of(outline, table.displayed.width, table.displayed.height)
          #expect(drawn == wanted, "tag \(tag), \(outline)\n\(Raster.drawing(drawn))\n\n\(Raster.drawing(wanted))")
        }
      }
    }
  }

  /// Every prefix has a result, and never more rows than the whole.
  func prefixes() throws {
    let whole = try coding.reoriented(file) { _ in Labels.turn(.rightTop) }
    let most = whole.reorientedRows + whole.unchangedRows
    #expect(most > 0)
    for end in file.bytes.indices {
      let part = LabelFile(name: file.name, bytes: Array(file.bytes[..<end]))
      do throws(LabelError) {
        let edit = try coding.reoriented(part) { _ in Labels.turn(.rightTop) }
        #expect(edit.reorientedRows + edit.unchangedRows <= most, "\(end)")
      } catch { #expect(error.offset <= end && error.line >= 1) }
    }
  }
}
