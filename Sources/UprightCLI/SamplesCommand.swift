// `upright samples`: the eight-way sample set.

import ArgumentParser
import Upright
import UprightFiles
import UprightFixtures

/// The command `samples`.
struct SamplesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "samples",
    abstract: "Write sample pictures with every tag, to try things on.",
    discussion: """
      Sixteen JPEG files, landscape and portrait, one for each tag from 1 to 8. Each looks the same to the eye but for \
      its number, and leaves no doubt about a wrong turn or mirror.

      Examples:
        upright samples demo
        upright samples demo --force
      """)

  @Argument(help: "The folder to write to; it is made where it is missing.", completion: .directory)
  var folder: String

  @Flag(help: "Overwrite files that are there already.")
  var force = false

  func run() async throws {
    let (folder, overwrites) = (folder, force)
    let samples = SampleSet.files()
    let files = samples.map { InputFile(path: FileName.joined(folder, $0.name), relativePath: $0.name) }
    let code = await BatchRunner(width: 1, json: false).run(files) { (index, file) throws(UprightError) in
      try Folder.make(folder)
      try SafeReplace.create(file.path, overwriting: overwrites) { (sink: inout FileSink) throws(UprightError) in
        try sink.write(samples[index].bytes)
      }
    } report: { (file, _, console) throws(UprightError) in
      try console.result(TerminalText.plain(file.path))
    }
    try code.end()
  }
}
