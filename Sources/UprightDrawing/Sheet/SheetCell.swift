// One image of a contact sheet: as stored, as displayed, and its facts.

package import Upright
package import UprightBatch
package import UprightFiles

/// What a contact sheet shows of a file.
package struct SheetCell: Sendable {
  /// Pixels of the box that each of the two images fits into.
  package static let box = 240

  package let name: String
  package let probe: Probe
  /// By which route `fix` would make it upright, or that it skips it.
  package let route: String
  /// The codes of its findings.
  package let findings: [String]
  package let stored: Canvas
  package let displayed: Canvas
  /// Whether both show only what could be read.
  package let damage: SourceDamage
  /// The permissions of the file.
  package let access: FileAccess

  /// Reads one file.
  ///
  /// - Throws: Why it fails, with the path.
  package init(_ file: InputFile, pipeline: Pipeline, frame: Rendition.Frame = .first) throws(UprightError) {
    do throws(UprightError) {
      let bytes = try FileBytes(file.location)
      let probe = try bytes.probe()
      name = file.relativePath
      access = FileAccess(of: bytes)
      self.probe = probe
      findings = ProbedFile.codes(ProbedFile(probe, path: file.path).findings)
      route = Self.route(probe, pipeline)
      let pair = try ImagePair(of: probe, from: bytes, pipeline, box: Self.box, frame: frame)
      (stored, displayed, damage) = (pair.stored, pair.displayed, pair.damage)
    } catch {
      throw error.naming(file.path)
    }
  }

  private static func route(_ probe: Probe, _ pipeline: Pipeline) -> String {
    do throws(UprightError) {
      var fixed = EdgeMode.auto.rendition()
      fixed.stale = .skip
      let plan = try pipeline.plan(fixed, for: probe)
      if plan.skipped != nil { return "skips it (\(Finding.Code.staleTag.rawValue))" }
      return plan.keepsTag ? "keeps tag" : plan.route.name.rawValue
    } catch {
      return error.codes.name
    }
  }
}
