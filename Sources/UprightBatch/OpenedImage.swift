// An image whose file stays open from its headers to its pixels, for programs that keep what they know of a file.

package import Upright
package import UprightCodecs
package import UprightFiles

/// An open image file and its headers.
package struct OpenedImage: Sendable {
  /// The file, with its beginning in memory.
  package let head: FileHead
  /// What its headers state.
  package let probe: Probe
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
      head = try file.head()
      let meter = HeaderMeter(memory)
      defer { meter.giveBack() }
      if let known { probe = known } else { probe = try meter.probe(head, rules: OrientationRules()) }
      headerBytes = Self.usualHeaderBytes + meter.readBytes
    } catch {
      throw error.naming(file.path)
    }
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
