// What the run itself cannot do is not held against the program under test.

import Testing
import UprightTestTools

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
