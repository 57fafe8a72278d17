// The form of Base64 in addresses (RFC 4648, 10).

import Testing
import UprightFiles

@testable import UprightServer

@Suite struct Base64Tests {
  fileprivate static let vectors = [
    ("f", "Zg==", "Zg"), ("fo", "Zm8=", "Zm8"), ("foo", "Zm9v", "Zm9v"), ("foob", "Zm9vYg==", "Zm9vYg"),
    ("fooba", "Zm9vYmE=", "Zm9vYmE"), ("foobar", "Zm9vYmFy", "Zm9vYmFy"),
  ]

  @Test(arguments: Base64Tests.vectors)
  func textsAreThoseOfTheStandard(_ text: String, _ padded: String, _ address: String) {
    let bytes = Array(text.utf8)
    #expect(Base64.bytes(padded) == bytes)
    #expect(Base64.address(bytes) == address)
    #expect(Base64.bytes(address: address) == bytes)
  }

  @Test func everyByteComesBack() {
    let bytes = [UInt8](0...255)
    let address = Base64.address(bytes)
    #expect(Base64.bytes(address: address) == bytes)
    #expect(address.contains("-") && address.contains("_") && !address.contains("="))
    let padded = String(address.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }) + "=="
    #expect(Base64.bytes(padded) == bytes)
  }

  @Test(arguments: ["Z", "Zg==", "Zh", "Zm9", "Zm9vY", "+/8", "Zm 9"])
  func otherTextInAddressesIsRefused(_ text: String) { #expect(Base64.bytes(address: text) == nil) }
}
