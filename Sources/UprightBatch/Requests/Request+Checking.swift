// Which fields of a request contradict each other, once for all doors; each says so in its own words.

package import Upright
import UprightFiles

extension Request {
  /// Which field cannot stay as it is, and why.
  package struct Fault: Error, Hashable, Sendable {
    /// Why a field cannot stay as it is.
    package enum Reason: Hashable, Sendable {
      /// It is not one of the values that it may have.
      case outOfRange
      /// It has no effect, because no pixel changes.
      case changesNoPixels
      /// It contradicts another field.
      case contradicts
      /// It needs another field.
      case needs
      /// It needs a ratio, a square or a size.
      case needsRatio
      /// It needs regions in whole pixels.
      case needsPixels
      /// It needs regions as numbers.
      case needsNumbers
      /// What is made would take the place of what is more.
      case replacesSource
      /// Several results would take the place of one file.
      case severalResults
    }

    /// The field.
    package let field: Field
    /// Why it cannot stay.
    package let reason: Reason
    /// The other field that is the cause; nil for none, or for the operation.
    package let cause: Field?

    /// A fault.
    package init(_ field: Field, _ reason: Reason, _ cause: Field? = nil) {
      (self.field, self.reason, self.cause) = (field, reason, cause)
    }
  }

  /// The same request, if its fields do not contradict each other.
  ///
  /// - Throws: The first that do.
  package func validated() throws(Fault) -> Self {
    if let fault = fault ?? fault(settings, delivery) { throw fault }
    return self
  }

  /// The first field that contradicts the operation or another field of it; nil for none.
  package var fault: Fault? {
    let own: Fault? =
      switch operation {
      case .fix: fixFault
      case .rotate: rotateFault
      case .orient: settings.page == nil ? nil : Fault(.page, .changesNoPixels)
      case .crop: placeFault ?? losslessFault ?? regionFault ?? originFault
      case .thumb(let size): size.isReduction ? nil : Fault(.size, .outOfRange)
      }
    return own ?? rangeFault
  }

  private var rangeFault: Fault? {
    Self.fault(frame: frame) ?? Self.fault(quality: quality) ?? Self.fault(background: settings.background)
  }

  /// What is wrong with the number of a frame; nil for nothing.
  package static func fault(frame: Int?) -> Fault? {
    frame.map { $0 < 0 } == true ? Fault(.frame, .outOfRange) : nil
  }

  /// What is wrong with a quality; nil for nothing.
  package static func fault(quality: Int?) -> Fault? {
    quality.map(Rendition.Quality.levels.contains) == false ? Fault(.quality, .outOfRange) : nil
  }

  /// What is wrong with a color behind transparent pixels; nil for nothing.
  package static func fault(background: Rendition.Color?) -> Fault? {
    background.map { $0.alpha != 255 } == true ? Fault(.background, .outOfRange) : nil
  }

  /// The edge options that were given.
  private var edges: [Field] { [(Field.edge, edge != nil), (.quality, quality != nil)].filter(\.1).map(\.0) }

  private var fixFault: Fault? {
    guard target == .tag else { return rules == OrientationRules() ? nil : Fault(.rules, .needs, .target) }
    if frame != nil { return Fault(.frame, .changesNoPixels, .target) }
    if settings.page != nil { return Fault(.page, .changesNoPixels, .target) }
    return edges.first.map { Fault($0, .changesNoPixels, .target) }
  }

  private var rotateFault: Fault? {
    guard bakes else { return edges.first.map { Fault($0, .changesNoPixels, .bakes) } }
    return edge == .keepTag ? Fault(.edge, .contradicts, .bakes) : nil
  }

  private var placeFault: Fault? {
    if gravity != nil, focus != nil { return Fault(.focus, .contradicts, .gravity) }
    if isPicked, viewport != nil { return Fault(.picker, .contradicts, .viewport) }
    return mode != nil && viewport == nil ? Fault(.mode, .needs, .viewport) : nil
  }

  private var losslessFault: Fault? {
    guard lossless != nil else { return nil }
    let given = [(Field.size, size != nil), (.padding, padding != nil), (.quality, quality != nil)]
    return given.first(where: \.1).map { Fault($0.0, .contradicts, .lossless) }
  }

  private var regionFault: Fault? {
    if gravity != nil || focus != nil, regions.contains(where: { $0.placed(at: .center) == nil }) {
      return Fault(.region, .needsRatio, focus == nil ? .gravity : .focus)
    }
    return space == .displayed || regions.allSatisfy(\.isPixels) ? nil : Fault(.space, .needsPixels)
  }

  private var originFault: Fault? {
    guard viewport != nil || isPicked else {
      return regions.contains(where: \.isDecimal) ? Fault(.region, .needsPixels) : nil
    }
    let field = isPicked ? Field.picker : .viewport
    guard regions.allSatisfy({ $0.numbers != nil }) else { return Fault(field, .needsNumbers) }
    if space == .stored { return Fault(field, .contradicts, .space) }
    if isPicked { guard case .box = size else { return Fault(.picker, .needs, .size) } }
    return nil
  }
}

extension ImageRequest {
  /// The first field that contradicts what this request makes, or where that goes; nil for none.
  package func fault(_ settings: ResultSettings, _ delivery: DeliveryRequest) -> Request.Fault? {
    placeFault(settings, delivery) ?? numberFault(settings, delivery) ?? checkFault(settings, delivery)
      ?? colorFault(settings)
      ?? (delivery.verifies && settings.background != nil ? .init(.verify, .contradicts, .background) : nil)
  }

  /// A result that shows less than its source must not take its place, unless that is wanted.
  private func placeFault(_ settings: ResultSettings, _ delivery: DeliveryRequest) -> Request.Fault? {
    guard delivery.isInPlace, delivery.existing != .overwrite else { return nil }
    if replacesImages { return .init(.place, .replacesSource) }
    if frame != nil { return .init(.place, .replacesSource, .frame) }
    return settings.page == nil ? nil : .init(.place, .replacesSource, .page)
  }

  private func numberFault(_ settings: ResultSettings, _ delivery: DeliveryRequest) -> Request.Fault? {
    guard settings.page == .all else { return nil }
    if delivery.isInPlace { return .init(.place, .severalResults, .page) }
    return partCount > 1 ? .init(.page, .severalResults) : nil
  }

  private func checkFault(_ settings: ResultSettings, _ delivery: DeliveryRequest) -> Request.Fault? {
    guard delivery.verifies else { return nil }
    if settings.page != nil { return .init(.verify, .contradicts, .page) }
    if frame != nil { return .init(.verify, .contradicts, .frame) }
    return replacesImages ? .init(.verify, .contradicts) : nil
  }

  /// The first option about colors, if no pixel changes.
  package func colorFault(_ settings: ResultSettings) -> Request.Fault? {
    let given = [
      (Request.Field.toSRGB, settings.toSRGB), (.linear, settings.linear), (.toneMap, settings.toneMap != nil),
      (.background, settings.background != nil),
    ]
    return changesPixels ? nil : given.first(where: \.1).map { .init($0.0, .changesNoPixels) }
  }
}
