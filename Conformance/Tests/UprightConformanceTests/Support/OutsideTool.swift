// Other programs that tests start: whether they are installed, and their output.

import Foundation

/// A program of other people.
enum OutsideTool: String, Sendable, CaseIterable {
  /// Decode AVIF, JPEG XL and HEIF.
  case avifdec, djxl
  case heifConvert = "heif-convert"
  /// Asks servers over HTTP.
  case curl
  /// Reads and writes metadata.
  case exiftool
  /// Reads movies.
  case ffmpeg
  /// Mounts file systems.
  case mount, umount
  /// Python 3, and the same with Pillow.
  case python3, pillow

  /// The results of a run.
  struct Answer: Error, Sendable {
    /// The exit status.
    let status: Int32
    /// Its standard output.
    let output: [UInt8]
    /// Its standard error.
    let complaints: String

    /// Its standard output as text, without surrounding line breaks.
    var text: String { String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines) }
  }

  /// Whether it is installed.
  var isInstalled: Bool { Self.paths[self] != nil }

  /// The message of a test that is skipped without it.
  var reason: String { "needs \(rawValue), which is not installed" }

  private static let paths: [OutsideTool: String] = Dictionary(
    uniqueKeysWithValues: allCases.compactMap { tool in tool.search().map { (tool, $0) } })

  private func search() -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = ["/usr/bin", "/bin", "/usr/sbin"] + path.split(separator: ":").map(String.init)
    let name = self == .pillow ? "python3" : rawValue
    return folders.map { "\($0)/\(name)" }.first { path in
      guard FileManager.default.isExecutableFile(atPath: path) else { return false }
      return self != .pillow || (try? Self.run(path, ["-c", "import PIL.Image"], in: nil))?.status == 0
    }
  }

  /// Runs it with `arguments`, in a folder if given.
  func run(_ arguments: [String], in folder: ScratchFolder? = nil) throws -> Answer {
    guard let path = Self.paths[self] else { throw CocoaError(.fileNoSuchFile) }
    return try Self.run(path, arguments, in: folder)
  }

  /// Runs any program; `environment` is added to this process's.
  static func run(
    _ path: String, _ arguments: [String], in folder: ScratchFolder?, environment: [String: String] = [:]
  ) throws -> Answer {
    let process = Process()
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder.url }
    let place = try ScratchFolder()
    let (output, complaints) = (place.url.appendingPathComponent("out"), place.url.appendingPathComponent("err"))
    for file in [output, complaints] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: complaints)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return Answer(
      status: process.terminationStatus, output: [UInt8](try Data(contentsOf: output)),
      complaints: String(decoding: try Data(contentsOf: complaints), as: UTF8.self))
  }
}

/// A folder that is removed with its last owner.
final class ScratchFolder: Sendable {
  /// Its path.
  let url: URL

  /// An empty folder.
  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("upright-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of a file in it.
  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes a file and returns its path.
  @discardableResult
  func write(_ bytes: [UInt8], as name: String) throws -> String {
    try Data(bytes).write(to: url.appendingPathComponent(name))
    return path(name)
  }

  /// The bytes of a file in it.
  func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: url.appendingPathComponent(name)))
  }
}
