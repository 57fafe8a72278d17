// Python that stays and runs each script in a fork of itself, because what takes long is its start.

import Foundation
import Synchronization

/// A process that answers one question after another.
final class StandingTool: @unchecked Sendable {
  /// The processes of one kind; those that nobody asks wait here.
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

  /// Starts a program.
  init(_ path: String, _ arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    (process.standardInput, process.standardOutput) = (input, output)
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// Writes what is asked.
  func write(_ bytes: some Sequence<UInt8>) throws { try input.fileHandleForWriting.write(contentsOf: Data(bytes)) }

  /// The line that it answers.
  ///
  /// - Throws: an error if the process ends.
  func line() throws -> String {
    var bytes = Data()
    while bytes.last != UInt8(ascii: "\n") {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw CocoaError(.fileReadUnknown) }
      bytes += more
    }
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }
}

extension OutsideTool {
  private static let pythons = Mutex<[String: StandingTool.Pool]>([:])

  /// The status of a script that a fork of a Python ran, which has loaded what most scripts load.
  static func pythonStatus(
    _ path: String, _ arguments: [String], in folder: ScratchFolder?, environment: [String: String], output: String,
    complaints: String
  ) throws -> Int32 {
    let pool = pythons.withLock { pools in
      let pool =
        pools[path] ?? StandingTool.Pool { try StandingTool(path, ["-c", forkingPython]) }
      pools[path] = pool
      return pool
    }
    let variables = environment.map { "\($0.key)=\($0.value)" }
    let fields = [folder?.url.path ?? "", output, complaints, "\(variables.count)"] + variables + arguments
    let bytes = Array(fields.joined(separator: "\0").utf8)
    return try pool.answer { tool in
      try tool.write(Array("\(bytes.count)\n".utf8) + bytes)
      return Int32(try tool.line()) ?? -1
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
