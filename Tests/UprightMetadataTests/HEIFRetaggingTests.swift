// Rewriting how the picture lies: what is read afterwards, which bytes differ, what others make of it, and the way back.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct HEIFRetaggingTests {
  /// Retags and checks what holds for every file: the new value, the items' bytes, the declared bytes only, the way back.
  @discardableResult
  private func retagged(
    _ bytes: [UInt8], to tag: ExifOrientation, rules: OrientationRules = OrientationRules()
  ) throws -> (bytes: [UInt8], patch: BytePatch) {
    let before = try Probe(bytes, rules: rules)
    let patch = try before.retag(to: Orientation(exif: tag))
    let result = try patch.applied(to: bytes)
    let probe = try Probe(result, rules: rules)
    #expect(probe.orientation.exif == tag)
    #expect(probe.storedSize == before.storedSize)
    #expect(try patch.inverse.applied(to: result) == bytes)
    #expect(result.count == bytes.count + patch.growth)
    if patch.isInPlace { #expect(zip(bytes, result).count { $0 != $1 } == patch.changedByteCount) }
    #expect(!probe.findings.map(\.code).contains(.metadataDamaged))
    return (result, patch)
  }

  /// The bytes of every item, by number.
  private func contents(_ bytes: [UInt8]) throws -> [Int: [UInt8]] {
    guard case .items(let header) = try Probe(bytes).header else { return [:] }
    var contents: [Int: [UInt8]] = [:]
    for location in header.tables.locations {
      let room = location.origin == .file ? 0 : header.tables.itemData?.payload.lowerBound ?? 0
      contents[location.id] = location.extents.flatMap { extent -> ArraySlice<UInt8> in
        let start = room + (location.start(of: extent) ?? 0)
        return bytes[start..<start + extent.length]
      }
    }
    return contents
  }

  @Test(arguments: TinyHEIF.dialects) func eightByEightInEveryLayout(dialect: TinyHEIF.Dialect) throws {
    for from in ExifOrientation.allCases {
      var file = TinyHEIF(from, exif: TinyTIFF(orientation: 1), xmp: TinyXMP.packet(orientation: "1"))
      file.layout = dialect.layout
      file.items[1].place = .file(pieces: 1)
      let items = try contents(file.bytes)
      for to in ExifOrientation.allCases {
        let (result, patch) = try retagged(file.bytes, to: to)
        #expect(patch.isEmpty == (from == to))
        #expect(try contents(result) == items, "\(from) \(to)")
      }
    }
  }
}
