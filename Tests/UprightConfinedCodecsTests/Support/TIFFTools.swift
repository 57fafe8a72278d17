// Other programs on TIFF files: Pillow's samples, libtiff's tools, and what exiftool finds.

import Upright
import UprightTestTools

enum TIFFTools {
  /// Mode, size and samples as Pillow reads them.
  static func pillow(_ image: [UInt8]) throws -> (mode: String, width: Int, height: Int, samples: [UInt8]) {
    let script = """
      import sys, PIL.Image
      p = PIL.Image.open(sys.argv[1]); p.load()
      sys.stdout.buffer.write(f"{p.mode} {p.width} {p.height}\\n".encode() + p.tobytes())
      """
    let answer = try OutsideTool.pillow.run(["-c", script, "{in}"], input: image)
    let end = answer.firstIndex(of: 0x0A) ?? 0
    let words = String(decoding: answer[..<end], as: UTF8.self).split(separator: " ")
    return (String(words[0]), Int(words[1]) ?? 0, Int(words[2]) ?? 0, Array(answer[(end + 1)...]))
  }

  /// The file as rewritten by libtiff's own tool.
  static func copied(_ image: [UInt8], _ options: [String]) throws -> [UInt8] {
    try OutsideTool.tiffcp.run(options + ["{in}", "{out}"], input: image)
  }
}
