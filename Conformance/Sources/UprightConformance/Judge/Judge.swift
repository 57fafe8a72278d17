// Judges the result of a case: right, or what is wrong with it.

package import Upright
import UprightFixtures
import UprightGeometry
import UprightMetadata

/// Compares results with what a case expects.
package enum Judge {
  /// The verdict on the bytes of a result; `operation` tells how it is judged.
  package static func verdict(
    on bytes: [UInt8], of request: ConformanceCase, by codecs: [any Codec]? = nil
  ) -> Verdict {
    let image: DeliveredImage
    do throws(UprightError) { image = try DeliveredImage(bytes, by: codecs) } catch {
      if case .limit(.pixels, let count, let most) = error {
        return Verdict(.wrong, reason: "too-large", detail: "\(count) pixels; at most \(most) are judged")
      }
      return isOwnFailure(error)
        ? Verdict(.unjudged, reason: error.codes.name, detail: String(describing: error))
        : Verdict(.wrong, reason: "unreadable", detail: String(describing: error))
    }
    guard image.format == request.resultFormat else {
      return Verdict(
        .wrong, reason: "format", detail: image.format?.rawValue ?? "", delivered: image.displayed)
    }
    guard !image.hasOtherMatrix else {
      return Verdict(
        .wrong, reason: "matrix", detail: "the movie's matrix is not one of the eight orientations",
        delivered: image.stored)
    }
    var (read, verdict) = (image, verdict(on: image, of: request))
    if !verdict.isPass, image.isTagOptional {
      let other = self.verdict(on: image.untagged, of: request)
      if other.isPass { (read, verdict) = (image.untagged, other) }
    }
    if verdict.isPass || verdict.kind == .tagRemoved, request.operation == .strip, PrivateText.isIn(bytes) {
      return Verdict(.wrong, reason: "metadata-left", delivered: verdict.delivered)
    }
    if verdict.isPass, let part = request.part {
      return KeptJudge(bytes, read, request, codecs).verdict(on: part) ?? verdict
    }
    return verdict
  }

  /// The verdict on a decoded result.
  package static func verdict(on image: DeliveredImage, of request: ConformanceCase) -> Verdict {
    let operation = request.operation
    let judged = operation.judgesPixels ? image.stored : image.displayed
    let precision = precision(of: request)
    func matches(_ expected: TinyImage, _ actual: TinyImage = judged) -> Bool {
      ImageComparison.holds(actual, expected, precision)
    }
    func isExpected(_ actual: TinyImage) -> Bool { request.expected.contains { matches($0, actual) } }
    func wrong(_ reason: String, _ detail: String) -> Verdict {
      Verdict(.wrong, reason: reason, detail: detail, delivered: judged)
    }
    let isTagged = image.tag != .topLeft
    let isRight = isExpected(judged)
    if isRight, !operation.judgesPixels || !isTagged || isExpected(image.displayed) {
      return Verdict(.pass, delivered: judged)
    }
    if isRight || (isTagged && isExpected(image.stored)) {
      return Verdict(
        .wrong, reason: "tag-left",
        detail: "upright pixels with tag \(image.tag.rawValue): viewers rotate them again, and display this",
        delivered: image.displayed)
    }
    if operation.judgesPixels, isTagged, isExpected(image.displayed) {
      return wrong("not-rotated", "the pixels are as stored, and the tag \(image.tag.rawValue) is kept")
    }
    if operation == .crop, request.croppedAsStored.contains(where: { matches($0, image.stored) || matches($0) }) {
      return wrong("cropped-as-stored", "the region was cut out of the stored image")
    }
    if let seen = ExifOrientation.allCases.first(where: { matches(request.expected(as: $0)) }) {
      guard operation == .strip, seen == .topLeft, !isTagged else {
        return wrong("as-tag-\(seen.rawValue)", "as if the tag were \(seen.rawValue)")
      }
      return Verdict(.tagRemoved, detail: "the tag is gone, and the pixels are as stored", delivered: judged)
    }
    let isRightSize = request.expected.contains { $0.width == judged.width && $0.height == judged.height }
    let shape = "\(judged.width)x\(judged.height), tag \(image.tag.rawValue)"
    if let offset = request.expected.compactMap({ ImageComparison.displacement(judged, $0, precision) }).min() {
      return wrong("displaced", "\(shape): edges are off by \((offset * 100).rounded() / 100) pixels")
    }
    return wrong(isRightSize ? "content" : "size", shape)
  }

  /// How exactly the places of edges are known: lossy coding blurs them, and scaling rounds them.
  static func precision(of request: ConformanceCase) -> ImageComparison.Precision {
    guard request.operation != .thumb else { return .scaled }
    let isLossless: Set<ContainerFormat> = [.png, .tiff]
    let isSourceLossless = [.png, .webp, .tiff, .jxl].contains(request.format)
    return isSourceLossless && request.resultFormat.map(isLossless.contains) == true ? .lossless : .lossy
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
