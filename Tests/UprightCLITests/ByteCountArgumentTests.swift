// Amounts of memory as typed.

import Testing

@testable import UprightBatch
@testable import UprightCLI

@Suite struct ByteCountArgumentTests {
  @Test(arguments: [("1", 1), ("1000", 1000), ("1K", 1024), ("3k", 3072), ("2M", 2_097_152), ("4G", 4_294_967_296)])
  func unitsArePowersOf1024(text: String, bytes: Int) {
    #expect(ByteCountArgument(argument: text)?.bytes == bytes)
  }

  @Test(arguments: ["", "K", "0", "-1", "1.5G", "1T", "1KB", "99999999999G", "9999999999999999999"])
  func anythingElseIsRefused(_ text: String) {
    #expect(ByteCountArgument(argument: text) == nil)
  }
}
