// What can be wrong with a container's bytes: one stable code per broken rule, and where.

/// Bytes that break a rule of their container, the rule, and the offset at which it is broken.
public struct MetadataError: Error, Hashable, Sendable {
  /// One code per broken rule; the raw values are stable and appear in JSON.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The first bytes are those of no container that is known.
    case unrecognizedFormat = "unrecognized-format"
    /// The container is known, but not read yet.
    case unsupportedFormat = "unsupported-format"
    /// The bytes end inside a structure.
    case truncated
    /// A marker was expected and something else stands there (ITU T.81, B.1.1.2).
    case markerExpected = "marker-expected"
    /// A segment's length is smaller than its own fields (ITU T.81, B.1.1.4).
    case segmentTooShort = "segment-too-short"
    /// The scan or the end came before any frame header (ITU T.81, B.2.1).
    case frameMissing = "frame-missing"
    /// A frame header whose fields contradict one another or the standard (ITU T.81, B.2.2).
    case frameInvalid = "frame-invalid"
    /// More markers than the limit allows.
    case tooManyMarkers = "too-many-markers"
    /// A box, chunk or directory whose fields contradict one another or what they lie in.
    case boxInvalid = "box-invalid"
    /// More boxes, chunks or directories than the limit allows.
    case tooManyStructures = "too-many-structures"
    /// More bytes of metadata than the limit allows.
    case tooMuchMetadata = "too-much-metadata"
    /// A number that does not fit 63 bits.
    case numberTooLarge = "number-too-large"
    /// What the picture cannot be shown without is missing: its item, its track, its size.
    case imageMissing = "picture-missing"
    /// The container has no way to say this orientation.
    case notExpressible = "not-expressible"
    /// The carrier of the orientation lies where it cannot be rewritten without harming something else.
    case fieldNotWritable = "carrier-not-writable"
    /// Metadata lie where they cannot be taken out without harming something else.
    case metadataNotRemovable = "metadata-not-removable"
    /// The coded picture itself breaks a rule of its format, as its decoder found.
    case corruptData = "corrupt-data"
    /// The disk would not give the bytes.
    case unreadable
  }

  /// Which rule.
  public let code: Code
  /// At which byte of the source.
  public let offset: Int
  /// The system's error number, where the disk was at fault.
  public let systemError: Int32?
  /// The format, where it is at fault whatever the file holds.
  public let format: ContainerFormat?

  /// A rule, broken at a byte.
  public init(_ code: Code, at offset: Int, systemError: Int32? = nil, format: ContainerFormat? = nil) {
    self.code = code
    self.offset = offset
    self.systemError = systemError
    self.format = format
  }
}

extension MetadataError: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String { format == nil ? "\(sentence) (byte \(offset))" : sentence }

  /// The same without the place.
  public var sentence: String {
    switch code {
    case .unrecognizedFormat: "not a picture whose format is known"
    case .unsupportedFormat: "a format that is not read yet"
    case .truncated: "the file ends inside a structure"
    case .markerExpected: "a marker was expected"
    case .segmentTooShort: "a segment is shorter than its own fields"
    case .frameMissing: "there is no frame header before the picture data"
    case .frameInvalid: "the frame header contradicts itself"
    case .tooManyMarkers: "there are more markers than the limit allows"
    case .boxInvalid: "a box or chunk contradicts itself or what it lies in"
    case .tooManyStructures: "there are more boxes or chunks than the limit allows"
    case .tooMuchMetadata: "there is more metadata than the limit allows"
    case .numberTooLarge: "a number is too large"
    case .imageMissing: "there is no picture or track, or it has no size"
    case .notExpressible:
      format.map {
        "\($0.rawValue.uppercased()) cannot say how a picture lies; save it as PNG, WebP or JPEG, which can"
      }
        ?? "the header cannot say this orientation"
    case .fieldNotWritable: "the orientation lies where it cannot be rewritten safely"
    case .metadataNotRemovable:
      format == .tiff
        ? "pixels may lie where no directory says so, and nothing can be taken out safely; `tiffcp IN.tif OUT.tif` writes "
          + "each strip with its length, and programs for stacks can save a directory for each picture"
        : "the metadata lie where they cannot be taken out safely"
    case .corruptData: "the coded picture is damaged"
    case .unreadable: "the bytes could not be read"
    }
  }
}
