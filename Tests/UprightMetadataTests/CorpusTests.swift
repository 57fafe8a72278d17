// Real photos and hostile files, if UPRIGHT_CORPUS names a folder of them.

import Foundation
import Testing
import UprightGeometry
import UprightMetadata

@Suite struct CorpusTests {
  static let folder = ProcessInfo.processInfo.environment["UPRIGHT_CORPUS"].map { URL(fileURLWithPath: $0) }
  static let isThere = folder.map { FileManager.default.fileExists(atPath: $0.path) } ?? false

  /// The formats that are read: all.
  static let formats = ContainerFormat.allCases

  private func truth() throws -> [(path: String, orientation: UInt8)] {
    let folder = try #require(Self.folder)
    let text = try String(contentsOf: folder.appendingPathComponent("truth.csv"), encoding: .utf8)
    return text.split(whereSeparator: \.isNewline).dropFirst().compactMap { line in
      let columns = line.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
      guard columns.count == 3, let value = UInt8(columns[1]) else { return nil }
      return (String(columns[0]), value)
    }
  }

  private func bytes(_ url: URL) throws -> [UInt8] { [UInt8](try Data(contentsOf: url)) }

  private func files(below name: String) throws -> [URL] {
    let folder = try #require(Self.folder).appendingPathComponent(name)
    let all = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey]))
    return try all.compactMap { $0 as? URL }
      .filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true }
  }

  @Test(.enabled(if: isThere, "needs a folder of photos in UPRIGHT_CORPUS"))
  func everyPhotoIsWhatIsKnownOfIt() throws {
    let folder = try #require(Self.folder)
    var seen = 0
    for (path, orientation) in try truth() {
      let data = try bytes(folder.appendingPathComponent(path))
      guard let format = ContainerFormat(signature: data), Self.formats.contains(format) else { continue }
      seen += 1
      #expect(try Probe(data).orientation.exif.rawValue == orientation, "\(path)")
    }
    #expect(seen > 0)
  }

  @Test(.enabled(if: isThere, "needs a folder of photos in UPRIGHT_CORPUS"))
  func everyPhotoTakesEveryTagAndComesBack() throws {
    let folder = try #require(Self.folder)
    for (path, _) in try truth() {
      let data = try bytes(folder.appendingPathComponent(path))
      guard let format = ContainerFormat(signature: data), Self.formats.contains(format) else { continue }
      let probe = try Probe(data)
      for tag in ExifOrientation.allCases where tag == .topLeft || format != .gif {
        let isBroken = probe.findings.map(\.code).contains(.metadataDamaged)
        guard let patch = try? probe.retag(to: Orientation(exif: tag)) else {
          #expect(isBroken, "\(path)")
          continue
        }
        let result = try patch.applied(to: data)
        #expect(try Probe(result).orientation.exif == tag, "\(path)")
        #expect(try patch.inverse.applied(to: result) == data, "\(path)")
        let mayGrow = probe.source == .none || format == .heif || format == .avif
        #expect(patch.isInPlace || mayGrow, "\(path)")
      }
    }
  }

  @Test(.enabled(if: isThere, "needs a folder of files in UPRIGHT_CORPUS"))
  func everyHostileFileIsAnErrorOrAProbe() throws {
    let files = try files(below: "hostile")
    #expect(!files.isEmpty)
    for file in files {
      let data = try bytes(file)
      guard let probe = try? Probe(data) else { continue }
      for tag in ExifOrientation.allCases {
        guard let patch = try? probe.retag(to: Orientation(exif: tag)) else { continue }
        guard let result = try? patch.applied(to: data) else { continue }
        #expect(try Probe(result).orientation.exif == tag, "\(file.lastPathComponent)")
      }
      let edit = MetadataEdit(
        size: PixelSize(width: 3, height: 2), map: Transform2D(scaleX: 1, scaleY: 1), thumbnail: nil,
        keepsProfile: true, keepsCoding: true)
      _ = try? probe.carry(edit, from: data)
    }
  }
}
