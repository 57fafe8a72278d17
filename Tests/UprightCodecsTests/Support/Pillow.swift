// Pillow as the second reader: its samples, byte for byte.

import UprightTestTools

enum Pillow {
  /// Mode, size and samples of an image (16-bit ones in this machine's byte order).
  static func read(_ image: [UInt8]) throws -> (mode: String, samples: Samples) {
    let script = """
      import sys, PIL.Image
      p = PIL.Image.open(sys.argv[1]); p.load()
      sys.stdout.buffer.write(f"{p.mode} {p.width} {p.height}\\n".encode() + p.tobytes())
      """
    let answer = try OutsideTool.pillow.run(["-c", script, "{in}"], input: image)
    let end = answer.firstIndex(of: 0x0A) ?? 0
    let words = String(decoding: answer[..<end], as: UTF8.self).split(separator: " ")
    let (width, height) = (Int(words[1]) ?? 0, Int(words[2]) ?? 0)
    let bytes = Array(answer[(end + 1)...])
    return (
      String(words[0]), Samples(width: width, height: height, channels: bytes.count / width / height, bytes: bytes)
    )
  }

  /// The samples as Pillow writes them to a JPEG.
  static func jpeg(_ image: Samples, options: String = "quality=95") throws -> [UInt8] {
    let mode = image.channels == 1 ? "L" : image.channels == 3 ? "RGB" : "CMYK"
    let script = """
      import sys, PIL.Image
      d = open(sys.argv[1], "rb").read()
      PIL.Image.frombytes("\(mode)", (\(image.width), \(image.height)), d).save(sys.argv[2], "JPEG", \(options))
      """
    return try OutsideTool.pillow.run(["-c", script, "{in}", "{out}"], input: image.bytes)
  }

  /// A PNG's contents besides its samples, from its chunks: Exif, ICC profile, XMP.
  static func metadata(_ png: [UInt8]) throws -> [String] {
    let script = """
      import sys, PIL.Image
      p = PIL.Image.open(sys.argv[1]); p.load()
      for key in ("exif", "icc_profile", "XML:com.adobe.xmp"):
        value = p.info.get(key, b"")
        print((value.encode() if isinstance(value, str) else value).hex())
      """
    let answer = try OutsideTool.pillow.run(["-c", script, "{in}"], input: png)
    return String(decoding: answer, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }
}
