// SHA-256 compared with NIST's examples and, for every length around its block boundaries, with another program.

import Testing
import UprightTestTools

@testable import UprightMetadata

@Suite struct SHA256Tests {
  /// The examples of FIPS 180-4 (NIST's page of intermediate values) and of empty input.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func examples(text: String, digest: String) { #expect(hex(SHA256.digest(of: Array(text.utf8))) == digest) }

  @Test func aMillionTimesTheLetterA() {
    var digest = SHA256()
    for _ in 0..<1000 { digest.update([UInt8](repeating: 0x61, count: 1000)) }
    #expect(hex(digest.finish()) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func piecesOfAnyLengthMakeTheSameDigest() {
    var random = SplitMix64(seed: 180)
    let bytes = (0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let whole = SHA256.digest(of: bytes)
    for longest in [1, 2, 63, 64, 65, 127, 128, 129, 1000] {
      var digest = SHA256()
      var place = 0
      while place < bytes.count {
        let end = min(bytes.count, place + Int.random(in: 0...longest, using: &random))
        digest.update(Array(bytes[place..<end]))
        place = end
      }
      #expect(digest.finish() == whole, "pieces of at most \(longest)")
    }
  }

  @Test(.enabled(if: SHA256.hasInstructions, "this processor has no instructions for SHA-256"))
  func instructionsMakeTheDigestsOfTheLoop() {
    var random = SplitMix64(seed: 4)
    for count in Array(0...300) + [4096, 65_537] {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      for split in Set([0, 1, count / 3, count / 2, max(0, count - 1), count]) where split <= count {
        var (one, other) = (SHA256(usesInstructions: true), SHA256(usesInstructions: false))
        for piece in [bytes[..<split], bytes[split...]] {
          one.update(Array(piece))
          other.update(Array(piece))
        }
        #expect(one.finish() == other.finish(), "\(count) bytes, split at \(split)")
      }
    }
  }

  @Test func sayingTheDigestEndsNothing() {
    var digest = SHA256()
    digest.update([1, 2, 3])
    #expect(digest.finish() == digest.finish())
    digest.update([4])
    #expect(digest.finish() == SHA256.digest(of: [1, 2, 3, 4]))
  }

  @Test(.enabled(if: OutsideTool.sha256sum.isInstalled, Comment(rawValue: OutsideTool.sha256sum.reason)))
  func everyLengthUpToFourBlocksAgreesWithAnotherProgram() throws {
    var random = SplitMix64(seed: 256)
    let folder = try ScratchFolder()
    let contents = (0...256).map { count in (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) } }
    for bytes in contents { try folder.write(bytes, as: "\(bytes.count)") }
    let answer = try OutsideTool.sha256sum.run(contents.map { "\($0.count)" }, in: folder)
    #expect(
      answer.text.split(separator: "\n").map(String.init)
        == contents.map { "\(hex(SHA256.digest(of: $0)))  \($0.count)" })
  }

  private func hex(_ digest: [UInt8]) -> String {
    digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
