// Writes the manual and the completions of a program into a folder:
// `UprightManual man|completions PROGRAM FOLDER [DATE]`.

import Foundation

/// The output of the program.
func output(_ program: String, _ arguments: [String]) throws -> Data {
  let (process, pipe) = (Process(), Pipe())
  process.executableURL = URL(fileURLWithPath: program)
  process.arguments = arguments
  process.standardOutput = pipe
  try process.run()
  let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
  return data
}

/// What the program says of its commands.
func described(_ program: String) throws -> CommandDescription {
  try JSONDecoder().decode(ToolDescription.self, from: output(program, ["--experimental-dump-help"])).command
}

/// What another program says of itself, where `upright` would find it; nil if it is not there.
func companion(_ name: String, beside program: String) throws -> CommandDescription? {
  let folder = URL(fileURLWithPath: program).resolvingSymlinksInPath().deletingLastPathComponent()
  let places = [name, "../libexec/upright/\(name)"]
  return try places.map { folder.appending(path: $0).standardized.path }
    .first(where: FileManager.default.isExecutableFile).map(described)
}

func write(_ text: String, _ name: String, in folder: URL) throws {
  let file = folder.appending(path: name)
  try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
  try Data(text.utf8).write(to: file, options: .atomic)
}

let words = CommandLine.arguments
guard (4...5).contains(words.count), ["man", "completions"].contains(words[1]) else {
  FileHandle.standardError.write(Data("usage: UprightManual man|completions PROGRAM FOLDER [DATE]\n".utf8))
  exit(64)
}
let folder = URL(fileURLWithPath: words[3])
var description = try described(words[2])
for (command, name) in [("serve", "upright-server"), ("conformance", "upright-conformance")] {
  if let program = try companion(name, beside: words[2]) { description.replace(command, by: program) }
}
let root = Command(description)
let unknown = PageNotes.unknownNames(in: root)
guard unknown.isEmpty else {
  let names = unknown.joined(separator: ", ")
  FileHandle.standardError.write(Data("PageNotes.swift: no such command or option: \(names)\n".utf8))
  exit(1)
}
if words[1] == "man" {
  let version = String(decoding: try output(words[2], ["--version"]), as: UTF8.self).prefix { !$0.isNewline }
  for command in root.all {
    let page = ManualPage(
      command: command, root: root, version: String(version), date: words.count > 4 ? words[4] : "")
    try write(page.text, "man1/\(page.file)", in: folder)
  }
} else {
  try write(BashCompletion(root: root).text, "bash/upright", in: folder)
  try write(ZshCompletion(root: root).text, "zsh/_upright", in: folder)
  try write(FishCompletion(root: root).text, "fish/upright.fish", in: folder)
}
