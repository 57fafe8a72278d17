// Programs of others that stay and answer many questions, because what takes long is their start: exiftool by its own
// protocol (-stay_open), and Python by a fork for each script.

import Foundation
import Synchronization

/// A process that answers one question after another.
final class StandingTool: @unchecked Sendable {
  /// Answers of a kind of process: those that have none to work on wait here.
  final class Pool: Sendable {
    private let idle = Mutex<[StandingTool]>([])
    private let start: @Sendable () throws -> StandingTool

    init(_ start: @escaping @Sendable () throws -> StandingTool) { self.start = start }

    /// What a process answers that nobody else asks meanwhile; one that fails is not asked again.
    func answer<Answer>(_ ask: (StandingTool) throws -> Answer) throws -> Answer {
      let tool = try idle.withLock({ $0.popLast() }) ?? start()
      let answer = try ask(tool)
      idle.withLock { $0.append(tool) }
      return answer
    }
  }

  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private let complaints = Pipe()
  private var rest: [Bool: Data] = [:]

  /// Starts a program; only the wanted one of its streams is read.
  init(_ path: String, _ arguments: [String], readsComplaints: Bool) throws {
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    (process.standardInput, process.standardOutput) = (input, output)
    process.standardError = readsComplaints ? complaints : FileHandle.nullDevice
    try process.run()
  }

  /// Writes what is asked.
  func write(_ bytes: some Sequence<UInt8>) throws { try input.fileHandleForWriting.write(contentsOf: Data(bytes)) }

  /// What a stream has up to `mark`, which is taken away.
  ///
  /// - Throws: an error if the process ends.
  func read(to mark: String, ofComplaints: Bool = false) throws -> Data {
    let stream = (ofComplaints ? complaints : output).fileHandleForReading
    var bytes = rest[ofComplaints] ?? Data()
    while true {
      if let end = bytes.range(of: Data(mark.utf8)) {
        rest[ofComplaints] = Data(bytes[end.upperBound...])
        return Data(bytes[..<end.lowerBound])
      }
      let more = stream.availableData
      guard !more.isEmpty else { throw CocoaError(.fileReadUnknown) }
      bytes += more
    }
  }
}

extension OutsideTool {
  private static let exiftools = StandingTool.Pool {
    try StandingTool(exiftool.path ?? "", ["-stay_open", "True", "-@", "-"], readsComplaints: true)
  }

  /// What exiftool answers from a process that stays; nil if it must be started for these arguments, because one would
  /// not be a line that is read as it is.
  static func exiftoolAnswer(_ arguments: [String]) throws -> Answer? {
    guard arguments.allSatisfy({ !$0.isEmpty && !$0.contains("\n") && !" \t#".contains($0.prefix(1)) }) else {
      return nil
    }
    return try exiftools.answer { tool in
      let mark = "{\(UUID().uuidString)}"
      // -echo3 and -echo4 write at the end, to standard output and to standard error (exiftool's manual, "Options").
      let asked = arguments + ["-echo3", mark, "-echo4", "${status}\(mark)", "-execute"]
      try tool.write((asked.joined(separator: "\n") + "\n").utf8)
      var output = try tool.read(to: mark + "\n")
      let complaints = String(decoding: try tool.read(to: mark + "\n", ofComplaints: true), as: UTF8.self)
      // What follows the mark of the last answer, unless that was quiet.
      let ready = Data("{ready}\n".utf8)
      if output.starts(with: ready) { output = Data(output.dropFirst(ready.count)) }
      let status = complaints.reversed().prefix { $0.isNumber }.reversed()
      return Answer(
        status: Int32(String(status)) ?? -1, output: [UInt8](output),
        complaints: String(complaints.dropLast(status.count)))
    }
  }

  private static let pythons = Mutex<[String: StandingTool.Pool]>([:])

  /// The status of a script that a fork of a Python ran, which has loaded what most scripts load.
  static func pythonStatus(
    _ path: String, _ arguments: [String], in folder: ScratchFolder?, environment: [String: String], output: String,
    complaints: String
  ) throws -> Int32 {
    let pool = pythons.withLock { pools in
      let pool =
        pools[path] ?? StandingTool.Pool { try StandingTool(path, ["-c", forkingPython], readsComplaints: false) }
      pools[path] = pool
      return pool
    }
    let variables = environment.map { "\($0.key)=\($0.value)" }
    let fields = [folder?.url.path ?? "", output, complaints, "\(variables.count)"] + variables + arguments
    let bytes = Array(fields.joined(separator: "\0").utf8)
    return try pool.answer { tool in
      try tool.write(Array("\(bytes.count)\n".utf8) + bytes)
      return Int32(String(decoding: try tool.read(to: "\n"), as: UTF8.self)) ?? -1
    }
  }

  /// Reads a length and as many bytes: the folder, two files for output, the number of variables, these, and what
  /// `-c` is followed by. Answers with the exit status.
  private static let forkingPython = """
    import os, sys
    try:
        import json, numpy, PIL.Image, PIL.ImageOps
        PIL.Image.init()
    except ImportError:
        pass

    def run(folder, output, complaints, count, *rest):
        if folder:
            os.chdir(folder)
        for number, path in enumerate([os.devnull, output, complaints]):
            os.dup2(os.open(path, os.O_RDWR), number)
        sys.stdin = open(os.devnull)
        for variable in rest[:int(count)]:
            name, value = variable.split("=", 1)
            os.environ[name] = value
        sys.argv = ["-c", *rest[int(count) + 1:]]
        try:
            exec(compile(rest[int(count)], "<string>", "exec"), {"__name__": "__main__", "__builtins__": __builtins__})
            code = 0
        except SystemExit as end:
            code = end.code
            if code is not None and not isinstance(code, int):
                print(code, file=sys.stderr)
                code = 1
        except BaseException:
            import traceback
            traceback.print_exc()
            code = 1
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code or 0)

    source = sys.stdin.buffer
    while line := source.readline():
        fields = source.read(int(line)).decode("utf-8", "surrogateescape").split("\\0")
        child = os.fork()
        if child == 0:
            run(*fields)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
    """
}
