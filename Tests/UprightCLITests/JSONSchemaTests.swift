// Every line that `--json` prints is described by Schemas/upright.schema.json, as Python's jsonschema sees it.

import Foundation
import Testing
import Upright
import UprightTestTools

@Suite(.enabled(if: OutsideTool.jsonschema.isInstalled, "\(OutsideTool.jsonschema.reason)"))
struct JSONSchemaTests {
  /// Lines that a command prints on standard output, or with `fromErrors` on standard error.
  private func lines(
    _ definition: String, _ line: String, in album: Album, fromErrors: Bool = false
  ) throws -> [JSONSchema.Line] {
    let answer = try UprightTool.run(line.split(separator: " ").map(String.init), in: album.folder)
    let text = fromErrors ? answer.complaints : String(decoding: answer.output, as: UTF8.self)
    let found = text.split(separator: "\n").filter { !fromErrors || $0.hasPrefix("{") }
    try #require(!found.isEmpty, "\(line) printed nothing: \(answer.complaints)")
    return found.map { JSONSchema.Line(definition, $0) }
  }

  private func lines(of commands: [(String, String)], in album: Album) throws -> [JSONSchema.Line] {
    try commands.flatMap { try lines($0.0, $0.1, in: album) }
  }

  private func expectDescribed(_ lines: [JSONSchema.Line]) throws -> Set<String> {
    let strict = try JSONSchema.verdict(on: lines, .strict)
    #expect(strict.faults == [])
    #expect(try JSONSchema.verdict(on: lines, .open).faults == [])
    return strict.used
  }

  // MARK: real output

  private func ofImages() throws -> [JSONSchema.Line] {
    let album = try Album("1.jpg", "6.jpg", "6-ragged.jpg", "8.jpg", "more/5.jpg")
    try album.addDamaged("cut", as: "cut.jpg")
    try album.folder.write(Array("no image".utf8), as: "more/notes.txt")
    try album.folder.write(KnownFormat.psd.sample, as: "more/layers.psd")
    return try lines(
      of: [
        ("info", "info --json . missing.jpg"), ("info", "info --json --parts ."),
        ("audit", "audit --json --fail-on none ."), ("audit", "audit --json missing.jpg"),
        ("plan", "plan fix --json 1.jpg 6.jpg 6-ragged.jpg cut.jpg missing.jpg"),
        ("plan", "plan crop 4,4,900,900 --json 6.jpg 6-ragged.jpg"),
        ("plan", "plan thumb 9 --embedded-ok --json 6.jpg"), ("plan", "plan fix --format png --strip gps --json 6.jpg"),
        ("write", "fix --check --json 1.jpg 6.jpg cut.jpg"), ("write", "fix -o fixed/ --all --json more missing.jpg"),
        ("write", "fix -o fixed/ --skip-existing --json more"), ("write", "thumb 9 -o small.jpg --json 6.jpg"),
        ("write", "fix -o checked.jpg --verify --json 6.jpg"),
        ("write", "crop square -o square.jpg --json 6.jpg"), ("write", "orient 3 -o orient.jpg --json 6.jpg"),
        ("verify", "verify --json 6.jpg 8.jpg"), ("verify", "verify --json 6.jpg 6-ragged.jpg"),
        ("verify", "verify --json 6.jpg square.jpg"), ("verify", "verify --json 6.jpg missing.jpg"),
        ("digest", "digest --json 6.jpg missing.jpg"), ("index", "index --cache cache --json 6.jpg"),
      ], in: album) + lines("log", "rotate cw -o log/ --log-json 6.jpg 6.jpg missing.jpg", in: album, fromErrors: true)
  }

  private func ofJournals() throws -> [JSONSchema.Line] {
    let album = try Album("6.jpg", "6-ragged.jpg", "8.jpg")
    try album.folder.write([1], as: ".upright-new-abcdefghij")
    var found = try lines(
      of: [
        ("recover", "recover --json --older-than 0 ."),
        ("write", "fix -i --json --edge recode --journal a.jsonl 6.jpg 6-ragged.jpg"),
        ("write", "rotate cw -i --json --journal b.jsonl 8.jpg"), ("undo", "undo --json b.jsonl"),
        ("undo", "undo --json --discard a.jsonl"),
      ], in: album)
    for name in ["a.jsonl", "b.jsonl"] {
      let text = String(decoding: try album.folder.read(name), as: UTF8.self)
      found += text.split(separator: "\n").map { JSONSchema.Line("journal", $0) }
    }
    return found
  }

  private func ofFamilies() throws -> [JSONSchema.Line] {
    let album = try Album("6.jpg", "8.jpg")
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="3"/></rdf:RDF></x:xmpmeta>
      """
    try album.folder.write(Array(packet.utf8), as: "6.xmp")
    for name in ["6.cr3", "8.cr3"] { try album.folder.write([1], as: name) }
    return try lines(
      of: [
        ("audit", "audit --families --json ."),
        ("write", "rotate cw -i --families --json --journal a.jsonl 6.jpg"),
        ("write", "rotate cw -i --families --partial-families --json --journal b.jsonl 6.jpg 8.jpg"),
        ("undo", "undo --json b.jsonl"),
      ], in: album)
      + String(decoding: try album.folder.read("b.jsonl"), as: UTF8.self).split(separator: "\n").map {
        JSONSchema.Line("journal", $0)
      }
  }

  private func ofOrientations() throws -> [JSONSchema.Line] {
    let album = try Album("6.jpg")
    try album.folder.write(Array("time_s,x,y,z\n0,0,-1,0\n1,0,-1,0\n2,-1,0,0\n3,-1,0,0\n".utf8), as: "samples.csv")
    return try lines(
      of: [
        ("names", "names --table --json"), ("compose", "compose 6 mirror-horizontal --json"),
        ("compose", "compose --table --json"), ("version", "--version --json"), ("config", "config --json"),
        ("map", "map --from displayed --to stored --of 6.jpg --json 1,2,3,4 5,6 x"),
        ("map", "map --from displayed --to stored --clip --of 6.jpg --json 900,900,3,4"),
        ("map", "map --from displayed --labels --of 6.jpg --json 1,2,3,4"),
        ("cameraExplain", "camera explain --sensor 90 --viewport 390x844 --json"),
        ("cameraExplain", "camera explain --sensor 270 --facing front --mirror on --size 40000x3 --json"),
        ("cameraTable", "camera table --json"), ("cameraReplay", "camera replay samples.csv --json"),
      ], in: album)
  }

  private func ofLabels() throws -> [JSONSchema.Line] {
    let labelled = try LabelledAlbum()
    try labelled.writeRows()
    func coco(_ size: (width: Int, height: Int), _ boxes: String...) -> String {
      let rows = boxes.enumerated().map { index, box in
        #"{"id":\#(index + 1),"image_id":1,"category_id":1,"bbox":[\#(box)],"area":1,"iscrowd":0}"#
      }
      return #"""
        {"images":[{"id":1,"file_name":"6.jpg","width":\#(size.width),"height":\#(size.height)},
        {"id":2,"file_name":"gone.jpg","width":4,"height":3}],
        "categories":[{"id":1,"name":"green"}],"annotations":[\#(rows.joined(separator: ","))]}
        """#
    }
    let boxes = [
      "coco.json": coco((48, 32), "3,4,16,16"), "other.json": coco((48, 32), "8,4,16,16", "20,20,0,4"),
      "stored.json": coco((32, 48), "3,4,16,16"),
    ]
    for (name, text) in boxes { try labelled.write(name, text) }
    try labelled.write("broken.jsonl", "{\"image\":\"6.jpg\",\"boxes\":[[1,2]]}\nnonsense\n")
    let read = "--images photos --from-space displayed"
    let album = labelled.album
    return try lines(
      of: [
        ("labelsAudit", "labels audit --json --images photos labels"),
        ("labelsAudit", "labels audit --json --images photos other.json"),
        ("labelsValidate", "labels validate --json other.json"),
        ("labelsValidate", "labels validate --json broken.jsonl"),
        ("labelsConvert", "labels convert --json --to yolo \(read) -o yolo coco.json"),
        ("labelsDiff", "labels diff --json --images photos coco.json other.json"),
        ("labelsOverlay", "labels overlay --json --images photos -o seen labels"),
        ("labelsCrop", "labels crop --json --images photos -o parts coco.json"),
        ("write", "fix -i --json --labels stored.json --journal fix.jsonl photos"),
      ], in: album)
      + lines(
        "labelsComplaint", "labels convert --json --to yolo \(read) -o y broken.jsonl", in: album, fromErrors: true)
      + String(decoding: try album.folder.read("fix.jsonl"), as: UTF8.self).split(separator: "\n").map {
        JSONSchema.Line("journal", $0)
      }
  }

  /// Lines that need an accident: written by the code, and otherwise as above.
  private static let rare = [
    JSONSchema.Line("journal", #"{"failed":3,"code":"io"}"#)
  ]

  @Test func everyLineOfEveryCommandIsDescribed() throws {
    let real = try ofImages() + ofJournals() + ofFamilies() + ofOrientations() + ofLabels()
    let used = try expectDescribed(real + Self.rare)
    let unused = try JSONSchema.lineDefinitions().subtracting(used).sorted()
    #expect(unused == [], "no command printed such a line")
  }

  @Test func everyGoldenIsDescribed() throws {
    let goldens = [("audit", "audit.jsonl"), ("info", "info.jsonl"), ("plan", "plan-command.jsonl")]
    let lines = try goldens.flatMap { definition, name in
      try String(contentsOf: Golden.folder.appending(path: name), encoding: .utf8).split(separator: "\n")
        .map { JSONSchema.Line(definition, $0) }
    }
    try #require(lines.count > 20)
    _ = try expectDescribed(lines)
  }

  // MARK: what is refused

  private static let info = #"{"schema":1,"path":"a.jpg","error":{"code":"io","message":"gone"}}"#

  @Test(arguments: [
    (#""path""#, #""more":1,"path""#), (#""code""#, #""more":1,"code""#), (#""io""#, #""another-code""#),
  ])
  func addedKeysAndWordsAreForReadersOnly(_ old: String, _ new: String) throws {
    let line = JSONSchema.Line("info", Self.info.replacing(old, with: new))
    #expect(line.text != Self.info)
    #expect(try JSONSchema.verdict(on: [line], .open).faults == [])
    #expect(try !JSONSchema.verdict(on: [line], .strict).faults.isEmpty)
  }

  @Test(arguments: [
    (#""schema":1"#, #""schema":2"#), (#""path":"a.jpg","#, ""), (#""gone""#, "7"), (#""io""#, "7"),
  ])
  func changedKeysAreRefused(_ old: String, _ new: String) throws {
    let line = JSONSchema.Line("info", Self.info.replacing(old, with: new))
    #expect(line.text != Self.info)
    #expect(try !JSONSchema.verdict(on: [line], .open).faults.isEmpty)
  }
}
