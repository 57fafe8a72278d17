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
      let back = probe.orientation.inverse
      let turn = Orientation<Displayed, Displayed>(mirrored: back.isMirrored, clockwise: back.clockwiseQuarters)
      name = file.relativePath
      self.probe = probe
      route = Self.route(probe, pipeline)
      stored = try Self.picture(turn: turn, of: probe, from: bytes, pipeline)
      displayed = try Self.picture(turn: .identity, of: probe, from: bytes, pipeline)
    } catch {
      throw error.naming(file.path)
    }
  }

  private static func route(_ probe: Probe, _ pipeline: Pipeline) -> String {
    let upright = Rendition(upright: .pixelsWherePossible, loss: .none)
    do throws(UprightError) { return try pipeline.plan(upright, for: probe).route.name.rawValue } catch {
      return error.codes.name
    }
  }

  private static func picture(
    turn: Orientation<Displayed, Displayed>, of probe: Probe, from bytes: FileBytes, _ pipeline: Pipeline
  ) throws(UprightError) -> Canvas {
    let small = Rendition(
      size: .within(PixelSize(width: box, height: box)), turn: turn, upright: .pixels, format: .png)
    let raster = try pipeline.raster(small, of: probe, from: bytes)
    guard let pixels = raster.converted(to: .eight)?.converted(to: .rgb),
      let canvas = Canvas(size: pixels.size, bytes: pixels.bytes)
    else { throw .unsupported("drawing these colours") }
    return canvas
  }
}
