// What a process boundary costs: the same JPEG decoded in this process and in a worker, by turns.

import Measuring
import Upright
import UprightCodecs
import UprightSandbox

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@main enum Workers {
  /// The one argument is the path of `upright-worker`.
  static func main() {
    guard let program = CommandLine.arguments.dropFirst().first else { exit(64) }
    let pool = WorkerPool(mode: .always, program: program)
    let here = JPEGCodec()
    let there = WorkerCodec(.jpeg, here.capabilities, workers: pool)
    print(Race.header("ms per picture"))
    for (name, width, height) in [("2 Mpx", 1632, 1224), ("24 Mpx", 6000, 4000)] {
      let photo = CodedPhoto(width: width, height: height)
      let lines = Race([
        ("\(name), here", { photo.decode(by: here) }), ("\(name), in a worker", { photo.decode(by: there) }),
      ]).rows
      for line in lines { print(line) }
    }
    let dot = CodedPhoto(width: 1, height: 1)
    let starts = Race([
      ("1 pixel, in a worker", { dot.decode(by: there) }),
      (
        "1 pixel, in a new worker",
        { dot.decode(by: WorkerCodec(.jpeg, here.capabilities, workers: WorkerPool(mode: .always, program: program))) }
      ),
    ])
    for line in starts.rows { print(line) }
  }
}

/// A JPEG in memory, of edges, gradients and noise.
struct CodedPhoto {
  private let bytes: [UInt8]
  private let pass: DecodePass

  init(width: Int, height: Int) {
    let (size, layout) = (PixelSize<Output>(width: width, height: height), SampleLayout(.rgb))
    var (samples, state) = ([UInt8](repeating: 0, count: 3 * width * height), UInt32(1))
    for place in samples.indices {
      state = state &* 1_664_525 &+ 1_013_904_223
      let (x, y) = (place / 3 % width, place / 3 / width)
      samples[place] = UInt8(truncatingIfNeeded: (x / 9 + y / 7) % 160 + Int(state >> 28) + (x / 64 + y / 48) % 2 * 60)
    }
    guard let image = Raster(size: size, layout: layout, bytes: samples) else { fatalError("out of memory") }
    let settings = EncodeSettings(
      format: .jpeg, fidelity: .level(90), sampling: Subsampling(horizontal: 2, vertical: 2))
    var bytes: [UInt8] = []
    do {
      try JPEGCodec().encode(image, settings: settings, metadata: CarriedMetadata(), limits: Limits(), into: &bytes)
    } catch { fatalError("\(error)") }
    self.bytes = bytes
    pass = DecodePass(region: PixelRect(x: 0, y: 0, width: width, height: height), denominator: 1, layout: layout)
  }

  func decode(by codec: some ImageDecoder) {
    var rows = 0
    do { try codec.decode(pass, from: bytes, limits: Limits()) { band, _ in rows += band.size.height } } catch {
      fatalError("\(error)")
    }
    precondition(rows == pass.size.height)
  }
}
