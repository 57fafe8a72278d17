// Reasons and notes: all text of a plan or a comparison about why, and about what is kept. Each reason or note has one
// row, with its code and its sentence.

internal import UprightMetadata

extension RouteReason: CustomStringConvertible {
  /// One sentence for people, without a period.
  public var description: String { phrase.description }

  /// That sentence, whose options a door spells by its own names.
  public var phrase: Phrase { row.sentence() }
}

extension UnsupportedPixels: CustomStringConvertible {
  /// A clause for people, without a period.
  public var description: String { phrase.description }

  /// That clause, whose options a door spells by its own names.
  public var phrase: Phrase {
    switch self {
    case .animation(let format, let frameCount):
      """
      this \(format.name) is an animation\(frameCount.map { " of \($0) frames" } ?? ""), whose pixels cannot be \
      rotated: \(format == .gif ? "" : Self.byTag)make a still image of the first frame with \(option: .frame, "1")
      """
    case .frames(let format, let frameCount, let other):
      """
      this \(format.name) is an animation\(frameCount.map { " of \($0) frames" } ?? ""), \
      \(format == other ? "whose frames stay as they are" : "and as \(other.name), only one frame would be left"): \
      make a still image of one with \(option: .frame, "N")
      """
    case .samples(let reason): Phrase(reason.description)
    case .coefficients(let reason): Phrase(reason.description)
    }
  }

  private static let byTag: Phrase =
    "change its tag with rotate without \(option: .bake) or \(command: "fix", .to, "tag"), or "
}

extension UnsupportedCoefficients: CustomStringConvertible {
  /// A clause for people, without a period.
  public var description: String { row.sentence }

  /// A stable code.
  public var code: String { row.code }

  /// Its row in the table.
  private var row: ReasonRow {
    switch self {
    case .lossless: ReasonRow("jpeg-lossless", "lossless JPEG has no DCT coefficients")
    case .hierarchical: ReasonRow("jpeg-hierarchical", "hierarchical JPEG is not supported")
    case .depth(let bits): ReasonRow("jpeg-depth", "JPEG with \(bits) bits per sample is not supported")
    }
  }
}

extension ImageRelation.Rejection.Reason: CustomStringConvertible {
  /// One sentence for people, without a period.
  public var description: String { row.sentence }

  /// A stable code for JSON.
  public var code: String { row.code }

  /// Its row in the table.
  private var row: ReasonRow {
    switch self {
    case .dataDiffers: ReasonRow("data-differs", "the encoded data differs")
    case .notBothJPEG: ReasonRow("not-both-jpeg", "the files are not both JPEGs")
    case .coefficientsUnsupported(let reason): ReasonRow("coefficients-unsupported", reason.description)
    case .colorsConverted: ReasonRow("colors-converted", "the colors are converted")
    case .blocksNotReadable: ReasonRow("blocks-not-readable", "no codec can read the blocks")
    case .codingDiffers: ReasonRow("coding-differs", "sizes, sampling or quantization tables differ")
    case .blocksDiffer: ReasonRow("blocks-differ", "no rotation maps the blocks of one image to the other's")
    case .samplesDiffer: ReasonRow("samples-differ", "the decoded samples differ")
    case .quantizationExceeded:
      ReasonRow("quantization-exceeded", "the difference exceeds what a JPEG's quantization tables can lose")
    }
  }
}

extension RouteReason.Misalignment: CustomStringConvertible {
  /// `stored column 8 is not on a boundary of 16-pixel blocks`.
  public var description: String {
    switch (column, row) {
    case (let column?, nil): "stored column \(column) is not on a boundary of \(block.width)-pixel blocks"
    case (nil, let row?): "stored row \(row) is not on a boundary of \(block.height)-pixel blocks"
    case (let column, let row):
      "stored column \(column ?? 0) and row \(row ?? 0) are not on boundaries of \(block.width)x\(block.height) blocks"
    }
  }
}

extension CarryNote: CustomStringConvertible {
  /// One sentence for people, without a period.
  public var description: String { row.sentence }

  /// A stable code for JSON.
  public var code: String { row.code }

  /// Its row in the table.
  private var row: ReasonRow {
    switch self {
    case .rewritten(let strip):
      ReasonRow(
        "rewritten",
        "rewrite: metadata is removed (\(strip.rawValue)); the encoded image stays identical, byte for byte")
    case .retagged(let patch): ReasonRow("retagged", "the tag changes: \(patch.words)")
    case .removed(let strip): ReasonRow("metadata-removed", "metadata is removed: \(strip.rawValue)")
    case .thumbnailReoriented(let route):
      ReasonRow("thumbnail-reoriented", "the thumbnail is rotated too: \(route.rawValue)")
    case .thumbnailRecoded:
      ReasonRow(
        "thumbnail-recoded",
        "the thumbnail is rotated too, and re-encoded: it would no longer fit into the Exif segment")
    case .thumbnailRemade(let size): ReasonRow("thumbnail-remade", "the thumbnail is regenerated, \(size)")
    case .thumbnailDropped(let reason): ReasonRow("thumbnail-dropped", "the thumbnail is not copied: \(reason)")
    case .thumbnailTooLarge:
      ReasonRow("thumbnail-too-large", "the thumbnail is not copied: it no longer fits into the Exif segment")
    case .imageIndexDropped:
      ReasonRow("image-index-dropped", "the index of other images (MPF) is not copied: it has no entries left")
    case .contentDropped(let content): ReasonRow("\(content.code)-dropped", "not copied: \(content)")
    case .fieldsDropped(let tags):
      ReasonRow(
        "fields-dropped",
        """
        not copied: TIFF fields that held only for the stored pixels \
        (\(tags.count == 1 ? "tag" : "tags") \(tags.map(String.init).joined(separator: ", ")))
        """)
    case .chunksDropped(let names):
      ReasonRow(
        "chunks-dropped",
        """
        not copied: PNG chunks that held only for the stored image, or that the result has no place for \
        (\(names.joined(separator: ", ")))
        """)
    case .smallerVersionsDropped(let count):
      ReasonRow("smaller-versions-dropped", "not copied: \(FileContent.parts(.preview, count))")
    case .exifPreviewsDropped: ReasonRow("exif-previews-dropped", "the previews in Exif are not copied")
    case .makerNoteDropped:
      ReasonRow("maker-note-dropped", "the maker note is not copied: it contains a preview of the whole image")
    case .extendedXMPMayHoldPosition:
      ReasonRow(
        "extended-xmp-may-hold-position",
        "the rest of the XMP packet is not copied: it may contain the location (gps)")
    case .extendedXMPMayHoldThumbnails:
      ReasonRow("extended-xmp-may-hold-thumbnails", "images in the rest of the XMP packet, if any, are not copied")
    case .trailerDropped(let count):
      ReasonRow("trailer-dropped", "\(count) bytes after the end of the image are not copied")
    case .trailerRemoved(let strip):
      ReasonRow(
        "trailer-removed",
        "bytes after the end of the image, if any, are not copied: as requested (\(strip.rawValue))")
    case .profileDropped: ReasonRow("profile-dropped", "the color profile is not copied: the channels change")
    case .profileDamaged:
      ReasonRow(
        "profile-damaged",
        "the color profile is not copied: it is damaged or not for such pixels; viewers treat the colors as sRGB")
    case .profileLarge(let count, let pixels):
      ReasonRow(
        "profile-large",
        """
        the color profile is copied: \(count) bytes, more than the pixels' \(pixels) before compression; \
        \(option: .toSRGB) avoids it
        """)
    case .colorsDropped(let reason):
      ReasonRow("colors-dropped", "the source's color information is not copied: \(reason)")
    case .mark(let note): ReasonRow(note.code, note.description)
    case .loss(let note): ReasonRow(note.code, note.description)
    case .attachmentCopied(let name): ReasonRow("attachment-copied", "the \(name) is copied unchanged")
    case .attachmentRewritten(let name):
      ReasonRow("attachment-rewritten", "the \(name) is copied without the metadata that is removed")
    case .attachmentReoriented(let name, let route):
      ReasonRow("attachment-reoriented", "the \(name) is rotated too: \(route.rawValue)")
    case .attachmentDropped(let name, let reason):
      ReasonRow("attachment-dropped", "the \(name) is not copied: \(reason)")
    }
  }
}

extension CarryNote.ThumbnailDrop: CustomStringConvertible {
  /// The end of a sentence.
  public var description: String {
    switch self {
    case .format(let format): "\(format.name) would show it as a page"
    case .shape: "its shape differs from the image's"
    case .unreadable: "it is not a readable JPEG"
    case .damaged: "its image data is damaged"
    case .notReoriented: "it cannot be rotated"
    case .small: "the result is small"
    case .notRemade: "none can be made from the result's pixels"
    }
  }
}

extension CarryNote.AttachmentDrop: CustomStringConvertible {
  /// The end of a sentence.
  public var description: String {
    switch self {
    case .format(let format): "\(format.name) cannot store it"
    case .requested(let strip): "as requested (\(strip.rawValue))"
    case .mayHoldPosition(let strip): "a video may contain the location (\(strip.rawValue))"
    case .unreadable: "its headers could not be read"
    case .showsMore: "it shows more than the result"
    case .notReoriented: "it cannot be rotated with the image"
    }
  }
}

extension PreviewReason: CustomStringConvertible {
  /// One sentence for people, without a period.
  public var description: String { row.sentence }

  /// A stable code for JSON.
  public var code: String { row.code }

  /// Its row in the table.
  private var row: ReasonRow {
    switch self {
    case .frameRequested:
      ReasonRow("frame-requested", "one frame of an animation is requested, and a preview may show another")
    case .regionIsPartial: ReasonRow("region-is-partial", "only part of the image is requested")
    case .fullSizeRequested: ReasonRow("full-size-requested", "the image is requested at full size")
    case .missing: ReasonRow("preview-missing", "the file has no thumbnail or preview whose headers can be read")
    case .formatNotUsed(let format): ReasonRow("preview-format-not-used", "previews of \(format.name) are not used")
    case .mismatch(let preview, let reason):
      ReasonRow(reason.row.code, "the \(preview.name), \(preview.storedSize), \(reason)")
    }
  }
}

extension PreviewReason.Mismatch: CustomStringConvertible {
  /// The end of a sentence whose subject is the preview.
  public var description: String { row.sentence }

  /// Its row in the table.
  fileprivate var row: ReasonRow {
    switch self {
    case .empty: ReasonRow("preview-empty", "has no pixels")
    case .smaller(let size): ReasonRow("preview-smaller", "is smaller than the result, \(size)")
    case .samples: ReasonRow("preview-samples", "differs from the image in its kind of samples or colors")
    case .shape(let size): ReasonRow("preview-shape", "differs in shape from the image, \(size)")
    case .orientation(let own, let image):
      ReasonRow("preview-orientation", "states orientation \(own.rawValue), but the image's is \(image.rawValue)")
    case .notDecoded(let format):
      ReasonRow("preview-not-decoded", "is a \(format.name), which cannot be decoded")
    case .unsupported(let reason): ReasonRow("preview-unsupported", "cannot be decoded: \(reason)")
    case .truncated: ReasonRow("preview-truncated", "is cut off")
    }
  }
}

extension Plan.PixelCheck: CustomStringConvertible {
  /// A line of an explanation.
  public var description: String {
    switch self {
    case .decoded: "pixels checked: the image is decoded once, and damage is an error"
    case .unchecked: "pixels not checked (\(option: .verify) checks them)"
    case .uncertain(let format, _):
      "pixels not checked: some damage inside the coded data of \(format.name) cannot be noticed"
    case .undecoded(.region):
      "pixels not checked: damage inside the region may show only below it, where nothing is read"
    case .undecoded(.severalImages):
      "pixels not checked: the file has several images, and only one would be decoded"
    case .undecoded(.limit): "pixels not checked: decoding exceeds the limit for pixels or memory"
    case .undecoded(.unsupported(let format)):
      "pixels not checked: this kind of \(format.name) cannot be decoded"
    }
  }
}

extension Rendition.Tones {
  /// The tones in words.
  var words: String {
    switch self {
    case .full: "all colors"
    case .gray: "gray"
    case .bitonal: "black and white"
    }
  }
}

// A plan's sentences about the loss of re-encoding a JPEG (ITU T.81, K.1: the table of a quality).
extension Plan.Transcode {
  /// The maximum loss, why pixels do not stay in planes, and where chroma is resampled. Empty unless a JPEG becomes a
  /// JPEG without scaling.
  var qualitySentences: [String] {
    switch form {
    case .planes(_, let overhang):
      let chroma = overhang.sentence(settings.sampling).map { [$0] } ?? []
      return ["quality: quantized once more \(tablesAndNoise)"] + chroma
    case .samples:
      guard let samplesReason else { return [] }
      let cause = samplesReason.clause.map { "decoded to \(channels.name) because \($0), then " } ?? ""
      return ["quality: \(cause)quantized once more \(tablesAndNoise)"]
    }
  }

  private var tablesAndNoise: String {
    if settings.isQualityAlone, let quality = settings.fidelity.nearestQuality {
      return "\(quality), by the codec's own tables"
    }
    let tables: String
    let luma: [UInt16]
    switch settings.fidelity {
    case .tables(let own): (tables, luma) = ("with the source's own tables", own.first ?? [])
    case .level(let level):
      let steps = JPEGQuantization.scaled(JPEGQuantization.luma, quality: level)
      (tables, luma) = ("at quality \(level)", steps.map(UInt16.init))
    case .exact: return "without loss"
    }
    let rounding = form == .samples && channels == .rgb ? Self.colorRounding : 0
    guard let decibels = EncodeSettings.Fidelity.decibels(luma, rounding: rounding) else { return tables }
    return "\(tables), at least \(decibels) dB in \(channels == .cmyk ? "each CMYK channel" : "brightness")"
  }

  /// The noise in brightness of rounding red, green and blue to integers, and then brightness itself.
  private static var colorRounding: Double { (0.299 * 0.299 + 0.587 * 0.587 + 0.114 * 0.114 + 1) / 12 }
}

extension SamplesReason {
  /// Why, as a clause; nil if samples are the image's only plane.
  fileprivate var clause: String? {
    switch self {
    case .gray: nil
    case .otherComponents: "its components are not luma and two planes of chroma"
    case .chromaCut: "both edges of the region are inside chroma samples"
    case .padded: "it is padded"
    case .colorsConverted: "its colors are converted"
    case .planesUnsupported: "this codec has no planes"
    }
  }
}

extension SampleLayout.Channels {
  fileprivate var name: String {
    switch self {
    case .gray: "gray"
    case .rgb, .rgba: "RGB"
    case .cmyk: "CMYK"
    }
  }
}

extension ChromaOverhang {
  /// By which part of a sample chroma is moved; nil if it is not.
  fileprivate func sentence(_ sampling: Subsampling) -> String? {
    let moves = [
      left > 0 ? "\(left)/\(sampling.horizontal) sample across" : nil,
      top > 0 ? "\(top)/\(sampling.vertical) sample down" : nil,
    ].compactMap(\.self)
    guard !moves.isEmpty else { return nil }
    let edges =
      moves.count == 2
      ? "the edges that become left and top are inside samples"
      : "the edge that becomes \(left > 0 ? "left" : "top") is inside a sample"
    return "chroma: moved by \(moves.joined(separator: " and ")), because \(edges)"
  }
}

extension EncodeSettings.Fidelity {
  /// The quality that an encoder takes which takes nothing else, in words; nil without loss.
  var nearestQuality: String? {
    switch self {
    case .exact: nil
    case .level(let level): "at quality \(level)"
    case .tables: "at the quality nearest to the source's tables"
    }
  }

  /// The signal-to-noise ratio in decibels after quantization by a table that rounds every coefficient: noise of Σq²/12
  /// over its 64 steps, and of `rounding` before.
  fileprivate static func decibels(_ table: [UInt16], rounding: Double) -> Int? {
    guard !table.isEmpty else { return nil }
    let noise = table.reduce(0.0) { $0 + Double($1) * Double($1) } / 12 / 64 + rounding
    guard noise > 0 else { return nil }
    // One decibel is a factor of the tenth root of ten.
    var (ratio, decibels) = (255 * 255 / noise, 0)
    while ratio >= 1.258_925_411_794_167_2 { (ratio, decibels) = (ratio / 1.258_925_411_794_167_2, decibels + 1) }
    return decibels
  }
}
