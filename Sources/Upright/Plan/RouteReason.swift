// Why a route is not taken, with the values in its sentence (RouteReason+Row.swift has the table of codes, fields and
// sentences).

public import UprightMetadata

/// Why a route is not taken.
public enum RouteReason: Error, Hashable, Sendable {
  // The result differs from the source in more than its orientation.

  /// One frame of an animation is requested.
  case frameRequested
  /// The first of several pages is requested.
  case firstPageRequested
  /// One of several pages is requested.
  case pageRequested
  /// The result has another format.
  case formatChanges(ContainerFormat)
  /// The headers do not state the image's size.
  case sizeUnknown
  /// Part of the image is requested.
  case regionIsPartial
  /// The result has another size.
  case sizeChanges(PixelSize<Output>)
  /// Colors are converted to sRGB.
  case colorsConverted
  /// The result has fewer shades.
  case tonesReduced(Rendition.Tones)
  /// A tone map was requested by name.
  case toneMapRequested(Rendition.ToneMap)
  /// Metadata is removed.
  case metadataRemoved(Strip)

  // The orientation must be changed elsewhere.

  /// The stored pixels must be reoriented.
  case pixelsNotUpright(Orientation<Stored, Displayed>)
  /// The stored pixels of another page must be reoriented: its number.
  case pagesNotUpright(Int)
  /// A rotation or mirroring was requested.
  case rotationRequested
  /// The tag must change.
  case tagChanges
  /// The tag is not written as its standard requires.
  case tagNotCanonical
  /// Other fields contradict the orientation in use, or are in places that some readers ignore.
  case fieldsContradict
  /// The pixels must be reoriented, not the tag.
  case pixelsRequested
  /// Only the tag was to change.
  case onlyTagRequested
  /// Only the tag was to change, and something else would too.
  indirect case onlyTagPossible(RouteReason)

  // The metadata cannot be written.

  /// The metadata breaks a rule, or cannot be written.
  case metadata(MetadataError)
  /// Metadata cannot be removed from such a file; why.
  case notRewritable(StripRefusal)
  /// A sequence of frames beside the image would not rotate with it.
  case sequenceStays(ContainerFormat)

  // Blocks cannot be moved.

  /// The source is not coded in blocks.
  case noBlocks
  /// Edges of the region are not on whole blocks.
  case partialBlocks(Misalignment)
  /// Trimming leaves no whole block.
  case noWholeBlock
  /// No codec moves blocks of this format.
  case blocksNotMovable(ContainerFormat)
  /// The coefficients cannot be read; why.
  case coefficientsUnsupported(UnsupportedCoefficients)
  /// Padding needs decoded pixels.
  case paddingNeedsPixels
  /// Converting colors needs decoded pixels.
  case colorsNeedPixels
  /// Scaling needs decoded pixels.
  case scalingNeedsPixels

  // Attachments cannot be reoriented with the image.

  /// The file has other images that would not rotate with it.
  case furtherImages
  /// An attachment is unreadable.
  case unknownAttachments
  /// An image in XMP, with this name, cannot be read.
  case xmpImageUnreadable(String)
  /// The gain map is oriented differently from its image.
  case gainMapOriented(PixelSize<Stored>)
  /// A gain map that does not state its range cannot be padded.
  case gainMapPadded
  /// The region contains no sample of the gain map.
  case gainMapEmpty
  /// The gain map's samples do not begin at the region's edges.
  case gainMapMisaligned
  /// An attachment cannot be made.
  case attachment(UprightError)

  // Pixels cannot be decoded or written.

  /// The components are not a known color model.
  case unknownColors(ContainerFormat)
  /// The format has no alpha, but the image does.
  case opacityLost(ContainerFormat)
  /// The format has no alpha to pad with.
  case paddingNeedsOpacity(ContainerFormat)
  /// The program was built without this format.
  case formatNotBuilt(ContainerFormat, trait: String)
  /// A video's pixels are not changed.
  case videoPixels
  /// No frame of a video is decoded.
  case videoNotDecoded
  /// The format is not decoded.
  case formatNotDecoded(ContainerFormat)
  /// The format is not written.
  case formatNotWritten(ContainerFormat)
  /// CMYK is not linear light.
  case linearInks
  /// The samples cannot be decoded; why.
  case samplesUnsupported(UnsupportedPixels)
  /// The colors cannot be converted; why.
  case colorsUnsupported(UnsupportedColors)
  /// CMYK without a profile.
  case inksWithoutProfile
  /// Re-encoding loses quality, which was ruled out; for a lossless crop, other ways out are named.
  case qualityLost(isCrop: Bool)
  /// The format cannot store so large an image.
  case sizeTooLarge(PixelSize<Output>, ContainerFormat)
  /// Other pages would not rotate with the first.
  case furtherPages(ContainerFormat)
  /// High dynamic range needs a tone map here.
  case highRangeNotHeld(HighRange.Curve, ContainerFormat)
  /// High dynamic range would be lost.
  case highRangeLost(HighRange.Curve, ContainerFormat)
  /// The result replaces its source, and would lose content that nobody asked to lose.
  case contentLost([CarryNote])
  /// Another page cannot be rotated: its number and why.
  indirect case furtherPage(Int, RouteReason)
  /// Samples that are neither color nor alpha would be dropped.
  case otherSamplesLost(ContainerFormat)
  /// Samples are not unsigned integers of at most 16 bits; what they are.
  case samplesRounded(SampleCoding.Conversion, ContainerFormat)

  // A limit, or damage.

  /// A limit is reached.
  case limit(Limit, asked: Int, allowed: Int)
  /// The source's coded data is damaged.
  case codedDataDamaged

  /// Edges of a stored region that are not on whole blocks: their positions and the block size.
  public struct Misalignment: Hashable, Sendable {
    /// The stored column of the edge that becomes left; nil if it is on a block boundary.
    public let column: Int?
    /// The stored row of the edge that becomes top; nil if it is on a block boundary.
    public let row: Int?
    /// The size of a block.
    public let block: PixelSize<Stored>
  }
}

extension RouteReason {
  /// A stable code for JSON.
  public var code: String { row.code }

  /// The error if no other route can do it either.
  var error: UprightError {
    switch self {
    case .metadata(let error): .malformed(error)
    case .attachment(let error): error
    case .limit(let limit, let asked, let allowed): .limit(limit, asked: asked, allowed: allowed)
    case .blocksNotMovable(let format): .unsupported("\(format.name) cannot be rotated without loss")
    case .unknownColors(let format): .unsupported("unknown color model in this \(format.name)")
    case .furtherPage(_, .limit(let limit, let asked, let allowed)): .limit(limit, asked: asked, allowed: allowed)
    default: row.field.map { .unanswerable(field: $0, reason: phrase) } ?? .unsupported(phrase)
    }
  }
}

// Why an image's pixels or coefficients are not decoded: a stable code for programs, and the values in its sentence
// (ReasonText.swift has the sentences).

/// Why no library decodes an image's pixels.
public enum UnsupportedPixels: Hashable, Sendable {
  /// It is an animation with this many frames (nil if unknown) whose pixels would be rotated, and no frame was chosen.
  case animation(ContainerFormat, frameCount: Int?)
  /// The same without a rotation: only a still image, in this format, would have other pixels or another coding.
  case frames(ContainerFormat, frameCount: Int?, as: ContainerFormat)
  /// The samples cannot be decoded.
  case samples(UnsupportedSamples)
  /// The coefficients of a JPEG cannot be read.
  case coefficients(UnsupportedCoefficients)

  /// A stable code.
  public var code: String {
    switch self {
    case .animation, .frames: "animation"
    case .samples(let reason): reason.code
    case .coefficients(let reason): reason.code
    }
  }
}

/// Why no library reads a JPEG's coefficients.
public enum UnsupportedCoefficients: Hashable, Sendable {
  /// Lossless JPEG has none.
  case lossless
  /// Hierarchical JPEG is not supported.
  case hierarchical
  /// Samples have this many bits, not 8.
  case depth(Int)
}
