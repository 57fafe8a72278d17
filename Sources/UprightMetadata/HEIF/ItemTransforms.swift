// The orientation and displayed part of an item: its `clap`, `irot` and `imir` in listed order (ISO 23008-12, 6.5.9,
// 6.5.10 and 6.5.12; MIAF, ISO 23000-22, 7.3.6.7).

internal import UprightGeometry

/// The transforms of an item.
struct ItemTransforms: Hashable, Sendable {
  /// One rotation or mirror.
  struct Placed: Hashable, Sendable {
    /// Its index among all properties.
    let index: Int
    /// Whether it is essential.
    let isEssential: Bool
    /// The property.
    let property: ItemProperty
    /// Its effect.
    let transform: HEIFProperty
  }

  /// The rotations and mirrors, in listed order.
  let placed: [Placed]
  /// The apertures, each with the orientation from the transforms listed before it.
  private let apertures: [Aperture]
  /// Whether it is scaled, which is not supported here.
  let isScaled: Bool
  /// Whether it is cropped or scaled after a rotation or mirror, so that other sides would be affected.
  let isResizedLate: Bool

  /// An aperture, and the orientation to which it applies.
  private struct Aperture: Hashable, Sendable {
    let aperture: CleanAperture
    let orientation: Orientation<Stored, Displayed>
  }

  /// The transforms in a list.
  init(_ list: ItemAssociations, in properties: ItemProperties) {
    var placed: [Placed] = []
    var apertures: [Aperture] = []
    var (isScaled, isResizedLate) = (false, false)
    for entry in list.list {
      guard let property = properties[entry.index] else { continue }
      if let transform = property.transform {
        placed.append(
          Placed(index: entry.index, isEssential: entry.isEssential, property: property, transform: transform))
      } else if property.box.kind == "clap" || property.box.kind == "iscl" {
        if let aperture = property.aperture {
          apertures.append(Aperture(aperture: aperture, orientation: Orientation(placed.map(\.transform))))
        }
        isScaled = isScaled || property.box.kind == "iscl"
        isResizedLate = isResizedLate || !placed.isEmpty
      }
    }
    self.placed = placed
    self.apertures = apertures
    self.isScaled = isScaled
    self.isResizedLate = isResizedLate
  }

  /// Whether nothing is rotated, mirrored, cropped or scaled.
  var isPlain: Bool { placed.isEmpty && apertures.isEmpty && !isScaled }

  /// The rotations and mirrors, in listed order.
  var operations: [HEIFProperty] { placed.map(\.transform) }

  /// How the item is displayed.
  var orientation: Orientation<Stored, Displayed> { Orientation(operations) }

  /// The statement of these properties; nil if there are none.
  var statement: OrientationStatement? {
    placed.first.map { OrientationStatement(.properties(offset: $0.property.box.offset), orientation.exif) }
  }

  /// Unusual facts about them.
  var findings: [Finding] {
    var found: [Finding] = []
    let transforms = operations
    if let mirror = transforms.firstIndex(where: \.isMirror), transforms[mirror...].contains(where: { !$0.isMirror }) {
      let other = HEIFProperty.readingRotateFirst(transforms).exif.rawValue
      let result = other == orientation.exif.rawValue ? "which is the same here" : "and show \(other)"
      let sentence =
        "imir comes before irot, which gives tag \(orientation.exif.rawValue), but libavif and others rotate first"
      found.append(Finding(.transformOrder, "\(sentence), \(result)"))
    }
    if placed.contains(where: { !$0.isEssential }) {
      found.append(
        Finding(.transformNotEssential, "irot or imir is not marked as essential, so readers may skip it"))
    }
    return found
  }

  /// The displayed pixels of an item of `size`, in stored coordinates, whether rotations come before or after the
  /// crop.
  func shown(of size: PixelSize<Stored>) -> PixelRect<Stored> { cut(size).shown }

  /// Unusual facts about the displayed part of an item of `size`, in an AVIF or not.
  func findings(croppedFrom size: PixelSize<Stored>, isAVIF: Bool) -> [Finding] {
    guard !apertures.isEmpty else { return [] }
    let (shown, fault) = cut(size)
    switch fault {
    case .meaningless?:
      return [Finding(.cleanAperture, "clap selects no part of the image; the whole image is displayed")]
    case .reachesBeyond?:
      return [
        Finding(.cleanAperture, "clap extends beyond the image of \(size); only \(shown.size) is displayed")
      ]
    case .betweenPixels?:
      return [
        Finding(
          .cleanAperture, "clap cuts between pixels; rounded to \(shown.size), and other readers may round differently")
      ]
    case nil:
      guard isAVIF, shown.size != size else { return [] }
      return [
        Finding(
          .cleanAperture,
          "clap crops the image from \(size) to \(shown.size); Pillow and other readers built on libavif ignore clap"
        )
      ]
    }
  }

  private func cut(_ size: PixelSize<Stored>) -> (shown: PixelRect<Stored>, fault: CleanAperture.Fault?) {
    var (shown, fault): (PixelRect<Stored>, CleanAperture.Fault?) = (size.bounds, nil)
    for aperture in apertures {
      let seen = aperture.orientation.applied(to: shown.size)
      let cut = aperture.aperture.part(of: seen)
      let part = cut.part.applying(aperture.orientation.inverse, in: seen)
      shown = PixelRect(x: shown.x + part.x, y: shown.y + part.y, width: part.width, height: part.height)
      fault = fault ?? cut.fault
    }
    return (shown, fault)
  }
}

extension HEIFProperty {
  /// Decodes a property whose first byte is `byte`; reserved bits are ignored, as in most readers.
  init?(_ kind: FourCC, byte: UInt8) {
    switch kind {
    case "irot":
      guard let angle = Angle(rawValue: byte & 3) else { return nil }
      self = .rotation(angle)
    case "imir":
      guard let axis = Axis(rawValue: byte & 1) else { return nil }
      self = .mirror(axis)
    default: return nil
    }
  }

  /// Its encoded byte.
  var byte: UInt8 {
    switch self {
    case .rotation(let angle): angle.rawValue
    case .mirror(let axis): axis.rawValue
    }
  }

  /// Whether it mirrors.
  var isMirror: Bool { if case .mirror = self { true } else { false } }

  /// All values of its kind.
  var alternatives: [HEIFProperty] {
    isMirror ? Axis.allCases.map { .mirror($0) } : Angle.allCases.map { .rotation($0) }
  }

  /// The encoded box.
  var box: [UInt8] { [0, 0, 0, 9] + (isMirror ? "imir" : "irot").utf8 + [byte] }
}
