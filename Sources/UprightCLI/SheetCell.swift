// One picture of a contact sheet: as stored, as displayed, and what is known of it.

import Upright
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

  /// Reads one file.
  ///
  /// - Throws: what stops it, with the path.
  init(_ file: InputFile, pipeline: Pipeline) throws(UprightError) {
    do throws(UprightError) {
      let bytes = try FileBytes(path: file.path)
      let probe = try Probe(checking: bytes)
      name = file.relativePath
      self.probe = probe
      route = Self.route(probe, pipeline)
      (stored, displayed) = try Self.pictures(of: probe, from: bytes, pipeline)
    } catch {
      throw error.naming(file.path)
    }
  }

  private static func route(_ probe: Probe, _ pipeline: Pipeline) -> String {
    do throws(UprightError) {
      let plan = try pipeline.plan(EdgeArguments.Edge.standard.rendition(), for: probe)
      return plan.keepsTag ? "keeps tag" : plan.route.name.rawValue
    } catch {
      return error.codes.name
    }
  }

  /// The picture as stored and as displayed, out of one decoding: only the small one is turned back.
  private static func pictures(
    of probe: Probe, from bytes: FileBytes, _ pipeline: Pipeline
  ) throws(UprightError) -> (stored: Canvas, displayed: Canvas) {
    let small = Rendition(size: .within(PixelSize(width: box, height: box)), upright: .pixels, format: .png)
    let displayed = try pipeline.raster(small, of: probe, from: bytes)
    let turn = Orientation<Displayed, Displayed>(asDisplayed: probe.orientation)
    guard let pixels = displayed.converted(to: .eight)?.converted(to: .rgb),
      let turnedBack = pixels.oriented(by: Orientation<Displayed, Output>(carrying: turn).inverse),
      let left = Canvas(turnedBack), let right = Canvas(pixels)
    else { throw .unsupported("drawing these colours") }
    return (left, right)
  }
}
