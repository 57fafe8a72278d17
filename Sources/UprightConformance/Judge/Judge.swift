// Judges the result of a case: right, or what is wrong with it.

import Upright
import UprightGeometry
import UprightSamples

/// Compares results with what a case expects.
package enum Judge {
  /// The verdict on the bytes of a result; `operation` tells how it is judged.
  package static func verdict(on bytes: [UInt8], of request: ConformanceCase) -> Verdict {
    let image: DeliveredImage
    do throws(UprightError) { image = try DeliveredImage(bytes) } catch {
      return isOwnFailure(error)
        ? Verdict(.unjudged, reason: error.codes.name, detail: String(describing: error))
        : Verdict(.wrong, reason: "unreadable", detail: String(describing: error))
    }
    guard image.format == request.resultFormat else {
      return Verdict(
        .wrong, reason: "format", detail: image.format?.name ?? "", delivered: image.displayed)
    }
    let verdict = verdict(on: image, of: request)
    if verdict.isPass, request.operation == .strip, PrivateText.isIn(bytes) {
      return Verdict(.wrong, reason: "metadata-left", delivered: verdict.delivered)
    }
    if verdict.isPass, let part = request.part {
      return KeptJudge(bytes, image, request).verdict(on: part) ?? verdict
    }
    return verdict
  }

  /// The verdict on a decoded result.
  package static func verdict(on image: DeliveredImage, of request: ConformanceCase) -> Verdict {
    let operation = request.operation
    let judged = operation.judgesPixels ? image.stored : image.displayed
    let isScaled = operation == .thumb
    func matches(_ expected: TinyImage, _ actual: TinyImage = judged) -> Bool {
      ImageComparison.holds(actual, expected, isScaled: isScaled)
    }
    if request.expected.contains(where: { matches($0) }) {
      let isLeft = operation.judgesPixels && image.tag != .topLeft
      guard isLeft, !request.expected.contains(where: { matches($0, image.displayed) }) else {
        return Verdict(.pass, delivered: judged)
      }
      return Verdict(
        .wrong, reason: "tag-left", detail: "upright pixels with tag \(image.tag.rawValue): viewers rotate them again",
        delivered: judged)
    }
    let seen = ExifOrientation.allCases.first { matches(request.expected(as: $0)) }
    let shape = "\(judged.width)x\(judged.height)"
    if operation.judgesPixels, image.tag != .topLeft,
      request.expected.contains(where: { matches($0, image.displayed) })
    {
      return Verdict(
        .wrong, reason: "not-rotated", detail: "the pixels are as stored, and the tag \(image.tag.rawValue) is kept",
        delivered: judged)
    }
    if let seen {
      return Verdict(
        .wrong, reason: "as-tag-\(seen.rawValue)", detail: "as if the tag were \(seen.rawValue)", delivered: judged)
    }
    if operation == .crop, matches(request.croppedAsStored) {
      return Verdict(
        .wrong, reason: "cropped-as-stored", detail: "the region was cut out before rotating", delivered: judged)
    }
    let isRightSize = request.expected.contains { $0.width == judged.width && $0.height == judged.height }
    return Verdict(
      .wrong, reason: isRightSize ? "content" : "size", detail: "\(shape), tag \(image.tag.rawValue)",
      delivered: judged)
  }

  /// Whether this program or this machine is why a result cannot be decoded: a decoder or the worker is missing, or
  /// time or memory ran out.
  static func isOwnFailure(_ error: UprightError) -> Bool {
    switch error {
    case .unsupported, .io, .shortage, .cancelled, .limit(.seconds, _, _), .limit(.workerSeconds, _, _),
      .limit(.memory, _, _):
      true
    default: false
    }
  }
}
