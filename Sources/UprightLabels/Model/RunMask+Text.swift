// Runs in COCO's compressed text: differences in groups of five bits, as characters from 48 on (COCO API,
// common/maskApi.c, rleToString).

public import UprightGeometry

extension RunMask {
  /// Decodes COCO's `counts` text; nil if it is invalid or does not match `size`.
  public init?(size: PixelSize<S>, text: [UInt8]) {
    guard let runs = RunText.runs(text) else { return nil }
    self.init(size: size, runs: runs)
  }

  /// The runs as COCO's `counts`, in ASCII.
  public var text: [UInt8] { RunText.text(runs) }
}

/// Encodes and decodes runs as text.
enum RunText {
  static func runs(_ text: [UInt8]) -> [Int]? {
    var (runs, at): ([Int], Int) = ([], 0)
    while at < text.count {
      guard var run = number(text, &at) else { return nil }
      if runs.count > 2 {
        let (sum, overflow) = run.addingReportingOverflow(runs[runs.count - 2])
        guard !overflow else { return nil }
        run = sum
      }
      guard run >= 0 else { return nil }
      runs.append(run)
    }
    return runs
  }

  /// A two's complement number, least significant five bits first; at most 12 groups, more than any run needs.
  private static func number(_ text: [UInt8], _ at: inout Int) -> Int? {
    var (value, shift) = (0, 0)
    while at < text.count, shift < 60 {
      guard (48..<112).contains(text[at]) else { return nil }
      let group = Int(text[at]) - 48
      at += 1
      value |= (group & 0x1F) << shift
      shift += 5
      if group & 0x20 == 0 { return group & 0x10 == 0 ? value : value | -1 << shift }
    }
    return nil
  }

  static func text(_ runs: [Int]) -> [UInt8] {
    var text: [UInt8] = []
    for (index, run) in runs.enumerated() {
      var rest = index > 2 ? run - runs[index - 2] : run
      var goesOn = true
      while goesOn {
        let group = rest & 0x1F
        rest >>= 5
        goesOn = group & 0x10 == 0 ? rest != 0 : rest != -1
        text.append(UInt8(48 + group + (goesOn ? 0x20 : 0)))
      }
    }
    return text
  }
}
