// What a file's headers say about its picture: the answer to "which way is up, and how large" (resolver rules in DESIGN.md).

public import UprightGeometry

/// What a file is, read from its headers in ranges: no pixel is decoded and the file is never read whole.
public struct Probe: Hashable, Sendable {
  /// The container, by its first bytes.
  public let format: ContainerFormat
  /// How many bytes the source has.
  public let byteCount: Int
  /// Columns and rows as stored.
  public let storedSize: PixelSize<Stored>
  /// How the stored picture is displayed.
  public let orientation: Orientation<Stored, Displayed>
  /// Where that was found.
  public let source: OrientationSource
  /// What is odd, in the order of the bytes.
  public let findings: [Finding]
  /// How the picture is coded, where the container is JPEG.
  public let jpeg: JPEGFrame?
  /// Which bytes were probed.
  public let fingerprint: SourceFingerprint

  /// Columns and rows as a person sees it.
  public var displayedSize: PixelSize<Displayed> { orientation.applied(to: storedSize) }

  /// Reads the headers of `source`.
  ///
  /// - Throws: `MetadataError` with the broken rule and its byte offset.
  public init(_ source: some ByteSource) throws(MetadataError) {
    throw MetadataError(.unsupportedFormat, at: 0)
  }

  /// The bytes to change so that the file is displayed under `orientation`; no pixel is touched.
  ///
  /// - Throws: `MetadataError` `.carrierNotWritable`.
  public func retag(to orientation: Orientation<Stored, Displayed>) throws(MetadataError) -> BytePatch {
    throw MetadataError(.carrierNotWritable, at: 0)
  }
}
