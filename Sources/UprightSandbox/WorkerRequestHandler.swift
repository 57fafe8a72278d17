// One request in the worker: the codec's call, with source, rows and result over the channel.

import Upright
import UprightSystem

/// One codec call for the parent.
struct WorkerRequestHandler {
  let codec: any Codec
  let colors: (any ColorManagement)?
  let request: WorkerRequest
  let connection: WorkerConnection

  /// Runs it.
  ///
  /// - Returns: The number that the codec returns, otherwise 0.
  func run() throws(UprightError) -> Int {
    let source = WorkerSource(byteCount: request.byteCount, connection: connection)
    var sink = WorkerSink(connection: connection)
    var number = 0
    switch request.operation {
    case .decode(let pass):
      var rows = RowSender(self)
      try codec.requiredDecoder().decode(pass, from: source, limits: request.limits) {
        band, first throws(UprightError) in
        try rows.send(band, band.size.height, from: first)
      }
    case .decodePlanes(let region, let chroma, let cutLimit, let checksRest):
      var rows = RowSender(self)
      var pass = DecodePass(region: region, denominator: 1, layout: SampleLayout(.rgb), cutLimit: cutLimit)
      pass.checksRest = checksRest
      try codec.requiredPlanes().decodePlanes(pass, chroma: chroma, from: source, limits: request.limits) {
        band, first throws(UprightError) in
        try rows.send(band, band.size.height, from: first)
      }
    case .encode(let size, let layout, let settings, let metadata):
      try codec.requiredEncoder().encode(
        image(size, layout), settings: settings, metadata: metadata, limits: request.limits, into: &sink)
    case .encodePlanes(let size, let chroma, let settings, let metadata):
      try codec.requiredPlanes().encode(
        planes(size, chroma), settings: settings, metadata: metadata, limits: request.limits, into: &sink)
    case .transform(let job, let metadata):
      number = try codec.requiredBlocks().transform(
        job, from: source, metadata: metadata, limits: request.limits, into: &sink)
    case .writeBlocks(let size, let orientation):
      try codec.requiredBlocks().writeBlocks(
        of: size, as: orientation, from: source, limits: request.limits, into: &sink)
    case .convert(let size, let layout, let profile):
      guard let colors else { throw .unsupported("converting colors by a profile is not supported") }
      try sink.write(colors.converted(image(size, layout), from: profile, limits: request.limits).bytes)
    case .profile:
      try sink.write(codec.requiredDecoder().profile(of: source, limits: request.limits) ?? [])
    }
    try sink.end()
    return number
  }

  private func image(_ size: PixelSize<Output>, _ layout: SampleLayout) throws(UprightError) -> Raster<Output> {
    guard var image = Raster<Output>(size: size, layout: layout) else { throw .outOfMemory }
    try requestRows(of: size) { first, rows, slot, slots in
      var band = Raster<Output>(size: PixelSize(width: size.width, height: rows), layout: layout)
      guard connection.memory?.fill(&band, from: slot, of: slots) == true, let band else { return false }
      return image.place(band, firstRow: first, of: size, by: Orientation<Output, Output>.identity, at: size.bounds)
    }
    return image
  }

  private func planes(_ size: PixelSize<Output>, _ chroma: Subsampling) throws(UprightError) -> PlanarRaster<Output> {
    guard var image = PlanarRaster<Output>(size: size, chroma: chroma) else { throw .outOfMemory }
    try requestRows(of: size) { first, rows, slot, slots in
      var band = PlanarRaster<Output>(size: PixelSize(width: size.width, height: rows), chroma: chroma)
      guard connection.memory?.fill(&band, from: slot, of: slots) == true, let band else { return false }
      return image.place(band, firstRow: first, of: size, by: Orientation<Output, Output>.identity)
    }
    return image
  }

  /// Requests the rows of an image, one slot at a time; `take` returns whether they arrived.
  private func requestRows(
    of size: PixelSize<Output>, take: (_ first: Int, _ rows: Int, _ slot: Int, SlotLayout) -> Bool
  ) throws(UprightError) {
    guard let slots = request.slots else { throw .cancelled }
    for (band, first) in stride(from: 0, to: size.height, by: DecodePass.bandRows).enumerated() {
      let rows = min(DecodePass.bandRows, size.height - first)
      try communicating { () throws(WorkerFault) in
        try connection.sendReply(.needsRows(firstRow: first, rows: rows))
        try connection.awaitRows()
      }
      guard take(first, rows, band % slots.count, slots) else { throw .outOfMemory }
    }
  }
}

/// Sends bands of rows to the parent.
private struct RowSender {
  let turn: WorkerRequestHandler
  private var sent = 0

  init(_ turn: WorkerRequestHandler) { self.turn = turn }

  mutating func send(_ band: some BandOfRows, _ rows: Int, from first: Int) throws(UprightError) {
    let connection = turn.connection
    guard let slots = turn.request.slots else { throw .cancelled }
    try communicating { () throws(WorkerFault) in try connection.awaitSlot() }
    guard connection.memory?.put(band, into: sent % slots.count, of: slots) == true else {
      throw .codec(format: turn.request.format, message: "rows of another image")
    }
    sent += 1
    try communicating { () throws(WorkerFault) in try connection.sendReply(.filled(firstRow: first, rows: rows)) }
  }
}

/// If the channel fails, the parent has ended and the work is pointless: the codec sees a cancellation.
private func communicating(_ body: () throws(WorkerFault) -> Void) throws(UprightError) {
  do { try body() } catch { throw .cancelled }
}

/// The source's bytes, read from the received file or requested from the parent.
private final class WorkerSource: ByteSource {
  /// The minimum number of bytes requested from the parent at once, since a decoder may read a few bytes at a time.
  private static let block = 1 << 16

  let byteCount: Int
  private let connection: WorkerConnection
  private var buffered: (from: Int, bytes: [UInt8]) = (0, [])

  init(byteCount: Int, connection: WorkerConnection) {
    self.byteCount = byteCount
    self.connection = connection
  }

  func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    let wanted = range.clamped(to: 0..<byteCount)
    guard let file = connection.source else { return try ask(wanted) }
    do { return try WorkerCalls.bytes(of: file, at: wanted.lowerBound, count: wanted.count) } catch {
      throw MetadataError(.unreadable, at: wanted.lowerBound, systemError: error.number)
    }
  }

  private func ask(_ wanted: Range<Int>) throws(MetadataError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < wanted.count {
      let next = wanted.lowerBound + bytes.count
      if !(buffered.from..<buffered.from + buffered.bytes.count ~= next) {
        let count = min(max(wanted.upperBound - next, Self.block), WorkerReply.maxBytes)
        do { buffered = (next, try connection.bytes(at: next, count: count)) } catch {
          throw MetadataError(.unreadable, at: next)
        }
        guard !buffered.bytes.isEmpty else { throw MetadataError(.unreadable, at: next) }
      }
      bytes += buffered.bytes[(next - buffered.from)...].prefix(wanted.upperBound - next)
    }
    return bytes
  }
}

/// Sends the result's bytes to the parent.
private struct WorkerSink: ByteSink {
  let connection: WorkerConnection
  private var pending: [UInt8] = []

  init(connection: WorkerConnection) { self.connection = connection }

  mutating func write(_ bytes: [UInt8]) throws(UprightError) {
    pending += bytes
    while pending.count >= WorkerReply.maxBytes { try send(WorkerReply.maxBytes) }
  }

  /// Sends the remaining bytes.
  mutating func end() throws(UprightError) {
    if !pending.isEmpty { try send(pending.count) }
  }

  private mutating func send(_ count: Int) throws(UprightError) {
    let bytes = Array(pending.prefix(count))
    pending.removeFirst(count)
    try communicating { () throws(WorkerFault) in try connection.sendReply(.written(bytes)) }
  }
}
