// Other programs used as references: whether they are installed, and their output.

package import Foundation
import UprightFixtures

/// A program that tests ask for a second opinion.
package enum OutsideTool: String, Sendable, CaseIterable {
  case exiftool, jpegtran, exiftran, jhead, djpeg, cjpeg, vips, vipsheader
  /// Draws SVG by librsvg.
  case rsvgConvert = "rsvg-convert"
  /// Decodes AVIF by libavif.
  case avifdec
  /// Encodes AVIF by libavif.
  case avifenc
  /// Decodes HEIF by libheif and rotates it by its properties.
  case heifConvert = "heif-convert"
  /// Plays movie files, and reads their headers.
  case ffmpeg, ffprobe
  /// libtiff's own tool, which repacks a TIFF.
  case tiffcp
  /// JPEG XL's own library.
  case cjxl, djxl, jxlinfo
  /// Lists and changes extended attributes and ACLs, mounts file systems and makes system calls fail.
  case getfattr, setfattr, getfacl, setfacl, mount, umount, strace
  /// Asks servers over HTTP.
  case curl
  /// Runs a program as another user.
  case setpriv
  /// Runs a program on its own terminal.
  case script
  /// Python 3, and the same with Pillow or with jsonschema.
  case python3, pillow, jsonschema
  /// Shells that complete command lines.
  case bash, zsh, fish
  /// Shows manual pages, and reports what is wrong with them.
  case man, mandoc
  /// GNU time, which reports how much memory a process used.
  case time
  /// Prints the SHA-256 of files.
  case sha256sum

  /// The results of a run.
  package struct Answer: Error, Sendable {
    /// The exit status.
    package let status: Int32
    /// Its standard output.
    package let output: [UInt8]
    /// Its standard error.
    package let complaints: String

    /// Memberwise initializer.
    package init(status: Int32, output: [UInt8], complaints: String) {
      (self.status, self.output, self.complaints) = (status, output, complaints)
    }

    /// Its standard output as text, without surrounding line breaks.
    package var text: String {
      String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
    }
  }

  /// Its path; nil if it is not installed.
  package var path: String? { Self.paths[self] }

  /// Whether it is installed.
  package var isInstalled: Bool { path != nil }

  /// Whether programs can get terminals of their own, as some containers forbid.
  package static let hasTerminals = (try? script.run(["-qec", "true", "/dev/null"]))?.status == 0

  /// The message of a test that is skipped without a terminal, or without this program.
  package var terminalReason: String {
    isInstalled ? "needs a pseudo-terminal, which this system does not give" : reason
  }

  /// The message of a test that is skipped without it.
  package var reason: String {
    let help = self == .jsonschema ? " (Debian's python3-jsonschema; Scripts/setup test installs it)" : ""
    return "needs \(rawValue), which is not installed\(help)"
  }

  /// The module of Python that it is; nil for a program.
  private var module: String? { [.pillow: "PIL.Image", .jsonschema: "jsonschema"][self] }

  private static let paths: [OutsideTool: String] = Dictionary(
    uniqueKeysWithValues: allCases.compactMap { tool in tool.search().map { (tool, $0) } })

  private func search() -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = ["/usr/bin", "/bin", "/usr/sbin"] + path.split(separator: ":").map(String.init)
    let name = module == nil ? rawValue : "python3"
    return folders.map { "\($0)/\(name)" }.first { path in
      guard FileManager.default.isExecutableFile(atPath: path) else { return false }
      if self == .time { return (try? Self.run(path, ["-f", "%M", "true"], in: nil))?.status == 0 }
      guard let module else { return true }
      return (try? Self.run(path, ["-c", "import \(module)"], in: nil))?.status == 0
    }
  }

  /// Runs it with `arguments`, in a folder if given; `environment` is added to this process's.
  package func run(
    _ arguments: [String], in folder: ScratchFolder? = nil, environment: [String: String] = [:]
  ) throws -> Answer {
    guard let path else { throw CocoaError(.fileNoSuchFile) }
    return try Self.run(path, arguments, in: folder, environment: environment)
  }

  /// What it makes of `input`, the file that `{in}` names: the file that `{out}` names, or else its standard output.
  ///
  /// - Throws: the answer where its exit status is not 0.
  package func run(_ arguments: [String], input: [UInt8]) throws -> [UInt8] {
    let folder = try ScratchFolder()
    try folder.write(input, as: "in")
    let names = ["{in}": folder.path("in"), "{out}": folder.path("out")]
    let answer = try run(arguments.map { names[$0] ?? $0 })
    guard answer.status == 0 else { throw answer }
    return arguments.contains("{out}") ? try folder.read("out") : answer.output
  }

  /// Runs any program; `environment` is added to this process's.
  package static func run(
    _ path: String, _ arguments: [String], in folder: ScratchFolder?, environment: [String: String] = [:]
  ) throws -> Answer {
    let place = try ScratchFolder()
    let (output, complaints) = (place.url.appendingPathComponent("out"), place.url.appendingPathComponent("err"))
    for file in [output, complaints] { try Data().write(to: file) }
    func answer(_ status: Int32) throws -> Answer {
      Answer(
        status: status, output: [UInt8](try Data(contentsOf: output)),
        complaints: String(decoding: try Data(contentsOf: complaints), as: UTF8.self))
    }
    if isScript(path, arguments, environment) {
      return try answer(
        pythonStatus(
          path, Array(arguments.dropFirst()), in: folder, environment: environment, output: output.path,
          complaints: complaints.path))
    }
    let process = Process()
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder.url }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: complaints)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return try answer(process.terminationStatus)
  }

  /// Whether it is a script that a Python which stays can run: with variables that Python's start reads, it cannot.
  private static func isScript(_ path: String, _ arguments: [String], _ environment: [String: String]) -> Bool {
    let variables = environment.keys.contains { $0.hasPrefix("PYTHON") || $0.hasPrefix("LD_") || $0 == "PATH" }
    return path.hasSuffix("/python3") && arguments.first == "-c" && arguments.count > 1 && !variables
      && !arguments.joined().contains("\0")
  }
}

/// A folder that is removed with its last owner.
package final class ScratchFolder: Sendable {
  /// Its path.
  package let url: URL

  /// An empty folder.
  package init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("upright-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of a file in it.
  package func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes a file and returns its path.
  @discardableResult
  package func write(_ bytes: [UInt8], as name: String) throws -> String {
    try Data(bytes).write(to: url.appendingPathComponent(name))
    return path(name)
  }

  /// The bytes of a file in it.
  package func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: url.appendingPathComponent(name)))
  }
}
