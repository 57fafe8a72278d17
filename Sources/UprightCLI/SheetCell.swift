// One picture of a contact sheet: as stored, as displayed, and what is known of it.

import Upright
import UprightBatch
import UprightFiles

/// What a contact sheet shows of one file.
struct SheetCell: Sendable {
  /// Pixels of the box that each of the two pictures fits into.
  static let box = 240

  let name: String
  let probe: Probe
  /// By which route `fix` would make it upright.
  let route: String
  let stored: Canvas
  let displayed: Canvas
  /// Who may do what with the file.
  let access: FileAccess

  /// Reads one file.
  ///
  /// - Throws: what stops it, with the path.
  init(_ file: InputFile, pipeline: Pipeline, frame: Rendition.Frame = .first) throws(UprightError) {
    do throws(UprightError) {
      let bytes = try FileBytes(file.location)
      let probe = try bytes.probe()
      name = file.relativePath
      access = FileAccess(of: bytes)
      self.probe = probe
      route = Self.route(probe, pipeline)
      let pair = try ImagePair(of: probe, from: bytes, pipeline, box: Self.box, frame: frame)
      (stored, displayed) = (pair.stored, pair.displayed)
    } catch {
      throw error.naming(file.path)
    }
  }

  private static func route(_ probe: Probe, _ pipeline: Pipeline) -> String {
    do throws(UprightError) {
      let plan = try pipeline.plan(EdgeMode.auto.rendition(), for: probe)
      return plan.keepsTag ? "keeps tag" : plan.route.name.rawValue
    } catch {
      return error.codes.name
    }
  }
}
