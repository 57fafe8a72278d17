// The parsed arguments of a batch as the identity that its journal states.

import ArgumentParser
import Upright
import UprightBatch
import UprightCamera
import UprightLabelJobs

/// Arguments of a batch that decide what is done to each file.
protocol IdentifyingArguments {
  /// States each value that changes a result.
  func state(in identity: inout BatchIdentity)
}

extension WritingCommand {
  /// What a journal states of this request.
  var identity: BatchIdentity {
    var identity = arguments.identity
    let parts: [any IdentifyingArguments] = [writing, companions, formatting, colors, stripping]
    for part in parts { part.state(in: &identity) }
    return identity
  }
}

extension RotateArguments {
  var identity: BatchIdentity {
    var identity = BatchIdentity(Self.verb, operation.rawValue)
    identity.state("bake", bake)
    if bake { edges.state(in: &identity) }
    animation.state(in: &identity)
    return identity
  }
}

extension OrientArguments {
  var identity: BatchIdentity { BatchIdentity(Self.verb, "\(tag.exif.rawValue)") }
}

extension FixArguments {
  var identity: BatchIdentity {
    var identity = BatchIdentity(Self.verb)
    identity.state("to", to.rawValue)
    identity.state("stale", stale.rawValue)
    if to == .pixels { edges.state(in: &identity) }
    animation.state(in: &identity)
    identity.state("prefer", ruleOptions.prefer?.rawValue)
    identity.state("xmp", ruleOptions.xmp)
    return identity
  }
}

extension CropArguments {
  var identity: BatchIdentity {
    var identity = BatchIdentity(Self.verb, region.word)
    identity.state("size", size?.size.description)
    identity.state("space", space.rawValue)
    identity.state("pad", pad?.word)
    identity.state("stale", staleOption.stale.rawValue)
    identity.state("quality", encoding.quality.map { "\($0.level)" })
    animation.state(in: &identity)
    return identity
  }
}

extension ThumbArguments {
  var identity: BatchIdentity {
    var identity = BatchIdentity(Self.verb, size.size.description)
    identity.state("quality", "\(quality.level)")
    identity.state("embedded-ok", embeddedOk)
    identity.state("keep-metadata", keepMetadata)
    identity.state("stale", staleOption.stale.rawValue)
    animation.state(in: &identity)
    return identity
  }
}

extension CameraStampArguments {
  var identity: BatchIdentity {
    var identity = BatchIdentity("camera", Self.verb)
    identity.state("sensor", "\(camera.sensor.degrees)")
    identity.state("facing", camera.facing.rawValue)
    identity.state("pose", "\(camera.pose.quarterTurn.degrees)")
    identity.state("mirror", camera.mirror.mode.rawValue)
    identity.state("applied", done.applied.map { "\($0.exif.rawValue)" })
    identity.state("matrix", matrix.rawValue)
    identity.state("to", to.rawValue)
    if to == .pixels { edges.state(in: &identity) }
    return identity
  }
}

extension EdgeArguments: IdentifyingArguments {
  func state(in identity: inout BatchIdentity) {
    identity.state("edge", (edge ?? .auto).rawValue)
    identity.state("quality", encoding.quality.map { "\($0.level)" })
  }
}

extension FrameOption: IdentifyingArguments {
  func state(in identity: inout BatchIdentity) { identity.state("frame", frame.map { "\($0)" }) }
}

extension WriteOptions: IdentifyingArguments {
  func state(in identity: inout BatchIdentity) {
    identity.state("output", output)
    identity.state("in-place", inPlace)
    identity.state("force", force)
    identity.state("skip-existing", skipExisting)
    identity.state("update", update)
    identity.state("break-hard-links", breakHardLinks)
    identity.state("preserve-mtime", preserveMtime)
    identity.state("verify", verify)
  }
}

extension FormatArguments: IdentifyingArguments {
  func state(in identity: inout BatchIdentity) { identity.state("format", format?.rawValue) }
}

extension ColorOptions: IdentifyingArguments {
  func state(in identity: inout BatchIdentity) {
    identity.state("to-srgb", toSRGB)
    identity.state("linear", linear)
    identity.state("tone-map", toneMap?.rawValue)
  }
}

extension StripOption: IdentifyingArguments {
  func state(in identity: inout BatchIdentity) {
    identity.state("strip", strip.flatMap { $0 == .none ? nil : $0.rawValue })
  }
}

extension NoCompanions {
  func state(in identity: inout BatchIdentity) {}
}

extension FixCompanions {
  func state(in identity: inout BatchIdentity) {
    identity.state("all", all)
    identity.state("labels", labelling.labels)
    identity.state("label-format", labelling.labelFormat?.rawValue)
    identity.state("label-space", labelling.labelSpace?.rawValue)
  }
}

extension RegionArgument {
  /// As it can be typed.
  fileprivate var word: String {
    switch self {
    case .pixels(let x, let y, let width, let height): "\(x),\(y),\(width),\(height)"
    case .percent(let x, let y, let width, let height): "pct:\(x),\(y),\(width),\(height)"
    case .square: "square"
    }
  }
}

extension ColorArgument {
  /// As it can be typed.
  fileprivate var word: String {
    let value = Int(color.red) << 16 | Int(color.green) << 8 | Int(color.blue)
    let digits = String(value, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}
