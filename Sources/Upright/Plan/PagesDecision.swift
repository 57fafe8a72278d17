// The route that rotates the pixels of every page of a TIFF (TIFF 6.0, section 2: pages inherit nothing from one
// another).

internal import UprightMetadata

extension PlanRequest {
  /// Whether the result is a TIFF with every page of its source, and with other pixels.
  var rotatesPages: Bool {
    isWhole && format == .tiff && probe.format == .tiff && probe.hasSeveralPages && !leavesPages && !probe.holdsRaw
  }
}

extension TranscodeRoute {
  /// Decides each page as if it were alone; one page that cannot be rotated keeps them all as they are.
  static func decidePages(_ request: PlanRequest, _ planner: Planner) -> RouteDecision {
    if let rejection = request.pixelsRejection { return rejection }
    var made: [Plan.Transcode] = []
    var (peak, kept) = (0, 0)
    for number in 1...request.probe.pageCount {
      guard let page = request.probe.showing(page: number) else { return .declined(.furtherPages(.tiff)) }
      let decision: RouteDecision
      do throws(UprightError) { decision = decideOne(try PlanRequest(request.rendition, page), planner) } catch {
        return .declined(.furtherPage(number, .attachment(error)))
      }
      switch decision {
      case .feasible(.transcode(let transcode), _, let bytes):
        made.append(transcode)
        peak = max(peak, bytes)
        let pixels = (transcode.carry.size.pixelCount ?? .max).multipliedSaturating(transcode.pass.layout.bytesPerPixel)
        kept = RunMemory.sum(kept, pixels, pixels / 64, page.carriedByteCount)
      case .feasible: return .declined(.furtherPages(.tiff))
      case .declined(let reason, let error):
        return number == 1 ? decision : .declined(.furtherPage(number, reason), error)
      }
    }
    guard var first = made.first else { return .declined(.furtherPages(.tiff)) }
    first.furtherPages = Array(made.dropFirst())
    // The pages, and the file that they are joined to.
    return .feasible(.transcode(first), remaining: .identity, peakBytes: RunMemory.sum(peak, kept, kept))
  }
}

extension Execution {
  /// Makes every page as a file of its own, and joins them.
  func runPages(
    _ transcode: Plan.Transcode, of probe: Probe, into sink: inout some ByteSink
  ) throws(UprightError) -> [CarryNote] {
    var alone = transcode
    alone.furtherPages = []
    var (files, losses): ([[UInt8]], [CarryNote]) = ([], [])
    for page in [alone] + transcode.furtherPages {
      var bytes: [UInt8] = []
      losses += try run(.transcode(page), of: probe, into: &bytes)
      files.append(bytes)
    }
    guard let whole = TIFFJoining.joined(files) else {
      throw .unsupported("TIFF files of more than 4 GB cannot be written")
    }
    try sink.write(whole)
    return losses
  }
}
