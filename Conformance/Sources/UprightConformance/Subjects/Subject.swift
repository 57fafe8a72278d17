// A program under test, as an adapter file describes it (docs/conformance.md).

/// A program, and how it is called.
package struct Subject: Sendable {
  /// How it answers one operation.
  package struct Call: Sendable {
    /// The command: a program and its arguments, with placeholders.
    package var command: [String]
    /// The formats for which it is called.
    package var formats: Set<ConformanceCase.Format>
    /// Whether the input is copied to the output first, for programs that change files in place.
    package var copiesFirst = false
    /// Whether it asks an image server, for which writing WebP is optional (IIIF Image API 3.0, section 4.5).
    package var mayLackWebP = false

    /// Memberwise initializer.
    package init(
      command: [String], formats: Set<ConformanceCase.Format>, copiesFirst: Bool = false, mayLackWebP: Bool = false
    ) {
      (self.command, self.formats) = (command, formats)
      (self.copiesFirst, self.mayLackWebP) = (copiesFirst, mayLackWebP)
    }
  }

  /// How the calls are made.
  package enum Kind: Hashable, Sendable {
    /// A process per case.
    case command
    /// A function of a Python module, in a process per case; with an interpreter, and the folder of the module.
    case python(function: String, interpreter: String, folder: String)
    /// A server, which is started if there is a command for that, and then is asked until it answers.
    case server(start: [String], ready: String)
  }

  /// Its name in tables.
  package var name: String
  /// The folder of its adapter, for `{here}` in its commands.
  package var here = ""
  /// The command that prints its version; empty for none. One that fails gives no version.
  package var version: [String] = []
  /// A word that the version's line contains; nil for the first line.
  package var versionLine: String?
  /// How its calls were chosen.
  package var notes = ""
  /// Seconds that a call may take.
  package var seconds = 20.0
  /// How the calls are made.
  package var kind = Kind.command
  /// The parts that it promises to keep, each with where it says so.
  package var keeps: [KeptPart: String] = [:]
  /// Its calls by operation.
  package var calls: [CaseOperation: Call] = [:]

  /// The call for a case; nil if the subject does not claim to support it.
  package func call(for request: ConformanceCase) -> Call? {
    guard request.part.map({ keeps[$0] != nil }) ?? true else { return nil }
    return calls[request.operation].flatMap { $0.formats.contains(request.format) ? $0 : nil }
  }

  /// A subject without calls.
  package init(name: String) { self.name = name }
}

// The operations as addresses of the IIIF Image API 3.0 (section 4), fetched by curl.

/// Calls of an image server.
package enum IIIFCalls {
  /// The program that asks servers.
  static let client = "curl"

  private static let written: Set<ConformanceCase.Format> = [.jpeg, .png, .webp, .tiff]

  private static let parts: [CaseOperation: String] = [
    .load: "full/max/0/default.png", .thumb: "full/!{w},{h}/0/default.jpg",
    .crop: "{x},{y},{w},{h}/max/0/default.png", .rotate: "full/max/90/default.{ext}",
    .bake: "full/max/0/default.{ext}", .convert: "full/max/0/default.{ext}",
  ]
  /// The file in a call's folder with the headers of the answer.
  private static let headers = "headers"

  /// The operations that the API has.
  package static var operations: Set<CaseOperation> { Set(parts.keys) }

  /// The calls for a base such as `http://127.0.0.1:8080/iiif/3`; `{file}` is the file's name in the server's folder.
  package static func calls(_ base: String, _ formats: Set<ConformanceCase.Format>) -> [CaseOperation: Subject.Call] {
    var calls: [CaseOperation: Subject.Call] = [:]
    for (operation, part) in parts {
      // Results in the source's format are only requested in formats that section 4.5 has.
      let written = operation == .rotate || operation == .bake ? formats.intersection(Self.written) : formats
      calls[operation] = Subject.Call(
        command: [client, "-sS", "--fail", "--globoff"] + direct(base) + [
          "-D", "{folder}/\(headers)", "-o", "{out}", "\(base)/{file}/\(part)",
        ], formats: written, mayLackWebP: true)
    }
    return calls
  }

  /// The options by which curl asks a server on this machine itself, whatever proxy the environment names.
  static func direct(_ address: String) -> [String] {
    let host = address.split(separator: "/").dropFirst().first.map { $0.split(separator: "@").last ?? $0 } ?? ""
    let isHere = ["localhost", "127.", "[::1]"].contains { host.hasPrefix($0) }
    return isHere ? ["--noproxy", "*"] : []
  }

  /// Whether the server said that it does not write the requested format: 400 or 501, by section 7.
  static func refusesFormat(in folder: String) -> Bool {
    let bytes = SubprocessCalls.readFile("\(folder)/\(headers)", atMost: 1 << 16) ?? []
    // A proxy's answer may come before the server's.
    let status = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .last { $0.hasPrefix("HTTP/") }?.split(separator: " ").dropFirst().first
    return status.map { ["400", "501"].contains($0) } ?? false
  }
}
