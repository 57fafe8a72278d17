// Single positions and densities in XMP (XMP Specification Part 2, 2.3 and 2.4: exif:SubjectArea,
// exif:SubjectLocation, exif:FocalPlaneXResolution, tiff:XResolution; Google, "Camera and focus metadata": GFocus).

internal import UprightGeometry

/// The properties of a packet that mark one place, or that depend on the image's axes.
struct XMPPlaces {
  /// How a property depends on the image's geometry.
  private enum Kind {
    /// A list of pixels: points, circles or rectangles around a center, each with this many numbers at most.
    case pixels(most: Int)
    /// Fractions of width and height, in two properties.
    case fraction
    /// A length as a fraction of the diagonal.
    case diagonal
    /// Two numbers that swap with the axes; on the sensor, they change with the scale too.
    case density(isScaled: Bool)
  }

  /// All such properties, in one table.
  private static let table: [(names: [String], kind: Kind)] = [
    (["exif:SubjectArea"], .pixels(most: 4)),
    (["exif:SubjectLocation"], .pixels(most: 2)),
    (["GFocus:FocalPointX", "GFocus:FocalPointY"], .fraction),
    (["GFocus:BlurAtInfinity"], .diagonal),
    (["exif:FocalPlaneXResolution", "exif:FocalPlaneYResolution"], .density(isScaled: true)),
    (["tiff:XResolution", "tiff:YResolution"], .density(isScaled: false)),
  ]

  private let packet: [UInt8]
  private let descriptions: [XMPElement]

  /// From a packet with the root element `root`.
  init(_ root: XMPElement, in packet: [UInt8]) {
    self.packet = packet
    descriptions = root.all("rdf:Description")
  }

  /// What happens to each subject and focus point of the packet.
  func subjectNotes(_ move: ImageMove) -> [MarkNote] {
    Self.table.flatMap { names, kind in descriptions.flatMap { notes(names, kind, in: $0, move) } }
  }

  /// The necessary changes.
  func changes(_ move: ImageMove) -> [XMPChange] {
    Self.table.flatMap { names, kind in descriptions.flatMap { changes(names, kind, in: $0, move) } }
  }

  private func changes(
    _ names: [String], _ kind: Kind, in description: XMPElement, _ move: ImageMove
  ) -> [XMPChange] {
    switch kind {
    case .pixels(let most):
      return description.children.filter { $0.name == names[0] }.flatMap { changes(ofPixels: $0, most: most, move) }
    case .fraction:
      guard let point = point(names, in: description) else { return [] }
      guard case .point(let x, let y)? = RegionMap(stored: move).moved(.point(x: point.x, y: point.y)) else {
        return removals(of: names + ["GFocus:BlurAtInfinity"], in: description)
      }
      return [change(point.places[0], to: x), change(point.places[1], to: y)].compactMap(\.self)
    case .diagonal:
      guard let place = description.value(names[0], in: packet), let value = XMPNumber.value(place, in: packet) else {
        return []
      }
      return [change(place, to: value * Self.diagonalRatio(move))].compactMap(\.self)
    case .density(let isScaled):
      return changes(ofDensity: names, isScaled: isScaled, in: description, move)
    }
  }

  private func notes(_ names: [String], _ kind: Kind, in description: XMPElement, _ move: ImageMove) -> [MarkNote] {
    switch kind {
    case .pixels(let most):
      return description.children.filter { $0.name == names[0] }.map { list in
        guard let subjects = moved(list, most: most, move) else {
          return move.isUnmoved ? .subjectMoved : .subjectUnreadable
        }
        return subjects.contains { $0 != nil } ? .subjectMoved : .subjectRemoved
      }
    case .fraction:
      guard let point = point(names, in: description) else { return [] }
      let isShown = RegionMap(stored: move).moved(.point(x: point.x, y: point.y)) != nil
      return [isShown ? .subjectMoved : .subjectRemoved]
    case .diagonal, .density: return []
    }
  }

  // MARK: Pixels

  /// The new numbers of each place in a list; nil for a place outside. nil if it is not a list of such places.
  private func moved(_ list: XMPElement, most: Int, _ move: ImageMove) -> [ExifSubject?]? {
    let numbers = list.items.map { XMPNumber.value(XMPProperty.trimmed($0.content, in: packet), in: packet) }
    guard !numbers.isEmpty, numbers.allSatisfy({ $0 != nil }) else { return nil }
    let size = numbers.count <= most ? numbers.count : most
    guard numbers.count % size == 0, size >= 2 else { return nil }
    return stride(from: 0, to: numbers.count, by: size).map { start in
      ExifSubject(numbers[start..<start + size].map { Int(($0 ?? 0).rounded()) })?.moved(move.edit)
    }
  }

  /// Moves each place of a list; removes those outside, and lists that cannot be read.
  private func changes(ofPixels list: XMPElement, most: Int, _ move: ImageMove) -> [XMPChange] {
    guard !move.isUnmoved else { return [] }
    guard let subjects = moved(list, most: most, move), subjects.contains(where: { $0 != nil }) else {
      return [list.removal(in: packet)]
    }
    let items = list.items
    let size = items.count / subjects.count
    return subjects.enumerated().flatMap { index, subject -> [XMPChange] in
      let own = items[index * size..<(index + 1) * size]
      guard let subject else { return own.map { $0.removal(in: packet) } }
      return zip(own, subject.numbers).compactMap { item, number in
        change(XMPProperty.trimmed(item.content, in: packet), to: Double(number))
      }
    }
  }

  // MARK: Fractions

  private func point(
    _ names: [String], in description: XMPElement
  ) -> (x: Double, y: Double, places: [Range<Int>])? {
    let places = names.compactMap { description.value($0, in: packet) }
    let values = places.compactMap { XMPNumber.value($0, in: packet) }
    return values.count == 2 ? (values[0], values[1], places) : nil
  }

  /// How much longer a length is, as a fraction of the diagonal.
  private static func diagonalRatio(_ move: ImageMove) -> Double {
    let (map, size) = (move.edit.map, move.edit.size)
    let scale = (map.a * map.d - map.b * map.c).magnitude.squareRoot()
    let old = diagonal(move.storedSize.width, move.storedSize.height)
    let new = diagonal(size.width, size.height)
    return new > 0 ? scale * old / new : 1
  }

  private static func diagonal(_ width: Int, _ height: Int) -> Double {
    (Double(width) * Double(width) + Double(height) * Double(height)).squareRoot()
  }

  // MARK: Densities

  private func changes(
    ofDensity names: [String], isScaled: Bool, in description: XMPElement, _ move: ImageMove
  ) -> [XMPChange] {
    let places = names.map { description.value($0, in: packet) }
    let map = move.edit.map
    let factors = isScaled ? (move.edit.swapsAxes ? [map.c, map.b] : [map.a, map.d]).map(\.magnitude) : [1, 1]
    return places.indices.compactMap { index in
      let source = move.edit.swapsAxes ? places[1 - index] ?? places[index] : places[index]
      guard let place = places[index], let source, source.count <= 64 else { return nil }
      let old = XMPNumber.text(source, in: packet)
      let new = factors[index] == 1 ? old : Self.scaled(old, by: factors[index]) ?? old
      return new == XMPNumber.text(place, in: packet) ? nil : XMPChange(place, new)
    }
  }

  /// A fraction or a decimal number times a factor; nil if it is neither.
  private static func scaled(_ text: String, by factor: Double) -> String? {
    let parts = text.split(separator: "/", maxSplits: 1)
    guard let first = parts.first, let numerator = Double(first), factor.isFinite, numerator.magnitude < 1e9 else {
      return nil
    }
    let scaled = numerator * factor
    guard scaled.magnitude < 1e9 else { return nil }
    guard parts.count == 2, let denominator = Int(parts[1]), (1..<1_000_000_000).contains(denominator) else {
      return parts.count == 1 ? XMPNumber.text(scaled) : nil
    }
    let isWhole = (scaled - scaled.rounded()).magnitude < 1e-7 * max(1, scaled.magnitude)
    let unit = isWhole ? 1 : 1_000
    return XMPNumber.text((scaled * Double(unit)).rounded(), decimals: 0) + "/\(denominator * unit)"
  }

  // MARK: Changes

  private func change(_ place: Range<Int>, to value: Double) -> XMPChange? {
    XMPNumber.change(place, to: value, in: packet)
  }

  private func removals(of names: [String], in description: XMPElement) -> [XMPChange] {
    description.attributes.filter { names.contains($0.name) }.map { .removal($0.whole) }
      + description.children.filter { names.contains($0.name) }.map { $0.removal(in: packet) }
  }
}
