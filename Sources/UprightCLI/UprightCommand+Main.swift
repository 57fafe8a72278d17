// How the program starts and ends: what it needs before it does anything, and what of the parser's answers reaches a terminal.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

extension UprightCommand {
  static func main() {
    FreedMemory.trim()
    refuseWithoutDescriptors()
    let words = CommandArguments.words
    FastCommand(words)?.run()?.leave()
    do {
      if words == ["--version"] { return try Console.answer(VersionText().lines.map { $0 + "\n" }.joined()) }
      var command = try parseAsRoot(PathRuns.folded(words))
      try command.run()
    } catch {
      end(with: error, words: words).leave()
    }
  }

  /// Ends the program where it may open too few files for what any command does.
  private static func refuseWithoutDescriptors() {
    do throws(UprightError) { try FreeDescriptors.check() } catch {
      let free = FreeDescriptors.count()
      try? StandardStream.error.write(tooFewDescriptors(free, of: FreeDescriptors.limit ?? free) + "\n")
      ExitCode(error.codes.exitCode).leave()
    }
  }

  /// What is said where `free` of `limit` descriptors are left.
  static func tooFewDescriptors(_ free: Int, of limit: Int) -> String {
    "upright: too few files may be open at once: \(free) more of \(limit), and \(FreeDescriptors.needed) are needed; "
      + "`ulimit -n 1024` in the same shell allows more"
  }

  /// Says what the parser or a command ended with: help and scripts on standard output, complaints on standard error.
  ///
  /// - Returns: What the program ends with.
  private static func end(with error: any Error, words: [String]) -> ExitCode {
    if let error = error as? UprightError { return Console.outputFailed(error) }
    let (text, code) = (fullMessage(for: error), exitCode(for: error))
    guard !text.isEmpty else { return code }
    guard code.isSuccess else {
      try? StandardStream.error.write(escaped(text, words: words) + "\n")
      return code
    }
    do throws(ExitCode) { try Console.answer(text + "\n") } catch { return error }
    return code
  }

  /// A message of several lines in which nothing that comes from `words` moves a terminal's cursor or begins a line.
  static func escaped(_ message: String, words: [String]) -> String {
    let parts = words.flatMap { word in
      [word] + word.split(separator: "=", maxSplits: 1).dropFirst().map(String.init)
    }
    var bytes = Array(message.utf8)
    for part in parts.sorted(by: { $0.utf8.count > $1.utf8.count }) {
      let plain = TerminalText.plain(part)
      if plain != part { bytes = bytes.replacing(Array(part.utf8), with: Array(plain.utf8)) }
    }
    return TerminalText.plainLines(String(decoding: bytes, as: UTF8.self))
  }
}
