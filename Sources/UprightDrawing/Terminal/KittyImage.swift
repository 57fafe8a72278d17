// A PNG in kitty's terminal graphics protocol: "a=T,f=100", Base64 in chunks of at most 4,096 characters.

import UprightFiles

package enum KittyImage {
  private static let chunkSize = 4_096

  /// The escape sequences that show a PNG; the terminal is told not to reply (q=2).
  package static func bytes(png: [UInt8]) -> [UInt8] {
    let text = Array(Base64.text(png).utf8)
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: text.count, by: chunkSize) {
      let end = min(text.count, start + chunkSize)
      let keys = (start == 0 ? "a=T,f=100,q=2," : "") + "m=\(end < text.count ? 1 : 0)"
      bytes += Array("\u{1B}_G\(keys);".utf8) + text[start..<end] + Array("\u{1B}\\".utf8)
    }
    return bytes + Array("\n".utf8)
  }
}
