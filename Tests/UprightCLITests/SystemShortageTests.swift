// What the system refuses: memory, removing a file, a folder private from the start (setrlimit(2), unlink(2),
// mkdir(2)).

import Foundation
import Testing
import UprightFixtures
import UprightTestTools

@Suite struct SystemShortageTests {
  private static let isTraceable = OutsideTool.strace.isInstalled && UprightTool.path != nil

  /// With any memory limit, an image results or the machine is blamed: never the image, and without waiting.
  @Test(.enabled(if: UprightTool.path != nil, "needs the program upright"))
  func aShortageOfMemoryIsNoDamage() throws {
    let program = try #require(UprightTool.path)
    let album = try Album("1.jpg")
    for format in ["avif", "tiff"] {
      let made = try UprightTool.run(["thumb", "32", "1.jpg", "-o", "a.\(format)"], in: album.folder)
      guard made.status == 0 else { continue }
      for megabytes in stride(from: 40, through: 160, by: 20) {
        let script = "ulimit -c 0; ulimit -v \(megabytes * 1000) && exec \"$0\" thumb 8 \"$1\" -o \"$2\" --force"
        let began = ContinuousClock.now
        let answer = try OutsideTool.run(
          "/bin/sh", ["-c", script, program, "a.\(format)", "o.png"], in: album.folder)
        #expect(ContinuousClock.now - began < .seconds(30), "\(format), \(megabytes) MB")
        #expect(!answer.complaints.contains("damaged"), "\(format), \(megabytes) MB: \(answer.complaints)")
        // Without memory for itself the program does not even start.
        guard answer.status < 126 else { continue }
        #expect([0, 75].contains(answer.status), "\(format), \(megabytes) MB: \(answer.complaints)")
        if answer.status == 75 { #expect(answer.complaints.contains("not enough memory")) }
      }
    }
  }

  /// The decoder of an AVIF gets no thread, although one was available a moment before: `when` counts the calls of each
  /// thread.
  @Test(.enabled(if: isTraceable, "needs strace and the program upright"))
  func aShortageOfThreadsInADecoderIsNoDamage() throws {
    let (program, strace) = (try #require(UprightTool.path), try #require(OutsideTool.strace.path))
    let album = try Album("1.jpg")
    guard try UprightTool.run(["thumb", "32", "1.jpg", "-o", "a.avif"], in: album.folder).status == 0 else { return }
    let tried = min(16, ProcessInfo.processInfo.processorCount + 1)
    let words = [
      "-f", "-qq", "-o", "log", "-e", "trace=clone,clone3", "-e",
      "inject=clone,clone3:error=EAGAIN:when=\(tried + 1)", program, "thumb", "8", "a.avif", "-o", "o.png",
    ]
    let answer = try OutsideTool.run(strace, words + ["--sandbox", "never"], in: album.folder)
    let log = String(decoding: try album.folder.read("log"), as: UTF8.self)
    #expect(log.contains("(INJECTED)"))
    #expect(answer.status == 75 && answer.complaints.contains("not enough memory"), "\(answer)")
  }

  @Test(.enabled(if: isTraceable, "needs strace and the program upright"))
  func whatCannotBeTakenAwayIsNamed() throws {
    let (program, strace) = (try #require(UprightTool.path), try #require(OutsideTool.strace.path))
    for json in [false, true] {
      let album = try Album("6.jpg")
      let words = ["-f", "-qq", "-o", "log", "-e", "trace=unlinkat", "-e", "inject=unlinkat:error=EPERM", program]
      let answer = try OutsideTool.run(
        strace, words + ["rotate", "cw", "--bake", "-i", "6.jpg"] + (json ? ["--json"] : []), in: album.folder)
      #expect(answer.status == 0)
      let names = try album.contents().keys.filter { $0.hasPrefix(".upright-") }
      let left = try #require(names.first)
      #expect(names.count == 1)
      #expect(
        answer.complaints.contains("\(left) could not be removed; `upright recover` tries again"))
      guard json else { continue }
      let line = String(decoding: answer.output, as: UTF8.self)
      #expect(line.contains(#""leftBehind":["#) && line.contains(left), "\(line)")
    }
  }

  @Test(.enabled(if: isTraceable, "needs strace and the program upright"))
  func aNewFolderIsNeverMoreOpenThanItsSource() throws {
    let (program, strace) = (try #require(UprightTool.path), try #require(OutsideTool.strace.path))
    let folder = try ScratchFolder()
    for name in ["in", "in/sub"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }
    try folder.write(TinyJPEG(TinyImage.sixColors).bytes, as: "in/sub/a.jpg")
    let words = ["-f", "-qq", "-o", "log", "-e", "trace=mkdir,mkdirat", program, "thumb", "2", "-r", "in", "-o", "out"]
    let answer = try OutsideTool.run(strace, words, in: folder)
    #expect(answer.status == 0, "\(answer.complaints)")
    let calls = String(decoding: try folder.read("log"), as: UTF8.self).split(separator: "\n")
      .filter { $0.contains("mkdir") }
    #expect(calls.count == 2 && calls.allSatisfy { $0.contains(", 0700)") }, "\(calls)")
    for name in ["out", "out/sub"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
      #expect(attributes[.posixPermissions] as? Int == 0o700)
    }
  }
}
