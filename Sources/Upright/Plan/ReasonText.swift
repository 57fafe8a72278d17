// The sentences of reasons and notes: all text of a plan or a comparison about why, and about what is kept.

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
      the color profile is copied: \(count) bytes, more than the pixels' \(pixels) before compression; \
      \(option: .toSRGB) avoids it
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
