// What can be wrong with a container's bytes: one stable code per violated rule, and the offset.

/// Bytes that violate a rule of their container: the rule, and the offset of the violation.
public struct MetadataError: Error, Hashable, Sendable {
  /// One code per rule; the raw values are stable and appear in JSON.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The first bytes do not match any known container.
    case unrecognizedFormat = "unrecognized-format"
    /// The container is known, but not supported.
    case unsupportedFormat = "unsupported-format"
    /// The bytes end inside a structure.
    case truncated
    /// A marker was expected, but other bytes were found (ITU T.81, B.1.1.2).
    case markerExpected = "marker-expected"
    /// A segment's length is smaller than its fixed fields (ITU T.81, B.1.1.4).
    case segmentTooShort = "segment-too-short"
    /// The scan or the end came before any frame header (ITU T.81, B.2.1).
    case frameMissing = "frame-missing"
    /// A frame header's fields contradict one another or the standard (ITU T.81, B.2.2).
    case frameInvalid = "frame-invalid"
    /// More markers than the limit allows.
    case tooManyMarkers = "too-many-markers"
    /// A box, chunk or directory contradicts itself or its container.
    case boxInvalid = "box-invalid"
    /// More boxes, chunks or directories than the limit allows.
    case tooManyStructures = "too-many-structures"
    /// More bytes of metadata than the limit allows.
    case tooMuchMetadata = "too-much-metadata"
    /// A number that does not fit 63 bits.
    case numberTooLarge = "number-too-large"
    /// Something required to show the image is missing: its item, its track, or its size.
    case imageMissing = "picture-missing"
    /// The container cannot express this orientation.
    case notExpressible = "not-expressible"
    /// The orientation field cannot be rewritten without damaging other data.
    case fieldNotWritable = "carrier-not-writable"
    /// Metadata cannot be removed without damaging other data.
    case metadataNotRemovable = "metadata-not-removable"
    /// The decoder found that the coded image violates its format.
    case corruptData = "corrupt-data"
    /// Reading failed with an I/O error.
    case unreadable
  }

  /// The violated rule.
  public let code: Code
  /// The byte offset in the source.
  public let offset: Int
  /// The system's error number, for an I/O error.
  public let systemError: Int32?
  /// The format, if the error concerns it and not the file's contents.
  public let format: ContainerFormat?
  /// The page at fault, counted from 1; nil if the file itself is, or has only one page.
  public let page: Int?
  /// The format of the file, if it is recognized but not supported.
  public let known: KnownFormat?

  /// A rule, violated at an offset.
  public init(
    _ code: Code, at offset: Int, systemError: Int32? = nil, format: ContainerFormat? = nil, page: Int? = nil,
    known: KnownFormat? = nil
  ) {
    self.code = code
    self.offset = offset
    self.systemError = systemError
    self.format = format
    self.page = page
    self.known = known
  }
}

extension MetadataError: CustomStringConvertible {
  /// One sentence for people, with the byte offset unless it is 0.
  public var description: String {
    let text = page.map { "page \($0): " + sentence } ?? sentence
    return format == nil && offset > 0 ? "\(text) (byte \(offset))" : text
  }

  /// The same without the offset.
  public var sentence: String {
    switch code {
    case .unrecognizedFormat: "not an image in a known format"
    case .unsupportedFormat: known.map { "\($0.name): recognized, not supported" } ?? "this format is not supported yet"
    case .truncated: "the file is truncated: it ends inside a structure"
    case .markerExpected: "a marker is missing"
    case .segmentTooShort: "a segment is too short for its fields"
    case .frameMissing: "the frame header before the image data is missing"
    case .frameInvalid: "the frame header is inconsistent"
    case .tooManyMarkers: "there are more markers than the limit allows"
    case .boxInvalid: "a box or chunk is inconsistent, or does not fit into its container"
    case .tooManyStructures: "there are more boxes, chunks or fields than the limit allows"
    case .tooMuchMetadata: "there is more metadata than the limit allows"
    case .numberTooLarge: "a number is too large"
    case .imageMissing: "no image or track with a size was found"
    case .notExpressible where format == .jpegXL:
      "this JPEG XL has no room for the orientation; rotate its pixels, or save it as PNG, WebP or JPEG"
    case .notExpressible:
      format.map {
        "\($0.name) cannot store an orientation; save it as PNG, WebP or JPEG"
      }
        ?? "the header cannot store this orientation"
    case .fieldNotWritable: "the orientation is stored where it cannot be changed safely"
    case .metadataNotRemovable:
      format == .tiff
        ? """
        pixels may be outside all directories, so nothing can be removed safely; `tiffcp IN.tif OUT.tif` writes each \
        strip with its length, and programs for stacks can save a directory for each image
        """
        : "the metadata is stored where it cannot be removed safely"
    case .corruptData: "image data is damaged"
    case .unreadable: "the file could not be read"
    }
  }
}
