// A request to the worker: one call of a codec, without the pixels and the source's bytes.

import Upright

/// One call of a codec in another process.
struct WorkerRequest: Hashable {
  /// The call.
  enum Operation: Hashable {
    case decode(DecodePass)
    case decodePlanes(PixelRect<Stored>, Subsampling, cutLimit: Int?, checksRest: Bool = false)
    case encode(PixelSize<Output>, SampleLayout, EncodeSettings, CarriedMetadata)
    case encodePlanes(PixelSize<Output>, Subsampling, EncodeSettings, CarriedMetadata)
    case transform(LosslessJob, CarriedMetadata)
    case writeBlocks(PixelSize<Stored>, Orientation<Stored, Displayed>)
    case convert(PixelSize<Output>, SampleLayout, profile: [UInt8])
    case profile
  }

  let format: ContainerFormat
  let operation: Operation
  let limits: Limits
  /// The source's length in bytes; 0 for none.
  let byteCount: Int
  /// Whether the source is sent as an open file; otherwise its bytes are requested.
  let passesFile: Bool
  /// The layout of the shared memory; nil if no pixels are transferred.
  let slots: SlotLayout?
  /// The size of the new shared memory that is sent along; nil if the last one suffices.
  let newMemory: Int?
}

extension WorkerRequest.Operation {
  /// The slots for its pixels; nil for none.
  var slots: SlotLayout? {
    switch self {
    case .decode(let pass): SlotLayout(pass.size, bytesPerPixel: pass.layout.bytesPerPixel)
    case .decodePlanes(let region, _, _, _): SlotLayout(region.size, bytesPerPixel: 3)
    case .encode(let size, let layout, _, _), .convert(let size, let layout, _):
      SlotLayout(size, bytesPerPixel: layout.bytesPerPixel)
    case .encodePlanes(let size, _, _, _): SlotLayout(size, bytesPerPixel: 3)
    case .transform, .writeBlocks, .profile: nil
    }
  }

  /// The number of rows transferred, in either direction.
  var rows: Int {
    switch self {
    case .decode(let pass): pass.size.height
    case .decodePlanes(let region, _, _, _): region.height
    case .encode(let size, _, _, _), .encodePlanes(let size, _, _, _), .convert(let size, _, _): size.height
    case .transform, .writeBlocks, .profile: 0
    }
  }

  /// Whether it decodes a file to pixels.
  var decodes: Bool {
    switch self {
    case .decode, .decodePlanes, .profile: true
    case .encode, .encodePlanes, .transform, .writeBlocks, .convert: false
    }
  }
}

// Encoding and decoding of requests (Design.md).
extension WireWriter {
  mutating func put(_ request: WorkerRequest) {
    put(request.format.rawValue)
    put(request.operation)
    put(request.limits)
    put(request.byteCount)
    put(request.passesFile)
    put(request.slots) { wire, slots in
      wire.put(slots.count)
      wire.put(slots.bytes)
    }
    put(request.newMemory) { $0.put($1) }
  }

  private mutating func put(_ operation: WorkerRequest.Operation) {
    switch operation {
    case .decode(let pass):
      put(byte: 1)
      put(pass.region)
      put(pass.denominator)
      put(pass.layout)
      put(pass.imageIndex) { $0.put($1) }
      put(pass.cutLimit) { $0.put($1) }
      put(pass.keepsCoding)
      put(pass.checksRest)
      put(pass.isOfMeans)
    case .decodePlanes(let region, let chroma, let cutLimit, let checksRest):
      put(byte: 2)
      put(region)
      put(chroma)
      put(cutLimit) { $0.put($1) }
      put(checksRest)
    case .encode(let size, let layout, let settings, let metadata):
      put(byte: 3)
      put(size)
      put(layout)
      put(settings)
      put(metadata)
    case .encodePlanes(let size, let chroma, let settings, let metadata):
      put(byte: 4)
      put(size)
      put(chroma)
      put(settings)
      put(metadata)
    case .transform(let job, let metadata):
      put(byte: 5)
      put(job.region)
      put(byte: job.orientation.exif.rawValue)
      put(job.readsOnlyRegion)
      put(metadata)
    case .writeBlocks(let size, let orientation):
      put(byte: 6)
      put(size)
      put(byte: orientation.exif.rawValue)
    case .convert(let size, let layout, let profile):
      put(byte: 7)
      put(size)
      put(layout)
      put(profile)
    case .profile: put(byte: 8)
    }
  }

  private mutating func put(_ limits: Limits) {
    put(limits.pixels)
    put(limits.memoryBytes)
    put(limits.scans)
    put(limits.warnings)
    put(limits.seconds) { $0.put(Int(truncatingIfNeeded: $1.bitPattern)) }
  }

  private mutating func put(_ region: PixelRect<Stored>) {
    put(region.x)
    put(region.y)
    put(region.size)
  }

  private mutating func put(_ size: PixelSize<some Space>) {
    put(size.width)
    put(size.height)
  }

  private mutating func put(_ chroma: Subsampling) {
    put(byte: chroma.horizontal)
    put(byte: chroma.vertical)
  }

  private mutating func put(_ layout: SampleLayout) {
    put(byte: layout.channels.rawValue)
    put(byte: layout.depth.rawValue)
  }

  private mutating func put(_ settings: EncodeSettings) {
    put(settings.format.rawValue)
    switch settings.fidelity {
    case .level(let level):
      put(byte: 0)
      put(level)
    case .tables(let tables):
      put(byte: 1)
      put(tables) { wire, table in wire.put(table) { $0.put(Int($1)) } }
    case .exact: put(byte: 2)
    }
    put(settings.sampling)
    put(settings.progressive)
    put(settings.codes == .fitted)
    put(settings.tiff) { wire, tiff in
      wire.put(tiff.scheme.rawValue)
      wire.put(tiff.predicts)
      wire.put(tiff.isBilevel)
      wire.put(tiff.isWhiteZero)
      wire.put(tiff.faxOptions)
    }
    put(settings.coding) { wire, coding in
      wire.put(coding.isPalette)
      wire.put(coding.depth)
    }
  }

  private mutating func put(_ metadata: CarriedMetadata) {
    put(metadata.segments) { wire, segment in
      wire.put(byte: segment.marker)
      wire.put(segment.payload)
    }
    put(metadata.chunks) { wire, chunk in
      wire.put(chunk.name)
      wire.put(chunk.payload)
    }
    let blocks = [metadata.exif, metadata.xmp, metadata.icc, metadata.iptc, metadata.photoshop]
    for block in blocks { put(block) { $0.put($1) } }
  }
}

extension WireReader {
  /// More columns or rows than any format allows.
  private static let longest = 1 << 32

  mutating func request() throws(ProtocolViolation) -> WorkerRequest {
    let format = try word(ContainerFormat.self)
    let operation = try operation()
    let limits = try limits()
    let byteCount = try number(in: 0...Int.max)
    let passesFile = try flag()
    let slots = try optional { wire throws(ProtocolViolation) in
      let (count, bytes) = (try wire.number(), try wire.number())
      guard let slots = SlotLayout(count: count, bytes: bytes) else {
        throw ProtocolViolation("slots outside the shared memory")
      }
      return slots
    }
    guard slots == operation.slots else { throw ProtocolViolation("slots of another image") }
    let newMemory = try optional { wire throws(ProtocolViolation) in try wire.number(in: 1...(1 << 44)) }
    return WorkerRequest(
      format: format, operation: operation, limits: limits, byteCount: byteCount, passesFile: passesFile, slots: slots,
      newMemory: newMemory)
  }

  private mutating func operation() throws(ProtocolViolation) -> WorkerRequest.Operation {
    switch try byte() {
    case 1: .decode(try pass())
    case 2: .decodePlanes(try region(), try chroma(), cutLimit: try optionalCount(), checksRest: try flag())
    case 3: .encode(try size(), try layout(), try settings(), try metadata())
    case 4: .encodePlanes(try size(), try chroma(), try settings(), try metadata())
    case 5: .transform(try losslessJob(), try metadata())
    case 6: .writeBlocks(try size(), try orientation())
    case 7: .convert(try size(), try layout(), profile: try block())
    case 8: .profile
    case let other: throw ProtocolViolation("unknown request \(other)")
    }
  }

  private mutating func losslessJob() throws(ProtocolViolation) -> LosslessJob {
    LosslessJob(region: try region(), orientation: try orientation(), readsOnlyRegion: try flag())
  }

  private mutating func pass() throws(ProtocolViolation) -> DecodePass {
    var pass = DecodePass(
      region: try region(), denominator: try number(in: 1...8), layout: try layout(),
      imageIndex: try optionalCount(), cutLimit: try optionalCount())
    pass.keepsCoding = try flag()
    pass.checksRest = try flag()
    pass.isOfMeans = try flag()
    return pass
  }

  private mutating func optionalCount() throws(ProtocolViolation) -> Int? {
    try optional { wire throws(ProtocolViolation) in try wire.number(in: 0...Int.max) }
  }

  private mutating func limits() throws(ProtocolViolation) -> Limits {
    Limits(
      pixels: try number(), memoryBytes: try number(), scans: try number(), warnings: try number(),
      seconds: try optional { wire throws(ProtocolViolation) in
        Double(bitPattern: UInt64(truncatingIfNeeded: try wire.number()))
      })
  }

  private mutating func region() throws(ProtocolViolation) -> PixelRect<Stored> {
    let (x, y) = (try number(in: 0...Self.longest), try number(in: 0...Self.longest))
    let size: PixelSize<Stored> = try size()
    return PixelRect(x: x, y: y, width: size.width, height: size.height)
  }

  private mutating func size<S: Space>() throws(ProtocolViolation) -> PixelSize<S> {
    PixelSize(width: try number(in: 0...Self.longest), height: try number(in: 0...Self.longest))
  }

  private mutating func chroma() throws(ProtocolViolation) -> Subsampling {
    let (across, down) = (Int(try byte()), Int(try byte()))
    guard [1, 2, 4].contains(across), [1, 2, 4].contains(down) else {
      throw ProtocolViolation("unknown chroma subsampling")
    }
    return Subsampling(horizontal: across, vertical: down)
  }

  private mutating func layout() throws(ProtocolViolation) -> SampleLayout {
    guard let channels = SampleLayout.Channels(rawValue: Int(try byte())),
      let depth = SampleLayout.Depth(rawValue: Int(try byte()))
    else { throw ProtocolViolation("unknown sample layout") }
    return SampleLayout(channels, depth)
  }

  private mutating func orientation() throws(ProtocolViolation) -> Orientation<Stored, Displayed> {
    guard let tag = ExifOrientation(rawValue: try byte()) else { throw ProtocolViolation("invalid orientation") }
    return Orientation(exif: tag)
  }

  private mutating func settings() throws(ProtocolViolation) -> EncodeSettings {
    let format = try word(ContainerFormat.self)
    let fidelity: EncodeSettings.Fidelity =
      switch try byte() {
      case 0: .level(try number())
      case 1: .tables(try tables())
      case 2: .exact
      default: throw ProtocolViolation("unknown fidelity")
      }
    var settings = EncodeSettings(
      format: format, fidelity: fidelity, sampling: try chroma(), progressive: try flag(),
      codes: try flag() ? .fitted : .standard)
    settings.tiff = try optional { wire throws(ProtocolViolation) in
      guard let scheme = TIFFCompression.Scheme(rawValue: try wire.number(in: 1...65_535)) else {
        throw ProtocolViolation("unknown compression")
      }
      return TIFFCompression(
        scheme, predicts: try wire.flag(), isBilevel: try wire.flag(), isWhiteZero: try wire.flag(),
        faxOptions: try wire.number(in: 0...7))
    }
    settings.coding = try optional { wire throws(ProtocolViolation) in
      EncodeSettings.CodedSamples(isPalette: try wire.flag(), depth: try wire.number(in: 1...8))
    }
    return settings
  }

  private mutating func tables() throws(ProtocolViolation) -> [[UInt16]] {
    try list { wire throws(ProtocolViolation) in
      try wire.list { wire throws(ProtocolViolation) in UInt16(try wire.number(in: 0...65535)) }
    }
  }

  private mutating func metadata() throws(ProtocolViolation) -> CarriedMetadata {
    let segments = try list { wire throws(ProtocolViolation) in
      CarriedMetadata.Segment(marker: try wire.byte(), payload: try wire.block())
    }
    let chunks = try list { wire throws(ProtocolViolation) in
      CarriedMetadata.Chunk(name: try wire.block(), payload: try wire.block())
    }
    func block(_ wire: inout WireReader) throws(ProtocolViolation) -> [UInt8] { try wire.block() }
    var metadata = CarriedMetadata(
      segments: segments, chunks: chunks, exif: try optional(block), xmp: try optional(block), icc: try optional(block),
      iptc: try optional(block))
    metadata.photoshop = try optional(block)
    return metadata
  }
}
