// One file through a command: read, probed, planned, written.

import Upright
import UprightFiles

/// What is done to each file of a batch.
struct PictureTask: Sendable {
  let pipeline: Pipeline
  let rendition: @Sendable (Probe) -> Rendition
  var isDryRun = false
  var overwrites = false
  var partsHardLinks = false
  var makesFolders = false

  /// What came of a file.
  struct Report: Sendable {
    /// What was decided.
    let plan: Plan
    /// Where the result lies, or would lie; nil where there is none.
    let output: String?
    /// What a rewritten file could not keep.
    var unkept: [SafeReplace.Unkept] = []
  }

  /// Reads, decides and, unless it is a dry run, writes.
  ///
  /// - Throws: what stopped it, with the path it concerns.
  func run(_ file: InputFile, to destination: Destination) throws(UprightError) -> Report {
    do throws(UprightError) {
      let bytes = try FileBytes(path: file.path)
      let probe = try Probe(checking: bytes)
      let plan = try pipeline.plan(rendition(probe), for: probe)
      return try write(plan, from: bytes, to: destination)
    } catch {
      throw error.naming(file.path)
    }
  }

  private func write(_ plan: Plan, from bytes: FileBytes, to destination: Destination) throws(UprightError) -> Report {
    switch destination {
    case .nowhere:
      return Report(plan: plan, output: nil)
    case .inPlace:
      let unkept = isDryRun ? [] : try rewrite(bytes, by: plan)
      return Report(plan: plan, output: bytes.path, unkept: unkept)
    case .file(let path):
      try create(path, by: plan, from: bytes)
      return Report(plan: plan, output: path)
    }
  }

  private func rewrite(_ bytes: FileBytes, by plan: Plan) throws(UprightError) -> [SafeReplace.Unkept] {
    switch plan.route {
    case .copy:
      return []
    case .retag(let patch) where InPlacePatch.fits(patch):
      try InPlacePatch.apply(patch, to: bytes)
      return []
    default:
      return try SafeReplace.rewrite(bytes, partingHardLinks: partsHardLinks) {
        (sink: inout FileSink) throws(UprightError) in
        try pipeline.run(plan, on: bytes, into: &sink)
      }
    }
  }

  private func create(_ path: String, by plan: Plan, from bytes: FileBytes) throws(UprightError) {
    if !overwrites, (try? FileIdentity(path: path)) != nil { throw .exists(path) }
    if isDryRun { return }
    if makesFolders { try Folder.make(FileName.folder(of: path)) }
    try SafeReplace.create(path, like: bytes.identity, overwriting: overwrites) {
      (sink: inout FileSink) throws(UprightError) in
      try pipeline.run(plan, on: bytes, into: &sink)
    }
  }
}
