// The image that a caller names: a path, bytes or an open file, probed once per call.

import Upright
import UprightBatch
import UprightFiles

/// An image and its headers.
struct CallerImage {
  /// What JSON and messages call it; empty for nothing.
  let name: String
  /// The file; nil for bytes and what a function reads.
  let file: FileBytes?
  let bytes: any ByteSource
  let probe: Probe

  /// Opens the image and reads its headers.
  ///
  /// - Throws: `.unanswerable` for a wrong argument; `.io`, `.malformed`, `.unsupported`.
  init(_ source: GivenSource) throws(UprightError) {
    switch source {
    case .path(let path): try self.init(FileBytes(path: path))
    case .file(let descriptor, let name): try self.init(FileBytes.open(descriptor, called: name))
    case .bytes(let bytes, let name): try self.init(bytes, name)
    case .reader(let bytes, let name):
      do throws(UprightError) { try self.init(bytes, name) } catch { throw error.naming(name) }
    }
  }

  private init(_ file: FileBytes) throws(UprightError) {
    do throws(UprightError) {
      let head = try file.head()
      try self.init(head, file.path, file)
    } catch { throw error.naming(file.path) }
  }

  private init(_ bytes: any ByteSource, _ name: String, _ file: FileBytes? = nil) throws(UprightError) {
    probe = try Probe(checking: bytes)
    (self.name, self.file, self.bytes) = (name, file, bytes)
  }

  /// What the headers state, in numbers.
  var facts: HeaderFacts {
    HeaderFacts(
      orientation: probe.orientation.exif.rawValue, storedSize: probe.storedSize,
      findings: ProbedFile(probe, path: name).findings.count, format: probe.format.rawValue)
  }

  /// The line of `upright info --json`.
  var json: String { ProbedFile(probe, path: name).json(of: name).line }
}
