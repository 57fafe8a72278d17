// The hooks of .pre-commit-hooks.yaml, run by pre-commit on repositories of photos.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

private let gitPath = ["/usr/bin/git", "/usr/local/bin/git"].first(where: FileManager.default.isExecutableFile)

@Suite(
  .enabled(if: PythonPackages.absence == nil, "\(PythonPackages.reason)"),
  .enabled(if: gitPath != nil, "needs git, which is not installed"))
struct GitHookTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// A repository of photos that uses the hooks of this package, from a repository that has only their manifest.
  private struct Repository {
    let folder: ScratchFolder
    private let home: ScratchFolder
    private let hooks: ScratchFolder
    private let environment: [String: String]

    init() throws {
      (folder, home, hooks) = (try ScratchFolder(), try ScratchFolder(), try ScratchFolder())
      let program = URL(fileURLWithPath: try #require(UprightTool.path)).deletingLastPathComponent().path
      environment = [
        "PATH": "\(program):\(PythonPackages.program("")):/usr/bin:/bin", "HOME": home.url.path,
        "PRE_COMMIT_HOME": home.path("cache"), "PRE_COMMIT_COLOR": "never", "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b.c", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b.c",
      ]
      let manifest = try Data(contentsOf: GitHookTests.root.appendingPathComponent(".pre-commit-hooks.yaml"))
      try hooks.write([UInt8](manifest), as: ".pre-commit-hooks.yaml")
      for words in [["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "hooks"]] {
        #expect(try git(words, in: hooks).status == 0)
      }
      let revision = try git(["rev-parse", "HEAD"], in: hooks).text
      let configuration = """
        repos:
          - repo: \(hooks.url.path)
            rev: \(revision)
            hooks:
              - id: upright-fix
              - id: upright-check

        """
      try folder.write(Array(configuration.utf8), as: ".pre-commit-config.yaml")
      #expect(try git(["init", "--quiet"]).status == 0)
      let installed = try preCommit("install", "--install-hooks")
      #expect(installed.status == 0, "\(installed.text)")
    }

    func git(_ words: [String], in other: ScratchFolder? = nil) throws -> OutsideTool.Answer {
      let program = try #require(gitPath)
      return try OutsideTool.run(program, words, in: other ?? folder, environment: environment)
    }

    func preCommit(_ words: String...) throws -> OutsideTool.Answer {
      try OutsideTool.run(PythonPackages.program("pre-commit"), words, in: folder, environment: environment)
    }

    func add(_ bytes: [UInt8], as name: String) throws { try folder.write(bytes, as: name) }

    func stage() throws { #expect(try git(["add", "--all"]).status == 0) }

    func orientation(_ name: String) throws -> UInt8 { try Probe(folder.read(name)).orientation.exif.rawValue }
  }

  /// A photo in whole blocks, or in blocks that cannot move.
  private func photo(_ tag: Int, width: Int = 48) -> [UInt8] {
    var image = TinyImage(width: width, height: 32, filledWith: [128, 128, 128])
    for x in 0..<width { image[x, 0] = [UInt8(x * 4), 0, 0] }
    let stored = ExifOrientation(rawValue: UInt8(tag)).map(image.stored) ?? image
    return TinyJPEG(stored, exif: TinyTIFF(orientation: tag)).bytes
  }

  @Test func theCheckNamesWhatIsWrongAndTheFixRightsIt() throws {
    let repository = try Repository()
    let sideways = ["6.jpg", "-x.jpg", "a b.jpg", "new\nline.jpg", "::error::.jpg", "it's $(x).jpg"]
    for name in sideways { try repository.add(photo(6), as: name) }
    try repository.add(photo(1), as: "1.jpg")
    try repository.add(Array("text".utf8), as: "notes.txt")
    try repository.stage()

    let check = try repository.preCommit("run", "upright-check")
    #expect(check.status == 1)
    #expect(check.text.contains("not-upright: 6 files\n"))
    for name in ["6.jpg", "-x.jpg", "a b.jpg", "new\\nline.jpg", "::error::.jpg", "it's $(x).jpg"] {
      #expect("\(check.text)\n".contains("    \(name): tag 6\n"))
    }
    #expect(!check.text.contains("1.jpg") && !check.text.contains("notes"))

    let fix = try repository.preCommit("run", "upright-fix")
    #expect(fix.status == 1 && fix.text.contains("files were modified by this hook"))
    for name in sideways { #expect(try repository.orientation(name) == 1, "\(name)") }
    let status = try repository.git(["status", "--porcelain", "-z"]).output.split(separator: 0)
    #expect(status.count == sideways.count + 3, "nothing but the photos was changed or added")

    try repository.stage()
    let again = try repository.preCommit("run")
    #expect(again.status == 0, "\(again.text)")
  }

  @Test func aCommitIsRefusedUntilFieldsAgree() throws {
    let repository = try Repository()
    let segments: [TinySegment] = [.exif(TinyTIFF(orientation: 1)), .xmp(TinyXMP.packet(orientation: "3"))]
    try repository.add(TinyJPEG(.sixColors, segments: segments).bytes, as: "odd.jpg")
    try repository.stage()
    let refused = try repository.git(["commit", "--message", "a"])
    #expect(refused.status == 1)
    #expect(refused.complaints.contains("orientation-conflict-xmp: 1 file"), "\(refused.complaints)")
    #expect(try UprightTool.run(["fix", "-i", "--to", "tag", "odd.jpg"], in: repository.folder).status == 0)
    try repository.stage()
    #expect(try repository.git(["commit", "--message", "a"]).status == 0)
  }

  @Test func whatCannotMoveWithoutLossStaysAndIsReported() throws {
    let repository = try Repository()
    let bytes = photo(6, width: 51)
    try repository.add(bytes, as: "51.jpg")
    try repository.stage()
    #expect(try repository.preCommit("run", "upright-fix").status == 1)
    #expect(try repository.folder.read("51.jpg") == bytes)
    #expect(try repository.preCommit("run", "upright-check").status == 1)
  }

  @Test func findingsThatContradictNothingPass() throws {
    let repository = try Repository()
    try repository.add(photo(0), as: "0.jpg")
    try repository.add(photo(1), as: "jpeg.png")
    try repository.stage()
    #expect(try repository.preCommit("run", "upright-check").status == 0)
  }

  @Test func manyFilesArriveInSeveralCalls() throws {
    let repository = try Repository()
    let folder = String(repeating: "long folder name ", count: 12)
    try FileManager.default.createDirectory(atPath: repository.folder.path(folder), withIntermediateDirectories: true)
    let count = 1_000
    for index in 0..<count { try repository.add(photo(6, width: 16), as: "\(folder)/\(index).jpg") }
    try repository.stage()
    let check = try repository.preCommit("run", "upright-check")
    let counts = check.text.matches(of: /not-upright: (\d+) files/).compactMap { Int($0.output.1) }
    #expect(check.status == 1 && counts.count > 1 && counts.reduce(0, +) == count)
    #expect(try repository.preCommit("run", "upright-fix").status == 1)
    try repository.stage()
    #expect(try repository.preCommit("run").status == 0)
  }
}
