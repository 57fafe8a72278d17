// Regions that no format can write: numbers that are not finite (RFC 8259, 6, has neither NaN nor infinities), and
// invalid class indices.

import UprightGeometry

extension LabelSet {
  /// Writes all valid regions with `write`; leaves out each invalid one with a finding.
  func refusingBroken(_ write: (LabelSet) -> LabelOutput) -> LabelOutput {
    guard !images.allSatisfy({ image in image.hasSize && image.regions.allSatisfy { $0.fault == nil } }) else {
      return write(self)
    }
    var (sound, findings) = (self, [LabelFinding]())
    for index in sound.images.indices {
      let name = sound.images[index].name
      if !sound.images[index].hasSize {
        findings.append(LabelFinding(.sizeMalformed, in: name, note: "invalid image size"))
        sound.images[index].size = nil
      }
      sound.images[index].regions.removeAll { region in
        guard let fault = region.fault else { return false }
        let line = region.location.line > 0 ? Int(region.location.line) : nil
        findings.append(LabelFinding(fault.code, in: name, line: line, note: fault.note))
        return true
      }
    }
    var output = write(sound)
    output.findings = findings + output.findings
    return output
  }
}

extension LabelledImage {
  /// Whether its size is positive or unknown.
  fileprivate var hasSize: Bool { size.map { $0.width > 0 && $0.height > 0 } ?? true }
}

extension Region {
  /// Maximum magnitude of a coordinate; beyond it, products might overflow.
  private static var farthest: Double { 1e100 }

  /// Why it cannot be written; nil if it can.
  fileprivate var fault: (code: LabelFinding.Code, note: String)? {
    if hasImpossibleLabel {
      return (.notExpressible, "invalid class number; the row is left out")
    }
    let all = [box.x, box.y, box.width, box.height]
    guard all.allSatisfy(Self.isNumber) else {
      return (.numberInvalid, "an edge of this box is not a number; the row is left out")
    }
    guard keypoints.allSatisfy({ Self.isPlace($0.point) }) else {
      return (.numberInvalid, "a keypoint's coordinate is not a number; the row is left out")
    }
    guard outline.map(Self.isValid) ?? true else {
      return (.numberInvalid, "an outline's coordinate is not a number; the row is left out")
    }
    return nil
  }

  private static func isNumber(_ value: Double) -> Bool { value.magnitude <= farthest }

  private static func isPlace(_ point: Point2D<S>) -> Bool { isNumber(point.x) && isNumber(point.y) }

  private static func isValid(_ outline: Outline<S>) -> Bool {
    switch outline {
    case .rotated(let rect), .ellipse(let rect):
      isPlace(rect.center) && [rect.size.width, rect.size.height, rect.degrees].allSatisfy(isNumber)
    case .polygon(let polygon): polygon.rings.allSatisfy { $0.allSatisfy(isPlace) }
    case .line(let points), .points(let points): points.allSatisfy(isPlace)
    case .mask: true
    }
  }
}
