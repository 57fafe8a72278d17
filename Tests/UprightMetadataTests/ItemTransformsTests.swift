// Bytes of irot and imir, and the written boxes.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct ItemTransformsTests {
  @Test func everyByteIsAProperty() {
    for byte in UInt8.min...UInt8.max {
      #expect(HEIFProperty("irot", byte: byte)?.byte == byte & 3)
      #expect(HEIFProperty("imir", byte: byte)?.byte == byte & 1)
      #expect(HEIFProperty("clap", byte: byte) == nil)
    }
    #expect(HEIFProperty("irot", byte: 3)?.isMirror == false)
    #expect(HEIFProperty("imir", byte: 1)?.isMirror == true)
  }

  @Test func alternativesAreAllOfTheKind() {
    #expect(HEIFProperty.rotation(.half).alternatives.map(\.description) == ["irot0", "irot1", "irot2", "irot3"])
    #expect(HEIFProperty.mirror(.leftRight).alternatives.map(\.description) == ["imir0", "imir1"])
  }

  @Test func boxesAreThoseOfTheBuilder() {
    let all = HEIFProperty.rotation(.zero).alternatives + HEIFProperty.mirror(.topBottom).alternatives
    for property in all { #expect(property.box == TinyProperty.transform(property).bytes) }
  }
}
