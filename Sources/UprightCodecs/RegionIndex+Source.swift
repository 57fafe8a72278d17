// Indexes of JPEGs for users: made from a source, saved, and used by a pipeline (Sources/UprightJPEG/Design.md).

public import Upright
public import UprightJPEG

extension RegionIndex {
  /// Up to this many bytes, a file whose restart markers are close is indexed by them.
  private static let longestInMemory = 64 << 20

  /// Indexes a sequential Huffman-coded JPEG of 8 bits. It is walked once, a megabyte at a time; if its restart markers
  /// are close enough, only they are searched.
  ///
  /// - Parameter usesThreads: Whether a second thread may help to walk it, if one is free.
  /// - Throws: `.unsupported` if no index is possible, with the reason; `.malformed` for damage; `.io`, `.cancelled`;
  ///   `.limit` for seconds.
  public init(
    of source: some ByteSource, limits: Limits = Limits(), usesThreads: Bool = true
  ) throws(UprightError) {
    let watched = WatchedSource(source, limits)
    do throws(ScanFault) {
      self = try Self.made(of: watched, usesThreads ? .two : .one)
    } catch {
      try watched.check()
      throw watched.readError ?? UprightError(error)
    }
  }

  private static func made(of source: some ByteSource, _ threads: WalkThreads) throws(ScanFault) -> RegionIndex {
    let header = try ScanHeader(of: source)
    guard header.hasCloseRestarts, source.byteCount <= longestInMemory else {
      return try RegionIndex(reading: source, threads: threads)
    }
    let bytes: [UInt8]
    do { bytes = try source.read(0..<source.byteCount) } catch {
      throw ScanFault(.unreadable, at: header.dataStart)
    }
    return try RegionIndex(ofBytes: bytes)
  }

  /// An index from its saved bytes, if they are undamaged and belong to `source`: its headers and samples of its data
  /// are compared. Use only bytes from a place that no one else can write to; others can lead to wrong pixels.
  ///
  /// - Returns: nil for damaged bytes, those of another version, and those of another file or of its earlier content.
  public init?(saved bytes: [UInt8], for source: some ByteSource) {
    do throws(IndexFault) { try self.init(bytes: bytes, for: source) } catch { return nil }
  }
}

extension Pipeline {
  /// The same pipeline for one JPEG and its index: a small region is decoded without reading what is above it, to the
  /// same pixels. Regions to which an index is of no use are decoded as without, and so is everything if the pipeline's
  /// codec for JPEG is not ``JPEGCodec``. Other files are decoded as without.
  ///
  ///     let index = try RegionIndex(of: scan)
  ///     let probe = try Probe(scan)
  ///     let tile = try pipeline.indexed(by: index).raster(
  ///       Rendition(region: .pixels(PixelRect(x: 40_000, y: 52_000, width: 512, height: 512))), of: probe, from: scan)
  public func indexed(by index: RegionIndex) -> Pipeline {
    codec(JPEGCodec.self).map { replacing(JPEGCodec(index: index, as: $0)) } ?? self
  }
}

extension UprightError {
  /// Why a JPEG has no index.
  fileprivate init(_ fault: ScanFault) {
    switch fault.code {
    case .unreadable: self = .io(path: "", systemError: 0)
    case .notJPEG: self = .unsupported("cannot be indexed: not a JPEG")
    case _ where fault.code.isUnsupported: self = .unsupported(Phrase(fault.description))
    default: self = .malformed(MetadataError(.corruptData, at: fault.offset))
    }
  }
}
