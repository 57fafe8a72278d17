// JPEG by libjpeg-turbo (ITU T.81; JFIF 1.02; Adobe TN 5116 for CMYK): decodes regions at reduced sizes, encodes
// images.

import CUpright
public import Upright
public import UprightJPEG

/// JPEG by libjpeg-turbo: 8 bits; gray, RGB and CMYK; baseline, extended, progressive, Huffman and arithmetic.
///
/// CMYK is exchanged as amounts of ink; files store it as `InkStorage` states. A CMYK image is written as YCCK with an
/// Adobe marker, the only form of it that can be subsampled.
public struct JPEGCodec: ImageDecoder, ImageEncoder, BlockCodec, PlaneCodec {
  /// The index of the file that is decoded; nil for none.
  let index: RegionIndex?
  /// Whether everything is decoded by libjpeg, for comparison.
  package var usesOnlyLibjpeg = false
  /// Who walks the coded data; asked for each image.
  package var threads: @Sendable () -> WalkThreads

  /// A codec for any file.
  ///
  /// - Parameter usesThreads: Whether a second thread may walk the coded data of an image, if one is free. It saves
  ///   nothing if as many images as there are cores are decoded in parallel.
  public init(usesThreads: Bool = true) { self.init { usesThreads } }

  /// A codec that asks for each image whether a second thread may walk its coded data.
  package init(usesThreads: @escaping @Sendable () -> Bool) {
    (index, threads) = (nil, { usesThreads() ? .two : .one })
  }

  /// A codec for the file that `index` was made of. It compares the length, the headers and samples of the data each
  /// time, and decodes other files without the index. A file that was edited between the samples may decode to wrong
  /// pixels.
  public init(index: RegionIndex) { self.init(index: index, as: JPEGCodec()) }

  /// As `codec`, with an index.
  init(index: RegionIndex, as codec: JPEGCodec) { (self.index, threads) = (index, codec.threads) }

  /// JPEG.
  public var format: ContainerFormat { .jpeg }

  /// All capabilities; denominators 1, 2, 4 and 8 (others cost more than they save).
  public var capabilities: Capabilities {
    var capabilities = CodecFacts.jpeg.capabilities
    capabilities.isIndexed = index != nil
    return capabilities
  }

  /// Decodes a region at a denominator; every pixel equals that of a full decode at that denominator.
  ///
  /// - Throws: `.unanswerable` for a pass that does not fit the image; otherwise as `Codec`.
  public func decode(
    _ pass: DecodePass, from source: any ByteSource, limits: Limits,
    band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    try JPEGPart.decode(pass, of: source, index, threads(), limits) {
      (part, limits, isBegun) throws(UprightError) in
      let fault = try decode(part.pass(pass), of: part, limits) { (rows, first) throws(UprightError) in
        isBegun = true
        if part.delivers { try band(rows, first) }
      }
      try limits.check(fault ?? part.fault)
    }
  }

  /// Delivers the bands; returns the damage that a walk found, of which libjpeg may not have warned.
  private func decode(
    _ pass: DecodePass, of part: JPEGPart, _ limits: Limits,
    _ band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) -> ScanFault? {
    let start = ContinuousClock.now
    let own =
      usesOnlyLibjpeg
      ? JPEGRows() : try JPEGRows(pass, of: part.source, part.isWalkedAhead ? .one : threads(), limits, band)
    if own.isDone { return nil }
    let coarse = pass.denominator == 8 && !part.isCut ? try Self.coarse(part.source) : nil
    try limits.resumed(since: start) { rest throws(UprightError) in
      try CodecSession.reading(coarse ?? part.source, as: format, limits: rest) { call throws(UprightError) in
        var request = try Self.request(for: pass, of: call.openJPEG())
        request.sparse = coarse == nil ? 0 : 1
        request.walked = part.isCut ? 1 : 0
        try call.startJPEG(request)
        try pass.bands(format) { (rows, first) throws(UprightError) in
          try call.readJPEG(&rows)
          if first >= own.rowCount { try band(rows, first) }
        }
      }
    }
    return own.fault
  }

  /// Where the coded data ends, if the codec has the index of `source`.
  public func dataEnd(of source: any ByteSource) -> Int? {
    index.flatMap { $0.isIndex(of: source) ? $0.dataEnd : nil }
  }

  /// Encodes a gray, RGB or CMYK image of 8 bits.
  ///
  /// The result contains `metadata.segments` in order, except Adobe markers, which describe color coding. If they begin
  /// with neither JFIF nor Exif, a JFIF header comes first.
  ///
  /// - Throws: `.unanswerable` for settings that are invalid in JPEG; otherwise as `Codec`.
  public func encode(
    _ image: Raster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) {
    let channels = try Self.channels(of: image.layout)
    let request = try Self.request(for: image.size, channels: channels, settings: settings)
    let tables = try Self.tables(settings, channels: channels)
    try CodecSession.writing(to: &sink, as: format, limits: limits) { call throws(UprightError) in
      try call.encodeJPEG(request, tables: tables)
      try call.writeMarkers(Self.segments(of: metadata, channels: channels))
      try call.writeJPEG(image)
      try call.endJPEG()
    }
  }
}

extension JPEGCodec {
  private static func channels(of layout: SampleLayout) throws(UprightError) -> UInt32 {
    guard layout.depth == .eight else { throw .unsupported("JPEG cannot store 16 bits") }
    switch layout.channels {
    case .gray: return 1
    case .rgb: return 3
    case .cmyk: return 4
    case .rgba: throw .unsupported("JPEG cannot store transparency")
    }
  }

  /// The reduced source for decoding at 1/8, if it is shorter than the whole.
  private static func coarse(_ source: some ByteSource) throws(UprightError) -> CoarseJPEG? {
    do { return try CoarseJPEG(source) } catch { throw UprightError(error) }
  }

  /// - Throws: `.unanswerable` for a pass that does not fit the image; `.unsupported` for other colors.
  static func request(for pass: DecodePass, of header: up_jpeg_header) throws(UprightError) -> up_jpeg_pass {
    let (region, part) = (pass.region, pass.denominator)
    try pass.check(inside: (Int(header.width), Int(header.height)), .jpeg)
    let channels = try channels(of: pass.layout)
    guard header.channels == channels || (header.channels == 1 && channels == 3) else {
      let colors = header.channels == 0 ? "\(header.components) components of unknown meaning" : "these colors"
      throw .unsupported("JPEG with \(colors) as \(pass.layout.channels)")
    }
    return up_jpeg_pass(
      denominator: UInt32(part), channels: channels, x: UInt32(region.x / part), y: UInt32(region.y / part),
      width: UInt32(pass.size.width), height: UInt32(pass.size.height), sparse: 0,
      inverted: channels == 4 && InkStorage.of(.jpeg(InkStorage.Marker(header.adobe))) == .inverted ? 1 : 0, walked: 0,
      rest: pass.checksRest ? 1 : 0)
  }
}

extension JPEGCodec {
  static func request(
    for size: PixelSize<Output>, channels: UInt32, settings: EncodeSettings
  ) throws(UprightError) -> up_jpeg_settings {
    guard settings.format == .jpeg else { throw .unsupported("the JPEG codec cannot write \(settings.format.name)") }
    let (across, down) = (settings.sampling.horizontal, settings.sampling.vertical)
    let full = channels == 4 ? 2 : 1
    guard [1, 2, 4].contains(across), [1, 2, 4].contains(down), channels == 1 || full * across * down + 2 <= 10 else {
      throw .unanswerable(field: "sampling", reason: "JPEG has no \(across)x\(down) luma samples per chroma sample")
    }
    var quality = 0
    switch settings.fidelity {
    case .level(let level):
      guard Rendition.Quality.levels.contains(level) else {
        throw .unanswerable(field: "quality", reason: "\(level) is not between 1 and 100")
      }
      quality = level
    case .exact: throw .unanswerable(field: "quality", reason: "JPEG cannot be lossless")
    case .tables: break
    }
    return up_jpeg_settings(
      width: UInt32(clamping: size.width), height: UInt32(clamping: size.height), channels: channels,
      quality: Int32(quality), horizontal: Int32(across), vertical: Int32(down),
      progressive: settings.progressive ? 1 : 0, planar: 0,
      fitted: settings.codes == .fitted ? 1 : 0)
  }

  static func tables(_ settings: EncodeSettings, channels: UInt32) throws(UprightError) -> [UInt16] {
    guard case .tables(let tables) = settings.fidelity else { return [] }
    guard tables.count == Int(channels), tables.allSatisfy({ $0.count == 64 && !$0.contains(0) }) else {
      throw .unanswerable(field: "quality", reason: "needs \(channels) tables of 64 values above 0")
    }
    return tables.flatMap(\.self)
  }

  static func segments(of metadata: CarriedMetadata, channels: UInt32) -> [CarriedMetadata.Segment] {
    let carried = metadata.segments.filter { !$0.starts(0xEE, with: "Adobe") }
    let hasHeader = carried.contains { $0.starts(0xE0, with: "JFIF\0") || $0.starts(0xE1, with: "Exif\0") }
    let jfif = CarriedMetadata.Segment(marker: 0xE0, payload: Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])
    let adobe = CarriedMetadata.Segment(marker: 0xEE, payload: Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 2])
    if channels == 4 { return carried + [adobe] }
    return hasHeader ? carried : [jfif] + carried
  }
}

extension CarriedMetadata.Segment {
  fileprivate func starts(_ marker: UInt8, with signature: String) -> Bool {
    self.marker == marker && payload.starts(with: signature.utf8)
  }
}
