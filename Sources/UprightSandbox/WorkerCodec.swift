// A codec in another process: what the pipeline needs of a format's library, asked of a worker (docs/worker.md).

public import Upright

/// One format's codec, behind a process boundary: whatever it does, this process gets pixels, bytes or an error.
public struct WorkerCodec: Codec {
  /// Which format.
  public let format: ContainerFormat
  /// What the codec in the worker can do, known without starting one.
  public let capabilities: Capabilities
  private let workers: WorkerPool

  /// The codec of `format`, asked of the pool's workers.
  public init(_ format: ContainerFormat, _ capabilities: Capabilities, workers: WorkerPool) {
    self.format = format
    self.capabilities = capabilities
    self.workers = workers
  }

  /// Decodes a pass while the rows before it are used here: the worker is a few bands ahead.
  ///
  /// - Throws: `.codec` where the worker ends, `.shortage` where that is for lack of memory; otherwise as `Codec` says.
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

  /// Asks the codec there; bytes that are none of a profile are as good as a wrong one, and the worker's.
  ///
  /// - Throws: `.codec` where the worker ends, `.shortage` where that is for lack of memory; otherwise as `Codec` says.
  public func profile(of source: any ByteSource, limits: Limits) throws(UprightError) -> [UInt8]? {
    var profile: [UInt8] = []
    try write(.profile, source, limits, into: &profile)
    return profile.isEmpty ? nil : profile
  }

  /// Encodes a picture there, its result here.
  ///
  /// - Throws: `.codec` where the worker ends, `.shortage` where that is for lack of memory; otherwise as `Codec` says.
  public func encode(
    _ picture: Raster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) {
    let operation = WorkerRequest.Operation.encode(picture.size, picture.layout, settings, metadata)
    var rows = OrderedRows(of: picture.size.height)
    try write(operation, [UInt8](), limits, into: &sink) { worker, reply, deadline throws(WorkerFault) in
      let next = try rows.next(reply)
      try send(picture.rows(next.first..<next.first + next.count), next.slot, of: operation, to: worker, &deadline)
    }
  }

  /// Turns and crops coefficients there, the result here.
  ///
  /// - Throws: `.codec` where the worker ends, `.shortage` where that is for lack of memory; otherwise as `Codec` says.
  public func transform(
    _ job: LosslessJob, from source: any ByteSource, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) -> Int {
    try write(.transform(job, metadata), source, limits, into: &sink)
  }

  /// Writes blocks there, the result here.
  ///
  /// - Throws: `.codec` where the worker ends, `.shortage` where that is for lack of memory; otherwise as `Codec` says.
  public func writeBlocks(
    of size: PixelSize<Stored>, as orientation: Orientation<Stored, Displayed>, from source: any ByteSource,
    limits: Limits, into sink: inout some ByteSink
  ) throws(UprightError) {
    try write(.writeBlocks(size, orientation), source, limits, into: &sink)
  }
}

extension WorkerCodec {
  /// Decodes planes while the rows before them are used here.
  ///
  /// - Throws: `.codec` where the worker ends, `.shortage` where that is for lack of memory; otherwise as `Codec` says.
  public func decodePlanes(
    of region: PixelRect<Stored>, chroma: Subsampling, from source: any ByteSource, limits: Limits,
    band take: (PlanarRaster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    let operation = WorkerRequest.Operation.decodePlanes(region, chroma)
    var rows = OrderedRows(of: region.height, from: region.y, inStepsOf: chroma.vertical)
    try ask(operation, source, limits, check: { _ in rows.isComplete }) { worker, reply, deadline throws(WorkerFault) in
      let next = try rows.next(reply)
      var band = PlanarRaster<Decoded>(size: PixelSize(width: region.width, height: next.count), chroma: chroma)
      try receive(&band, next.slot, of: operation, from: worker, &deadline)
      if let band { try answering { () throws(UprightError) in try take(band, next.first) } }
    }
  }

  /// Encodes planes there, the result here.
  ///
  /// - Throws: `.codec` where the worker ends, `.shortage` where that is for lack of memory; otherwise as `Codec` says.
  public func encode(
    _ picture: PlanarRaster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) {
    let operation = WorkerRequest.Operation.encodePlanes(picture.size, picture.chroma, settings, metadata)
    var rows = OrderedRows(of: picture.size.height, inStepsOf: picture.chroma.vertical)
    try write(operation, [UInt8](), limits, into: &sink) { worker, reply, deadline throws(WorkerFault) in
      let next = try rows.next(reply)
      try send(picture.rows(next.first..<next.first + next.count), next.slot, of: operation, to: worker, &deadline)
    }
  }
}

extension WorkerCodec {
  /// Converts colours there, the picture back here.
  ///
  /// - Throws: `.codec` where the worker ends, `.shortage` where that is for lack of memory; otherwise as `ColorManagement` says.
  func converted(
    _ picture: Raster<Output>, from profile: [UInt8], limits: Limits
  ) throws(UprightError) -> Raster<Output> {
    let operation = WorkerRequest.Operation.convert(picture.size, picture.layout, profile: profile)
    let channels = picture.layout.channels == .cmyk ? SampleLayout.Channels.rgb : picture.layout.channels
    var (rows, bytes) = (OrderedRows(of: picture.size.height), [UInt8]())
    try write(operation, [UInt8](), limits, into: &bytes) { worker, reply, deadline throws(WorkerFault) in
      let next = try rows.next(reply)
      try send(picture.rows(next.first..<next.first + next.count), next.slot, of: operation, to: worker, &deadline)
    }
    let layout = SampleLayout(channels, picture.layout.depth)
    guard let result = Raster<Output>(size: picture.size, layout: layout, bytes: bytes) else {
      throw protocolViolation("a picture of another size")
    }
    return result
  }
}

extension WorkerCodec {
  private typealias Take = (WorkerProcess, WorkerReply, inout Deadline) throws(WorkerFault) -> Void

  private func protocolViolation(_ what: String) -> UprightError {
    .codec(format: format, message: "the worker's answers make no sense: \(what)")
  }

  /// Copies the rows out of their slot, and frees it.
  private func receive(
    _ band: inout (some BandOfRows)?, _ slot: Int, of operation: WorkerRequest.Operation, from worker: WorkerProcess,
    _ deadline: inout Deadline
  ) throws(WorkerFault) {
    guard let slots = operation.slots, worker.memory?.fill(&band, from: slot % slots.count, of: slots) == true else {
      throw .caller(.outOfMemory)
    }
    try worker.sendCommand(.slot, &deadline)
  }

  /// Copies rows into their slot, and says so.
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

  /// What the caller's own code throws is passed on as it is.
  private func answering(_ body: () throws(UprightError) -> Void) throws(WorkerFault) {
    do { try body() } catch { throw .caller(error) }
  }

  /// Asks a worker, hands what it writes to `sink`, and what it says about rows to `take`.
  @discardableResult
  private func write(
    _ operation: WorkerRequest.Operation, _ source: any ByteSource, _ limits: Limits, into sink: inout some ByteSink,
    take: Take = { _, _, _ throws(WorkerFault) in throw .protocolViolation("rows that nobody asked for") }
  ) throws(UprightError) -> Int {
    var room = operation.maxBytes(of: source.byteCount)
    let check = { (number: Int) in number <= source.byteCount }
    return try ask(operation, source, limits, check: check) { worker, reply, deadline throws(WorkerFault) in
      guard case .written(let bytes) = reply else { return try take(worker, reply, &deadline) }
      guard !bytes.isEmpty else { throw .protocolViolation("a result's next bytes are none") }
      room -= max(bytes.count, WorkerReply.minBytes)
      guard room >= 0 else { throw .protocolViolation("far more bytes than there are pixels") }
      do throws(UprightError) { try sink.write(bytes) } catch { throw .caller(error) }
    }
  }

  /// Asks a worker; one that failed in any way is ended, and one that ended between two requests is replaced once. `check` says
  /// whether its answer can be true.
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
      throw .unsupported("this \(WorkerProgram.name) was built without \(format.rawValue)")
    }
    var deadline = Deadline(seconds: waiting.seconds)
    do throws(WorkerFault) {
      let number = try worker.carryOut(operation, format, limits: limits, source: source, &deadline) {
        reply, deadline throws(WorkerFault) in
        try take(worker, reply, &deadline)
      }
      guard check(number) else { throw .protocolViolation("the answer is incomplete") }
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
    for fault: WorkerFault, _ operation: WorkerRequest.Operation, _ waiting: (seconds: Double, name: String),
    _ worker: WorkerProcess
  ) -> UprightError {
    let allowed = Limits.wholeSeconds(waiting.seconds)
    let overdue = UprightError.limit(name: waiting.name, asked: allowed + 1, allowed: allowed)
    let who = operation.decodes ? "the decoder" : "the encoder"
    switch fault {
    case .answer(.cancelled): return protocolViolation("nobody cancelled it")
    case .answer(let error), .caller(let error): return error
    case .cancelled: return .cancelled
    case .overdue: return overdue
    case .protocolViolation(let what): return protocolViolation(what)
    case .call(let number) where CallError(number: number).meansShortage: return .outOfProcesses
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
  /// The rows of `range`, which begins at a whole sample of chroma; nil where there are none, or no memory.
  fileprivate func rows(_ range: Range<Int>) -> PlanarRaster<S>? {
    let step = chroma.vertical
    let coarse = range.lowerBound / step..<(range.upperBound + step - 1) / step
    guard let luma = planes[0].rows(range), let blue = planes[1].rows(coarse), let red = planes[2].rows(coarse) else {
      return nil
    }
    return PlanarRaster(planes: [luma, blue, red], chroma: chroma)
  }
}

/// Makes sure that rows come in order, each once, no more than there are.
private struct OrderedRows {
  private let height, from, step: Int
  private var first = 0
  private var slot = 0

  /// Of so many rows; where chroma is coarser, bands begin at whole samples of it, counted from the picture's top.
  init(of height: Int, from: Int = 0, inStepsOf step: Int = 1) {
    (self.height, self.from, self.step) = (height, from, step)
  }

  var isComplete: Bool { first == height }

  /// The rows that a report is about, and the number of their slot.
  mutating func next(_ reply: WorkerReply) throws(WorkerFault) -> (first: Int, count: Int, slot: Int) {
    let (start, count): (Int, Int)
    switch reply {
    case .filled(let firstRow, let rows), .needsRows(let firstRow, let rows): (start, count) = (firstRow, rows)
    default: throw .protocolViolation("bytes that nobody asked for")
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

  /// Pixels that it reads or writes.
  fileprivate var pixels: Int {
    switch self {
    case .decode(let pass): pass.region.size.pixelCount ?? .max
    case .decodePlanes(let region, _): region.size.pixelCount ?? .max
    case .encode(let size, _, _, _), .encodePlanes(let size, _, _, _), .convert(let size, _, _):
      size.pixelCount ?? .max
    case .transform(let job, _): job.region.size.pixelCount ?? .max
    case .writeBlocks(let size, _): size.pixelCount ?? .max
    case .profile: 0
    }
  }
}
