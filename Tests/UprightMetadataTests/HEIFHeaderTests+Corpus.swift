// Real HEIC and AVIF photos, if UPRIGHT_CORPUS names a folder of them.

import Foundation
import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

extension HEIFHeaderTests {
  private func photos() throws -> [(name: String, bytes: [UInt8])] {
    try (Corpus.files("real/heic") + Corpus.files("real/avif")).map { file in
      (file.lastPathComponent, [UInt8](try Data(contentsOf: file)))
    }
  }

  /// The row of truth.csv for a file.
  private func truth(_ name: String) throws -> UInt8? {
    let table = try #require(Corpus.folder).appendingPathComponent("truth.csv")
    let rows = try String(contentsOf: table, encoding: .utf8).split(whereSeparator: \.isNewline)
    let row = rows.first { $0.contains("/\(name),") }
    return row.flatMap { UInt8($0.split(separator: ",")[1]) }
  }

  @Test(.enabled(if: Corpus.folder != nil, "needs a folder of photos in UPRIGHT_CORPUS"))
  func photosAreWhatIsKnownOfThem() throws {
    for (name, bytes) in try photos() {
      let probe = try Probe(bytes)
      #expect(probe.orientation.exif.rawValue == (try truth(name)), "\(name)")
      #expect(!probe.storedSize.isEmpty)
      let isBroken = name.contains("ArgumentException") || name.contains("ArraySize")
      #expect(probe.findings.map(\.code).contains(.metadataDamaged) == isBroken, "\(name)")
    }
  }

  @Test(.enabled(if: Corpus.folder != nil, "needs a folder of photos in UPRIGHT_CORPUS"))
  func photosTakeEveryTagAndOnlyTheImageTurns() throws {
    var changed = 0
    for (name, bytes) in try photos() where !name.contains("Exception") {
      let items = try Probe(bytes).itemTables.contents(in: bytes)
      for tag in ExifOrientation.allCases {
        let change = try HEIFChange(bytes, to: tag)
        #expect(change.probe.statements.allSatisfy { $0.value == tag }, "\(name): Exif said the same")
        let now = try change.probe.itemTables.contents(in: change.bytes)
        let different = items.filter { now[$0.key] != $0.value }.map(\.key)
        let describing = try change.probe.itemTables.describing.map(\.id)
        #expect(different.allSatisfy(describing.contains), "\(name): only Exif changes")
        changed += 1
      }
    }
    #expect(changed > 0)
  }

  @Test(
    .enabled(if: Corpus.folder != nil, "needs a folder of photos in UPRIGHT_CORPUS"),
    .enabled(if: OutsideTool.vips.isInstalled, "needs vips"))
  func libheifReadsThemAfterwards() throws {
    let folder = try ScratchFolder()
    for (name, bytes) in try photos() where !name.contains("Exception") {
      for tag in [ExifOrientation.leftTop, .leftBottom, .topRight] {
        let change = try HEIFChange(bytes, to: tag)
        let file = try folder.write(change.bytes, as: "\(tag.rawValue) \(name)")
        let answer = try OutsideTool.run("/usr/bin/env", ["vipsheader", file], in: nil)
        let size = change.probe.displayedSize
        #expect(answer.text.contains(": \(size.width)x\(size.height) uchar"), "\(name): \(answer.complaints)")
      }
    }
  }
}
