// Outside programs as oracles: run, and skipped with the reason where they are missing.

import Foundation

/// A program on this machine that the tests compare with.
struct Tool {
  let path: String

  static let djpeg = Tool("djpeg")
  static let cjpeg = Tool("cjpeg")
  static let jpegtran = Tool("jpegtran")
  static let exiftool = Tool("exiftool")
  static let python = Tool("python3", in: ["/usr/bin"])

  init(_ name: String, in folders: [String]? = nil) {
    let search = folders ?? (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    path = search.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) } ?? ""
  }

  var exists: Bool { !path.isEmpty }

  static var hasPillow: Bool { python.exists && (try? python.run(["-c", "import PIL.Image"])) != nil }

  struct Failure: Error { let status: Int32, message: String }

  /// Runs the tool over `input`, the file that `{in}` names; the file that `{out}` names, or else standard output,
  /// is the answer.
  func run(_ arguments: [String], input: [UInt8] = []) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let names = [
      "{in}": folder.appendingPathComponent("in"), "{out}": folder.appendingPathComponent("out"),
      "{answer}": folder.appendingPathComponent("answer"), "{errors}": folder.appendingPathComponent("errors"),
    ]
    try Data(input).write(to: names["{in}"]!)
    for key in ["{answer}", "{errors}"] { try Data().write(to: names[key]!) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments.map { names[$0]?.path ?? $0 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: names["{answer}"]!)
    process.standardError = try FileHandle(forWritingTo: names["{errors}"]!)
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let message = String(decoding: try Data(contentsOf: names["{errors}"]!), as: UTF8.self)
      throw Failure(status: process.terminationStatus, message: message)
    }
    return Array(try Data(contentsOf: names[arguments.contains("{out}") ? "{out}" : "{answer}"]!))
  }

  func text(_ arguments: [String], input: [UInt8] = []) throws -> String {
    String(decoding: try run(arguments, input: input), as: UTF8.self)
  }
}

/// The folder of real files that the environment names, or nil.
let corpus: URL? = ProcessInfo.processInfo.environment["UPRIGHT_CORPUS"].map { URL(fileURLWithPath: $0) }

func corpusFiles(_ folder: String) -> [URL] {
  guard let corpus else { return [] }
  let all = FileManager.default.enumerator(at: corpus.appendingPathComponent(folder), includingPropertiesForKeys: nil)
  return (all?.compactMap { $0 as? URL } ?? []).sorted { $0.path < $1.path }
}

/// A folder of files that lasts as long as it is held.
final class Scratch {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  init(_ files: [String: [UInt8]]) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, bytes) in files { try Data(bytes).write(to: folder.appendingPathComponent(name)) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
}
