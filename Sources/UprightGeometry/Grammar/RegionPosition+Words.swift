// The place of a region as typed: a gravity, or a focal point.

extension RegionPosition {
  /// The eight directions and the middle, as `--gravity` names them.
  package enum Gravity: String, CaseIterable, Sendable {
    case center, north, south, east, west
    case northWest = "north-west"
    case northEast = "north-east"
    case southWest = "south-west"
    case southEast = "south-east"

    /// The place in the displayed image.
    package var position: RegionPosition {
      switch self {
      case .center: .center
      case .north: .anchored(ContentAnchor(.middle, .near))
      case .south: .anchored(ContentAnchor(.middle, .far))
      case .east: .anchored(ContentAnchor(.far, .middle))
      case .west: .anchored(ContentAnchor(.near, .middle))
      case .northWest: .anchored(ContentAnchor(.near, .near))
      case .northEast: .anchored(ContentAnchor(.far, .near))
      case .southWest: .anchored(ContentAnchor(.near, .far))
      case .southEast: .anchored(ContentAnchor(.far, .far))
      }
    }
  }

  /// The focal point that a text states: `x,y`, a displayed pixel, or `pct:x,y`, 0…100; nil if it is none.
  package init?(focus text: String) {
    let isPercent = text.hasPrefix("pct:")
    let parts = text.dropFirst(isPercent ? 4 : 0).split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let numbers = NumberGrammar.unsigned
    if isPercent {
      guard let x = try? numbers.decimal(parts[0]), let y = try? numbers.decimal(parts[1]), max(x, y) <= 100 else {
        return nil
      }
      self = .centeredOn(Point2D(x: x / 100, y: y / 100))
    } else {
      guard let column = try? numbers.whole(parts[0]), let row = try? numbers.whole(parts[1]) else { return nil }
      self = .centered(column: column, row: row)
    }
  }
}

extension RegionPosition {
  /// The gravity that names it; nil for a focal point.
  package var gravity: Gravity? { Gravity.allCases.first { $0.position == self } }
}

#if !hasFeature(Embedded)
  extension RegionPosition.Gravity: Codable {}

  extension RegionPosition {
    /// The text of a focal point; nil for a gravity.
    package var focus: String? {
      switch self {
      case .anchored: nil
      case .centered(let column, let row): "\(column),\(row)"
      case .centeredOn(let point): "pct:\(point.x * 100),\(point.y * 100)"
      }
    }
  }
#endif
