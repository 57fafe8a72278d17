// What the run itself cannot do is not held against the program under test.

import Foundation
import Testing

@Suite struct ScratchFaultTests {
  private static let passing = #"{"name": "a", "formats": ["png"], "operations": {"load": ["cp", "{in}", "{out}"]}}"#

  /// The first call removes the folder in which the folders of the others are made.
  @Test func aMissingScratchFolderEndsTheRun() throws {
    let folder = try ScratchFolder()
    try folder.write(Array(Self.passing.utf8), as: "good.json")
    let script = #"["sh", "-c", "rm -rf \"$(dirname \"$PWD\")\"", "sh", "{in}"]"#
    let adapter = #"{"name": "a", "formats": ["png"], "operations": {"load": \#(script)}}"#
    try folder.write(Array(adapter.utf8), as: "bad.json")
    let words = ["--only", "png/odd/", "--jobs", "1"]
    #expect(try ConformanceTool.run(["--subject", "good.json", "--json", "old"] + words, in: folder).status == 0)
    for more in [[], ["--compare", "old"]] {
      let answer = try ConformanceTool.run(["--subject", "bad.json", "--json", "new"] + words + more, in: folder)
      #expect(answer.status == 74, "\(answer.text)")
      #expect(!answer.text.contains("regression"))
      #expect(answer.complaints.contains("scratch"), "\(answer.complaints)")
      #expect(throws: (any Error).self) { try folder.read("new") }
    }
  }

  /// Whether this user may mount.
  private static let canMount: Bool = {
    let folder = try? ScratchFolder()
    return folder.map { (try? runOnSmallDisk(["--help"], in: $0)) != nil } ?? false
  }()

  /// A folder of 16 MB for the run's own files, of which a call leaves nothing.
  private static func runOnSmallDisk(_ words: [String], in folder: ScratchFolder) throws -> OutsideTool.Answer {
    let disk = folder.path("disk")
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    let mounted = try OutsideTool.mount.run(["-t", "tmpfs", "-o", "size=16m", "none", disk])
    guard mounted.status == 0 else { throw mounted }
    defer { _ = try? OutsideTool.umount.run(["-l", disk]) }
    let program = try #require(ConformanceTool.path)
    return try OutsideTool.run(program, ["run"] + words, in: folder, environment: ["TMPDIR": disk])
  }

  /// Whether the program fills the disk or is only the first that finds it full, its failure proves nothing.
  @Test(
    .enabled(if: canMount, "needs the right to mount"),
    arguments: ["exit 1", "cp \\\"$1\\\" \\\"$2\\\"", "true"])
  func aFullDiskEndsTheRun(_ last: String) throws {
    let folder = try ScratchFolder()
    let script = #"["sh", "-c", "cat /dev/zero >junk 2>/dev/null; \#(last)", "sh", "{in}", "{out}"]"#
    let adapter = #"{"name": "a", "formats": ["png"], "operations": {"load": \#(script)}}"#
    try folder.write(Array(adapter.utf8), as: "bad.json")
    let words = ["--subject", "bad.json", "--only", "png/odd/", "--jobs", "1", "--json", "new"]
    let answer = try Self.runOnSmallDisk(words, in: folder)
    #expect(answer.status == 74 && answer.complaints.contains("png/odd/1/load"), "\(answer.complaints)")
    #expect(answer.complaints.lowercased().contains("no space left"), "\(answer.complaints)")
    #expect(throws: (any Error).self) { try folder.read("new") }
  }

  /// A program may fail while there is space.
  @Test(.enabled(if: canMount, "needs the right to mount"))
  func aFailureOnASmallDiskIsAFailure() throws {
    let folder = try ScratchFolder()
    let adapter = #"{"name": "a", "formats": ["png"], "operations": {"load": ["false", "{in}"]}}"#
    try folder.write(Array(adapter.utf8), as: "bad.json")
    let answer = try Self.runOnSmallDisk(["--subject", "bad.json", "--only", "png/odd/1/load"], in: folder)
    #expect(answer.status == 1, "\(answer.complaints)")
  }

  @Test(
    .enabled(if: canMount && OutsideTool.python3.isInstalled, "needs the right to mount, and python3"))
  func aFullDiskOfAFunctionEndsTheRun() throws {
    let folder = try ScratchFolder()
    let module = """
      def run(operation, source, target, **numbers):
          file = open("junk", "wb", buffering=0)
          while True: file.write(bytes(4096))
      """
    try folder.write(Array(module.utf8), as: "mine.py")
    let words = ["--python", "mine:run", "--formats", "jpeg, png", "--only", "png/odd/", "--jobs", "1"]
    let answer = try Self.runOnSmallDisk(words, in: folder)
    #expect(answer.status == 74, "\(answer.text)")
    #expect(answer.complaints.lowercased().contains("no space left"), "\(answer.complaints)")
  }

  @Test(.enabled(if: OutsideTool.python3.isInstalled, "needs python3"))
  func aMissingScratchFolderOfAFunctionEndsTheRun() throws {
    let folder = try ScratchFolder()
    let module = """
      import os, shutil
      def run(operation, source, target, **numbers):
          shutil.rmtree(os.path.dirname(os.path.dirname(source)))
      """
    try folder.write(Array(module.utf8), as: "mine.py")
    // A second batch of calls follows the first hundred.
    let answer = try ConformanceTool.run(
      ["--python", "mine:run", "--only", "jpeg/", "--jobs", "1"], in: folder)
    #expect(answer.status == 74 && answer.complaints.contains("scratch"), "\(answer.complaints)")
  }
}
