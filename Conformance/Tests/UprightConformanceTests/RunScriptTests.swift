// `Conformance/run`: which adapters it runs, and which it leaves out.

import Foundation
import Testing

@Suite struct RunScriptTests {
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("run")

  /// Adapters with these versions, beside a script `tool`, and a program that prints its arguments.
  private static func answer(_ versions: [String: String]) throws -> OutsideTool.Answer {
    let folder = try ScratchFolder()
    for name in ["Conformance/subjects", "programs", ".build"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    try FileManager.default.copyItem(atPath: script.path, toPath: folder.path("Conformance/run"))
    for (name, version) in versions {
      let text = #"{"name": "\#(name)"\#(version), "operations": {"load": ["cp", "{in}", "{out}"]}}"#
      try folder.write(Array(text.utf8), as: "Conformance/subjects/\(name).json")
    }
    for (name, text) in [
      ("programs/upright-conformance", "#!/bin/sh\necho \"$*\"\n"),
      ("Conformance/subjects/tool", "#!/bin/sh\necho tool 1.0\n"),
    ] {
      try folder.write(Array(text.utf8), as: name)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path(name))
    }
    return try OutsideTool.run(
      "/bin/bash", ["Conformance/run"], in: folder, environment: ["PROGRAMS": folder.path("programs")])
  }

  @Test(.enabled(if: OutsideTool.python3.isInstalled, "needs python3"))
  func onlyAdaptersOfMissingProgramsAreLeftOut() throws {
    let answer = try Self.answer([
      "upright": "", "plain": "", "beside": #", "version": ["{here}/tool"]"#, "failing": #", "version": ["false"]"#,
      "missing": #", "version": ["no-such-program-at-all"]"#,
      "mistake": #", "version": 1"#,
    ])
    #expect(answer.status == 0, "\(answer.complaints)")
    for name in ["upright", "plain", "beside", "mistake"] {
      #expect(answer.text.contains("--subject Conformance/subjects/\(name).json"), "\(name)")
    }
    for name in ["failing", "missing"] {
      #expect(!answer.text.contains("\(name).json") && answer.complaints.contains("\(name).json"), "\(name)")
    }
  }
}
