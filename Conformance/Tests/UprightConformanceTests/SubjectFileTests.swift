// Adapter files: what they may state, and how mistakes are named.

import Foundation
import Testing

@testable import UprightConformance

@Suite struct SubjectFileTests {
  private static func fault(_ text: String) -> String? {
    do throws(SubjectFault) {
      _ = try SubjectFile.subject(Array(text.utf8), folder: ".")
      return nil
    } catch { return error.sentence }
  }

  @Test(arguments: [
    ("[]", "JSON object"), ("{", "line 1: not valid JSON"), ("{\"name\":\n\"a\",\n}", "line 3: not valid JSON"),
    ("{\"name\": \"a\",\n\"timeout\": 5,\n\"timeout\": 6, \"operations\": {}}", "line 3: timeout: the member is"),
    (
      "{\"name\": \"a\", \"operations\": {\"load\": [\"cp\", \"{in}\"],\n\"load\": [\"cp\", \"{in}\"]}}",
      "line 2: operations.load: the member is there twice"
    ), ("{}", "\"name\""), (#"{"name": "a"}"#, "\"operations\""),
    (#"{"name": "a", "operations": {"lod": []}}"#, "lod"), (#"{"name": "a", "nmae": "b"}"#, "nmae"),
    (#"{"name": "a", "operations": {"load": "cp"}}"#, "list of strings"),
    (#"{"name": "a", "formats": ["gif"], "operations": {"load": ["cp"]}}"#, "gif"),
    (#"{"name": "a", "timeout": 0, "operations": {"load": ["cp"]}}"#, "timeout"),
    (#"{"name": "a", "python": "module"}"#, "MODULE:FUNCTION"),
    (#"{"name": 5, "operations": {}}"#, "line 1: name: it is text"), (#"{"name": null}"#, "line 1: name: it is text"),
    ("{\"name\": \"a\",\n\"notes\": 5, \"operations\": {}}", "line 2: notes: it is text"),
    (#"{"name": "a", "versionLine": 5, "operations": {}}"#, "versionLine: it is text"),
    (#"{"name": "a", "python": 5}"#, "python: it is text"),
    (#"{"name": "a", "python": "m:f", "interpreter": 5}"#, "interpreter: it is text"),
    (#"{"name": "a", "ready": 5, "operations": {}}"#, "ready: it is text"),
    (#"{"name": "a", "python": "m:f", "iiif": "http://a/3"}"#, "iiif: a program is either"),
    (#"{"name": "a", "version": [], "operations": {}}"#, "version: a command has at least one word"),
    (#"{"name": "a", "iiif": "http://a/3", "start": []}"#, "start: a command has at least one word"),
    (
      #"{"name": "a", "operations": {"load": {"command": ["a", "{in}"], "inPlace": "true"}}}"#,
      "operations.load.inPlace: it is true or false"
    ),
    ("{\"name\": \"a\",\n\"nmae\": 1}", "line 2: nmae: unknown member"),
    ("{\"name\": \"a\", \"operations\": {\n\"load\": {\n\"comand\": []}}}", "line 3: operations.load.comand: unknown"),
    ("{\"name\": \"a\", \"operations\": {\n\"load\": [\"cp\", \"{out}\"]}}", "line 2: operations.load: no \"{in}\""),
    (#"{"name": "a", "operations": {"bake": {"command": ["a"], "inPlace": true}}}"#, "operations.bake: no \"{out}\""),
    (#"{"name": "a", "operations": {"keep": ["cp", "{in}"]}}"#, "line 1: operations.keep: \"keep\" is asked only"),
    (#"{"name": "a", "keeps": {"regions": "x"}, "operations": {"load": ["cp", "{in}"]}}"#, "keeps: \"keep\""),
    (#"{"name": "a", "keeps": {"faces": "x"}, "operations": {"keep": ["cp", "{in}"]}}"#, "keeps.faces: unknown"),
    (#"{"name": "a", "keeps": {"regions": ""}, "operations": {"keep": ["cp", "{in}"]}}"#, "keeps.regions: it is text"),
    (#"{"name": "a", "iiif": "ftp://a/iiif"}"#, "line 1: iiif: it begins with http:// or https://"),
    (#"{"name": "a", "iiif": 3}"#, "line 1: iiif: it begins with"),
    ("{\"name\": \"a\",\n\"timeout\": \"20\", \"operations\": {}}", "line 2: timeout: it is a whole number"),
    (#"{"name": "a", "timeout": 2.5, "operations": {}}"#, "line 1: timeout: it is a whole number"),
    (#"{"name": "a", "timeout": -1, "operations": {}}"#, "line 1: timeout: it is a whole number"),
    (#"{"name": "a", "operations": {"load": ["cp", "{in}", "{Out}"]}}"#, #"load: unknown placeholder "{Out}""#),
    (#"{"name": "a", "operations": {"load": {"command": ["a{in}{inn}"]}}}"#, #"command: unknown placeholder "{inn}""#),
    (#"{"name": "a", "version": ["a", "{in}"], "operations": {}}"#, "line 1: version: unknown placeholder \"{in}\""),
    (#"{"name": "a", "start": ["{file}"], "ready": "b", "operations": {}}"#, #"start: unknown placeholder "{file}""#),
  ])
  func mistakesAreNamed(_ text: String, _ part: String) {
    #expect(Self.fault(text)?.contains(part) == true)
  }

  @Test func aCommandHasFormatsAndMayWorkInPlace() throws {
    let text = """
      {"name": "a", "formats": ["jpeg", "png"], "timeout": 3, "operations": {
        "load": ["tool", "{in}", "{out}"],
        "bake": {"command": ["tool", "{out}"], "inPlace": true, "formats": ["jpeg"]}}}
      """
    let subject = try SubjectFile.subject(Array(text.utf8), folder: ".")
    #expect(subject.calls[.load]?.formats == [.jpeg, .png])
    #expect(subject.calls[.bake]?.formats == [.jpeg] && subject.calls[.bake]?.copiesFirst == true)
    #expect(subject.seconds == 3)
  }

  @Test func keepIsAskedForPromisedPartsOnly() throws {
    let keep = ConformanceSuite.cases.filter { $0.operation == .keep }
    let text = #"{"name": "a", "keeps": {"thumbnail": "manual"}, "operations": {"keep": ["cp", "{in}", "{out}"]}}"#
    let subject = try SubjectFile.subject(Array(text.utf8), folder: ".")
    #expect(keep.filter { subject.call(for: $0) != nil }.map(\.part) == Array(repeating: .thumbnail, count: 8))
    let silent = try SubjectFile.subject(Array(#"{"name": "a", "python": "m:f"}"#.utf8), folder: ".")
    #expect(keep.allSatisfy { silent.call(for: $0) == nil } && silent.calls[.bake] != nil)
  }

  /// In Debian's packages, `upright-server` is not in PATH; `upright serve` finds it.
  @Test func theServerIsStartedByTheCommandThatFindsIt() throws {
    let subject = try SubjectFile.subject(at: Self.folder.appendingPathComponent("upright-server.json").path)
    guard case .server(let start, _) = subject.kind else {
      Issue.record("not a server")
      return
    }
    #expect(start.prefix(2) == ["upright", "serve"])
  }

  /// pyvips and wand are asked what vips and ImageMagick are, so that rows can be compared.
  @Test(arguments: [
    ("vips", "pyvips"), ("vips-right", "pyvips-right"), ("imagemagick6", "wand"), ("imagemagick6-right", "wand-right"),
  ])
  func bindingsAreAskedWhatTheirProgramsAre(_ program: String, _ binding: String) throws {
    let subjects = try [program, binding].map { name in
      try SubjectFile.subject(at: Self.folder.appendingPathComponent("\(name).json").path)
    }
    #expect(Set(subjects[0].calls.keys) == Set(subjects[1].calls.keys))
    #expect(subjects[0].calls.mapValues(\.formats) == subjects[1].calls.mapValues(\.formats))
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("subjects")

  @Test func everyAdapterOfTheProjectIsValid() throws {
    let folder = Self.folder
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
    #expect(names.count > 20)
    var seen: Set<String> = []
    for name in names {
      let subject = try SubjectFile.subject(at: folder.appendingPathComponent(name).path)
      #expect(!subject.calls.isEmpty && !subject.version.isEmpty && !subject.notes.isEmpty, "\(name)")
      #expect(seen.insert(subject.name).inserted, "\(name)")
    }
  }

  /// Shells, awk and dpkg-query have braces of their own.
  @Test func otherBracesAreNoPlaceholders() throws {
    let words = #"["sh", "-c", "a ${Version} %{code} {} { print } {1} {a,b}", "{in}"]"#
    let text = #"{"name": "a", "version": ["a", "${Version}"], "operations": {"load": \#(words)}}"#
    #expect(try SubjectFile.subject(Array(text.utf8), folder: ".").calls[.load]?.command.count == 4)
  }

  @Test(arguments: ["", "/", "//"])
  func theAddressOfAServerMayEndWithASlash(_ end: String) throws {
    let text = #"{"name": "a", "iiif": "http://127.0.0.1:9/iiif/3\#(end)"}"#
    let subject = try SubjectFile.subject(Array(text.utf8), folder: ".")
    #expect(subject.calls[.load]?.command.last == "http://127.0.0.1:9/iiif/3/{file}/full/max/0/default.png")
  }

  @Test func theServerOfAnAdapterMayBeBesideIt() throws {
    let folder = try ScratchFolder()
    let text = #"{"name": "a", "iiif": "http://127.0.0.1:9/3", "start": ["{here}/serve.sh", "{files}"]}"#
    let subject = try SubjectFile.subject(Array(text.utf8), folder: folder.url.path)
    guard case .server(let start, _) = subject.kind else {
      Issue.record("not a server")
      return
    }
    #expect(start == ["{here}/serve.sh", "{files}"] && subject.here.hasPrefix("/"))
  }

  @Test func aCommandMayNameAFileBesideItsAdapter() throws {
    let folder = try ScratchFolder()
    let text = #"{"name": "a", "operations": {"load": ["{here}/run.sh", "{in}"]}}"#
    try folder.write(Array(text.utf8), as: "a.json")
    let command = try #require(try SubjectFile.subject(at: folder.path("a.json")).calls[.load]?.command)
    #expect(command == ["{here}/run.sh", "{in}"])
    #expect(try SubjectFile.subject(at: folder.path("a.json")).here.hasSuffix("/\(folder.url.lastPathComponent)"))
  }
}
