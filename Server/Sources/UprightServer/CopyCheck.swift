// Whether coded data that is copied into an answer is damaged, found by decoding it once.

import Upright
import UprightBatch

/// A check of an image whose coded data is copied.
struct CopyCheck: Sendable {
  /// What a check found.
  enum Finding: Hashable, Sendable {
    case whole, damaged
    /// It could not be decoded for another reason, such as a limit.
    case unknown
  }

  /// Larger images are not decoded only to be checked.
  private static let mostPixels = 40_000_000

  private let image: SourceImage
  private let plan: Plan
  private let pipeline: Pipeline
  /// The memory that it takes.
  var peakBytes: Int { plan.peakBytes }

  /// Whether a plan copies coded data.
  static func concerns(_ plan: Plan) -> Bool { [.copy, .retag, .rewrite].contains(plan.route.name) }

  /// A check of what `plan` copies; nil if it copies nothing, if the image is large, or if nothing can decode it.
  init?(of image: SourceImage, _ rendition: Rendition, by plan: Plan, _ pipeline: Pipeline) {
    guard Self.concerns(plan), image.probe.storedSize.pixelCount ?? .max <= Self.mostPixels else { return nil }
    var checked = rendition
    checked.checksPixels = true
    guard let plan = try? pipeline.plan(checked, for: image.probe) else { return nil }
    switch plan.pixelCheck {
    case .decoded, .uncertain(_, .some): break
    default: return nil
    }
    (self.image, self.plan, self.pipeline) = (image, plan, pipeline)
  }

  /// Decodes the image, and discards the pixels.
  ///
  /// - Throws: `.cancelled`.
  func finding() throws(UprightError) -> Finding {
    do throws(UprightError) {
      try pipeline.checkPixels(of: image.file, as: image.probe, by: plan)
      return .whole
    } catch {
      switch error {
      case .malformed: return .damaged
      case .cancelled: throw error
      default: return .unknown
      }
    }
  }
}
