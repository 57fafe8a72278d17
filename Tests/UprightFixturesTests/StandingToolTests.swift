// A Python that stays answers as one that is started for each script.

import Foundation
import Testing
import UprightTestTools

@Suite struct StandingToolTests {
  private func isSame(_ one: OutsideTool.Answer, _ other: OutsideTool.Answer) -> Bool {
    one.status == other.status && one.output == other.output && one.complaints == other.complaints
  }

  @Test(
    .enabled(if: OutsideTool.python3.isInstalled, "\(OutsideTool.python3.reason)"),
    arguments: [
      "print(1)", "import sys; print(sys.argv); sys.exit(3)", "import sys; sys.exit('why')", "import os; os._exit(5)",
      "import os; print(os.getcwd(), os.environ['UPRIGHT_TEST'])",
      "import sys; sys.stdout.buffer.write(bytes(range(256)))",
      "import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "import sys; print(repr(sys.stdin.read()))",
    ])
  func pythonAnswersAlike(_ script: String) throws {
    let (folder, path) = (try ScratchFolder(), try #require(OutsideTool.python3.path))
    let (words, variables) = (["a", "b c", ""], ["UPRIGHT_TEST": "x=y"])
    let stays = try OutsideTool.python3.run(["-c", script] + words, in: folder, environment: variables)
    // The interpreter's own option keeps this one from being a fork.
    let starts = try OutsideTool.run(path, ["-B", "-c", script] + words, in: folder, environment: variables)
    let endsByItself = !script.contains("SIGKILL")
    #expect(endsByItself ? isSame(stays, starts) : stays.status != 0 && starts.status != 0)
  }
}
