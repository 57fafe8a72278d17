// A run that asks nothing is not a success.

import Testing

@Suite struct NothingAskedTests {
  @Test(arguments: [
    #"{"name": "a", "operations": {}}"#,
    #"{"name": "a", "formats": [], "operations": {"load": ["cp", "{in}", "{out}"]}}"#,
    #"{"name": "a", "formats": ["heic"], "operations": {"load": ["cp", "{in}", "{out}"]}}"#,
  ])
  func anAdapterWithoutCasesIsAnError(_ adapter: String) throws {
    let folder = try ScratchFolder()
    try folder.write(Array(adapter.utf8), as: "a.json")
    let answer = try ConformanceTool.run(["--subject", "a.json", "--only", "png/odd/", "--badge", "b"], in: folder)
    #expect(answer.status == 65 && answer.complaints.contains("no case was asked"), "\(answer.complaints)")
    #expect(String(decoding: try folder.read("b"), as: UTF8.self).contains("not tested"))
  }

  @Test(.enabled(if: OutsideTool.python3.isInstalled, "needs python3"))
  func aFunctionThatDeclinesEverythingIsAnError() throws {
    let folder = try ScratchFolder()
    try folder.write(Array("def run(*words, **numbers): raise NotImplementedError\n".utf8), as: "mine.py")
    let answer = try ConformanceTool.run(["--python", "mine:run", "--only", "jpeg/whole/6/"], in: folder)
    #expect(answer.status == 65 && answer.complaints.contains("no case was asked"), "\(answer.complaints)")
  }

  @Test func oneOfSeveralProgramsIsNamed() throws {
    let folder = try ScratchFolder()
    try folder.write(Array(#"{"name": "idle", "operations": {}}"#.utf8), as: "idle.json")
    let adapter = #"{"name": "a", "formats": ["png"], "operations": {"load": ["cp", "{in}", "{out}"]}}"#
    try folder.write(Array(adapter.utf8), as: "a.json")
    let words = ["--subject", "a.json", "--subject", "idle.json"]
    for (more, status) in [(["--only", "png/odd/1/load"], Int32(0)), ([], 65)] {
      let answer = try ConformanceTool.run(words + more, in: folder)
      #expect(answer.status == status && answer.complaints.contains("idle: no case was asked"), "\(answer.complaints)")
    }
  }
}
