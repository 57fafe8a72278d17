// The table of reasons why a route is not taken: one row for each.

internal import UprightMetadata

extension RouteReason {
  /// What is known of a reason.
  struct Row {
    /// A stable code for JSON.
    let code: String
    /// The field of the rendition that rules the route out; nil if the source or the build does.
    let field: Phrase?
    /// Makes the sentence for people, without a period.
    let sentence: () -> Phrase

    fileprivate init(_ code: String, _ field: Phrase?, _ sentence: @autoclosure @escaping () -> Phrase) {
      (self.code, self.field, self.sentence) = (code, field, sentence)
    }
  }

  /// Its row in the table.
  var row: Row {
    switch self {
    case .frameRequested: Row("frame-requested", "frame", "one frame of the animation is requested")
    case .firstPageRequested: Row("first-page-requested", "frame", "only the first page is requested")
    case .pageRequested: Row("page-requested", "page", "one of several pages is requested")
    case .formatChanges(let format): Row("format-changes", "format", "the format changes to \(format.rawValue)")
    case .sizeUnknown: Row("size-unknown", "size", "the image's size is unknown")
    case .regionIsPartial: Row("region-is-partial", "region", "only part of the image is requested")
    case .sizeChanges(let size): Row("size-changes", "size", "the size changes to \(size)")
    case .colorsConverted: Row("colors-converted", "colors", "the colors are converted to sRGB")
    case .tonesReduced(let tones): Row("tones-reduced", "colors", "the colors are converted to \(tones.words)")
    case .toneMapRequested(let method):
      Row("tone-map-requested", "\(field: .toneMap)", "a tone map is requested (\(method.rawValue))")
    case .metadataRemoved(let strip): Row("metadata-removed", "strip", "metadata is removed (\(strip.rawValue))")
    case .pixelsNotUpright(let orientation):
      Row("pixels-not-upright", "upright", "the stored pixels have to be reoriented (\(orientation.word))")
    case .pagesNotUpright(let page):
      Row("pages-not-upright", "upright", "the stored pixels of page \(page) have to be reoriented")
    case .rotationRequested: Row("rotation-requested", "turn", "a rotation is requested")
    case .tagChanges: Row("tag-changes", "upright", "the tag has to change")
    case .tagNotCanonical: Row("tag-not-canonical", "upright", "the tag is not written as the standard requires")
    case .fieldsContradict:
      Row(
        "fields-contradict", "upright",
        "other fields contradict the orientation in use, or are where some readers do not look")
    case .pixelsRequested:
      Row("pixels-requested", "upright", "the pixels have to be reoriented; changing the tag does not do that")
    case .onlyTagRequested: Row("only-tag-requested", "upright", "this request changes only the tag")
    case .onlyTagPossible(.formatChanges):
      Row("only-tag-possible", "format", "changing only the tag cannot change the format; use `fix`")
    case .onlyTagPossible(let reason):
      Row("only-tag-possible", "format", "this request changes only the tag: \(reason.phrase)")
    case .metadata(let error): Row(error.code.rawValue, nil, error.phrase)
    case .notRewritable(let refusal): Row(refusal.code, nil, refusal.phrase)
    case .sequenceStays(let format):
      Row(
        "sequence-stays", nil,
        """
        this \(format.name) has an image sequence besides its still image, which would not rotate with it; \
        \(option: .frame, "0") outputs the still image, \(option: .frame, "1") the first frame
        """)
    case .noBlocks: Row("no-blocks", "format", "the image has no JPEG blocks")
    case .partialBlocks(let edges): Row("partial-blocks", "loss", Phrase(edges.description))
    case .noWholeBlock: Row("no-whole-block", "region", "trimming leaves no whole block")
    case .blocksNotMovable(let format): Row("blocks-not-movable", nil, "blocks of \(format.name) cannot be moved")
    case .coefficientsUnsupported(let reason): Row("coefficients-unsupported", nil, Phrase(reason.description))
    case .paddingNeedsPixels: Row("padding-needs-pixels", "overflow", "padding needs decoded pixels")
    case .colorsNeedPixels: Row("colors-need-pixels", "colors", "converting colors needs decoded pixels")
    case .scalingNeedsPixels: Row("scaling-needs-pixels", "size", "scaling needs decoded pixels")
    case .furtherImages:
      Row("further-images", "format", "the file contains further images (MPF) that would not rotate with it")
    case .unknownAttachments:
      Row(
        "unknown-attachments", "format",
        "the file lists data after the image that cannot be read and would not rotate with it")
    case .xmpImageUnreadable(let name):
      Row("xmp-image-unreadable", "format", "the \(name) in XMP cannot be read, so it would not rotate with the image")
    case .gainMapOriented(let size):
      Row("gain-map-oriented", "format", "the gain map, \(size), is oriented differently from the image")
    case .gainMapPadded:
      Row(
        "gain-map-padded", "overflow",
        """
        the gain map does not state its range, so it cannot be padded; leave it out, for example with \
        \(option: .format, "png")
        """)
    case .gainMapEmpty: Row("gain-map-empty", "region", "the region contains no sample of the gain map")
    case .gainMapMisaligned: Row("gain-map-misaligned", "loss", "the gain map's samples do not align with the region")
    case .attachment(let error): Row(error.codes.name, nil, error.routeSentence)
    case .unknownColors: Row("unknown-colors", nil, "the color model is unknown")
    case .opacityLost(let format):
      Row(
        "opacity-lost", nil,
        "the image is transparent, which \(format.name) cannot store; use PNG, or \(option: .background, "COLOR")")
    case .paddingNeedsOpacity(let format):
      Row("padding-needs-opacity", "overflow", "\(format.name) has no transparency to pad with")
    case .formatNotBuilt(let format, let trait):
      Row("format-not-built", nil, Phrase(UnavailableCodec.reason(format, trait: trait)))
    case .videoPixels:
      Row(
        "video-pixels", nil,
        """
        video frames cannot be rotated, only the orientation: use `rotate` without \(option: .bake), or \
        `\(command: "fix", .to, "tag")`
        """)
    case .videoNotDecoded: Row("video-not-decoded", nil, "video frames are not decoded")
    case .formatNotDecoded(let format):
      Row("format-not-decoded", nil, "\(format.name) cannot be decoded yet, so its pixels cannot change")
    case .formatNotWritten(let format):
      Row("format-not-written", nil, "\(format.name) cannot be written; choose another format")
    case .linearInks:
      Row("linear-inks", "light", "CMYK values are amounts of ink, not light; scale without \(option: .linear)")
    case .samplesUnsupported(let reason): Row("samples-unsupported", nil, reason.phrase)
    case .colorsUnsupported(let reason): Row("colors-unsupported", nil, Phrase(reason.description))
    case .inksWithoutProfile:
      Row("inks-without-profile", "colors", "this CMYK image has no color profile, so it cannot be converted to sRGB")
    case .qualityLost(isCrop: true):
      Row(
        "quality-lost", "loss",
        "re-encoding would lose quality; use \(option: .lossless, "inward") or outward, or leave it out")
    case .qualityLost:
      Row(
        "quality-lost", "loss",
        """
        re-encoding would lose quality\(choice: ", which \(option: .edge) or \(option: .inPlace) forbids"); \
        use \(option: .edge, "recode") or \(option: .output)
        """)
    case .sizeTooLarge(let size, let format): Row("size-too-large", "size", "\(size) is too large for \(format.name)")
    case .furtherPages(let format):
      Row("further-pages", "format", "this \(format.name) has other pages, which would not rotate with the first")
    case .highRangeNotHeld(let curve, let format):
      Row("high-range-not-held", nil, "\(Self.highRange(curve)), which \(format.name) cannot store without a tone map")
    case .highRangeLost(let curve, let format):
      Row(
        "high-range-lost", nil,
        """
        \(Self.highRange(curve)), which writing \(format.name) would lose: change its tag \
        (\(command: "fix", .to, "tag")), choose another format, or convert it (\(option: .toneMap, "bt2390"))
        """)
    case .contentLost(let notes):
      Row(
        "content-lost", "\(field: .allowedLosses)",
        """
        rotating the pixels would lose \(notes.lostContents), which is not allowed; \
        \(option: .allowedLosses, notes.lostCodes) allows it
        """)
    case .furtherPage(let page, let reason): Row(reason.code, reason.row.field, "page \(page): \(reason.phrase)")
    case .otherSamplesLost(let format):
      Row(
        "other-samples-lost", nil,
        """
        it has samples other than color and alpha, which writing \(format.name) would lose: change its tag \
        (\(command: "fix", .to, "tag")), or choose another format
        """)
    case .samplesRounded(let conversion, let format):
      Row(
        "samples-rounded", nil,
        """
        its samples are \(conversion.words), but \(format.name) is written with unsigned integers of at most 16 bits: \
        change its tag (\(command: "fix", .to, "tag")), or choose another format (png keeps 16 bits)
        """)
    case .limit(let limit, let asked, let allowed):
      Row("limit-\(limit.rawValue)", nil, Self.sentence(limit, asked, allowed))
    case .codedDataDamaged: Row("coded-data-damaged", nil, "the image data is damaged")
    }
  }

  private static func highRange(_ curve: HighRange.Curve) -> String {
    "it is HDR (\(curve.rawValue))"
  }

  private static func sentence(_ limit: Limit, _ asked: Int, _ allowed: Int) -> Phrase {
    switch limit {
    case .side: "one side has \(asked) pixels; at most \(allowed) can be scaled"
    default: Phrase(limit.sentence(asked, of: allowed))
    }
  }
}

extension StripRefusal {
  /// Its clause, whose options a door spells by its own names.
  fileprivate var phrase: Phrase {
    guard case .sequence = self else { return Phrase(description) }
    return """
      the metadata of an image sequence without a still image cannot be changed; \(option: .frame, "1") makes a still \
      image of its first frame, without metadata
      """
  }
}

extension SampleCoding.Conversion {
  /// What samples are that need it.
  fileprivate var words: String {
    switch self {
    case .fractions: "floating-point"
    case .signedNumbers: "signed"
    case .longNumbers: "of more than 16 bits"
    case .lab: "CIELab"
    case .luma: "luma and chroma"
    case .others: "other than color and alpha"
    }
  }
}

extension UprightError {
  /// The sentence without the field of the request.
  fileprivate var routeSentence: Phrase {
    if case .unanswerable(_, let reason) = self { reason } else { phrase }
  }
}
