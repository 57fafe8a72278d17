// Which result goes where, decided for all files before the first is written.

package import Upright
import UprightFiles

/// Why the results of a batch cannot go where they are asked to, in a sentence.
package struct DestinationConflict: Error, Hashable {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

/// The destinations of a batch, and the format they ask for.
package struct DestinationPlan {
  /// What is worked on, in the order given; a file that was given twice for one result is there once.
  package let files: [InputFile]
  /// One per file.
  package let destinations: [Destination]
  /// The format that the name after -o or the caller asks for; nil for the source's.
  package let format: ContainerFormat?
  /// Whether the results go into a folder, which is made where it is missing.
  package let makesFolders: Bool
  /// What the user should know before the work begins.
  package let notes: [String]

  /// Results in the place of their sources.
  ///
  /// - Parameter partingHardLinks: Whether each name of a file gets a result of its own.
  /// - Throws: `DestinationConflict` where two names of one file are to part from each other.
  package init(inPlace inputs: InputFiles, partingHardLinks: Bool) throws(DestinationConflict) {
    let distinct = DistinctFiles(inputs.files)
    try distinct.checkNames(partingHardLinks: partingHardLinks)
    self.init(inPlace: distinct, notes: inputs.notes)
  }

  /// No results at all: what would be done is only said.
  package init(nowhere inputs: InputFiles, format: ContainerFormat?) {
    self.init(
      files: inputs.files, destinations: inputs.files.map { _ in .nowhere }, format: format, notes: inputs.notes)
  }

  /// The result of the only file, on standard output.
  ///
  /// - Throws: `DestinationConflict` where there is another number of files.
  package init(toStandardOutput inputs: InputFiles, format: ContainerFormat?) throws(DestinationConflict) {
    guard inputs.files.count == 1, !inputs.hasFolder else {
      let found = inputs.hasFolder ? "folders have several" : "there are \(inputs.files.count)"
      throw DestinationConflict(
        "-o - writes the result of one file to standard output, and \(found); -o FOLDER/ takes any number")
    }
    self.init(files: inputs.files, destinations: [.standardOutput], format: format, notes: inputs.notes)
  }

  /// Each file in its own place.
  package init(inPlace distinct: DistinctFiles, notes: [String]) {
    self.init(
      files: distinct.files, destinations: distinct.files.map { _ in .inPlace }, format: nil,
      notes: notes + distinct.notes)
  }

  private init(files: [InputFile], destinations: [Destination], format: ContainerFormat?, notes: [String]) {
    self.files = files
    self.destinations = destinations
    self.format = format
    self.notes = notes
    makesFolders = false
  }

  /// Results under other names; in a folder, `chosen` says the format of one where none is asked for and the source's own does not stay.
  ///
  /// - Throws: `DestinationConflict` where names contradict one another or a result would destroy a source.
  package init(
    _ inputs: InputFiles, output: String, format: ContainerFormat?,
    chosen: (InputFile) -> ContainerFormat? = { _ in nil }
  ) throws(DestinationConflict) {
    let isFolder = try Self.isFolder(output, for: inputs)
    makesFolders = isFolder
    self.format = isFolder ? format : try Self.format(ofName: output, asked: format)
    let root = FolderRoot(resultsIn: output, followingLinks: inputs.followsLinks)
    let names = inputs.files.map { Self.renamed($0.relativePath, for: $0.isCopied ? nil : format ?? chosen($0)) }
    let results = names.map { isFolder ? FileName.joined(output, $0) : output }
    let locations = Dictionary(
      names.map { name in
        let location = isFolder ? root.location(name) : FileLocation(path: output, followingLinks: inputs.followsLinks)
        return (Array(location.path.utf8), location)
      }, uniquingKeysWith: { first, _ in first })
    let distinct = DistinctFiles(inputs.files, results: results)
    (files, notes) = (distinct.files, inputs.notes + distinct.notes)
    try Self.checkDistinctFiles(files, distinct.results)
    try Self.checkSourcesSurvive(files, distinct.results)
    destinations = distinct.results.map {
      .file(locations[Array($0.utf8)] ?? FileLocation(path: $0, followingLinks: inputs.followsLinks))
    }
  }

  /// Whether results go into a folder of this name, or one result into a file.
  private static func isFolder(_ output: String, for inputs: InputFiles) throws(DestinationConflict) -> Bool {
    if output.hasSuffix("/") || (try? FileIdentity(path: output))?.kind == .folder { return true }
    let count = DistinctFiles(inputs.files, results: inputs.files.map(\.relativePath)).files.count
    guard count > 1 || inputs.hasFolder else { return false }
    if ContainerFormat(fileExtension: FileName.fileExtension(of: output)) != nil {
      let name = TerminalText.plain(output)
      throw DestinationConflict("\(name) is the name of one picture, and these are several; \(name)/ would be a folder")
    }
    return true
  }

  /// The name with the format's extension, unless it has one of that format already.
  private static func renamed(_ name: String, for format: ContainerFormat?) -> String {
    guard let format, ContainerFormat(fileExtension: FileName.fileExtension(of: name)) != format else { return name }
    return FileName.replacingExtension(of: name, with: format.fileExtension)
  }

  private static func format(
    ofName name: String, asked: ContainerFormat?
  ) throws(DestinationConflict) -> ContainerFormat {
    let named = ContainerFormat(fileExtension: FileName.fileExtension(of: name))
    if let asked, let named, asked != named {
      throw DestinationConflict("--format \(asked.rawValue) contradicts the name \(TerminalText.plain(name))")
    }
    guard let format = asked ?? named else {
      throw DestinationConflict(
        "the name \(TerminalText.plain(name)) says no format; end it in \(Self.endings), or say --format")
    }
    return format
  }

  /// The endings of all formats that are written, as a choice in words.
  private static var endings: String {
    let all = ContainerFormat.written.map { ".\($0.fileExtension)" }
    return all.dropLast().joined(separator: ", ") + " or " + (all.last ?? "")
  }

  private static func checkDistinctFiles(_ files: [InputFile], _ results: [String]) throws(DestinationConflict) {
    var seen: [[UInt8]: String] = [:]
    for (file, result) in zip(files, results) {
      guard let first = seen.updateValue(file.path, forKey: Array(result.utf8)) else { continue }
      throw DestinationConflict(
        "\(TerminalText.plain(first)) and \(TerminalText.plain(file.path)) would both become "
          + TerminalText.plain(result))
    }
  }

  private static func checkSourcesSurvive(_ inputs: [InputFile], _ names: [String]) throws(DestinationConflict) {
    let present = names.compactMap { name in (try? FileIdentity(path: name)).map { (name, $0) } }
    guard !present.isEmpty else { return }
    let sources = Set(inputs.compactMap { (try? FileIdentity($0.location)).map(FileKey.init) })
    for (name, identity) in present where sources.contains(FileKey(identity)) {
      throw DestinationConflict("\(TerminalText.plain(name)) is one of the sources; use -i to change files themselves")
    }
  }
}

extension DistinctFiles {
  /// Makes sure that no file is given by two of its names where these are to part.
  ///
  /// - Throws: `DestinationConflict`, naming both.
  package func checkNames(partingHardLinks: Bool) throws(DestinationConflict) {
    guard partingHardLinks, let pair = repeated.first(where: \.isHardLinked) else { return }
    throw DestinationConflict(
      "\(TerminalText.plain(pair.first)) and \(TerminalText.plain(pair.second)) are one file; "
        + "with --break-hard-links only one of its names can be given at a time")
  }
}
