// A plan in words, as a database's EXPLAIN prints a query's: the route, what it does, and why not more cheaply.

extension Plan: CustomStringConvertible {
  /// The explanation, line by line; the same plan gives the same text.
  public var description: String { explanation.joined(separator: "\n") }

  /// What is done step by step, the result, the rejected routes, and the cost.
  public var explanation: [String] {
    let result = "result: \(format.rawValue), displayed as \(outputSize), tag \(remaining.exif.rawValue)"
    let instead = fallbacks.map { other in
      embeddedPreview.map { "where the \($0.name) is damaged: the picture itself is decoded" }
        ?? "where the coded data are damaged: \(other.route.name.rawValue)"
    }
    let memory = "memory: at most \(Self.mebibytes(peakBytes))"
    let left = skipped.map { ["skipped: \($0)"] } ?? []
    let made = left + steps + (pixelCheck.map { [$0.sentence] } ?? []) + [result]
    return made + (formatReason.map { [$0] } ?? []) + rejections.map(\.description) + instead + [memory]
  }

  private var steps: [String] {
    switch route {
    case .copy:
      remaining.isIdentity
        ? ["copy: the file is what is wanted already"] : ["copy: the file stays as it is, with its tag"]
    case .retag(let patch): ["retag: \(patch.words)"]
    case .rewrite(let rewrite): rewrite.steps + losses
    case .transform(let transform): transform.steps + carried
    case .transcode(let transcode): transcode.steps + carried
    }
  }

  /// The small picture that is decoded in place of the picture, where that is the plan.
  var embeddedPreview: EmbeddedPreview? {
    guard case .transcode(let transcode) = route else { return nil }
    return transcode.embeddedPreview
  }

  private static func mebibytes(_ bytes: Int) -> String {
    let tenths = bytes / 104_858 + 1
    return bytes == 0 ? "0 MiB" : "\(tenths / 10).\(tenths % 10) MiB"
  }
}

extension Plan.Rejection: CustomStringConvertible {
  /// `not copy: the result is turned`.
  public var description: String { "not \(route.rawValue): \(reason)" }
}

extension BytePatch {
  fileprivate var words: String {
    let places = "at offset " + edits.map { "\($0.offset)" }.joined(separator: ", ")
    let moved = isInPlace ? 0 : edits.reduce(0) { $0 + max(0, $1.new.count - $1.old.count) }
    let count = growth != 0 ? abs(growth) : isInPlace ? changedByteCount : moved
    let (bytes, verb) = count == 1 ? ("1 byte", "is") : ("\(count) bytes", "are")
    switch growth {
    case 0 where moved > 0: return "\(bytes) \(verb) moved, \(places)"
    case 0: return "\(bytes) change\(count == 1 ? "s" : ""), \(places)"
    case 1...: return "\(bytes) \(verb) inserted, \(places)"
    default: return "\(bytes) \(verb) taken out, \(places)"
    }
  }
}

extension Plan.Rewrite {
  /// What is done, one sentence each.
  public var steps: [String] {
    let tag = patch.isEmpty ? [] : ["the tag changes: \(patch.words)"]
    return ["rewrite: metadata are taken out (\(strip.rawValue)); the coded picture stays byte for byte"] + tag + losses
  }
}

extension Plan.Transform {
  fileprivate var steps: [String] {
    let motion = job.orientation.isIdentity ? "are kept" : "are moved (\(job.orientation.word))"
    let what = "transform: the blocks of stored \(job.region) \(motion); no pixel is decoded"
    let kept =
      hidden.width == 0 && hidden.height == 0
      ? []
      : [
        "the last blocks still hold \(hidden.width) columns and \(hidden.height) rows beyond the region, which no viewer displays; "
          + "--format png and back, or a region on whole blocks, leaves them out"
      ]
    guard trimmed.width > 0 || trimmed.height > 0 else { return [what + ", nothing lost"] + kept }
    let lost = "trimmed as displayed: \(trimmed.width) of the width, \(trimmed.height) of the height"
    return [what, lost] + kept
  }
}

extension Plan.Transcode {
  fileprivate var steps: [String] {
    let what = embeddedPreview.map { "the \($0.name)'s" } ?? "stored"
    var verbs = ["decode \(what) \(pass.region)" + way]
    if scales { verbs.append("scale to \(scaled)" + (light == .linear ? " in linear light" : "")) }
    if let toneMapping { verbs.append("\(toneMapping.sentence) to sRGB (white is 203 nits, the brightest light 1000)") }
    if colors == .srgb { verbs.append("convert to sRGB by the profile") }
    if !orientation.isIdentity { verbs.append("turn (\(orientation.word))") }
    if placement != carry.size.bounds { verbs.append("lay at \(placement) on \(carry.size)") }
    verbs.append("encode \(settings.words)")
    let small = (frame?.sentences ?? []) + (embedded.map { [$0.sentence] } ?? [])
    return ["transcode: " + verbs.joined(separator: ", ")] + quality + small + changes.map(\.sentence)
  }

  /// What a re-encoded image of the same size loses at most, where that is known.
  private var quality: [String] {
    guard case .tables(let tables) = settings.fidelity, case .planes = form,
      let decibels = tables.first.flatMap(EncodeSettings.Fidelity.decibels)
    else { return [] }
    return ["quality: one more quantization by the source's own tables, at least \(decibels) dB in brightness"]
  }

  private var way: String {
    switch form {
    case .planes: " in planes"
    case .samples: pass.denominator == 1 ? "" : " at 1/\(pass.denominator)"
    }
  }
}

extension Plan.Frame {
  /// Which frame in how many, as the end of a sentence: "frame 1 of 12".
  public var words: String {
    let whole = count.map { " of \($0)" } ?? ""
    return number == 0 ? "the still image beside the frames" : "frame \(number)\(whole)"
  }

  /// What is decoded, one sentence each.
  fileprivate var sentences: [String] {
    let still =
      leavesStill && number > 0
      ? ["the still image for readers that know no animation is no frame; --frame 0 takes it"] : []
    return ["animation: \(words) is taken"] + still
  }
}

extension Plan {
  /// The frame of an animation that is decoded; nil where the source is a still image, or stays one animation.
  public var frame: Frame? {
    guard case .transcode(let transcode) = route else { return nil }
    return transcode.frame
  }
}

extension Probe {
  /// The frame of an animation that a rendition with this choice shows; nil for a still image, or where there is no such frame.
  public func frame(_ choice: Rendition.Frame) -> Plan.Frame? {
    guard choice != .all, let shown = try? choice.probe(self) else { return nil }
    return shown.chosenFrame
  }

  /// The chosen frame, as plans say it.
  var chosenFrame: Plan.Frame? {
    guard let shownFrame, let animation else { return nil }
    return Plan.Frame(
      number: shownFrame, count: animation.frameCount,
      leavesStill: animation.hasSeparateStill && !animation.showsStillFirst)
  }
}

extension EncodeSettings {
  fileprivate var words: String {
    if format == .tiff { return "tiff (in strips of Deflate)" }
    guard let room = format.limits, room.loss != .never else { return format.rawValue }
    guard format == .jpeg else { return "\(format.rawValue) (\(fidelity.words))" }
    let quality = fidelity.words
    let chroma = "chroma \(sampling.horizontal)x\(sampling.vertical)"
    let manner = (progressive ? ["progressive"] : []) + (codes == .standard ? ["standard codes"] : [])
    return "jpeg (\(([quality, chroma] + manner).joined(separator: ", ")))"
  }
}

extension EncodeSettings.Fidelity {
  /// The signal-to-noise ratio that quantization by a table leaves where every coefficient is rounded: noise of Σq²/12 over its 64 steps.
  fileprivate static func decibels(_ table: [UInt16]) -> Int? {
    let noise = table.reduce(0.0) { $0 + Double($1) * Double($1) } / 12 / 64
    guard noise > 0 else { return nil }
    // The tenth root of ten is one decibel.
    var (ratio, decibels) = (255 * 255 / noise, 0)
    while ratio >= 1.258_925_411_794_167_2 { (ratio, decibels) = (ratio / 1.258_925_411_794_167_2, decibels + 1) }
    return decibels
  }

  fileprivate var words: String {
    switch self {
    case .level(let level): "quality \(level)"
    case .exact: "without loss"
    case .tables: "the source's tables"
    }
  }
}

extension Plan.Carry {
  /// What becomes of what goes with the picture, one sentence each.
  public var steps: [String] { steps(losingThumbnail: false) }

  /// The same where the thumbnail turned out not to fit.
  func steps(losingThumbnail: Bool) -> [String] {
    var steps = losingThumbnail ? [] : thumbnailSteps
    steps += marks + attachments.map(\.step) + dropped
    if strip != .none { steps.append("metadata are taken out: \(strip.rawValue)") }
    if losesProfile { steps.append("the colour profile stays behind: the channels change") }
    return steps
  }

  private var thumbnailSteps: [String] {
    switch thumbnail {
    case .drop: []
    case .make(let plan): ["the thumbnail turns along: \(plan.route.name.rawValue)"]
    case .shrink(let size): ["the thumbnail is made anew, \(size)"]
    case .decode(let transcode): ["the thumbnail is made anew, \(transcode.carry.size)"]
    }
  }
}

extension Plan {
  /// What is said of a thumbnail that no quality makes small enough for its segment.
  static let thumbnailLoss = "the thumbnail stays behind: it no longer fits into the Exif segment"

  /// What becomes of what goes with the picture, one sentence each: as planned, or, once it was carried out, as it was.
  public var carried: [String] {
    let isLost = losses.contains(Self.thumbnailLoss)
    switch route {
    case .transform(let transform): return transform.carry.steps(losingThumbnail: isLost) + losses
    case .transcode(let transcode): return transcode.carry.steps(losingThumbnail: isLost) + losses
    case .rewrite(let rewrite): return rewrite.steps + losses
    case .copy, .retag: return losses
    }
  }
}

extension Plan.Carry.Attachment {
  /// What happens to it, as one line.
  fileprivate var step: String {
    switch disposition {
    case .drop(let reason): "the \(name) stays behind: \(reason)"
    case .make(let plan) where plan.route == .copy: "the \(name) comes along as it is"
    case .make(let plan) where plan.route.name == .rewrite: "the \(name) comes along without what is taken out"
    case .make(let plan): "the \(name) turns along: \(plan.route.name.rawValue)"
    }
  }
}
