// An image whose file stays open from its headers to its pixels.

public import Upright
public import UprightCodecs
public import UprightFiles

/// An open image file, its headers, and what can be made of it, for programs that answer requests for images.
///
///     let image = try SourceImage(folder.file(["a.jpg"]))
///     let plan = try image.plan(rendition, by: pipeline)
///     let bytes = try image.result(of: plan, by: pipeline).bytes
///
/// The file stays open as long as the image, so replacing it changes nothing. All but properties wait for the disk:
/// asynchronous code calls them on a ``BlockingLane``.
public struct SourceImage: Sendable {
  /// A result in memory.
  public struct Rendered: Sendable {
    /// The encoded image.
    public let bytes: [UInt8]
    /// How it was made: the plan, or what was done instead because the source turned out damaged.
    public let plan: Plan
    /// Whether the source turned out damaged, so that the result shows only what could be read.
    public let isDamaged: Bool
  }

  /// The file, with its beginning in memory.
  package let head: FileHead
  /// What its headers state.
  public let probe: Probe
  /// Which orientation fields that follows.
  let rules: OrientationRules
  /// The memory in bytes that keeping ``probe`` takes, at most.
  public let headerBytes: Int
  /// The file.
  public var file: FileBytes { head.file }
  /// Whether the headers alone show damage: the file's end is missing, or its orientation cannot be read.
  public var hasDamagedHeaders: Bool { probe.isTruncated || probe.hiddenOrientation != nil }

  private static let usualHeaderBytes = 32 << 10

  /// Reads the headers of an open file.
  ///
  /// - Parameters:
  ///   - known: Its probe, if these bytes were probed before.
  ///   - memory: Whose memory large headers take; nil for no limit. Its holder may have a place, but no memory yet.
  /// - Throws: `.malformed`, `.unsupported`, `.limit`; `.io`, with the path.
  public init(_ file: FileBytes, known: Probe? = nil, memory: Admission? = nil) throws(UprightError) {
    do throws(UprightError) {
      let meter = HeaderMeter(memory)
      defer { meter.giveBack() }
      let head = try file.head()
      if let known {
        self.init(head, known, rules: OrientationRules(), readBytes: 0)
      } else {
        try self.init(head, rules: OrientationRules(), by: meter)
      }
    } catch {
      throw error.naming(file.path)
    }
  }

  /// Reads the headers of a file whose beginning is in memory.
  ///
  /// - Parameter meter: Takes a share of memory for large headers, and keeps it.
  /// - Throws: Why it failed.
  init(_ head: FileHead, rules: OrientationRules, by meter: HeaderMeter) throws(UprightError) {
    let probe: Probe
    do throws(UprightError) { probe = try meter.probe(head, rules: rules) } catch {
      throw Self.cause(of: error, with: head)
    }
    self.init(head, probe, rules: rules, readBytes: meter.readBytes)
  }

  private init(_ head: FileHead, _ probe: Probe, rules: OrientationRules, readBytes: Int) {
    (self.head, self.probe, self.rules) = (head, probe, rules)
    headerBytes = Self.usualHeaderBytes + readBytes
  }

  /// Attributes any error with a file that was changed meanwhile to that change.
  func cause(of error: UprightError) -> UprightError { Self.cause(of: error, with: head) }

  private static func cause(of error: UprightError, with head: FileHead) -> UprightError {
    switch error {
    case .differentSource: return .changedUnderneath(head.file.path)
    case .io, .cancelled: return error
    default:
      do throws(UprightError) { try head.checkUnchanged() } catch let change { return change }
      return error
    }
  }

  /// Checks that the headers show no damage that matters.
  ///
  /// - Parameters:
  ///   - makesUpright: Whether the orientation matters.
  ///   - truncation: What is known of its end.
  /// - Throws: `.malformed`.
  func checkWhole(makesUpright: Bool, _ truncation: ImageReport.Truncation?) throws(UprightError) {
    guard truncation != nil || probe.isTruncated || makesUpright && probe.hiddenOrientation != nil else { return }
    throw .malformed(MetadataError(.truncated, at: probe.byteCount))
  }

  /// How it is known that the file's end is missing; nil if it is there.
  ///
  /// - Parameter readsData: Whether the coded data of a JPEG that stays as it is stored is searched for its end.
  func truncation(of plan: Plan, readsData: Bool) -> ImageReport.Truncation? {
    if probe.isTruncated { return .stated }
    guard readsData, plan.route.name.keepsCodedData, plan.pixelCheck?.isChecked != true else { return nil }
    return probe.isCut(in: file) ? .found : nil
  }

  /// Whether an index of the file, as ``index(within:)`` makes it, would spare work on `rendition`.
  public func needsIndex(for rendition: Rendition, by pipeline: Pipeline) -> Bool {
    guard probe.format == .jpeg, let plan = try? pipeline.planner.assumingIndex.plan(rendition, for: probe) else {
      return false
    }
    return plan.regionAccess?.isIndexed == true
  }

  /// The memory in bytes that ``index(within:)`` takes, at most.
  public var indexingBytes: Int {
    let pixels = probe.storedSize.width * probe.storedSize.height
    return (8 << 20) + min(file.byteCount, 64 << 20) + pixels / 64
  }

  /// The plan of `rendition`, as if the file had its index already; nothing is read.
  ///
  /// - Throws: As `Pipeline.plan`.
  public func plan(_ rendition: Rendition, by pipeline: Pipeline) throws(UprightError) -> Plan {
    let planner = pipeline.planner
    return try (probe.format == .jpeg ? planner.assumingIndex : planner).plan(rendition, for: probe)
  }

  /// Indexes the file for `Pipeline.indexed(by:)`; nil if it can have no index.
  ///
  /// - Throws: As `RegionIndex`, but not `.unsupported` and `.malformed`.
  public func index(within limits: Limits) throws(UprightError) -> RegionIndex? {
    do throws(UprightError) {
      return try RegionIndex(of: file, limits: limits, usesThreads: Admission.hasSpareThread)
    } catch {
      switch error {
      case .unsupported, .malformed: return nil
      default: throw error.naming(file.path)
      }
    }
  }

  /// Carries out a plan, with the checks of every result: what the plan does not say is lost must be there.
  ///
  /// - Parameters:
  ///   - plan: A plan for this image by `pipeline`.
  ///   - pipeline: What made the plan, with the index of the file if it needs one.
  /// - Throws: Why there is no result, with the path.
  public func result(of plan: Plan, by pipeline: Pipeline) throws(UprightError) -> Rendered {
    let report = try ResultWriter(plan, for: self, by: pipeline).result()
    return Rendered(bytes: report.bytes ?? [], plan: report.plan, isDamaged: report.isDamaged)
  }

  /// How `rendition` would be made, as one line of JSON: `schema`, `format`, the plan's members (docs/json.md),
  /// `lossCount`, `account`, and `damaged` if the image is.
  ///
  /// - Parameters:
  ///   - isDamaged: Whether the image is known to be damaged, whatever its headers show.
  ///   - spelling: How reasons name what a request states.
  /// - Throws: As `Pipeline.plan`; what reading throws.
  public func explanation(
    of rendition: Rendition, by pipeline: Pipeline, isDamaged: Bool = false, spelledBy spelling: some Spelling
  ) throws(UprightError) -> String {
    let plan = try plan(rendition, by: pipeline)
    let account = try Account.planned(plan, of: probe, in: file)
    let members = spelling.used {
      plan.json + [JSONLine.Member("lossCount", .number(account.losses.count)), .init("account", account.json)]
    }
    let damage = SourceDamage(isFound: isDamaged || hasDamagedHeaders).json
    return JSONLine.object([.schema, .init("format", .text(plan.format.rawValue))] + members + damage).line
  }
}
