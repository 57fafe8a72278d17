// A codec in another process: the pipeline's interface to a format's library, through a worker (Design.md).

public import Upright
import UprightSystem

/// A format's codec behind a process boundary: whatever it does, this process gets pixels, bytes or an error.
public struct WorkerCodec: ImageDecoder, ImageEncoder, BlockCodec, PlaneCodec {
  /// The format.
  public let format: ContainerFormat
  /// The capabilities of the worker's codec, known without starting one.
  public let capabilities: Capabilities
  private let workers: WorkerPool

  /// The codec of `format` in the pool's workers.
  public init(_ format: ContainerFormat, _ capabilities: Capabilities, workers: WorkerPool) {
    self.format = format
    self.capabilities = capabilities
    self.workers = workers
  }

  /// Decodes a pass while earlier rows are used here: the worker is a few bands ahead.
  ///
  /// - Throws: `.codec` if the worker crashes, `.shortage` if it runs out of memory; otherwise as `Codec`.
  public func decode(
    _ pass: DecodePass, from source: any ByteSource, limits: Limits,
    band take: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    let operation = WorkerRequest.Operation.decode(pass)
    var rows = OrderedRows(of: pass.size.height)
    try ask(operation, source, limits, check: { _ in rows.isComplete }) { worker, reply, deadline throws(WorkerFault) in
      let next = try rows.next(reply)
      var band = Raster<Decoded>(size: PixelSize(width: pass.size.width, height: next.count), layout: pass.layout)
      try receive(&band, next.slot, of: operation, from: worker, &deadline)
      if let band { try answering { () throws(UprightError) in try take(band, next.first) } }
    }
  }

  /// Gets the profile from the worker's codec; bytes that are not a profile are treated as a wrong profile from the
  /// worker.
  ///
  /// - Throws: `.codec` if the worker crashes, `.shortage` if it runs out of memory; otherwise as `Codec`.
  public func profile(of source: any ByteSource, limits: Limits) throws(UprightError) -> [UInt8]? {
    var profile: [UInt8] = []
    try write(.profile, source, limits, into: &profile)
    return profile.isEmpty ? nil : profile
  }

  /// Encodes an image in the worker; the result arrives here.
  ///
  /// - Throws: `.codec` if the worker crashes, `.shortage` if it runs out of memory; otherwise as `Codec`.
  public func encode(
    _ image: Raster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) {
    let operation = WorkerRequest.Operation.encode(image.size, image.layout, settings, metadata)
    var rows = OrderedRows(of: image.size.height)
    try write(operation, [UInt8](), limits, into: &sink) { worker, reply, deadline throws(WorkerFault) in
      let next = try rows.next(reply)
      try send(image.rows(next.first..<next.first + next.count), next.slot, of: operation, to: worker, &deadline)
    }
  }

  /// Reorients and crops coefficients in the worker; the result arrives here.
  ///
  /// - Throws: `.codec` if the worker crashes, `.shortage` if it runs out of memory; otherwise as `Codec`.
  public func transform(
    _ job: LosslessJob, from source: any ByteSource, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) -> Int {
    try write(.transform(job, metadata), source, limits, into: &sink)
  }

  /// Writes blocks in the worker; the result arrives here.
  ///
  /// - Throws: `.codec` if the worker crashes, `.shortage` if it runs out of memory; otherwise as `Codec`.
  public func writeBlocks(
    of size: PixelSize<Stored>, as orientation: Orientation<Stored, Displayed>, from source: any ByteSource,
    limits: Limits, into sink: inout some ByteSink
  ) throws(UprightError) {
    try write(.writeBlocks(size, orientation), source, limits, into: &sink)
  }
}

extension WorkerCodec {
  /// Decodes planes while earlier rows are used here.
  ///
  /// - Throws: `.codec` if the worker crashes, `.shortage` if it runs out of memory; otherwise as `Codec`.
  public func decodePlanes(
    _ pass: DecodePass, chroma: Subsampling, from source: any ByteSource, limits: Limits,
    band take: (PlanarRaster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    try pass.checkPlanes()
    let region = pass.region
    let operation = WorkerRequest.Operation.decodePlanes(
      region, chroma, cutLimit: pass.cutLimit, checksRest: pass.checksRest)
    var rows = OrderedRows(of: region.height, from: region.y, inStepsOf: chroma.vertical)
    try ask(operation, source, limits, check: { _ in rows.isComplete }) { worker, reply, deadline throws(WorkerFault) in
      let next = try rows.next(reply)
      var band = PlanarRaster<Decoded>(size: PixelSize(width: region.width, height: next.count), chroma: chroma)
      try receive(&band, next.slot, of: operation, from: worker, &deadline)
      if let band { try answering { () throws(UprightError) in try take(band, next.first) } }
    }
  }

  /// Encodes planes in the worker; the result arrives here.
  ///
  /// - Throws: `.codec` if the worker crashes, `.shortage` if it runs out of memory; otherwise as `Codec`.
  public func encode(
    _ image: PlanarRaster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) {
    let operation = WorkerRequest.Operation.encodePlanes(image.size, image.chroma, settings, metadata)
    var rows = OrderedRows(of: image.size.height, inStepsOf: image.chroma.vertical)
    try write(operation, [UInt8](), limits, into: &sink) { worker, reply, deadline throws(WorkerFault) in
      let next = try rows.next(reply)
      try send(image.rows(next.first..<next.first + next.count), next.slot, of: operation, to: worker, &deadline)
    }
  }
}

extension WorkerCodec {
  /// Converts colors in the worker; the image returns here.
  ///
  /// - Throws: `.codec` if the worker crashes, `.shortage` if it runs out of memory; otherwise as `ColorManagement`.
  func converted(
    _ image: Raster<Output>, from profile: [UInt8], limits: Limits
  ) throws(UprightError) -> Raster<Output> {
    let operation = WorkerRequest.Operation.convert(image.size, image.layout, profile: profile)
    let channels = image.layout.channels == .cmyk ? SampleLayout.Channels.rgb : image.layout.channels
    var (rows, bytes) = (OrderedRows(of: image.size.height), [UInt8]())
    try write(operation, [UInt8](), limits, into: &bytes) { worker, reply, deadline throws(WorkerFault) in
      let next = try rows.next(reply)
      try send(image.rows(next.first..<next.first + next.count), next.slot, of: operation, to: worker, &deadline)
    }
    let layout = SampleLayout(channels, image.layout.depth)
    guard let result = Raster<Output>(size: image.size, layout: layout, bytes: bytes) else {
      throw protocolViolation("an image of another size")
    }
    return result
  }
}

extension WorkerCodec {
  private typealias Take = (WorkerProcess, WorkerReply, inout Deadline) throws(WorkerFault) -> Void

  private func protocolViolation(_ what: String) -> UprightError {
    .codec(format: format, message: "the worker's reply is invalid: \(what)")
  }

  /// Copies the rows out of their slot, and frees the slot.
  private func receive(
    _ band: inout (some BandOfRows)?, _ slot: Int, of operation: WorkerRequest.Operation, from worker: WorkerProcess,
    _ deadline: inout Deadline
  ) throws(WorkerFault) {
    guard let slots = operation.slots, worker.memory?.fill(&band, from: slot % slots.count, of: slots) == true else {
      throw .caller(.outOfMemory)
    }
    try worker.sendCommand(.slot, &deadline)
  }

  /// Copies rows into their slot, and reports that.
  private func send(
    _ band: (some BandOfRows)?, _ slot: Int, of operation: WorkerRequest.Operation, to worker: WorkerProcess,
    _ deadline: inout Deadline
  ) throws(WorkerFault) {
    guard let slots = operation.slots, let band, worker.memory?.put(band, into: slot % slots.count, of: slots) == true
    else {
      throw .caller(.outOfMemory)
    }
    try worker.sendCommand(.slot, &deadline)
  }

  /// Passes errors of the caller's own code on unchanged.
  private func answering(_ body: () throws(UprightError) -> Void) throws(WorkerFault) {
    do { try body() } catch { throw .caller(error) }
  }

  /// Runs a request in a worker; passes its output to `sink`, and its replies about rows to `take`.
  @discardableResult
  private func write(
    _ operation: WorkerRequest.Operation, _ source: any ByteSource, _ limits: Limits, into sink: inout some ByteSink,
    take: Take = { _, _, _ throws(WorkerFault) in throw .protocolViolation("unrequested rows") }
  ) throws(UprightError) -> Int {
    var room = operation.maxBytes(of: source.byteCount)
    let check = { (number: Int) in number <= source.byteCount }
    return try ask(operation, source, limits, check: check) { worker, reply, deadline throws(WorkerFault) in
      guard case .written(let bytes) = reply else { return try take(worker, reply, &deadline) }
      guard !bytes.isEmpty else { throw .protocolViolation("an empty part of a result") }
      room -= max(bytes.count, WorkerReply.minBytes)
      guard room >= 0 else { throw .protocolViolation("far more bytes than there are pixels") }
      do throws(UprightError) { try sink.write(bytes) } catch { throw .caller(error) }
    }
  }

  /// Runs a request in a worker. A worker that fails in any way is ended; one that ended between two requests is
  /// replaced once. `check` returns whether its result is plausible.
  @discardableResult
  private func ask(
    _ operation: WorkerRequest.Operation, _ source: any ByteSource, _ limits: Limits, isSecond: Bool = false,
    check: (Int) -> Bool, take: Take
  ) throws(UprightError) -> Int {
    let waiting = limits.waiting(pixels: operation.pixels, decoding: operation.decodes)
    let worker = try workers.take(for: format) { $0.bound(limits, seconds: waiting.seconds) }
    let isNew = worker.requestCount == 0
    guard worker.handshake.capabilities[format] != nil else {
      workers.release(worker)
      throw .unsupported("this \(WorkerProgram.name) was built without support for \(format.rawValue)")
    }
    var deadline = Deadline(seconds: waiting.seconds)
    do throws(WorkerFault) {
      let number = try worker.carryOut(operation, format, limits: limits, source: source, &deadline) {
        reply, deadline throws(WorkerFault) in
        try take(worker, reply, &deadline)
      }
      guard check(number) else { throw .protocolViolation("the reply is incomplete") }
      workers.release(worker)
      return number
    } catch {
      if error == .closed, !isNew, !isSecond, worker.repliesReceived == 0, worker.end() != .signal("SIGXCPU") {
        return try ask(operation, source, limits, isSecond: true, check: check, take: take)
      }
      throw reason(for: error, operation, waiting, worker)
    }
  }

  private func reason(
    for fault: WorkerFault, _ operation: WorkerRequest.Operation, _ waiting: (seconds: Double, limit: Limit),
    _ worker: WorkerProcess
  ) -> UprightError {
    let allowed = Limits.wholeSeconds(waiting.seconds)
    let overdue = UprightError.limit(waiting.limit, asked: allowed + 1, allowed: allowed)
    let who = operation.decodes ? "the decoder" : "the encoder"
    switch fault {
    case .answer(.cancelled): return protocolViolation("canceled without a request")
    case .answer(let error), .caller(let error): return error
    case .cancelled: return .cancelled
    case .overdue: return overdue
    case .protocolViolation(let what): return protocolViolation(what)
    case .call(let number) where SystemError(number: number).meansShortage: return .outOfProcesses
    case .call(let number):
      return .codec(format: format, message: "the channel to the worker failed (errno \(number))")
    case .closed:
      let exitStatus = worker.end()
      if exitStatus == .signal("SIGXCPU") { return overdue }
      if exitStatus?.meansShortage(atStart: false) == true { return .outOfMemory }
      return .codec(format: format, message: "\(who) \(exitStatus?.sentence ?? "closed its channel")")
    }
  }
}

extension PlanarRaster {
  /// The rows of `range`, which begins at a whole chroma sample; nil if there are none, or if out of memory.
  fileprivate func rows(_ range: Range<Int>) -> PlanarRaster<S>? {
    let step = chroma.vertical
    let coarse = range.lowerBound / step..<(range.upperBound + step - 1) / step
    guard let luma = planes[0].rows(range), let blue = planes[1].rows(coarse), let red = planes[2].rows(coarse) else {
      return nil
    }
    return PlanarRaster(planes: [luma, blue, red], chroma: chroma)
  }
}

/// Checks that rows come in order, each once, and not too many.
private struct OrderedRows {
  private let height, from, step: Int
  private var first = 0
  private var slot = 0

  /// Rows of an image of `height`; with subsampled chroma, bands begin at whole samples, counted from the image's top.
  init(of height: Int, from: Int = 0, inStepsOf step: Int = 1) {
    (self.height, self.from, self.step) = (height, from, step)
  }

  var isComplete: Bool { first == height }

  /// The rows that a reply is about, and the index of their slot.
  mutating func next(_ reply: WorkerReply) throws(WorkerFault) -> (first: Int, count: Int, slot: Int) {
    let (start, count): (Int, Int)
    switch reply {
    case .filled(let firstRow, let rows), .needsRows(let firstRow, let rows): (start, count) = (firstRow, rows)
    default: throw .protocolViolation("unrequested bytes")
    }
    guard start == first, count <= height - first, start == 0 || (from + start) % step == 0 else {
      throw .protocolViolation("rows out of order")
    }
    defer { (first, slot) = (first + count, slot + 1) }
    return (start, count, slot)
  }
}

extension WorkerRequest.Operation {
  /// More bytes than any result has.
  fileprivate func maxBytes(of source: Int) -> Int {
    let most = (pixels.multipliedReportingOverflow(by: 128), source.multipliedReportingOverflow(by: 16))
    guard !most.0.overflow, !most.1.overflow else { return .max }
    let sum = most.0.partialValue.addingReportingOverflow(most.1.partialValue)
    return sum.overflow ? .max : max(sum.partialValue, 1 << 26)
  }

  /// The number of pixels that it reads or writes.
  fileprivate var pixels: Int {
    switch self {
    case .decode(let pass): pass.region.size.pixelCount ?? .max
    case .decodePlanes(let region, _, _, _): region.size.pixelCount ?? .max
    case .encode(let size, _, _, _), .encodePlanes(let size, _, _, _), .convert(let size, _, _):
      size.pixelCount ?? .max
    case .transform(let job, _): job.region.size.pixelCount ?? .max
    case .writeBlocks(let size, _): size.pixelCount ?? .max
    case .profile: 0
    }
  }
}

// Color conversion in another process: a profile may be as hostile as an image (Design.md).

/// The color engine of a pool's workers.
public struct WorkerColors: ColorManagement {
  private let codec: WorkerCodec

  /// The color engine of `workers`.
  public init(_ workers: WorkerPool) {
    // Any format that every worker has will do: no image of it is read or written.
    codec = WorkerCodec(.jpeg, Capabilities(decodes: false, encodes: false, transforms: false), workers: workers)
  }

  /// As the protocol.
  ///
  /// - Throws: `.codec` if the worker crashes; `.unsupported`, `.limit`.
  public func converted(
    _ image: Raster<Output>, from profile: [UInt8], limits: Limits
  ) throws(UprightError) -> Raster<Output> {
    try codec.converted(image, from: profile, limits: limits)
  }
}
