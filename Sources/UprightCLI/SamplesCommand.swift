// `upright samples`: the eight-way sample set.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

/// The command `samples`.
struct SamplesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "samples",
    abstract: "Write sample pictures with every tag, to try things on.",
    discussion: """
      Sixteen files each of JPEG, PNG and WebP, or of the format that is asked for, landscape and portrait, one for each \
      tag from 1 to 8, said where that format says it. All look the same to the eye, an arrow that points up and a corner of each colour, but for a number, which is the tag, and \
      a line that says how the file is stored: whoever misreads the tag sees it at once.

      Examples:
        upright samples demo
        upright samples demo --format jpeg --force
      """)

  @Argument(help: "The folder to write to; it is made where it is missing.", completion: .directory)
  var folder: String

  @Option(help: "Files of this format; otherwise of JPEG, PNG and WebP.")
  var format: ContainerFormat?

  @Flag(help: "Overwrite files that are there already.")
  var force = false

  func validate() throws(ValidationError) {
    if folder == "-" {
      throw ValidationError("samples are files in a folder, not standard output; ./- is the name of a folder called -")
    }
  }

  func run() throws {
    let (folder, overwrites) = (folder, force)
    let samples = SampleFile.all(in: format)
    let files = samples.map { InputFile(path: FileName.joined(folder, $0.name), relativePath: $0.name) }
    do throws(UprightError) { try Folder.make(folder) } catch {
      Console.note(["\(TerminalText.plain(folder)): \(error.sentence(about: folder))"])
      throw ExitCode(error.codes.exitCode)
    }
    let root = FolderRoot(resultsIn: folder)
    let code = BatchRunner(width: 1, json: false).run(files) { (index, file) throws(UprightError) in
      try SafeReplace.create(root.location(file.relativePath), overwriting: overwrites) {
        (sink: inout FileSink) throws(UprightError) in
        try samples[index].write(into: &sink)
      }
    } report: { (file, _, console) throws(UprightError) in
      try console.result(TerminalText.plain(file.path))
    }
    try code.end()
  }
}
