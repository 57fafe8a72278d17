// Adapter files: JSON that describes a program under test (RFC 8259; docs/conformance.md).

import Upright
import UprightFiles
import UprightProgram

/// Why an adapter cannot be used.
package struct SubjectFault: Error, Hashable {
  package let sentence: String
  /// The exit code: 65 for invalid content, 74 if it cannot be read.
  package var exitCode: Int32 = 65
}

/// Reads adapter files.
package enum SubjectFile {
  private static let longest = 1 << 20
  private static let mostValues = 10_000
  private static let keys = [
    "name", "version", "versionLine", "notes", "timeout", "formats", "operations", "python", "interpreter", "iiif",
    "start", "ready", "keeps",
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
      let known = error as? UprightError
      throw SubjectFault(sentence: known?.sentence ?? "cannot be read: \(error)", exitCode: known?.codes.exitCode ?? 65)
    }
    return try subject(bytes, folder: FileName.folder(of: path))
  }

  /// The subject that `bytes` describe; a Python module is searched in `folder`, for which `{here}` stands in commands.
  ///
  /// - Throws: `SubjectFault`, with the line and the member.
  package static func subject(_ bytes: [UInt8], folder: String) throws(SubjectFault) -> Subject {
    guard let json = JSONReader.document(of: bytes, atMost: mostValues) else {
      let line = MemberFault.line(of: JSONReader.mistake(in: bytes, atMost: mostValues), in: bytes)
      throw SubjectFault(sentence: "line \(line): not valid JSON")
    }
    guard case .object(let members) = json else { throw SubjectFault(sentence: "not a JSON object") }
    do throws(MemberFault) { return try subject(json, members, folder: folder) } catch {
      throw SubjectFault(sentence: error.sentence(in: bytes))
    }
  }

  private static func subject(
    _ json: JSONLine, _ members: [JSONLine.Member], folder: String
  ) throws(MemberFault) -> Subject {
    try refuseOthers(than: keys, in: members, [])
    guard json["name"] != nil else { throw MemberFault([], "\"name\" is missing") }
    guard let name = try text(json, "name"), !name.isEmpty else { throw MemberFault(["name"], "it is text") }
    guard json["python"] == nil || json["iiif"] == nil else {
      throw MemberFault(["iiif"], "a program is either a Python function or a server")
    }
    var subject = Subject(name: name)
    subject.here = SubprocessCalls.absolute(folder.isEmpty ? "." : folder)
    subject.version = try template(json["version"], ["version"], with: [])
    guard json["version"] == nil || !subject.version.isEmpty else {
      throw MemberFault(["version"], "a command has at least one word")
    }
    subject.versionLine = try text(json, "versionLine")
    subject.notes = try text(json, "notes") ?? ""
    if let value = json["timeout"] {
      guard let seconds = value.number, 1...600 ~= seconds else {
        throw MemberFault(["timeout"], "it is a whole number of seconds, 1 to 600")
      }
      subject.seconds = Double(seconds)
    }
    let formats = try formats(json["formats"], ["formats"])
    subject.kind = try kind(json, folder: folder)
    subject.keeps = try keeps(json["keeps"])
    subject.calls = try calls(json, subject, formats)
    guard (subject.calls[.keep] != nil) == !subject.keeps.isEmpty else {
      throw MemberFault(
        subject.keeps.isEmpty ? ["operations", "keep"] : ["keeps"],
        "\"keep\" is asked only with \"keeps\", which says for each part where the program promises to keep it")
    }
    return subject
  }

  /// The parts that are promised: `"keeps": {"thumbnail": "its manual, section 2"}`.
  private static func keeps(_ json: JSONLine?) throws(MemberFault) -> [KeptPart: String] {
    guard let json else { return [:] }
    guard case .object(let members) = json else { throw MemberFault(["keeps"], "it is an object") }
    try refuseOthers(than: KeptPart.allCases.map(\.rawValue), in: members, ["keeps"])
    var keeps: [KeptPart: String] = [:]
    for member in members {
      guard let part = KeptPart(rawValue: member.key), let reason = member.value.text, !reason.isEmpty else {
        throw MemberFault(["keeps", member.key], "it is text: where the program promises it")
      }
      keeps[part] = reason
    }
    return keeps
  }

  private static func refuseOthers(
    than known: [String], in members: [JSONLine.Member], _ place: [String]
  ) throws(MemberFault) {
    let keys = members.map(\.key)
    if let other = keys.first(where: { !known.contains($0) }) {
      throw MemberFault(place + [other], "unknown member; known: \(known.joined(separator: ", "))")
    }
    try refuseTwice(members, place)
  }

  /// JSON leaves open which of two members with one name is used (RFC 8259, section 4).
  private static func refuseTwice(_ members: [JSONLine.Member], _ place: [String]) throws(MemberFault) {
    var seen: Set<String> = []
    for member in members where !seen.insert(member.key).inserted {
      throw MemberFault(place + [member.key], "the member is there twice", isSecond: true)
    }
  }

  private static func kind(_ json: JSONLine, folder: String) throws(MemberFault) -> Subject.Kind {
    if let function = try text(json, "python") {
      guard function.split(separator: ":").count == 2 else {
        throw MemberFault(["python"], "it is MODULE:FUNCTION")
      }
      return .python(function: function, interpreter: try text(json, "interpreter") ?? "python3", folder: folder)
    }
    guard json["iiif"] != nil || json["ready"] != nil else { return .command }
    let start = try template(json["start"], ["start"], with: ["{files}"])
    guard json["start"] == nil || !start.isEmpty else {
      throw MemberFault(["start"], "a command has at least one word")
    }
    return .server(start: start, ready: try text(json, "ready") ?? "")
  }

  private static func text(_ json: JSONLine, _ name: String) throws(MemberFault) -> String? {
    guard let value = json[name] else { return nil }
    guard let text = value.text else { throw MemberFault([name], "it is text") }
    return text
  }

  private static func calls(
    _ json: JSONLine, _ subject: Subject, _ formats: Set<ConformanceCase.Format>
  ) throws(MemberFault) -> [CaseOperation: Subject.Call] {
    if let base = json["iiif"] { return try serverCalls(try address(base), json["operations"], formats) }
    if case .python = subject.kind { return try pythonCalls(json["operations"], subject, formats) }
    guard let operations = json["operations"] else { throw MemberFault([], "\"operations\" is missing") }
    guard case .object(let members) = operations else { throw MemberFault(["operations"], "it is an object") }
    try refuseTwice(members, ["operations"])
    var calls: [CaseOperation: Subject.Call] = [:]
    for member in members {
      let place = ["operations", member.key]
      let call = try call(member.value, formats, place)
      calls[try operation(member.key, place)] = call
      // {file} is an input that a server has in its folder.
      let inputs = call.copiesFirst ? ["{out}"] : ["{in}", "{file}"]
      guard inputs.contains(where: { name in call.command.contains { $0.contains(name) } }) else {
        let deed = call.copiesFirst ? "change" : "read"
        throw MemberFault(place, "no \"\(inputs[0])\" in the command, so it is not told which file to \(deed)")
      }
    }
    return calls
  }

  /// The base of a server's addresses, without a slash at its end.
  private static func address(_ json: JSONLine) throws(MemberFault) -> String {
    guard var base = json.text, ["http://", "https://"].contains(where: base.hasPrefix) else {
      throw MemberFault(["iiif"], "it begins with http:// or https://")
    }
    while base.hasSuffix("/") { base.removeLast() }
    return base
  }

  /// A list of operations; without one, all that the API has.
  private static func serverCalls(
    _ base: String, _ json: JSONLine?, _ formats: Set<ConformanceCase.Format>
  ) throws(MemberFault) -> [CaseOperation: Subject.Call] {
    let calls = IIIFCalls.calls(base, formats)
    guard let json else { return calls }
    var asked: [CaseOperation: Subject.Call] = [:]
    for name in try words(json, ["operations"]) {
      let operation = try operation(name, ["operations", name])
      guard let call = calls[operation] else {
        throw MemberFault(["operations", name], "the IIIF Image API has no such operation")
      }
      asked[operation] = call
    }
    return asked
  }

  /// A list of operations; without one, all, of which `keep` must be promised.
  private static func pythonCalls(
    _ json: JSONLine?, _ subject: Subject, _ formats: Set<ConformanceCase.Format>
  ) throws(MemberFault) -> [CaseOperation: Subject.Call] {
    let call = Subject.Call(command: [], formats: formats)
    guard let json else {
      let usual = CaseOperation.allCases.filter { $0 != .keep || !subject.keeps.isEmpty }
      return Dictionary(uniqueKeysWithValues: usual.map { ($0, call) })
    }
    var calls: [CaseOperation: Subject.Call] = [:]
    for name in try words(json, ["operations"]) { calls[try operation(name, ["operations", name])] = call }
    return calls
  }

  private static func operation(_ name: String, _ place: [String]) throws(MemberFault) -> CaseOperation {
    guard let operation = CaseOperation(rawValue: name) else {
      let known = CaseOperation.allCases.map(\.rawValue).joined(separator: ", ")
      throw MemberFault(place, "unknown operation; known: \(known)")
    }
    return operation
  }

  /// A call: a command, or an object with a command, formats and whether it works in place.
  private static func call(
    _ json: JSONLine, _ formats: Set<ConformanceCase.Format>, _ place: [String]
  ) throws(MemberFault) -> Subject.Call {
    guard case .object(let members) = json else {
      return Subject.Call(command: try command(json, place), formats: formats)
    }
    try refuseOthers(than: ["command", "formats", "inPlace"], in: members, place)
    let own = json["formats"] == nil ? formats : try self.formats(json["formats"], place + ["formats"])
    guard [nil, .flag(true), .flag(false)].contains(json["inPlace"]) else {
      throw MemberFault(place + ["inPlace"], "it is true or false")
    }
    return Subject.Call(
      command: try command(json["command"], place + ["command"]), formats: own,
      copiesFirst: json["inPlace"] == .flag(true))
  }

  private static func command(_ json: JSONLine?, _ place: [String]) throws(MemberFault) -> [String] {
    let words = try template(json, place, with: CaseFolder.placeholders)
    guard words.first?.isEmpty == false else { throw MemberFault(place, "a command has at least one word") }
    return words
  }

  /// The words of a command in which only `{here}` and these placeholders are replaced.
  private static func template(
    _ json: JSONLine?, _ place: [String], with names: [String]
  ) throws(MemberFault) -> [String] {
    let (words, known) = (try words(json, place), [Placeholders.here] + names)
    guard let other = words.flatMap(Placeholders.names).first(where: { !known.contains($0) }) else { return words }
    throw MemberFault(place, "unknown placeholder \"\(other)\"; known: \(known.joined(separator: ", "))")
  }

  private static func formats(
    _ json: JSONLine?, _ place: [String]
  ) throws(MemberFault) -> Set<ConformanceCase.Format> {
    guard let json else { return [.jpeg] }
    var formats: Set<ConformanceCase.Format> = []
    for name in try words(json, place) {
      guard let format = ConformanceCase.Format(rawValue: name) else {
        let known = ConformanceCase.Format.allCases.map(\.rawValue).joined(separator: ", ")
        throw MemberFault(place, "unknown format \"\(name)\"; known: \(known)")
      }
      formats.insert(format)
    }
    return formats
  }

  private static func words(_ json: JSONLine?, _ place: [String]) throws(MemberFault) -> [String] {
    guard let json else { return [] }
    guard let list = json.list, list.allSatisfy({ $0.text != nil }) else {
      throw MemberFault(place, "it is a list of strings")
    }
    return list.compactMap(\.text)
  }
}

/// What is wrong with a member of an adapter, before its line is known.
private struct MemberFault: Error {
  /// The names of the members from the outermost one; empty for the whole file.
  let place: [String]
  let problem: String

  /// Whether the second member of this name is meant.
  let isSecond: Bool

  init(_ place: [String], _ problem: String, isSecond: Bool = false) {
    (self.place, self.problem, self.isSecond) = (place, problem, isSecond)
  }

  /// The fault with the line of its member: `line 5: operations.load: …`.
  func sentence(in bytes: [UInt8]) -> String {
    guard !place.isEmpty else { return problem }
    var start: Int? = 0
    for name in place + (isSecond ? place.suffix(1) : []) {
      start = start.flatMap { Self.end(of: name, in: bytes, from: $0) } ?? start
    }
    return "line \(Self.line(of: start ?? 0, in: bytes)): \(place.joined(separator: ".")): \(problem)"
  }

  /// The line of a byte, from 1.
  static func line(of byte: Int, in bytes: [UInt8]) -> Int {
    bytes.prefix(byte).count { $0 == UInt8(ascii: "\n") } + 1
  }

  /// Where a quoted name ends that is there from `start` on.
  private static func end(of name: String, in bytes: [UInt8], from start: Int) -> Int? {
    let text = Array("\"\(name)\"".utf8)
    return bytes.indices[start...].first { bytes[$0...].starts(with: text) }.map { $0 + text.count }
  }
}
