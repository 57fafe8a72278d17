// Renditions from file to file: probed by headers, planned, and written so that no partial file is ever visible.

public import Upright
import UprightSystem

extension Probe {
  /// Probes the file at `path` by its headers alone; follows symbolic links.
  ///
  /// - Throws: `UprightError` `.io` if it cannot be read, `.malformed`, `.unsupported`.
  public init(contentsOf path: String, rules: OrientationRules = OrientationRules()) throws(UprightError) {
    self = try FileBytes(path: path).probe(rules: rules)
  }

  /// Probes an open file by its headers alone; the descriptor stays open and keeps its position.
  ///
  /// - Parameter name: What errors call the file.
  /// - Throws: `UprightError` `.io` if it cannot be read, `.malformed`, `.unsupported`.
  public init(
    contentsOf descriptor: Int32, named name: String = "", rules: OrientationRules = OrientationRules()
  ) throws(UprightError) {
    self = try FileBytes.duplicating(descriptor, named: name).probe(rules: rules)
  }
}

extension Pipeline {
  /// Writes a rendition of the file at `source` to a new file, which appears at `destination` only when complete.
  ///
  /// The new file grants no more access than its source.
  ///
  /// - Parameter overwriting: Whether an existing file at `destination` is replaced; never the source itself.
  /// - Returns: The plan that was carried out.
  /// - Throws: `UprightError` `.io` if the disk fails, with EEXIST if the name is taken, with ESTALE if the source
  ///   changed meanwhile; `.unanswerable` if both are one file; errors of `plan(_:for:)` and `run(_:on:into:)`.
  @discardableResult
  public func run(
    _ rendition: Rendition, from source: String, to destination: String, overwriting: Bool = false
  ) throws(UprightError) -> Plan {
    let file = try FileBytes(path: source)
    if (try? FileIdentity(path: destination))?.isSameFile(as: file.identity) == true {
      throw .unanswerable(field: "destination", reason: "it is the source; rewrite(_:at:) replaces a file")
    }
    let head = try file.head()
    let probe = try Probe(checking: head)
    var done = try plan(rendition, for: probe)
    try SafeReplace.create(destination, from: file, overwriting: overwriting) { sink throws(UprightError) in
      done = try Self.naming(source) { () throws(UprightError) in try run(done, of: probe, on: head, into: &sink) }
    }
    return done
  }

  /// Replaces the file at `path` with a rendition: the file is the old one or the new one, never a mixture.
  ///
  /// Mode, owner and extended attributes are kept. A damaged image is not replaced by its readable part.
  ///
  /// - Returns: The plan that was carried out.
  /// - Throws: `UprightError` `.io` if the disk fails, with EMLINK if the file has several names, with ESTALE if it
  ///   changed meanwhile; errors of `plan(_:for:)` and `run(_:on:into:)`.
  @discardableResult
  public func rewrite(_ rendition: Rendition, at path: String) throws(UprightError) -> Plan {
    let file = try FileBytes(path: path)
    let head = try file.head()
    let probe = try Probe(checking: head)
    var done = try plan(rendition, for: probe)
    let strict = tolerating(warnings: 0)
    try SafeReplace.rewrite(file) { sink throws(UprightError) in
      done = try Self.naming(path) { () throws(UprightError) in try strict.run(done, of: probe, on: head, into: &sink) }
      if done.route == .copy { sink.discard() }
    }
    return done
  }

  /// Writes a rendition of one open file to another from its current position, for example to a socket or a pipe.
  ///
  /// Bytes already written stay if something fails on the way. Both descriptors stay open.
  ///
  /// - Returns: The plan that was carried out.
  /// - Throws: `UprightError` `.io` if reading or writing fails; errors of `plan(_:for:)` and `run(_:on:into:)`.
  @discardableResult
  public func run(_ rendition: Rendition, from source: Int32, to destination: Int32) throws(UprightError) -> Plan {
    let file = try FileBytes.duplicating(source, named: "source")
    let head = try file.head()
    var sink = FileSink(try Descriptor(duplicating: destination, named: "destination"), path: "destination")
    let probe = try Probe(checking: head)
    let plan = try plan(rendition, for: probe)
    let done = try Self.naming("source") { () throws(UprightError) in try run(plan, of: probe, on: head, into: &sink) }
    try sink.flush()
    return done
  }

  private static func naming(_ path: String, _ body: () throws(UprightError) -> Plan) throws(UprightError) -> Plan {
    do throws(UprightError) { return try body() } catch { throw error.naming(path) }
  }
}

extension FileBytes {
  /// An open file, with a duplicated descriptor.
  fileprivate static func duplicating(_ descriptor: Int32, named name: String) throws(UprightError) -> FileBytes {
    try checked(Descriptor(duplicating: descriptor, named: name), named: name)
  }

  /// An open file that errors call `name`, whatever that name resolves to; the descriptor stays open.
  ///
  /// - Throws: As `init(_:)`.
  package static func open(_ descriptor: Int32, called name: String) throws(UprightError) -> FileBytes {
    let own = try Descriptor(duplicating: descriptor, named: name)
    let file = try UprightError.naming(name) { () throws(SystemError) in try FileBytes(unnamed: own, path: name) }
    try checkRegular(file.identity, name)
    return file
  }
}

extension Descriptor {
  /// A duplicate descriptor of the same open file, closed in child programs.
  fileprivate convenience init(duplicating descriptor: Int32, named name: String) throws(UprightError) {
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard own >= 0 else { throw .io(path: name, systemError: errno) }
    self.init(own)
  }
}
