// The image that a caller names: a path, bytes or an open file, probed once per call.

import Upright
import UprightBatch
import UprightFiles
import UprightGeometry

/// An image and its headers.
struct CallerImage {
  /// What JSON and messages call it; empty for nothing.
  let name: String
  /// The file; nil for bytes and what a function reads.
  let file: FileBytes?
  let bytes: any ByteSource
  let probe: Probe

  /// Opens the image and reads its headers.
  ///
  /// - Throws: `.unanswerable` for a wrong argument; `.io`, `.malformed`, `.unsupported`.
  init(_ source: GivenSource) throws(UprightError) {
    switch source {
    case .path(let path): try self.init(FileBytes(path: path))
    case .file(let descriptor, let name): try self.init(FileBytes.open(descriptor, called: name))
    case .bytes(let bytes, let name): try self.init(bytes, name)
    case .reader(let bytes, let name):
      do throws(UprightError) { try self.init(bytes, name) } catch { throw error.naming(name) }
    }
  }

  private init(_ file: FileBytes) throws(UprightError) {
    do throws(UprightError) {
      let head = try file.head()
      try self.init(head, file.path, file)
    } catch { throw error.naming(file.path) }
  }

  private init(_ bytes: any ByteSource, _ name: String, _ file: FileBytes? = nil) throws(UprightError) {
    probe = try Probe(checking: bytes)
    (self.name, self.file, self.bytes) = (name, file, bytes)
  }

  /// What the headers state, in numbers.
  var facts: HeaderFacts {
    HeaderFacts(
      orientation: probe.orientation.exif.rawValue, storedSize: probe.storedSize,
      findings: ProbedFile(probe, path: name).findings.count, format: probe.format.rawValue)
  }

  /// The line of `upright info --json`.
  var json: String { ProbedFile(probe, path: name).json(of: name).line }
}

// What is made of a caller's image.
extension CallerImage {
  /// The line of `upright plan --json`.
  ///
  /// - Throws: As `Pipeline.plan(_:for:)`.
  func planJSON(_ request: CallerRequest) throws(UprightError) -> String {
    let plan = try Engine.shared.pipeline(request.limits).plan(request.rendition(of: probe), for: probe)
    return ImageReport(plan: plan, output: nil).json(of: name).line
  }

  /// The size of `pixels(_:)`.
  ///
  /// - Throws: As `Pipeline.rasterSize(_:of:)`.
  func pixelSize(_ request: CallerRequest) throws(UprightError) -> PixelSize<Output> {
    try Engine.shared.pipeline(request.limits).rasterSize(request.pixels(of: probe), of: probe)
  }

  /// The requested pixels, whose size `check` gets before they are decoded.
  ///
  /// - Throws: As `Pipeline.raster(_:of:from:)` and `check`; `.malformed` or `.codec` for damage that is not allowed.
  func pixels(
    _ request: CallerRequest, _ check: (PixelSize<Output>) throws(UprightError) -> Void = { _ in }
  ) throws(UprightError) -> Raster<Output> {
    let engine = Engine.shared
    do throws(UprightError) {
      return try engine.admission.working { () throws(UprightError) in
        try engine.pipeline(request.limits).raster(request.pixels(of: probe), of: probe, from: bytes, check)
      }
    } catch { throw asDamage(error).naming(name) }
  }

  /// The requested image, encoded.
  ///
  /// - Throws: As `Pipeline.run(_:of:on:into:)`; `.malformed` or `.codec` for damage that is not allowed; `.unsupported` if the
  ///   whole image cannot be made upright.
  func encoded(_ request: CallerRequest) throws(UprightError) -> [UInt8] {
    var result: [UInt8] = []
    try run(request, into: &result)
    return result
  }

  /// The same as a file.
  ///
  /// - Returns: The parts of the image that the file lacks without being asked to.
  /// - Throws: As `Pipeline.run(_:of:on:into:)` and `SafeReplace.create`; `.unanswerable` for the image's own file, or
  ///   for a loss that is not allowed.
  func save(
    _ request: CallerRequest, to destination: String, overwriting: Bool
  ) throws(UprightError) -> [FilePart] {
    if let file, (try? FileIdentity(path: destination))?.isSameFile(as: file.identity) == true {
      throw .argument("destination", "it is the image's own file")
    }
    var (done, lost) = (Plan?.none, [FilePart]())
    try SafeReplace.create(FileLocation(path: destination), from: file, by: .init(overwrites: overwriting)) {
      written throws(UprightError) in
      lost = try done.map { plan throws(UprightError) in try losses(in: written, by: plan) } ?? []
      try request.check(lost)
    } contents: { (sink: inout FileSink) throws(UprightError) in
      done = try run(request, into: &sink)
    }
    return lost
  }

  /// The parts that a written result lacks.
  private func losses(in written: FileBytes, by plan: Plan) throws(UprightError) -> [FilePart] {
    do throws(UprightError) {
      return try Account.measured(written, of: bytes, headed: probe, by: plan)?.losses.map(\.part) ?? []
    } catch { throw error.naming(name) }
  }

  @discardableResult
  private func run(_ request: CallerRequest, into sink: inout some ByteSink) throws(UprightError) -> Plan {
    let engine = Engine.shared
    let pipeline = engine.pipeline(request.limits)
    do throws(UprightError) {
      // The missing part may state the orientation.
      if request.makesUpright, !request.allowsDamage, probe.hiddenOrientation != nil { throw damaged }
      let wanted = request.rendition(of: probe)
      var plan = try pipeline.plan(wanted, for: probe)
      if request.allowsDamage { plan = pipeline.planner.usingDamaged(plan, wanted, for: probe) }
      if !request.allowsDamage, plan.route.name.keepsCodedData, probe.isCut(in: bytes) { throw damaged }
      let done = try engine.admission.working { () throws(UprightError) in
        try pipeline.run(plan, of: probe, on: bytes, into: &sink)
      }
      if request.makesUpright, done.leavesOrientation { throw notUpright(done, planned: plan) }
      return done
    } catch { throw asDamage(error).naming(name) }
  }

  /// The error for an image whose pixels stay as they are stored.
  private func notUpright(_ done: Plan, planned: Plan) -> UprightError {
    if done.route.name != planned.route.name || probe.isTruncated { return damaged }
    return .unsupported(
      Phrase(done.skipped?.message ?? "the pixels of this \(probe.format.name) cannot be rotated here"))
  }

  /// A decoder's warnings, of which none is allowed, mean damage.
  private func asDamage(_ error: UprightError) -> UprightError {
    if case .limit(.warnings, _, _) = error { damaged } else { error }
  }

  private var damaged: UprightError {
    probe.isTruncated
      ? .malformed(MetadataError(.truncated, at: bytes.byteCount))
      : .codec(format: probe.format, message: "image data is damaged, or a part of it is missing")
  }
}

extension GridMap {
  /// The map for a C function's arguments.
  ///
  /// - Throws: `.unanswerable`.
  init(_ orientation: Int32, _ width: Int64, _ height: Int64, _ space: Int32) throws(UprightError) {
    guard width >= 0, height >= 0 else { throw .argument("stored_width", "\(width) by \(height) pixels") }
    self.init(
      try CallerRequest.tag(orientation),
      storedSize: PixelSize(width: Int(clamping: width), height: Int(clamping: height)),
      toStored: try CallerRequest.isStored(space))
  }
}

// Boxes and points between the two grids of an image, four or two numbers each (Sources/UprightGeometry/Design.md).

/// The map from one grid of an image to the other.
enum GridMap {
  case toDisplayed(Orientation<Stored, Displayed>, PixelSize<Stored>)
  case toStored(Orientation<Displayed, Stored>, PixelSize<Displayed>)

  /// The map for an image with this orientation and stored size.
  init(_ tag: ExifOrientation, storedSize: PixelSize<Stored>, toStored: Bool) {
    let orientation = Orientation<Stored, Displayed>(exif: tag)
    self =
      toStored
      ? .toStored(orientation.inverse, orientation.applied(to: storedSize)) : .toDisplayed(orientation, storedSize)
  }

  /// A box of left, top, width and height.
  func box(_ box: SIMD4<Double>) -> SIMD4<Double> {
    switch self {
    case .toDisplayed(let orientation, let size): Self.box(box, orientation, size)
    case .toStored(let orientation, let size): Self.box(box, orientation, size)
    }
  }

  /// A box of left, top, right and bottom.
  func corners(_ box: SIMD4<Double>) -> SIMD4<Double> {
    let (one, other) = (point(box.lowHalf), point(box.highHalf))
    return SIMD4(columns: Self.ordered(one.x, other.x), rows: Self.ordered(one.y, other.y))
  }

  /// A point. It is mapped as a box without extent: nothing is multiplied, so infinity stays infinity.
  func point(_ point: SIMD2<Double>) -> SIMD2<Double> {
    box(SIMD4(lowHalf: point, highHalf: .zero)).lowHalf
  }

  private static func box<From: Space, To: Space>(
    _ box: SIMD4<Double>, _ orientation: Orientation<From, To>, _ size: PixelSize<From>
  ) -> SIMD4<Double> {
    let mapped = Rect2D<From>(x: box.x, y: box.y, width: box.z, height: box.w).applying(orientation, in: size)
    return SIMD4(mapped.x, mapped.y, mapped.width, mapped.height)
  }

  /// Both numbers, the smaller one first; with NaN, as they are.
  private static func ordered(_ one: Double, _ other: Double) -> SIMD2<Double> {
    other < one ? SIMD2(other, one) : SIMD2(one, other)
  }
}

extension SIMD4<Double> {
  /// Left, top, right and bottom.
  fileprivate init(columns: SIMD2<Double>, rows: SIMD2<Double>) {
    self.init(columns.x, rows.x, columns.y, rows.y)
  }
}
