// The sentences of reasons and notes: all text of a plan or a comparison about why, and about what is kept.

internal import UprightMetadata

extension RouteReason: CustomStringConvertible {
  /// One sentence for people, without a period.
  public var description: String {
    switch self {
    case .frameRequested: "one frame of the animation is requested"
    case .firstPageRequested: "only the first page is requested"
    case .pageRequested: "one of several pages is requested"
    case .pagesNotUpright(let page): "the stored pixels of page \(page) have to be reoriented"
    case .formatChanges(let format): "the format changes to \(format.rawValue)"
    case .sizeUnknown: "the image's size is unknown"
    case .regionIsPartial: "only part of the image is requested"
    case .sizeChanges(let size): "the size changes to \(size)"
    case .colorsConverted: "the colors are converted to sRGB"
    case .tonesReduced(let tones): "the colors are converted to \(tones.words)"
    case .toneMapRequested(let method): "a tone map is requested (\(method.rawValue))"
    case .metadataRemoved(let strip): "metadata is removed (\(strip.rawValue))"
    case .pixelsNotUpright(let orientation): "the stored pixels have to be reoriented (\(orientation.word))"
    case .rotationRequested: "a rotation is requested"
    case .tagChanges: "the tag has to change"
    case .tagNotCanonical: "the tag is not written as the standard requires"
    case .fieldsContradict:
      "other fields contradict the orientation in use, or are where some readers do not look"
    case .pixelsRequested: "the pixels have to be reoriented; changing the tag does not do that"
    case .onlyTagRequested: "this request changes only the tag"
    case .onlyTagPossible(.formatChanges): "changing only the tag cannot change the format; use `fix`"
    case .onlyTagPossible(let reason): "this request changes only the tag: \(reason)"
    case .metadata(let error): String(describing: error)
    case .sequenceStays(let format):
      """
      this \(format.name) has an image sequence besides its still image, which would not rotate with it; \
      --frame 0 outputs the still image, --frame 1 the first frame
      """
    case .notRewritable(let refusal): refusal.description
    case .coefficientsUnsupported(let reason): reason.description
    case .samplesUnsupported(let reason): reason.description
    case .colorsUnsupported(let reason): reason.description
    case .limit(let limit, let asked, let allowed): Self.sentence(limit, asked, allowed)
    case .codedDataDamaged: "the image data is damaged"
    default: blockSentence ?? attachmentSentence ?? pixelSentence
    }
  }

  private var blockSentence: String? {
    switch self {
    case .noBlocks: "the image has no JPEG blocks"
    case .partialBlocks(let edges): edges.description
    case .noWholeBlock: "trimming leaves no whole block"
    case .blocksNotMovable(let format): "blocks of \(format.name) cannot be moved"
    case .paddingNeedsPixels: "padding needs decoded pixels"
    case .colorsNeedPixels: "converting colors needs decoded pixels"
    case .scalingNeedsPixels: "scaling needs decoded pixels"
    default: nil
    }
  }

  private var attachmentSentence: String? {
    switch self {
    case .furtherImages: "the file contains further images (MPF) that would not rotate with it"
    case .xmpImageUnreadable(let name): "the \(name) in XMP cannot be read, so it would not rotate with the image"
    case .unknownAttachments:
      "the file lists data after the image that cannot be read and would not rotate with it"
    case .gainMapOriented(let size): "the gain map, \(size), is oriented differently from the image"
    case .gainMapPadded:
      "the gain map does not state its range, so it cannot be padded; leave it out, for example with --format png"
    case .gainMapEmpty: "the region contains no sample of the gain map"
    case .gainMapMisaligned: "the gain map's samples do not align with the region"
    case .attachment(let error): error.routeSentence
    default: nil
    }
  }

  private var pixelSentence: String {
    switch self {
    case .unknownColors: "the color model is unknown"
    case .opacityLost(let format):
      "the image is transparent, which \(format.name) cannot store; use PNG, or --background COLOR"
    case .paddingNeedsOpacity(let format): "\(format.name) has no transparency to pad with"
    case .formatNotBuilt(let format, let trait): UnavailableCodec.reason(format, trait: trait)
    case .videoPixels:
      "video frames cannot be rotated, only the orientation: use `rotate` without --bake, or `fix --to tag`"
    case .videoNotDecoded: "video frames are not decoded"
    case .formatNotDecoded(let format): "\(format.name) cannot be decoded yet, so its pixels cannot change"
    case .formatNotWritten(let format): "\(format.name) cannot be written; choose another format"
    case .linearInks: "CMYK values are amounts of ink, not light; scale without --linear"
    case .inksWithoutProfile: "this CMYK image has no color profile, so it cannot be converted to sRGB"
    case .qualityLost(isCrop: true):
      "re-encoding would lose quality; use --lossless inward or outward, or leave it out"
    case .qualityLost: "re-encoding would lose quality, which --edge or -i forbids; use --edge recode or -o"
    case .sizeTooLarge(let size, let format): "\(size) is too large for \(format.name)"
    case .furtherPages(let format): "this \(format.name) has other pages, which would not rotate with the first"
    case .contentLost(let notes):
      """
      rotating the pixels would lose \(notes.lostContents), which is not allowed; --allow-loss \(notes.lostCodes) \
      allows it
      """
    case .furtherPage(let page, let reason): "page \(page): \(reason)"
    case .highRangeNotHeld(let curve, let format):
      "\(Self.highRange(curve)), which \(format.name) cannot store without a tone map"
    case .highRangeLost(let curve, let format):
      """
      \(Self.highRange(curve)), which writing \(format.name) would lose: change its tag (fix --to tag), \
      choose another format, or convert it (--tone-map bt2390)
      """
    case .otherSamplesLost(let format):
      """
      it has samples other than color and alpha, which writing \(format.name) would lose: change its tag \
      (fix --to tag), or choose another format
      """
    case .samplesRounded(let conversion, let format):
      """
      its samples are \(conversion.words), but \(format.name) is written with unsigned integers of at most 16 bits: \
      change its tag (fix --to tag), or choose another format (png keeps 16 bits)
      """
    default: code
    }
  }

  private static func highRange(_ curve: HighRange.Curve) -> String {
    "it is HDR (\(curve.rawValue))"
  }

  private static func sentence(_ limit: Limit, _ asked: Int, _ allowed: Int) -> String {
    switch limit {
    case .side: "one side has \(asked) pixels; at most \(allowed) can be scaled"
    default: limit.sentence(asked, of: allowed)
    }
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

extension UnsupportedPixels: CustomStringConvertible {
  /// A clause for people, without a period.
  public var description: String {
    switch self {
    case .animation(let format, let frameCount):
      """
      this \(format.name) is an animation\(frameCount.map { " of \($0) frames" } ?? ""), whose pixels cannot be \
      rotated: \(format == .gif ? "" : "change its tag with rotate without --bake or fix --to tag, or ")make a still \
      image of the first frame with --frame 1
      """
    case .frames(let format, let frameCount, let other):
      """
      this \(format.name) is an animation\(frameCount.map { " of \($0) frames" } ?? ""), \
      \(format == other ? "whose frames stay as they are" : "and as \(other.name), only one frame would be left"): \
      make a still image of one with --frame N
      """
    case .samples(let reason): reason.description
    case .coefficients(let reason): reason.description
    }
  }
}

extension UnsupportedCoefficients: CustomStringConvertible {
  /// A clause for people, without a period.
  public var description: String {
    switch self {
    case .lossless: "lossless JPEG has no DCT coefficients"
    case .hierarchical: "hierarchical JPEG is not supported"
    case .depth(let bits): "JPEG with \(bits) bits per sample is not supported"
    }
  }
}

extension ImageRelation.Rejection.Reason: CustomStringConvertible {
  /// One sentence for people, without a period.
  public var description: String {
    switch self {
    case .dataDiffers: "the encoded data differs"
    case .notBothJPEG: "the files are not both JPEGs"
    case .coefficientsUnsupported(let reason): reason.description
    case .colorsConverted: "the colors are converted"
    case .blocksNotReadable: "no codec can read the blocks"
    case .codingDiffers: "sizes, sampling or quantization tables differ"
    case .blocksDiffer: "no rotation maps the blocks of one image to the other's"
    case .samplesDiffer: "the decoded samples differ"
    case .quantizationExceeded: "the difference exceeds what a JPEG's quantization tables can lose"
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

extension UprightError {
  /// The sentence without the field of the request.
  fileprivate var routeSentence: String {
    if case .unanswerable(_, let reason) = self { reason } else { description }
  }
}

extension CarryNote: CustomStringConvertible {
  /// One sentence for people, without a period.
  public var description: String {
    switch self {
    case .rewritten(let strip):
      "rewrite: metadata is removed (\(strip.rawValue)); the encoded image stays identical, byte for byte"
    case .retagged(let patch): "the tag changes: \(patch.words)"
    case .removed(let strip): "metadata is removed: \(strip.rawValue)"
    case .thumbnailReoriented(let route): "the thumbnail is rotated too: \(route.rawValue)"
    case .thumbnailRecoded: "the thumbnail is rotated too, and re-encoded: it would no longer fit into the Exif segment"
    case .thumbnailRemade(let size): "the thumbnail is regenerated, \(size)"
    case .thumbnailDropped(let reason): "the thumbnail is not copied: \(reason)"
    case .thumbnailTooLarge: "the thumbnail is not copied: it no longer fits into the Exif segment"
    case .imageIndexDropped: "the index of other images (MPF) is not copied: it has no entries left"
    case .contentDropped(let content): "not copied: \(content)"
    case .fieldsDropped(let tags):
      """
      not copied: TIFF fields that held only for the stored pixels \
      (\(tags.count == 1 ? "tag" : "tags") \(tags.map(String.init).joined(separator: ", ")))
      """
    case .chunksDropped(let names):
      """
      not copied: PNG chunks that held only for the stored image, or that the result has no place for \
      (\(names.joined(separator: ", ")))
      """
    case .smallerVersionsDropped(let count): "not copied: \(FileContent.parts(.preview, count))"
    case .exifPreviewsDropped: "the previews in Exif are not copied"
    case .makerNoteDropped: "the maker note is not copied: it contains a preview of the whole image"
    case .extendedXMPMayHoldPosition:
      "the rest of the XMP packet is not copied: it may contain the location (gps)"
    case .extendedXMPMayHoldThumbnails: "images in the rest of the XMP packet, if any, are not copied"
    case .trailerDropped(let count): "\(count) bytes after the end of the image are not copied"
    case .trailerRemoved(let strip):
      "bytes after the end of the image, if any, are not copied: as requested (\(strip.rawValue))"
    case .profileDropped: "the color profile is not copied: the channels change"
    case .profileDamaged:
      "the color profile is not copied: it is damaged or not for such pixels; viewers treat the colors as sRGB"
    case .profileLarge(let count, let pixels):
      """
      the color profile is copied: \(count) bytes, more than the pixels' \(pixels) before compression; --to-srgb \
      avoids it
      """
    case .colorsDropped(let reason): "the source's color information is not copied: \(reason)"
    case .mark(let note): note.description
    case .loss(let note): note.description
    case .attachmentCopied(let name): "the \(name) is copied unchanged"
    case .attachmentRewritten(let name): "the \(name) is copied without the metadata that is removed"
    case .attachmentReoriented(let name, let route): "the \(name) is rotated too: \(route.rawValue)"
    case .attachmentDropped(let name, let reason): "the \(name) is not copied: \(reason)"
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
  public var description: String {
    switch self {
    case .frameRequested: "one frame of an animation is requested, and a preview may show another"
    case .regionIsPartial: "only part of the image is requested"
    case .fullSizeRequested: "the image is requested at full size"
    case .missing: "the file has no thumbnail or preview whose headers can be read"
    case .formatNotUsed(let format): "previews of \(format.name) are not used"
    case .mismatch(let preview, let reason): "the \(preview.name), \(preview.storedSize), \(reason)"
    }
  }
}

extension PreviewReason.Mismatch: CustomStringConvertible {
  /// The end of a sentence whose subject is the preview.
  public var description: String {
    switch self {
    case .empty: "has no pixels"
    case .smaller(let size): "is smaller than the result, \(size)"
    case .samples: "differs from the image in its kind of samples or colors"
    case .shape(let size): "differs in shape from the image, \(size)"
    case .orientation(let own, let image):
      "states orientation \(own.rawValue), but the image's is \(image.rawValue)"
    case .notDecoded(let format): "is a \(format.name), which cannot be decoded"
    case .unsupported(let reason): "cannot be decoded: \(reason)"
    case .truncated: "is cut off"
    }
  }
}

extension Plan.PixelCheck: CustomStringConvertible {
  /// A line of an explanation.
  public var description: String {
    switch self {
    case .decoded: "pixels checked: the image is decoded once, and damage is an error"
    case .unchecked: "pixels not checked (--verify checks them)"
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
