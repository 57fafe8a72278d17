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
