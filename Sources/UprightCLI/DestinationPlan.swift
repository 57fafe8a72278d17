// Which result goes where, decided for all files before the first is written.

import ArgumentParser
import Upright
import UprightFiles

/// The destinations of a batch, and the format they ask for.
struct DestinationPlan {
  /// One per input, in their order.
  let destinations: [Destination]
  /// The format that the name after -o or the caller asks for; nil for the source's.
  let format: ContainerFormat?
  /// Whether the results go into a folder, which is made where it is missing.
  let makesFolders: Bool

  /// - Throws: `ValidationError` where names contradict one another or a result would destroy a source.
  init(_ inputs: InputPaths.Expansion, options: WriteOptions, format: ContainerFormat?) throws {
    guard let output = options.output else {
      if options.inPlace {
        if format != nil { throw ValidationError("-i keeps the format; use -o to change it") }
        try Self.checkDistinct(inputs.files.map { ($0.path, $0.path) })
      }
      destinations = inputs.files.map { _ in options.inPlace ? .inPlace : .nowhere }
      self.format = format
      makesFolders = false
      return
    }
    let isFolder =
      output.hasSuffix("/") || inputs.hasFolder || inputs.files.count > 1
      || (try? FileIdentity(path: output))?.kind == .folder
    makesFolders = isFolder
    let names: [String]
    if isFolder {
      names = inputs.files.map { FileName.joined(output, Self.renamed($0.relativePath, for: format)) }
      self.format = format
    } else {
      names = inputs.files.map { _ in output }
      self.format = try Self.format(ofName: output, asked: format)
    }
    try Self.checkDistinct(Array(zip(inputs.files.map(\.path), names)))
    try Self.checkSourcesSurvive(inputs.files, names)
    destinations = names.map(Destination.file)
  }

  /// The name with the format's extension, unless it has one of that format already.
  private static func renamed(_ name: String, for format: ContainerFormat?) -> String {
    guard let format, ContainerFormat(fileExtension: FileName.fileExtension(of: name)) != format else { return name }
    return FileName.replacingExtension(of: name, with: format.fileExtension)
  }

  private static func format(ofName name: String, asked: ContainerFormat?) throws -> ContainerFormat {
    let named = ContainerFormat(fileExtension: FileName.fileExtension(of: name))
    if let asked, let named, asked != named {
      throw ValidationError("--format \(asked.rawValue) contradicts the name \(TerminalText.plain(name))")
    }
    guard let format = asked ?? named else {
      throw ValidationError(
        "the name \(TerminalText.plain(name)) says no format; end it in .jpg or .png, or say --format")
    }
    return format
  }

  private static func checkDistinct(_ pairs: [(source: String, result: String)]) throws {
    var seen: [[UInt8]: String] = [:]
    for pair in pairs {
      guard let first = seen.updateValue(pair.source, forKey: Array(pair.result.utf8)) else { continue }
      throw ValidationError(
        first == pair.source
          ? "\(TerminalText.plain(first)) is given twice"
          : "\(TerminalText.plain(first)) and \(TerminalText.plain(pair.source)) would both become "
            + TerminalText.plain(pair.result))
    }
  }

  private static func checkSourcesSurvive(_ inputs: [InputFile], _ names: [String]) throws {
    let present = names.compactMap { name in (try? FileIdentity(path: name)).map { (name, $0) } }
    guard !present.isEmpty else { return }
    let sources = Set(inputs.compactMap { (try? FileIdentity(path: $0.path)).map(FileKey.init) })
    for (name, identity) in present where sources.contains(FileKey(identity)) {
      throw ValidationError("\(TerminalText.plain(name)) is one of the sources; use -i to change files themselves")
    }
  }

  private struct FileKey: Hashable {
    let device, inode: UInt64

    init(_ identity: FileIdentity) {
      device = identity.device
      inode = identity.inode
    }
  }
}
