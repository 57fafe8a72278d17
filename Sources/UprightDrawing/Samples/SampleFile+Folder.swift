// All samples as files in a folder.

import Upright
package import UprightBatch
import UprightFiles
package import UprightMetadata

extension SampleFile {
  /// Writes all samples, in one format or in each of the default ones, and prints their paths.
  package static func write(
    _ format: ContainerFormat?, into folder: String, overwriting: Bool, in world: World
  ) throws(ExitStatus) -> ExitStatus {
    let samples = all(in: format)
    let files = samples.map { InputFile(path: FileName.joined(folder, $0.name), relativePath: $0.name) }
    do throws(UprightError) { try Folder.make(folder) } catch {
      world.tell("\(TerminalText.plain(folder)): \(error.sentence(about: folder))")
      throw ExitStatus(error)
    }
    let (root, codecs) = (FolderRoot(resultsIn: folder), ImageCodecs.all(in: world))
    return BatchRunner(world, width: 1, json: false).changingFiles().run(files) { (index, file) throws(UprightError) in
      try SafeReplace.create(root.location(file.relativePath), overwriting: overwriting) {
        (sink: inout FileSink) throws(UprightError) in
        try samples[index].write(into: &sink, by: codecs)
      }
    } report: { (file, _, console) throws(UprightError) in
      try console.result(TerminalText.plain(file.path))
    }
  }
}
