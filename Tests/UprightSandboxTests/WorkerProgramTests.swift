// The two programs together: where the worker is found, and how a batch handles crashes on either side.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightSandbox

@Suite(.serialized, .enabled(if: Workers.areHere && UprightTool.path != nil, Workers.reason))
struct WorkerProgramTests {
  /// A folder with `upright`, and its worker at these paths in it.
  private func installed(_ worker: String, at places: String...) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    let files = [(try #require(UprightTool.path), "bin/upright")] + places.map { place in (worker, place) }
    for (path, place) in files {
      let target = folder.url.appendingPathComponent(place)
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      // In a separate process: a child that another test starts meanwhile would hold a copy of ours open, and it could
      // not be run.
      _ = try OutsideTool.run(
        "/bin/cp", [URL(fileURLWithPath: path).resolvingSymlinksInPath().path, target.path], in: folder)
    }
    return folder
  }

  private func upright(_ arguments: String..., in folder: ScratchFolder) throws -> OutsideTool.Answer {
    try OutsideTool.run(folder.path("bin/upright"), arguments, in: folder)
  }

  /// A photo; one with a fault has its name in a comment right after the start.
  private func photo(_ fault: String? = nil) -> [UInt8] {
    let comment = fault.map { [TinySegment(0xFE, Array("\nfault:\($0)\n".utf8))] } ?? []
    return TinyJPEG(TinyImage.sixColors.enlarged(by: 16), segments: comment).bytes
  }

  private var worker: String { UprightTool.product(WorkerProgram.name) ?? "" }
  private var faults: String { UprightTool.product("WorkerFaults") ?? "" }

  @Test func theWorkerLiesBesideTheProgramOrInLibexec() throws {
    let places = WorkerProgram.places(beside: "/usr/bin/upright")
    #expect(places == ["/usr/bin/upright-worker", "/usr/libexec/upright/upright-worker"])
    #expect(WorkerProgram.places(beside: "/upright") == ["/upright-worker", "/libexec/upright/upright-worker"])
    for place in ["bin/upright-worker", "libexec/upright/upright-worker"] {
      let folder = try installed(worker, at: place)
      try folder.write(photo(), as: "a.jpg")
      #expect(try upright("thumb", "8", "a.jpg", "-o", "b.png", "--sandbox", "always", in: folder).status == 0)
    }
  }

  @Test func withoutItOnlyWhatNeedsItIsRefused() throws {
    let folder = try installed(worker)
    try folder.write(photo(), as: "a.jpg")
    let answer = try upright("thumb", "8", "a.jpg", "-o", "b.png", "--sandbox", "always", in: folder)
    #expect(answer.status == 69)
    let bin = folder.url.resolvingSymlinksInPath().path
    let places = "not found at \(bin)/bin/upright-worker or \(bin)/libexec/upright/upright-worker"
    #expect(
      answer.complaints == """
        upright: a.jpg: upright-worker, which is required here, is missing: \(places). Packages of Upright install \
        it; in the source tree, `Scripts/release upright-worker` builds it

        """)
    #expect(try upright("thumb", "8", "a.jpg", "-o", "b.png", in: folder).status == 0)
    #expect(try upright("rotate", "cw", "-i", "a.jpg", "--sandbox", "always", in: folder).status == 0, "only a tag")
  }

  @Test func whatIsOnlyPlannedSaysWhatIsMissing() throws {
    let plan = ["thumb", "8", "a.tif", "-o", "b.png", "--dry-run", "--explain"]
    func warnings(_ answer: OutsideTool.Answer) -> String {
      answer.complaints.split(separator: "\n").filter { !$0.contains("nothing was written (dry run)") }
        .joined(separator: "\n")
    }
    let tiff = TinyTIFFFile(pages: [.init(TinyImage.sixColors)]).bytes
    for (places, words) in [(["bin/upright-worker"], nil), ([], "is missing: not found at ")] as [([String], String?)] {
      let folder = try places.isEmpty ? installed(worker) : installed(worker, at: places[0])
      try folder.write(tiff, as: "a.tif")
      try folder.write(photo(), as: "a.jpg")
      let answer = try OutsideTool.run(folder.path("bin/upright"), plan, in: folder)
      #expect(answer.status == 0 && answer.text.contains("decode"))
      #expect(words.map(warnings(answer).contains) ?? warnings(answer).isEmpty, "\(answer.complaints)")
      #expect(try warnings(upright("thumb", "8", "a.jpg", "-o", "b.png", "--dry-run", in: folder)).isEmpty)
      #expect(try warnings(upright("rotate", "cw", "a.tif", "-i", "--dry-run", in: folder)).isEmpty, "only a tag")
    }
  }

  @Test func aWorkerThatMayNotBeRunIsNotMissing() throws {
    let folder = try installed(worker, at: "libexec/upright/upright-worker")
    let place = folder.path("libexec/upright/upright-worker")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: place)
    try folder.write(photo(), as: "a.jpg")
    let answer = try upright("thumb", "8", "a.jpg", "-o", "b.png", "--sandbox", "always", in: folder)
    #expect(answer.status == 69)
    #expect(answer.complaints.contains("is not executable: /"))
    #expect(answer.complaints.contains("libexec/upright/upright-worker"))
  }

  /// The worker's channel then has a number over which its own streams are opened.
  @Test func closedStreamsAreNoReasonToFail() throws {
    let folder = try installed(worker, at: "bin/upright-worker")
    try folder.write(photo(), as: "a.jpg")
    for closed in ["<&-", "2>&-", "<&- 2>&-", "3>&-", "<&- 2>&- 3>&-"] {
      try? FileManager.default.removeItem(atPath: folder.path("b.png"))
      let command = "exec bin/upright thumb 8 a.jpg -o b.png --sandbox always \(closed)"
      let answer = try OutsideTool.run("/bin/sh", ["-c", command], in: folder)
      #expect(try Probe(folder.read("b.png")).format == .png, "\(closed): \(answer)")
    }
    // Nowhere to write what was done: nothing is done.
    for closed in [">&-", "<&- >&-", "<&- >&- 2>&-"] {
      try? FileManager.default.removeItem(atPath: folder.path("b.png"))
      let command = "exec bin/upright thumb 8 a.jpg -o b.png --sandbox always \(closed)"
      let answer = try OutsideTool.run("/bin/sh", ["-c", command], in: folder)
      #expect(answer.status == 74 && !FileManager.default.fileExists(atPath: folder.path("b.png")), "\(closed)")
    }
  }

  /// A search path that is too long to be passed is missing, instead of empty.
  @Test func aLongSearchPathIsNoReasonToFail() throws {
    let folder = try installed(worker, at: "bin/upright-worker")
    try folder.write(photo(), as: "a.jpg")
    let path = "LD_LIBRARY_PATH=/$(head -c 5000 /dev/zero | tr '\\0' x)"
    let command = "\(path) exec bin/upright thumb 8 a.jpg -o b.png --sandbox always"
    #expect(try OutsideTool.run("/bin/sh", ["-c", command], in: folder).status == 0)
  }

  @Test func aThousandDeathsInABatchAreNamedAndTheOthersDone() throws {
    let folder = try installed(faults, at: "bin/upright-worker")
    let deaths = [
      ("segv", "jpeg: the decoder was stopped by SIGSEGV"), ("abort", "jpeg: the decoder was stopped by SIGABRT"),
      ("kill", "jpeg: the decoder was stopped by SIGKILL, perhaps because of too little memory"),
      ("exit", "jpeg: the decoder ended with exit code 3"),
    ]
    try FileManager.default.createDirectory(atPath: folder.path("in"), withIntermediateDirectories: true)
    for number in 0..<1000 {
      try folder.write(photo(deaths[number % deaths.count].0), as: "in/\(number)-bad.jpg")
      if number % 10 == 0 { try folder.write(photo(), as: "in/\(number)-good.jpg") }
    }
    let answer = try upright("thumb", "8", "in", "-o", "out", "--format", "png", "--sandbox", "always", in: folder)
    #expect(answer.status == 2)
    let complaints = Set(answer.complaints.split(separator: "\n").map(String.init))
    for number in 0..<1000 {
      let line = "upright: in/\(number)-bad.jpg: \(deaths[number % deaths.count].1)"
      #expect(complaints.contains(line), "\(line)")
    }
    let done = try FileManager.default.contentsOfDirectory(atPath: folder.path("out"))
    #expect(Set(done) == Set((0..<100).map { "\($0 * 10)-good.png" }))
  }

  @Test func aWorkerEndsWithItsParentWhateverItDoes() throws {
    let folder = try installed(faults, at: "bin/upright-worker")
    try folder.write(photo("hang"), as: "a.jpg")
    let process = Process()
    process.currentDirectoryURL = folder.url
    process.executableURL = URL(fileURLWithPath: folder.path("bin/upright"))
    process.arguments = ["thumb", "8", "a.jpg", "-o", "b.png", "--sandbox", "always"]
    try process.run()
    var workers: [Int32] = []
    for _ in 0..<1000 where !workers.contains(where: Self.sleeps) {
      usleep(10_000)
      workers = Self.children(of: process.processIdentifier)
    }
    #expect(workers.count == 1)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    for worker in workers {
      for _ in 0..<1000 where Self.runs(worker) { usleep(10_000) }
      #expect(!Self.runs(worker))
    }
  }

  private static func children(of process: Int32) -> [Int32] {
    let folder = "/proc/\(process)/task"
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return tasks.flatMap { task in
      ((try? String(contentsOfFile: "\(folder)/\(task)/children", encoding: .utf8)) ?? "").split(separator: " ")
    }.compactMap { Int32($0) }
  }

  /// Whether it hangs already, in clock_nanosleep(2).
  private static func sleeps(_ process: Int32) -> Bool {
    let text = try? String(contentsOfFile: "/proc/\(process)/wchan", encoding: .utf8)
    return text?.contains("nanosleep") == true
  }

  /// Whether a process exists and has not ended.
  private static func runs(_ process: Int32) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
    return text.split(separator: ")").last?.split(separator: " ").first != "Z"
  }
}

@Suite struct WorkerPlacesTests {
  @Test func placesLieBesideTheProgramAndInLibexec() {
    #expect(
      WorkerProgram.places(beside: "/opt/a b/bin/upright") == [
        "/opt/a b/bin/upright-worker", "/opt/a b/libexec/upright/upright-worker",
      ])
    #expect(
      WorkerProgram.places(beside: "/bin/upright") == ["/bin/upright-worker", "/libexec/upright/upright-worker"])
    for path in ["/a/b/c/d", "/x/y"] {
      let places = WorkerProgram.places(beside: path)
      #expect(places.count == 2 && places.allSatisfy { $0.hasSuffix("/\(WorkerProgram.name)") })
    }
  }

  @Test(.enabled(if: Workers.areHere, Workers.reason)) func itIsThereOrItsPlacesAreNamed() throws {
    let places = WorkerProgram.places(beside: try #require(WorkerCalls.ownPath()))
    do throws(UprightError) {
      let path = try WorkerProgram.path()
      #expect(places.contains(path) && WorkerCalls.isProgram(path))
    } catch {
      #expect(error.codes.name == "unsupported")
      for place in places { #expect(error.description.contains(place) && !WorkerCalls.isProgram(place)) }
    }
  }
}
