// `--html` and `--force` of the commands that write a page for people besides their lines.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

/// Where a page goes.
struct PageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Write a page for people to this file as well.", valueName: "file"),
    completion: .file(extensions: ["html"]))
  var html: String?

  @Flag(help: "Overwrite the page where it is there already.")
  var force = false

  func validate() throws(ValidationError) {
    if let html, !["html", "htm"].contains(FileName.fileExtension(of: html).lowercased()) {
      throw ValidationError("--html writes a page; its name ends in .html")
    }
    if force, html == nil { throw ValidationError("--force means nothing without --html") }
  }

  /// Makes sure that a page can be written, before anything else is done.
  ///
  /// - Throws: as `SafeReplace.checkCreating`.
  func check(_ path: String) throws(UprightError) {
    try SafeReplace.checkCreating(path, overwriting: force)
  }

  /// Writes a page as a whole, no more open than the files that it is about.
  ///
  /// - Throws: `.exists`, `.io`.
  func write(_ text: String, to path: String, noMoreOpenThan sources: Set<FileAccess>) throws(UprightError) {
    try SafeReplace.create(path, noMoreOpenThan: sources, overwriting: force) {
      (sink: inout FileSink) throws(UprightError) in
      try sink.write(Array(text.utf8))
    }
  }
}
