// Batches: order, partial failure, interruption, and no progress bar without a terminal.

import Foundation
import Synchronization
import Testing
import Upright
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite struct BatchRunnerTests {
  private func album(_ count: Int) throws -> Album {
    let album = try Album()
    for index in 0..<count {
      try album.folder.write(Album.photo(UInt8(index % 8 + 1)), as: String(format: "%03d.jpg", index))
    }
    return album
  }

  @Test(arguments: ["1", "2", "7", "64"])
  func resultsComeInTheOrderOfTheFiles(_ jobs: String) throws {
    let album = try album(40)
    let answer = try album.run("fix", ".", "-o", "out", "--jobs", jobs, "--json")
    #expect(answer.status == 0)
    let paths = answer.text.split(separator: "\n").compactMap {
      (try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])?["path"] as? String
    }
    #expect(paths == (0..<40).map { String(format: "./%03d.jpg", $0) })
  }

  @Test(arguments: ["1", "2", "7"], [1, 31, 32, 33, 70])
  func manyFilesAtOnceComeInTheirOrderToo(jobs: String, count: Int) throws {
    let answer = try album(count).run("info", ".", "--jobs", jobs, "--json")
    #expect(answer.status == 0)
    #expect(try answer.objects().map { $0["path"] as? String } == (0..<count).map { String(format: "./%03d.jpg", $0) })
    #expect(try answer.objects().map { $0["orientation"] as? Int } == (0..<count).map { $0 % 8 + 1 })
  }

  @Test func someOfSeveralFailedIsTwoAndTheOthersAreDone() throws {
    let album = try Album("3.jpg", "6.jpg", "8.jpg")
    try album.folder.write(Array(Album.photo(6).prefix(80)), as: "cut.jpg")
    try album.folder.write(Array("nothing".utf8), as: "text.jpg")
    let answer = try album.run("fix", "3.jpg", "cut.jpg", "6.jpg", "missing.jpg", "text.jpg", "8.jpg", "-o", "out")
    #expect(answer.status == 2)
    #expect(answer.text.split(separator: "\n").count == 3)
    let complaints = answer.complaints.split(separator: "\n")
    #expect(complaints.count == 3)
    for (line, name) in zip(complaints, ["cut.jpg", "missing.jpg", "text.jpg"]) {
      #expect(line.hasPrefix("upright: \(name): "))
    }
    let made = try album.contents().filter { $0.key.hasPrefix("out/") }
    #expect(made.keys.sorted() == ["out/3.jpg", "out/6.jpg", "out/8.jpg"])
    for bytes in made.values { #expect(try Probe(bytes).orientation.isIdentity) }
  }

  @Test func allOfSeveralFailedIsTwoAsWell() throws {
    #expect(try Album().run("info", "no.jpg", "nothing.jpg").status == 2)
  }

  @Test func errorsAreInTheJSONToo() throws {
    let answer = try Album("6.jpg").run("fix", "no.jpg", "6.jpg", "-o", "out", "--json")
    let lines = answer.text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines[0] == #"{"schema":1,"path":"no.jpg","error":{"code":"io","message":"No such file or directory"}}"#)
    #expect(answer.complaints.hasPrefix("upright: no.jpg: "))
  }

  @Test(
    .enabled(if: OutsideTool.strace.isInstalled, "needs strace"),
    arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)])
  func anInterruptionFinishesTheFileAtHand(signal: String, status: Int32) throws {
    let album = try album(8)
    let script = """
      env --default-signal=\(signal) strace -f -qq -e trace=pwrite64 -e inject=pwrite64:delay_enter=1000000 -o calls \
        sh -c 'echo $$ >pid; exec "$0" "$@"' "$0" rotate cw --jobs 1 -i . >out &
      until grep -qs pwrite64 calls; do sleep 0.02; done
      kill -\(signal) "$(cat pid)"
      wait $!
      """
    let program = try #require(UprightTool.path)
    let answer = try OutsideTool.run("/bin/sh", ["-c", script, program], in: album.folder)
    let done = try album.folder.read("out").split(separator: 10).count
    #expect(answer.status == status)
    #expect((1..<8).contains(done))
    #expect(answer.complaints.hasSuffix("upright: stopped; \(done) of 8 files were processed\n"))
    for index in 0..<8 {
      let name = String(format: "%03d.jpg", index)
      #expect(try (album.folder.read(name) == Album.photo(UInt8(index % 8 + 1))) == (index >= done), "\(name)")
    }
    #expect(try album.contents().keys.filter { $0.hasPrefix(".") } == [])
  }

  @Test(arguments: [40, 64, 100, 256, 1024]) func aTightLimitOnOpenFilesIsKept(openFiles: Int) throws {
    let runner = BatchRunner.retags(.inMemory(), jobs: 2, json: false, openFiles: openFiles)
    #expect(runner.grain * 2 + 2 * 4 < openFiles)
    let album = try album(openFiles < 256 ? 150 : 8)
    let program = try #require(UprightTool.path)
    let script = "ulimit -n \(openFiles); exec \"$0\" rotate cw --jobs 2 -i ."
    let answer = try OutsideTool.run("/bin/sh", ["-c", script, program], in: album.folder)
    #expect(answer.status == 0 && answer.complaints == "")
    for (name, bytes) in try album.contents() {
      #expect(bytes != Album.photo(UInt8((Int(name.prefix(3)) ?? 0) % 8 + 1)), "\(name)")
    }
  }

  @Test(arguments: [96, 128, 256]) func filesThatAreNamedAndWrittenDownKeepToItToo(openFiles: Int) throws {
    let album = try album(300)
    let program = try #require(UprightTool.path)
    let script = "ulimit -n \(openFiles); exec \"$0\" rotate cw --jobs 2 -i --journal j *.jpg"
    let answer = try OutsideTool.run("/bin/sh", ["-c", script, program], in: album.folder)
    #expect(answer.status == 0 && answer.complaints == "", "\(answer.complaints.suffix(300))")
    #expect(answer.text.split(separator: "\n").count == 300)
  }

  @Test(arguments: [1, 2, 3, 100, 1000]) func noMoreFilesAreHeldOpenThanTheSystemGrants(jobs: Int) {
    let runner = BatchRunner.retags(.inMemory(), jobs: jobs, json: false)
    #expect(runner.width == jobs)
    #expect(runner.grain >= 1)
    #expect(runner.grain * jobs <= max(256, jobs))
    #expect(BatchRunner.headers(.inMemory(), jobs: jobs, json: true).grain > 1)
  }

  // Two parts are running when the signal arrives; the second has not begun where the first stopped.
  @Test(.enabled(if: OutsideTool.strace.isInstalled, "needs strace"))
  func anInterruptionNamesTheFilesThatWereChanged() throws {
    let album = try album(80)
    let script = """
      env --default-signal=TERM strace -f -qq -e trace=pwrite64 -e inject=pwrite64:delay_enter=300000 -o calls \
        sh -c 'echo $$ >pid; exec "$0" "$@"' "$0" rotate cw --jobs 2 -i . >out &
      until [ "$(grep -cs pwrite64 calls)" -ge 2 ]; do sleep 0.02; done
      kill -TERM "$(cat pid)"
      wait $!
      """
    let program = try #require(UprightTool.path)
    let answer = try OutsideTool.run("/bin/sh", ["-c", script, program], in: album.folder)
    #expect(answer.status == 143)
    let lines = String(decoding: try album.folder.read("out"), as: UTF8.self).split(separator: "\n")
    let names = (0..<80).map { String(format: "%03d.jpg", $0) }
    let changed = try names.indices.filter { try album.folder.read(names[$0]) != Album.photo(UInt8($0 % 8 + 1)) }
    #expect(lines.map { String($0.prefix { $0 != ":" }) } == changed.map { "./" + names[$0] })
    #expect((2..<80).contains(changed.count))
    #expect(changed.contains { $0 >= 32 })
  }

  @Test(.enabled(if: OutsideTool.strace.isInstalled, "needs strace"))
  func aFolderThatCannotBeReadFailsInItsTurn() throws {
    let album = try Album("1.jpg", "closed/6.jpg", "open/3.jpg")
    let program = try #require(UprightTool.path)
    let answer = try OutsideTool.strace.run(
      ["-f", "-qq", "-o", "/dev/null", "-P", "closed", "-e", "inject=openat,openat2:error=EACCES", program]
        + ["info", "--recursive", "."], in: album.folder)
    #expect(answer.status == 2)
    #expect(answer.text.split(separator: "\n").count == 2)
    #expect(answer.complaints.hasSuffix("upright: ./closed: Permission denied\n"))
  }

  @Test func aReaderThatLeavesStopsTheBatchQuietly() throws {
    let album = try album(60)
    let program = try #require(UprightTool.path)
    let script = "{ \"\(program)\" info . --jobs 1; echo $? >status; } | head -n 1"
    let answer = try OutsideTool.run("/bin/sh", ["-c", script], in: album.folder)
    #expect(answer.complaints == "")
    let status = try String(decoding: album.folder.read("status"), as: UTF8.self)
    #expect(["74\n", "0\n"].contains(status))
  }

  @Test func whereTheReaderLeavesAWritingBatchSaysHowFarItCame() throws {
    let album = try album(200)
    let program = try #require(UprightTool.path)
    let script = """
      { "\(program)" thumb 24 . -o out --summary --jobs 1; echo $? >status; } | { head -n 1; exec <&-; sleep 1; }
      """
    let answer = try OutsideTool.run("/bin/sh", ["-c", script], in: album.folder)
    #expect(try String(decoding: album.folder.read("status"), as: UTF8.self) == "74\n")
    let done = try album.contents().keys.count { $0.hasPrefix("out/") }
    #expect((2..<200).contains(done))
    #expect(answer.complaints == "upright: standard output was closed; \(done) of 200 files were done\n")
  }

  @Test func nothingIsBegunAfterTheLastOutcomeThatWasWanted() throws {
    let begun = Mutex(0)
    let isEnough = Mutex(false)
    let files = (0..<1_000).map { InputFile(path: "\($0)", relativePath: "\($0)") }
    let finished = FileQueue(Admission(width: 4), grain: 128).run(files) { (index, _) throws(UprightError) in
      begun.withLock { $0 += 1 }
      guard index >= 128 else { return }
      for _ in 0..<10_000 where !isEnough.withLock({ $0 }) { usleep(1_000) }
      usleep(5_000)
    } deliver: { _, _, _ in
      isEnough.withLock { $0 = true }
      return false
    }
    let count = begun.withLock { $0 }
    #expect(finished == count)
    #expect((128..<300).contains(finished), "four threads with 128 files each had begun")
  }

  @Test func aFullStandardOutputIsAnError() throws {
    let album = try album(3)
    let program = try #require(UprightTool.path)
    let answer = try OutsideTool.run("/bin/sh", ["-c", "\"\(program)\" info . >/dev/full"], in: album.folder)
    #expect(answer.status == 74)
    #expect(answer.complaints == "upright: standard output: No space left on device\n")
  }
}
