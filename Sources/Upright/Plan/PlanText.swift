// A plan as text, like a database's EXPLAIN: the route, its steps, and why cheaper ones were declined.

extension Plan: CustomStringConvertible {
  /// The explanation, line by line; equal plans give equal text.
  public var description: String { explanation.joined(separator: "\n") }

  /// The steps, the result, the rejected routes, and the cost.
  public var explanation: [String] {
    let result = "result: \(format.rawValue), displayed as \(outputSize), tag \(remaining.exif.rawValue)"
    let instead = fallback.map { other in
      embeddedPreview.map { "if the \($0.name) is damaged: the image itself is decoded" }
        ?? "if the image data is damaged: \(other.route.name.rawValue)"
    }
    let memory = "memory: at most \(Self.mebibytes(peakBytes))"
    let left = skipped.map { ["skipped: \($0.message)"] } ?? []
    let every = pages.map { ["pages: applies to all \($0)"] } ?? []
    let made = left + steps + every + (pixelCheckSentence.map { [$0] } ?? []) + [result]
    return made + (formatSentence.map { [$0] } ?? []) + rejections.map(\.description) + (instead.map { [$0] } ?? []) + [
      memory
    ]
  }

  private var pixelCheckSentence: String? {
    if fallback != nil, pixelCheck?.isChecked == true { return "pixels checked: the image is decoded once" }
    return pixelCheck?.description
  }

  private var formatSentence: String? {
    unwrittenFormat.map { "the result is \(format.name), because \($0.name) cannot be written" }
  }

  private var steps: [String] {
    switch route {
    case .copy:
      remaining.isIdentity
        ? ["copy: the file is already as requested"] : ["copy: the file does not change, and keeps its tag"]
    case .retag(let patch): ["retag: \(patch.words)"]
    case .rewrite: carried.map(\.description)
    case .transform(let transform): transform.steps + carried.map(\.description)
    case .transcode(let transcode): transcode.steps + carried.map(\.description)
    }
  }

  /// The preview that is decoded in place of the image, if so planned.
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
  /// `not copy: a rotation is requested`.
  public var description: String { "not \(route.rawValue): \(reason)" }
}

extension BytePatch {
  /// How many offsets a sentence names.
  private static let namedPlaces = 16

  /// How many bytes change, and at which offsets.
  var words: String {
    let more = edits.count > Self.namedPlaces ? " and \(edits.count - Self.namedPlaces) more" : ""
    let places = "at offset " + edits.prefix(Self.namedPlaces).map { "\($0.offset)" }.joined(separator: ", ") + more
    let moved = isInPlace ? 0 : edits.reduce(0) { $0 + max(0, $1.new.count - $1.old.count) }
    let count = growth != 0 ? abs(growth) : isInPlace ? changedByteCount : moved
    let (bytes, verb) = count == 1 ? ("1 byte", "is") : ("\(count) bytes", "are")
    switch growth {
    case 0 where moved > 0: return "\(bytes) \(verb) moved, \(places)"
    case 0: return "\(bytes) change\(count == 1 ? "s" : ""), \(places)"
    case 1...: return "\(bytes) \(verb) inserted, \(places)"
    default: return "\(bytes) \(verb) removed, \(places)"
    }
  }
}

extension Plan.Rewrite {
  /// What is removed, and what is lost with it.
  public var notes: [CarryNote] { [.rewritten(strip)] + (patch.isEmpty ? [] : [.retagged(patch)]) + losses }
}

extension Plan.Transform {
  fileprivate var steps: [String] {
    let motion = job.orientation.isIdentity ? "are kept" : "are moved (\(job.orientation.word))"
    let what = "transform: the blocks of the stored region \(job.region) \(motion); no pixel is decoded"
    let access = access.map { [$0.losslessSentence] } ?? []
    let kept =
      hidden.width == 0 && hidden.height == 0
      ? []
      : [
        """
        the last blocks still contain \(hidden.width) columns and \(hidden.height) rows outside the region, which no \
        viewer displays; use \(option: .format, "png"), or a region on whole blocks, to exclude them
        """
      ]
    guard trimmed.width > 0 || trimmed.height > 0 else { return [what + ", none is lost"] + access + kept }
    let lost = "trimmed, as displayed: \(trimmed.width) columns and \(trimmed.height) rows"
    return [what, lost] + access + kept
  }
}

extension Plan.Transcode {
  fileprivate var steps: [String] {
    let what = embeddedPreview.map { "the \($0.name)'s" } ?? "stored"
    var verbs = ["decode \(what) \(pass.region)" + way]
    if scales { verbs.append("scale to \(scaled)" + (light == .linear ? " in linear light" : "")) }
    if let toneMapping { verbs.append("\(toneMapping.sentence) to sRGB (white is 203 nits, the brightest light 1000)") }
    if colors == .srgb { verbs.append("convert to sRGB using the profile") }
    if tones != .full { verbs.append("convert to \(tones.words)") }
    if let background {
      verbs.append(
        "fill transparent pixels with \(background.isGray ? "gray" : "color") \(background.red),\(background.green),\(background.blue)"
      )
    }
    if !orientation.isIdentity { verbs.append("rotate (\(orientation.word))") }
    if placement != carry.size.bounds { verbs.append("place at \(placement) on \(carry.size)") }
    verbs.append("encode \(settings.words)")
    let alone = furtherPages.isEmpty ? page.map { ["page \($0) of the file is used"] } ?? [] : []
    let small = alone + (frame?.sentences ?? []) + (embedded.map { [$0.sentence] } ?? [])
    let access = access?.sentence.map { [$0] } ?? []
    return ["transcode: " + verbs.joined(separator: ", ")] + access + qualitySentences + small + changes.map(\.sentence)
  }

  /// What happens to everything that accompanies its images.
  func notes(losingThumbnail: Bool = false) -> [CarryNote] {
    carry.notes(losingThumbnail: losingThumbnail) + furtherPages.flatMap(\.carry.notes)
  }

  private var way: String {
    switch form {
    case .planes: " in planes"
    case .samples: pass.denominator == 1 ? "" : " at 1/\(pass.denominator)"
    }
  }
}

extension Plan.Frame {
  /// The frame's number and their count, as the end of a sentence: "frame 1 of 12".
  public var words: String {
    let whole = count.map { " of \($0)" } ?? ""
    return number == 0 ? "the separate still image" : "frame \(number)\(whole)"
  }

  /// What is decoded, in sentences.
  fileprivate var sentences: [String] {
    let still =
      leavesStill && number > 0
      ? ["the still image for readers without animation support is not a frame; \(option: .frame, "0") uses it"] : []
    return ["animation: \(words) is used"] + still
  }
}

extension Plan {
  /// The frame of an animation that is decoded; nil if the source is a still image or stays an animation.
  public var frame: Frame? {
    guard case .transcode(let transcode) = route else { return nil }
    return transcode.frame
  }
}

extension Probe {
  /// The frame of an animation that a rendition with `choice` shows; nil for a still image, or if there is no such
  /// frame.
  public func frame(_ choice: Rendition.Frame) -> Plan.Frame? {
    guard choice != .all, let shown = try? choice.probe(self) else { return nil }
    return shown.chosenFrame
  }

  /// The chosen frame, in the form that plans use.
  var chosenFrame: Plan.Frame? {
    guard let shownFrame, let animation else { return nil }
    return Plan.Frame(
      number: shownFrame, count: animation.frameCount,
      leavesStill: animation.hasSeparateStill && !animation.showsStillFirst)
  }
}

extension EncodeSettings {
  fileprivate var words: String {
    if format == .tiff {
      let coding = tiff ?? TIFFCompression()
      return "tiff (in strips of \(coding.scheme.name)\(coding.isBilevel ? ", one bit per pixel" : ""))"
    }
    guard let room = format.limits, room.loss != .never else { return format.rawValue }
    guard format == .jpeg else { return "\(format.rawValue) (\(fidelity.words))" }
    if isQualityAlone, let quality = fidelity.nearestQuality { return "jpeg (\(quality))" }
    let quality = fidelity.words
    let chroma = "chroma \(sampling.horizontal)x\(sampling.vertical)"
    let manner = (progressive ? ["progressive"] : []) + (codes == .standard ? ["standard codes"] : [])
    return "jpeg (\(([quality, chroma] + manner).joined(separator: ", ")))"
  }
}

extension EncodeSettings.Fidelity {
  fileprivate var words: String {
    switch self {
    case .level(let level): "quality \(level)"
    case .exact: "without loss"
    case .tables: "the source's tables"
    }
  }
}

extension Plan.Carry {
  /// What happens to everything that accompanies the image.
  public var notes: [CarryNote] { notes(losingThumbnail: false) }

  /// The notes if the thumbnail turned out damaged or too large.
  func notes(losingThumbnail: Bool) -> [CarryNote] {
    var notes = losingThumbnail ? [] : thumbnailNotes
    notes += marks + attachments.map(\.note) + xmpImages.map(\.note) + dropped
    if strip != .none { notes.append(.removed(strip)) }
    if losesProfile { notes.append(.profileDropped) }
    return notes
  }

  private var thumbnailNotes: [CarryNote] {
    switch thumbnail {
    case .absent, .drop: []
    case .make(let plan): [.thumbnailReoriented(plan.route.name)]
    case .shrink(let size): [.thumbnailRemade(size)]
    case .decode(let transcode): [.thumbnailRemade(transcode.carry.size)]
    }
  }
}

extension Plan {
  /// What happens to everything that accompanies the image: as planned, or, after the run, as it was done.
  public var carried: [CarryNote] {
    let isLost = losses.contains { [.thumbnailTooLarge, .thumbnailDropped(.damaged)].contains($0) }
    switch route {
    case .transform(let transform): return asDone(transform.carry.notes(losingThumbnail: isLost)) + losses
    case .transcode(let transcode): return asDone(transcode.notes(losingThumbnail: isLost)) + losses
    case .rewrite(let rewrite): return rewrite.notes + losses
    case .copy, .retag: return losses
    }
  }

  private func asDone(_ notes: [CarryNote]) -> [CarryNote] {
    guard recodesThumbnail else { return notes }
    return notes.map { if case .thumbnailReoriented = $0 { .thumbnailRecoded } else { $0 } }
  }
}

extension Plan.Carry.XMPImage {
  /// What happens to it.
  fileprivate var note: CarryNote { disposition.note(name) }
}

extension Plan.Carry.Attachment {
  /// What happens to it.
  fileprivate var note: CarryNote { disposition.note(name) }
}

extension Plan.Carry.Attachment.Disposition {
  /// What happens to something with this name.
  fileprivate func note(_ name: String) -> CarryNote {
    switch self {
    case .drop(let reason): .attachmentDropped(name, reason)
    case .make(let plan) where plan.route == .copy: .attachmentCopied(name)
    case .make(let plan) where plan.route.name == .rewrite: .attachmentRewritten(name)
    case .make(let plan): .attachmentReoriented(name, plan.route.name)
    }
  }
}

extension Plan.Embedding {
  /// One line for people.
  var sentence: String {
    switch self {
    case .used(let image): "embedded: the \(image.name), \(image.storedSize), is decoded in place of the image"
    case .declined(let reasons): "not embedded: \(reasons.map(\.description).joined(separator: "; "))"
    }
  }
}
