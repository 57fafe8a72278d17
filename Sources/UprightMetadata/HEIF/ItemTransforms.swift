// How an item lies: its `irot` and `imir` in listed order (ISO 23008-12, 6.5.10 and 6.5.12; MIAF, ISO 23000-22, 7.3.6.7).

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
  /// Whether the picture is also cropped.
  let isCropped: Bool
  /// Whether it is cropped or scaled only after it was turned or mirrored, so that it would be to other sides.
  let isResizedLate: Bool

  /// Those of a list.
  init(_ list: ItemAssociations, in properties: ItemProperties) {
    var placed: [Placed] = []
    var (isCropped, isResizedLate) = (false, false)
    for entry in list.list {
      guard let property = properties[entry.index] else { continue }
      if let transform = property.transform {
        placed.append(
          Placed(index: entry.index, isEssential: entry.isEssential, property: property, transform: transform))
      } else if property.box.kind == "clap" || property.box.kind == "iscl" {
        isCropped = isCropped || property.box.kind == "clap"
        isResizedLate = isResizedLate || !placed.isEmpty
      }
    }
    self.placed = placed
    self.isCropped = isCropped
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
      let other = HEIFProperty.readingTurnFirst(transforms).exif.rawValue
      let result = other == orientation.exif.rawValue ? "which is the same here" : "and show \(other)"
      let sentence =
        "imir stands before irot; as listed it is \(orientation.exif.rawValue), libavif and its like turn first"
      found.append(Finding(.transformOrder, "\(sentence), \(result)"))
    }
    if placed.contains(where: { !$0.isEssential }) {
      found.append(
        Finding(.transformNotEssential, "irot or imir is not marked as essential, so that readers may pass over it"))
    }
    if isCropped {
      found.append(Finding(.cleanAperture, "clap crops the picture where it is displayed; the size is that before"))
    }
    return found
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
