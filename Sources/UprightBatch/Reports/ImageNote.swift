// A note about one image in its output line, besides the operation: a stable code and a sentence.

package import Upright
import UprightFiles

/// Something to know about a result that is as requested.
package struct ImageNote: Hashable, Sendable {
  /// A stable word for JSON.
  package let code: String
  /// A clause for people, without a period.
  package let message: String

  /// The region extends beyond the image, and only this part is inside.
  package static func clipped(_ asked: String, to region: PixelRect<Displayed>) -> ImageNote {
    ImageNote(
      code: "region-clipped", message: "\(asked) extends beyond the image: clipped to \(region.width)x\(region.height)")
  }

  /// The region was moved to block boundaries.
  package static func snapped(_ asked: PixelRect<Displayed>, to region: PixelRect<Displayed>) -> ImageNote {
    ImageNote(code: "region-snapped", message: "\(asked) was moved to block boundaries: \(region)")
  }

  /// The orientation tag looks stale, and the result follows it as viewers do.
  package static func followedStaleTag(_ finding: Finding) -> ImageNote {
    ImageNote(code: finding.code.rawValue, message: "\(finding.message); the tag was followed")
  }

  /// The JPEG that can be reconstructed from the result has another orientation.
  package static func reconstruction(_ finding: Finding) -> ImageNote {
    ImageNote(code: finding.code.rawValue, message: finding.message)
  }

  var json: JSONLine { .object([.init("code", .text(code)), .init("message", .text(message))]) }
}

extension ImageReport {
  /// What in the result disagrees with its image, one sentence each.
  package var disagreements: [String] {
    notes.filter { $0.code == Finding.Code.reconstructionConflict.rawValue }.map(\.message)
  }
}

extension ImageNote {
  /// The notes on a new image of the probed file.
  static func notes(on wanted: Rendition, of probe: Probe, by plan: Plan) -> [ImageNote] {
    let stated = wanted.stated.flatMap { stated in stated.clipped.map { clipped(stated.text, to: $0) } }
    let clippedNote =
      (stated ?? wanted.clippedRegion(of: probe).map { clipped(wanted.stated?.text ?? "\($0.asked)", to: $0.visible) })
      .map { [$0] } ?? []
    let cut =
      clippedNote
      + (wanted.snappedRegion(of: probe).map { [snapped($0.asked, to: $0.region)] } ?? [])
      + (plan.route.name == .retag ? plan.reconstruction.map { [reconstruction($0)] } ?? [] : [])
    guard wanted.stale == .trustTag, wanted.region != .full || wanted.size != .full, !probe.orientation.isIdentity,
      let finding = probe.staleTag
    else { return cut }
    return cut + [followedStaleTag(finding)]
  }
}
