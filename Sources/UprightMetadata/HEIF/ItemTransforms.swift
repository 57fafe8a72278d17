// How an item lies, and which part of it is displayed: its `clap`, `irot` and `imir` in listed order (ISO 23008-12, 6.5.9, 6.5.10 and 6.5.12; MIAF, ISO 23000-22, 7.3.6.7).

internal import UprightGeometry

/// What turns and mirrors an item.
struct ItemTransforms: Hashable, Sendable {
  /// One of them.
  struct Placed: Hashable, Sendable {
    /// Its index among all properties.
    let index: Int
    /// Whether readers have to know it.
    let isEssential: Bool
    /// The property.
    let property: ItemProperty
    /// What it does.
    let transform: HEIFProperty
  }

  /// Those that turn or mirror, in listed order.
  let placed: [Placed]
  /// What crops the item, each with how the item lies after what is listed before it.
  private let apertures: [Aperture]
  /// Whether it is scaled, which is not carried out here.
  let isScaled: Bool
  /// Whether it is cropped or scaled only after it was turned or mirrored, so that it would be to other sides.
  let isResizedLate: Bool

  /// A part, in an item that was turned and mirrored before it is cut out.
  private struct Aperture: Hashable, Sendable {
    let aperture: CleanAperture
    let orientation: Orientation<Stored, Displayed>
  }

  /// Those of a list.
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

  /// What they do, in listed order.
  var operations: [HEIFProperty] { placed.map(\.transform) }

  /// How the item is displayed.
  var orientation: Orientation<Stored, Displayed> { Orientation(operations) }

  /// What they say, nil where there is none.
  var statement: OrientationStatement? {
    placed.first.map { OrientationStatement(.properties(offset: $0.property.box.offset), orientation.exif) }
  }

  /// What is odd about them.
  var findings: [Finding] {
    var found: [Finding] = []
    let transforms = operations
    if let mirror = transforms.firstIndex(where: \.isMirror), transforms[mirror...].contains(where: { !$0.isMirror }) {
      let other = HEIFProperty.readingRotateFirst(transforms).exif.rawValue
      let result = other == orientation.exif.rawValue ? "which is the same here" : "and show \(other)"
      let sentence =
        "imir stands before irot; as listed it is \(orientation.exif.rawValue), libavif and its like turn first"
      found.append(Finding(.transformOrder, "\(sentence), \(result)"))
    }
    if placed.contains(where: { !$0.isEssential }) {
      found.append(
        Finding(.transformNotEssential, "irot or imir is not marked as essential, so that readers may pass over it"))
    }
    return found
  }

  /// The pixels of an item of `size` that are displayed, whichever way it is turned before or after they are cut out.
  func shown(of size: PixelSize<Stored>) -> PixelRect<Stored> { cut(size).shown }

  /// What is odd about how the pixels that are displayed are said, of an item of `size` in an AVIF or not.
  func findings(croppedFrom size: PixelSize<Stored>, isAVIF: Bool) -> [Finding] {
    guard !apertures.isEmpty else { return [] }
    let (shown, fault) = cut(size)
    switch fault {
    case .meaningless?:
      return [Finding(.cleanAperture, "clap names no part of the image; all of it is displayed")]
    case .reachesBeyond?:
      return [
        Finding(.cleanAperture, "clap reaches beyond the image of \(size); the \(shown.size) inside it are displayed")
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
          "clap crops the image from \(size) to \(shown.size); Pillow and other readers built on libavif show all of it"
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
  /// The property of a box whose first byte is `byte`; bits that are reserved are passed over, as most readers do.
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

  /// Its byte.
  var byte: UInt8 {
    switch self {
    case .rotation(let angle): angle.rawValue
    case .mirror(let axis): axis.rawValue
    }
  }

  /// Whether it mirrors.
  var isMirror: Bool { if case .mirror = self { true } else { false } }

  /// All of its kind.
  var alternatives: [HEIFProperty] {
    isMirror ? Axis.allCases.map { .mirror($0) } : Angle.allCases.map { .rotation($0) }
  }

  /// The whole box.
  var box: [UInt8] { [0, 0, 0, 9] + (isMirror ? "imir" : "irot").utf8 + [byte] }
}
