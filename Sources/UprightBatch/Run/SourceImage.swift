// An image whose file stays open from its headers to its pixels.

package import Upright
package import UprightCodecs
package import UprightFiles

/// An open image file and its headers.
package struct SourceImage: Sendable {
  /// The file, with its beginning in memory.
  package let head: FileHead
  /// What its headers state.
  package let probe: Probe
  /// Which orientation fields that follows.
  let rules: OrientationRules
  /// The memory that keeping the headers takes, at most.
  package let headerBytes: Int
  /// The file.
  package var file: FileBytes { head.file }

  private static let usualHeaderBytes = 32 << 10

  /// Reads the headers of an open file.
  ///
  /// - Parameters:
  ///   - known: Its probe, if these bytes were probed before.
  ///   - memory: The memory that large headers share; nil for no limit.
  /// - Throws: Why it failed, with the path.
  package init(_ file: FileBytes, known: Probe? = nil, memory: MemoryBudget? = nil) throws(UprightError) {
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

  /// Whether an index of the file would spare work on `rendition`.
  package func needsIndex(for rendition: Rendition, by pipeline: Pipeline) -> Bool {
    guard probe.format == .jpeg, let plan = try? pipeline.planner.assumingIndex.plan(rendition, for: probe) else {
      return false
    }
    return plan.regionAccess?.isIndexed == true
  }

  /// The memory that indexing the file takes, at most.
  package var indexingBytes: Int {
    let pixels = probe.storedSize.width * probe.storedSize.height
    return (8 << 20) + min(file.byteCount, 64 << 20) + pixels / 64
  }

  /// The plan of `rendition`, as if the file had its index already.
  ///
  /// - Throws: As `Pipeline.plan`.
  package func plan(_ rendition: Rendition, by pipeline: Pipeline) throws(UprightError) -> Plan {
    let planner = pipeline.planner
    return try (probe.format == .jpeg ? planner.assumingIndex : planner).plan(rendition, for: probe)
  }

  /// Indexes the file; nil if it can have no index.
  ///
  /// - Throws: As `RegionIndex`, but not `.unsupported` and `.malformed`.
  package func index(within limits: Limits) throws(UprightError) -> RegionIndex? {
    do throws(UprightError) {
      return try RegionIndex(of: file, limits: limits, usesThreads: SpareThreads.shared.isAny)
    } catch {
      switch error {
      case .unsupported, .malformed: return nil
      default: throw error.naming(file.path)
      }
    }
  }
}
