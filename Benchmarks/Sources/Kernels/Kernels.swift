// What the loops over pixels cost: the eight turns beside a plain copy, scaling, changes of channels and depth. With
// `--serve`, does for each line of the input, `rgb rotate90`, that turn once and prints how many milliseconds it took.

import Measuring
import Upright

@main enum Kernels {
  static func main() {
    if CommandLine.arguments.dropFirst().first == "--serve" { serve() } else { measure() }
  }

  private static let channels: [SampleLayout.Channels] = [.gray, .rgb, .rgba]

  private static func measure() {
    for channels in channels { Turning(channels)?.measure() }
    Scaling.measure()
  }

  private static func serve() {
    var images: [String: Turning] = [:]
    while let line = readLine() {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2, let turn = Turning.turns.first(where: { $0.name == words[1] })?.turn,
        let channels = channels.first(where: { "\($0)" == words[0] })
      else { continue }
      if images[words[0]] == nil { images = [words[0]: Turning(channels)].compactMapValues { $0 } }
      guard let image = images[words[0]] else { return }
      answer(Race.milliseconds { image.run(turn) })
    }
  }

  /// The other side waits for the line.
  private static func answer(_ milliseconds: Double) {
    print(milliseconds)
    flushOutput()
  }
}
