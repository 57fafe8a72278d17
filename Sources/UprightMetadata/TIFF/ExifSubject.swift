// The position of an image's subject, in stored pixels (EXIF 2.32, 4.6.5.F: SubjectArea, SubjectLocation).

internal import UprightGeometry

/// A point, a circle (center, diameter) or a rectangle (center, width, height), as two, three or four numbers.
struct ExifSubject: Hashable, Sendable {
  /// The numbers, in the field's order.
  let numbers: [Int]

  /// Integer pixels; only two, three or four numbers are valid.
  init?(_ numbers: [Int]) {
    guard (2...4).contains(numbers.count) else { return nil }
    self.numbers = numbers
  }

  /// The subject in the new image; nil if it is outside. A rectangle is clipped to the image.
  func moved(_ edit: MetadataEdit) -> ExifSubject? {
    let centre = Point2D<Stored>(x: Double(numbers[0]), y: Double(numbers[1]))
    guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else {
      let place = edit.map.apply(centre)
      guard (0...Double(edit.size.width)).contains(place.x), (0...Double(edit.size.height)).contains(place.y) else {
        return nil
      }
      let scale = (edit.map.a * edit.map.d - edit.map.b * edit.map.c).magnitude.squareRoot()
      let sizes = numbers.dropFirst(2).map { Double($0) * scale }
      return ExifSubject(Self.whole([place.x, place.y] + (edit.swapsAxes ? sizes.reversed() : sizes)))
    }
    let (width, height) = (Double(numbers[2]), Double(numbers[3]))
    let area = Rect2D<Stored>(x: centre.x - width / 2, y: centre.y - height / 2, width: width, height: height)
    let moved = area.applying(edit.map)
    guard let kept = moved.clipped(to: edit.size), Self.isShown(kept.width, of: moved.width),
      Self.isShown(kept.height, of: moved.height)
    else { return nil }
    return ExifSubject(
      Self.whole([kept.x + kept.width / 2, kept.y + kept.height / 2, max(1, kept.width), max(1, kept.height)]))
  }

  /// Whether a side's rest is half a pixel or half of the side; less is an error of rounding at the edge.
  private static func isShown(_ rest: Double, of side: Double) -> Bool { rest >= min(0.5, side / 2) }

  /// Rounds to integers that fit a SHORT.
  private static func whole(_ values: [Double]) -> [Int] {
    values.map { $0.isFinite ? Int(min(65_535, max(0, $0.rounded()))) : 0 }
  }
}

extension ExifRewriter {
  /// Moves the subject fields, and removes those whose subject is outside the image.
  mutating func moveSubjects() {
    for tag in [TIFFTag.subjectArea, .subjectLocation] {
      guard let directory = block.exifDirectory, let entry = directory.first(tag),
        let subject = block.subject(entry)
      else { continue }
      if let moved = subject.moved(edit) {
        for (index, value) in moved.numbers.enumerated() { block.setInteger(value, of: entry, at: index) }
      } else if overlapsNone(directory) {
        _ = block.remove(entry, from: directory)
      }
    }
  }

  /// Whether a directory overlaps no other, so that changing one does not affect the other.
  private func overlapsNone(_ directory: TIFFDirectory) -> Bool {
    let place = directory.offset..<directory.endOffset
    return [block.ifd0, block.ifd1].compactMap(\.self).allSatisfy { !place.overlaps($0.offset..<$0.endOffset) }
  }
}

extension TIFFBlock {
  /// The subject of a field; nil if its numbers are missing or their count is wrong.
  func subject(_ entry: TIFFEntry) -> ExifSubject? {
    guard (2...4).contains(entry.count) else { return nil }
    let numbers = (0..<entry.count).compactMap { integer(of: entry, at: $0) }
    return numbers.count == entry.count ? ExifSubject(numbers) : nil
  }
}
