// Adapter files: JSON that describes a program under test (RFC 8259; docs/conformance.md).

import Upright
import UprightFiles

/// Why an adapter cannot be used.
package struct SubjectFault: Error, Hashable {
  package let sentence: String
  /// The exit code: 65 for invalid content, 74 if it cannot be read.
  package var exitCode: Int32 = 65
}

/// Reads adapter files.
package enum SubjectFile {
  private static let longest = 1 << 20
  private static let keys = [
    "name", "version", "versionLine", "notes", "timeout", "formats", "operations", "python", "interpreter", "iiif",
    "start", "ready",
  ]

  /// The subject in the file at `path`.
  ///
  /// - Throws: `SubjectFault` with what is wrong.
  package static func subject(at path: String) throws(SubjectFault) -> Subject {
    let bytes: [UInt8]
    do {
      let file = try FileBytes(path: path)
      guard file.byteCount <= longest else { throw SubjectFault(sentence: "an adapter has at most 1 MB") }
      bytes = try file.read(0..<file.byteCount)
    } catch let fault as SubjectFault { throw fault } catch {
      throw SubjectFault(
        sentence: "cannot be read: \(error)", exitCode: (error as? UprightError)?.codes.exitCode ?? 65)
    }
    return try subject(bytes, folder: FileName.folder(of: path))
  }

  /// The subject that `bytes` describe; a Python module is searched in `folder`, for which `{here}` stands in commands.
  package static func subject(_ bytes: [UInt8], folder: String) throws(SubjectFault) -> Subject {
    guard let json = JSONReader.document(of: bytes, atMost: 10_000), case .object(let members) = json else {
      throw SubjectFault(sentence: "not a JSON object")
    }
    if let key = members.map(\.key).first(where: { !keys.contains($0) }) {
      throw SubjectFault(sentence: "unknown member \"\(key)\"; known: \(keys.joined(separator: ", "))")
    }
    guard let name = json["name"]?.text, !name.isEmpty else { throw SubjectFault(sentence: "\"name\" is missing") }
    var subject = Subject(name: name)
    subject.version = try words(json["version"], "version")
    subject.versionLine = json["versionLine"]?.text
    subject.notes = json["notes"]?.text ?? ""
    if let seconds = json["timeout"]?.number {
      guard 1...600 ~= seconds else { throw SubjectFault(sentence: "\"timeout\" is 1 to 600 seconds") }
      subject.seconds = Double(seconds)
    }
    let formats = try formats(json["formats"])
    subject.kind = try kind(json, folder: folder)
    let here = SubprocessCalls.absolute(folder.isEmpty ? "." : folder)
    subject.calls = try calls(json, subject.kind, formats).mapValues { call in
      var call = call
      call.command = call.command.map { Placeholders.replaced($0, "{here}", here) }
      return call
    }
    return subject
  }

  private static func kind(_ json: JSONLine, folder: String) throws(SubjectFault) -> Subject.Kind {
    if let function = json["python"]?.text {
      guard function.split(separator: ":").count == 2 else {
        throw SubjectFault(sentence: "\"python\" is MODULE:FUNCTION")
      }
      return .python(function: function, interpreter: json["interpreter"]?.text ?? "python3", folder: folder)
    }
    guard json["iiif"] != nil || json["ready"] != nil else { return .command }
    return .server(start: try words(json["start"], "start"), ready: json["ready"]?.text ?? "")
  }

  private static func calls(
    _ json: JSONLine, _ kind: Subject.Kind, _ formats: Set<ConformanceCase.Format>
  ) throws(SubjectFault) -> [CaseOperation: Subject.Call] {
    if let base = json["iiif"]?.text { return IIIFCalls.calls(base, formats) }
    if case .python = kind, case .list(let names)? = json["operations"] {
      var calls: [CaseOperation: Subject.Call] = [:]
      for name in names { calls[try operation(name.text ?? "")] = Subject.Call(command: [], formats: formats) }
      return calls
    }
    if case .python = kind, json["operations"] == nil {
      let call = Subject.Call(command: [], formats: formats)
      return Dictionary(uniqueKeysWithValues: CaseOperation.allCases.map { ($0, call) })
    }
    guard case .object(let members)? = json["operations"] else {
      throw SubjectFault(sentence: "\"operations\" is missing")
    }
    var calls: [CaseOperation: Subject.Call] = [:]
    for member in members { calls[try operation(member.key)] = try call(member.value, formats) }
    return calls
  }

  private static func operation(_ name: String) throws(SubjectFault) -> CaseOperation {
    guard let operation = CaseOperation(rawValue: name) else {
      let known = CaseOperation.allCases.map(\.rawValue).joined(separator: ", ")
      throw SubjectFault(sentence: "unknown operation \"\(name)\"; known: \(known)")
    }
    return operation
  }

  /// A call: a command, or an object with a command, formats and whether it works in place.
  private static func call(
    _ json: JSONLine, _ formats: Set<ConformanceCase.Format>
  ) throws(SubjectFault) -> Subject.Call {
    guard case .object(let members) = json else { return Subject.Call(command: try command(json), formats: formats) }
    if let key = members.map(\.key).first(where: { !["command", "formats", "inPlace"].contains($0) }) {
      throw SubjectFault(sentence: "unknown member \"\(key)\" of a call; known: command, formats, inPlace")
    }
    let own = json["formats"] == nil ? formats : try self.formats(json["formats"])
    return Subject.Call(
      command: try command(json["command"]), formats: own, copiesFirst: json["inPlace"] == .flag(true))
  }

  private static func command(_ json: JSONLine?) throws(SubjectFault) -> [String] {
    let words = try words(json, "command")
    guard words.first?.isEmpty == false else { throw SubjectFault(sentence: "a \"command\" has at least one word") }
    return words
  }

  private static func formats(_ json: JSONLine?) throws(SubjectFault) -> Set<ConformanceCase.Format> {
    guard let json else { return [.jpeg] }
    var formats: Set<ConformanceCase.Format> = []
    for name in try words(json, "formats") {
      guard let format = ConformanceCase.Format(rawValue: name) else {
        let known = ConformanceCase.Format.allCases.map(\.rawValue).joined(separator: ", ")
        throw SubjectFault(sentence: "unknown format \"\(name)\"; known: \(known)")
      }
      formats.insert(format)
    }
    return formats
  }

  private static func words(_ json: JSONLine?, _ key: String) throws(SubjectFault) -> [String] {
    guard let json else { return [] }
    guard let list = json.list, list.allSatisfy({ $0.text != nil }) else {
      throw SubjectFault(sentence: "\"\(key)\" is a list of strings")
    }
    return list.compactMap(\.text)
  }
}
