// Runs: every way in which a program can fail is a result, and two runs agree.

import Foundation
import Testing
import UprightProgram

@testable import UprightConformance

@Suite struct RunTests {
  private static func run(_ subject: Subject, only part: String = "jpeg/whole/6/load") throws -> SubjectResult {
    var run = ConformanceRun(in: .process)
    run.cases = run.cases.filter { $0.id.contains(part) }
    return try #require(try run.results(of: [subject]).subjects.first)
  }

  private static func shell(_ script: String, seconds: Double = 20) -> Subject {
    var subject = Subject(name: "shell")
    subject.seconds = seconds
    let command = ["sh", "-c", script, "sh", "{in}", "{out}", "{w}", "{h}", "{x}", "{y}"]
    for operation in CaseOperation.allCases {
      subject.calls[operation] = Subject.Call(command: command, formats: Set(ConformanceCase.Format.allCases))
    }
    return subject
  }

  @Test(arguments: [
    ("kill -SEGV $$", "crash: signal-11"), ("kill -ABRT $$", "crash: signal-6"), ("exit 3", "error: exit-3"),
    ("true", "error: no-result"), ("exit 119", "error: exit-119"), ("no-such-program-at-all", "missing"),
    ("echo text > \"$2\"", "wrong: unreadable"),
    ("cp \"$1\" \"$2\"", "wrong: format"),
  ])
  func everyEndIsAResult(_ script: String, _ line: String) throws {
    #expect(try Self.run(Self.shell(script)).answers.map(\.verdict.line) == [line])
  }

  @Test func aHangEndsWithTheTimeLimit() throws {
    let begun = ContinuousClock.now
    #expect(try Self.run(Self.shell("sleep 60 & wait", seconds: 0.5)).answers.map(\.verdict.line) == ["timeout"])
    #expect(ContinuousClock.now - begun < .seconds(20))
  }

  /// A command may leave its process group: it ends all the same.
  @Test(.enabled(if: OutsideTool.python3.isInstalled, "needs python3"))
  func aHangInAnotherGroupEndsWithTheTimeLimit() throws {
    let begun = ContinuousClock.now
    let script = "import os, time; os.setpgid(0, os.getpgid(os.getppid())); time.sleep(60)"
    let subject = Self.shell("exec python3 -c '\(script)'", seconds: 1)
    #expect(try Self.run(subject).answers.map(\.verdict.line) == ["timeout"])
    #expect(ContinuousClock.now - begun < .seconds(20))
  }

  /// A server may be asked for any file to see whether it is ready.
  @Test func allFilesAreThereWhateverIsAsked() throws {
    let folder = try ScratchFolder()
    var subject = Self.shell("ls \"$7\" >'\(folder.path("names"))'")
    subject.kind = .server(start: [], ready: "")
    subject.calls[.load]?.command.append("{files}")
    _ = try Self.run(subject)
    let names = String(decoding: try folder.read("names"), as: UTF8.self).split(separator: "\n")
    #expect(Set(names.map(String.init)).isSuperset(of: ConformanceSuite.cases.map(\.file.name)))
  }

  @Test func aProgramThatIsNotInstalledIsMissing() throws {
    var subject = Subject(name: "none")
    subject.calls[.load] = Subject.Call(command: ["/no/such/program", "{in}"], formats: [.jpeg])
    #expect(try Self.run(subject).answers.map(\.verdict.kind) == [.missing])
  }

  /// Each call sees how many folders of other calls are there.
  @Test func foldersOfFinishedCallsAreRemoved() throws {
    let folder = try ScratchFolder()
    var run = ConformanceRun(in: .process)
    run.jobs = 1
    run.cases = run.cases.filter { $0.id.contains("png/odd/") }
    let subject = Self.shell("ls .. | grep -c '^[0-9]*$' >> '\(folder.path("counts"))'")
    _ = try run.results(of: [subject])
    let counts = String(decoding: try folder.read("counts"), as: UTF8.self).split(separator: "\n")
    #expect(counts.count == run.cases.count && counts.allSatisfy { $0 == "1" })
  }

  @Test func outputIsBounded() throws {
    let verdict = try #require(try Self.run(Self.shell("yes > \"$2\"")).answers.first?.verdict)
    #expect(!verdict.isPass && verdict.kind != .timeout, "\(verdict.line)")
  }

  @Test func anErrorIsAcceptedWhereNoStandardDecides() throws {
    let subject = Self.shell("case \"$1\" in *unusual*) exit 1;; esac; cp \"$1\" \"$2\"")
    let answers = try Self.run(subject, only: "/unusual/").answers
    #expect(answers.allSatisfy { !$0.verdict.isPass || $0.request.requirement == .may })
    // The copy of a PNG with tag 1 is right, so that errors for others are no refusal of the format.
    #expect(answers.filter { $0.request.format == .png }.allSatisfy { $0.verdict.isPass })
    #expect(answers.contains { $0.verdict.isPass })
  }

  @Test func doingNothingIsWrongEverywhere() throws {
    let answers = try Self.run(Self.shell("true"), only: "/unusual/").answers
    #expect(!answers.isEmpty && answers.allSatisfy { $0.verdict.line == "error: no-result" })
  }

  @Test(.enabled(if: OutsideTool.python3.isInstalled, "needs python3"))
  func whatAFunctionStartedIsEnded() throws {
    let folder = try ScratchFolder()
    let module = """
      import subprocess, time
      def run(operation, source, target, **numbers):
          child = subprocess.Popen(["sleep", "600"])
          open("\(folder.path("ids"))", "a").write("%d\\n" % child.pid)
          if operation == "crop": time.sleep(60)
      """
    try folder.write(Array(module.utf8), as: "mine.py")
    let text = #"{"name": "mine", "python": "mine:run", "formats": ["png"], "timeout": 8}"#
    let subject = try SubjectFile.subject(Array(text.utf8), folder: folder.url.path)
    _ = try Self.run(subject, only: "png/odd/1/")
    let ids = try #require(String(bytes: try folder.read("ids"), encoding: .utf8)).split(separator: "\n")
    #expect(ids.count == 7)
    for id in ids {
      let command = (try? String(contentsOfFile: "/proc/\(id)/cmdline", encoding: .utf8)) ?? ""
      #expect(!command.contains("sleep"), "\(id)")
    }
  }

  @Test func homeAndTemporaryFilesAreInTheFolderOfTheCall() throws {
    let script =
      "[ \"$HOME\" = \"$PWD\" ] && [ \"$TMPDIR\" = \"$PWD\" ] && [ -z \"$XDG_CACHE_HOME\" ] && cp \"$1\" \"$2\""
    #expect(try Self.run(Self.shell(script), only: "png/odd/1/load").answers.map(\.verdict.line) == ["pass"])
  }

  @Test(.enabled(if: OutsideTool.python3.isInstalled, "needs python3"))
  func homeAndTemporaryFilesOfAFunctionAreInItsFolder() throws {
    let folder = try ScratchFolder()
    let module = """
      import os, shutil, tempfile
      def run(operation, source, target, **numbers):
          here = os.path.dirname(target)
          assert os.path.expanduser("~") == here and tempfile.gettempdir() == here, (here, tempfile.gettempdir())
          shutil.copy(source, target)
      """
    try folder.write(Array(module.utf8), as: "mine.py")
    let text = #"{"name": "mine", "python": "mine:run", "formats": ["png"], "operations": ["load"]}"#
    let subject = try SubjectFile.subject(Array(text.utf8), folder: folder.url.path)
    #expect(try Self.run(subject, only: "png/odd/1/").answers.map(\.verdict.line) == ["pass"])
  }

  #if os(Linux)
    /// Two signals at once, as CI sends them, to a run whose function started a session of its own.
    @Test(.enabled(if: OutsideTool.python3.isInstalled, "needs python3"), arguments: ["INT", "TERM"])
    func twoSignalsLeaveNothing(_ signal: String) throws {
      let folder = try ScratchFolder()
      let program = try #require(ConformanceTool.path)
      try FileManager.default.createDirectory(atPath: folder.path("scratch"), withIntermediateDirectories: true)
      let module = """
        import os, subprocess, time
        def run(operation, source, target, **numbers):
            child = subprocess.Popen(["sleep", "600"], start_new_session=True)
            open("\(folder.path("ids"))", "a").write("%d\\n" % child.pid)
            time.sleep(60)
        """
      try folder.write(Array(module.utf8), as: "mine.py")
      try folder.write(
        Array(#"{"name": "mine", "python": "mine:run", "formats": ["png"], "operations": ["load"]}"#.utf8),
        as: "mine.json")
      let script = """
        import os, signal, subprocess, sys, time
        words = [sys.argv[1], "run", "--subject", "mine.json", "--jobs", "2"]
        run = subprocess.Popen(words, env=dict(os.environ, TMPDIR=os.path.abspath("scratch")), stdout=subprocess.DEVNULL)
        end = time.monotonic() + 60
        while time.monotonic() < end and not (os.path.exists("ids") and os.path.getsize("ids")): time.sleep(0.05)
        for _ in range(2): run.send_signal(signal.SIG\(signal))
        run.wait(timeout=60)
        print(*os.listdir("scratch"), end="")
        """
      let answer = try OutsideTool.python3.run(["-c", script, program], in: folder)
      #expect(answer.text.isEmpty, "\(answer.text)")
      let found = String(decoding: try folder.read("ids"), as: UTF8.self).split(separator: "\n")
      #expect(!found.isEmpty)
      for id in found {
        let command = (try? String(contentsOfFile: "/proc/\(id)/cmdline", encoding: .utf8)) ?? ""
        #expect(!command.contains("sleep"), "\(id)")
      }
    }

    /// A session of its own is outside the call's process group.
    @Test(.enabled(if: OutsideTool.python3.isInstalled, "needs python3"))
    func aForkThatLeavesItsGroupIsEndedWithItsCall() throws {
      let folder = try ScratchFolder()
      let ids = folder.path("ids")
      // A fork has the interpreter's environment in /proc, so only its parent tells whose it is.
      let module = """
        import os, time
        def alive():
            found = []
            for line in open("\(ids)") if os.path.exists("\(ids)") else ():
                try: state = open("/proc/%s/stat" % line.strip()).read().rpartition(")")[2].split()[0]
                except OSError: continue
                if state != "Z": found.append(line)
            return found
        def run(operation, source, target, **numbers):
            assert not alive(), alive()
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    open("\(ids)", "a").write("%d\\n" % os.getpid())
                    time.sleep(600)
                os._exit(0)
            os.wait()
            while not alive(): time.sleep(0.01)
        """
      try folder.write(Array(module.utf8), as: "mine.py")
      let text = #"{"name": "mine", "python": "mine:run", "formats": ["png"], "operations": ["load"]}"#
      var run = ConformanceRun(in: .process)
      run.jobs = 1
      run.cases = run.cases.filter { $0.id.hasPrefix("png/odd/") }
      let subject = try SubjectFile.subject(Array(text.utf8), folder: folder.url.path)
      let answers = try run.results(of: [subject]).subjects[0].answers
      let lines = answers.map { $0.verdict.line + $0.verdict.output }
      #expect(lines == Array(repeating: "error: no-result", count: 8))
    }

    /// What a module starts when it is loaded serves all calls.
    @Test(.enabled(if: OutsideTool.python3.isInstalled, "needs python3"))
    func whatAModuleStartedServesAllCalls() throws {
      let folder = try ScratchFolder()
      let module = """
        import os, shutil, subprocess
        helper = subprocess.Popen(["sleep", "600"], start_new_session=True)
        def run(operation, source, target, **numbers):
            assert open("/proc/%d/stat" % helper.pid).read().rpartition(")")[2].split()[0] != "Z"
            shutil.copy(source, target)
        """
      try folder.write(Array(module.utf8), as: "mine.py")
      let text = #"{"name": "mine", "python": "mine:run", "formats": ["png"], "operations": ["convert"]}"#
      let subject = try SubjectFile.subject(Array(text.utf8), folder: folder.url.path)
      #expect(try Self.run(subject, only: "png/odd/").answers.allSatisfy { $0.verdict.line == "wrong: format" })
    }

    @Test(.enabled(if: OutsideTool.python3.isInstalled, "needs python3"))
    func whatStartedASessionOfItsOwnIsEnded() throws {
      let folder = try ScratchFolder()
      let ids = folder.path("ids")
      let script = "setsid sh -c 'echo $$ >> \(ids); sleep 600' & sleep 0.3; cp \"$1\" \"$2\""
      _ = try Self.run(Self.shell(script), only: "png/odd/1/load")
      let module = """
        import os, subprocess
        def run(operation, source, target, **numbers):
            child = subprocess.Popen(["sleep", "600"], start_new_session=True)
            open("\(ids)", "a").write("%d\\n" % child.pid)
        """
      try folder.write(Array(module.utf8), as: "mine.py")
      let text = #"{"name": "mine", "python": "mine:run", "formats": ["png"], "operations": ["load"]}"#
      _ = try Self.run(try SubjectFile.subject(Array(text.utf8), folder: folder.url.path), only: "png/odd/1/")
      let found = String(decoding: try folder.read("ids"), as: UTF8.self).split(separator: "\n")
      #expect(found.count == 2)
      for id in found {
        let command = (try? String(contentsOfFile: "/proc/\(id)/cmdline", encoding: .utf8)) ?? ""
        #expect(!command.contains("sleep"), "\(id)")
      }
    }
  #endif

  /// A call that leaves its process group, or removes its folder, ends no other calls.
  @Test(
    .enabled(if: OutsideTool.python3.isInstalled, "needs python3"),
    arguments: [
      ("os.setpgid(0, os.getpgid(os.getppid())); time.sleep(60)", "timeout"),
      ("shutil.rmtree(os.path.dirname(source))", "error: exit-1"),
    ])
  func oneCallEndsNoOther(_ statements: String, _ line: String) throws {
    let folder = try ScratchFolder()
    let module = """
      import os, shutil, time
      def run(operation, source, target, **numbers):
          if operation == "load": \(statements)
          shutil.copy(source, target)
      """
    try folder.write(Array(module.utf8), as: "mine.py")
    let text = #"{"name": "mine", "python": "mine:run", "formats": ["png"], "timeout": 2}"#
    var run = ConformanceRun(in: .process)
    run.jobs = 1
    run.cases = run.cases.filter { $0.id.hasPrefix("png/odd/1/") }
    let subject = try SubjectFile.subject(Array(text.utf8), folder: folder.url.path)
    let answers = try run.results(of: [subject]).subjects[0].answers
    let lines = Dictionary(uniqueKeysWithValues: answers.map { ($0.request.operation, $0.verdict.line) })
    #expect(lines[.load] == line && lines[.bake] == "pass" && lines.count == 7, "\(lines)")
  }

  /// Values are inserted as they are, also if they look like placeholders.
  @Test func aFolderMayHaveBracesInItsName() throws {
    let folder = try ScratchFolder()
    let inner = folder.url.appendingPathComponent("a{in}b{files}")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    try folder.write(Array("cp \"$1\" \"$2\"\n".utf8), as: "a{in}b{files}/run.sh")
    let text = #"{"name": "a", "formats": ["png"], "operations": {"load": ["sh", "{here}/run.sh", "{in}", "{out}"]}}"#
    let subject = try SubjectFile.subject(Array(text.utf8), folder: inner.path)
    #expect(try Self.run(subject, only: "png/odd/1/load").answers.map(\.verdict.line) == ["pass"])
  }

  @Test func theEndOfStandardErrorIsKeptWithAFailure() throws {
    let script = "seq 5000; seq 1 3000 >&2; echo the reason >&2; cp \"$1\" \"$2\""
    let verdict = try #require(try Self.run(Self.shell(script)).answers.first?.verdict)
    #expect(verdict.line == "wrong: format")
    #expect(verdict.output.hasSuffix("2999\n3000\nthe reason") && verdict.output.count < 200)
    let quiet = try #require(try Self.run(Self.shell("echo only here; exit 1")).answers.first?.verdict)
    #expect(quiet.output == "only here")
    #expect(
      try Self.run(Self.shell("echo 1 >&2; cp \"$1\" \"$2\""), only: "png/odd/1/load").answers[0].verdict.output == "")
  }

  @Test func onlyClaimedFormatsAndOperationsAreAsked() throws {
    var subject = Self.shell("exit 1")
    subject.calls = [.load: Subject.Call(command: ["false"], formats: [.png])]
    let answers = try Self.run(subject, only: "/odd/").answers
    #expect(Set(answers.map(\.request.id)) == Set((1...8).map { "png/odd/\($0)/load" }))
  }

  @Test func twoRunsGiveTheSameJSON() throws {
    var run = ConformanceRun(in: .process)
    run.cases = run.cases.filter { $0.id.contains("/load") }
    let subject = Self.shell("case $1 in *.png) cp \"$1\" \"$2\";; *) exit 1;; esac")
    let texts = try (0..<2).map { _ in try run.results(of: [subject]).json }
    #expect(texts[0] == texts[1])
    let json = try #require(try JSONSerialization.jsonObject(with: Data(texts[0].utf8)) as? [String: Any])
    let subjects = try #require(json["subjects"] as? [[String: Any]])
    #expect((subjects[0]["results"] as? [String: String])?["png/odd/1/load"] == "pass")
  }

  @Test(.enabled(if: OutsideTool.python3.isInstalled, "needs python3"))
  func aPythonFunctionIsASubject() throws {
    let folder = try ScratchFolder()
    let module = """
      import os, shutil, signal, time
      def run(operation, source, target, *, w, h, x, y):
          if operation == "load": shutil.copy(source, target)
          elif operation == "thumb": os.kill(os.getpid(), signal.SIGSEGV)
          elif operation == "crop": time.sleep(60)
          elif operation == "rotate": raise ValueError("no %d %d" % (w, h))
          elif operation == "bake": raise NotImplementedError
      """
    try folder.write(Array(module.utf8), as: "mine.py")
    let text = #"{"name": "mine", "python": "mine:run", "formats": ["png"], "timeout": 8}"#
    let subject = try SubjectFile.subject(Array(text.utf8), folder: folder.url.path)
    let answers = try Self.run(subject, only: "png/odd/1/").answers
    let lines = Dictionary(uniqueKeysWithValues: answers.map { ($0.request.operation, $0.verdict.line) })
    #expect(
      lines == [
        .load: "pass", .thumb: "crash: signal-11", .crop: "timeout", .rotate: "error: exit-1",
        .convert: "error: no-result", .strip: "error: no-result",
      ])
    #expect(answers.first { $0.request.operation == .rotate }?.verdict.output == "ValueError: no 75 53")
    let missing = try SubjectFile.subject(Array(text.utf8), folder: "/")
    #expect(try Self.run(missing, only: "png/odd/1/load").answers.map(\.verdict.kind) == [.missing])
  }

  @Test func aServerThatDoesNotAnswerIsMissing() throws {
    let text = #"{"name": "none", "iiif": "http://127.0.0.1:9/iiif/3", "ready": "http://127.0.0.1:9/", "timeout": 2}"#
    let subject = try SubjectFile.subject(Array(text.utf8), folder: ".")
    #expect(subject.calls[.crop]?.command.last == "http://127.0.0.1:9/iiif/3/{file}/{x},{y},{w},{h}/max/0/default.png")
    #expect(try Self.run(subject).answers.allSatisfy { [.missing, .error].contains($0.verdict.kind) })
  }
}
