// `--html` and `--force` of the commands that write a page for people in addition to their output.

import ArgumentParser
import Upright
import UprightFiles

/// The options for the destination of a page.
struct PageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Also write an HTML page to this file.", valueName: "file"),
    completion: .file(extensions: ["html"]))
  var html: String?

  @Flag(help: "Overwrite an existing page.")
  var force = false

  func validate() throws(ValidationError) {
    if let html, !["html", "htm"].contains(FileName.fileExtension(of: html).lowercased()) {
      throw ValidationError("--html writes a page: its name must end in .html")
    }
    if force, html == nil { throw ValidationError("--force needs --html") }
  }

  /// Checks that a page can be written, before anything else is done.
  ///
  /// - Throws: As `SafeReplace.checkCreating`.
  func check(_ path: String) throws(UprightError) {
    try SafeReplace.checkCreating(path, overwriting: force)
  }

  /// Writes a page as a whole; it grants no more access than the files that it describes.
  ///
  /// - Throws: `.exists`, `.io`.
  func write(_ text: String, to path: String, noMoreOpenThan sources: Set<FileAccess>) throws(UprightError) {
    try SafeReplace.create(path, noMoreOpenThan: sources, overwriting: force) {
      (sink: inout FileSink) throws(UprightError) in
      try sink.write(Array(text.utf8))
    }
  }
}
