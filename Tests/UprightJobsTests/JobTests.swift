// What a line states as a job, and what is refused: nothing is guessed.

import Foundation
import Testing
import Upright
import UprightBatch
import UprightFiles
import UprightTestTools

@testable import UprightJobs

@Suite struct JobTests {
  static func job(_ rest: String, body: [UInt8]? = nil) throws -> Job {
    var frame = try JobFrame(
      line: Array(#"{"type":"job","id":"a",\#(rest)}"#.utf8), number: 1, longestBody: 1 << 20)
    frame.body = body
    return try Job(frame)
  }

  private static func job(op: String) throws -> Job {
    try job(#""op":{\#(op)},"in":{"path":"a.jpg"},"out":{"path":"b.jpg"}"#)
  }

  @Test(arguments: [
    (#""kind":"fix""#, "fix --edge=auto --stale=skip --to=pixels"),
    (#""kind":"fix","edge":"trim","quality":80"#, "fix --edge=trim --quality=80 --stale=skip --to=pixels"),
    (#""kind":"fix","to":"tag","stale":"trust-tag""#, "fix --stale=trust-tag --to=tag"),
    (#""kind":"rotate","rotation":"90","bake":true"#, "rotate cw --bake --edge=auto"),
    (#""kind":"orient","tag":6"#, "orient 6"),
    (
      #""kind":"crop","region":"1,2,3,4","size":"50%","space":"stored""#,
      "crop 1,2,3,4 --size=50.0% --space=stored --stale=trust-tag"
    ),
    (#""kind":"crop","region":"16:9","gravity":"north""#, ""),
    (#""kind":"thumb","size":"256","keep_metadata":true"#, ""),
    (#""kind":"thumb","size":"256","format":"png","strip":"gps","to_srgb":true"#, ""),
  ])
  func operationsAreThoseOfTheCommands(_ op: String, _ words: String) throws {
    let request = try Self.job(op: op).request
    if !words.isEmpty { #expect(request.identity.words.joined(separator: " ") == words) }
    #expect(op.contains("\"kind\":\"\(request.operation.kind.rawValue)\""))
  }

  @Test(arguments: [
    ("", "op.kind"), (#""kind":"joke""#, "op.kind"), (#""kind":"fix","qualty":9"#, "op.qualty"),
    (#""kind":"fix","quality":0"#, "op.quality"), (#""kind":"fix","quality":101"#, "op.quality"),
    (#""kind":"fix","to":"tag","quality":9"#, "op.to"), (#""kind":"fix","edge":"none""#, "op.edge"),
    (#""kind":"rotate""#, "op.rotation"), (#""kind":"rotate","rotation":"45""#, "op.rotation"),
    (#""kind":"rotate","rotation":"cw","edge":"trim""#, "op.bake"), (#""kind":"orient","tag":9"#, "op.tag"),
    (#""kind":"crop""#, "op.region"), (#""kind":"crop","region":"0,0,0,1""#, "op.region"),
    (#""kind":"crop","region":"1,2,3,4","gravity":"north""#, "op.region"),
    (#""kind":"crop","region":"square","space":"stored""#, "op.space"),
    (#""kind":"crop","region":"square","gravity":"north","focus":"1,1""#, "op.focus"),
    (#""kind":"thumb","size":"200%""#, "op.size"), (#""kind":"fix","format":"heic""#, "op.format"),
    (#""kind":"orient","tag":1,"to_srgb":true"#, "op.to_srgb"), (#""kind":"fix","frame":-1"#, "op.frame"),
    (#""kind":"orient","tag":1,"page":2"#, "op.page"), (#""kind":"fix","to":"tag","page":2"#, "op.page"),
    (#""kind":"fix","to":"tag","frame":2"#, "op.to"), (#""kind":"fix","rotation":"cw""#, "op.rotation"),
    (#""kind":"orient","tag":1,"quality":9"#, "op.quality"),
    (#""kind":"thumb","size":"9","space":"stored""#, "op.space"),
    (#""kind":"rotate","rotation":"cw","bake":true,"edge":"keep-tag""#, "op.edge"),
  ])
  func whatNoOperationStatesIsRefused(_ op: String, _ field: String) {
    let error = #expect(throws: UprightError.self) { try Self.job(op: op) }
    guard case .unanswerable(let found, _) = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(found.description == field)
  }

  @Test(arguments: [
    #""in":{"path":"a"}"#, #""out":{"path":"b"}"#, #""in":{"path":""},"out":{"path":"b"}"#,
    #""in":{"path":"a\u0000"},"out":{"path":"b"}"#, #""in":{"path":"base64:*"},"out":{"path":"b"}"#,
    #""in":{"path":"a","if_digest":"00"},"out":{"path":"b"}"#, #""in":{"path":"a"},"out":{}"#,
    #""in":{"path":"a"},"out":{"path":"b","in_place":true}"#,
    #""in":{"path":"a"},"out":{"body":true,"overwrite":true}"#,
    #""in":{"path":"a","x":1},"out":{"path":"b"}"#, #""in":{"path":"a"},"out":{"path":"b"},"deadline_ms":0"#,
  ])
  func whatNoJobStatesIsRefused(_ rest: String) {
    #expect(throws: UprightError.self) { try Self.job(#""op":{"kind":"fix"},\#(rest)"#) }
  }

  @Test func aRelativeRotationInPlaceNeedsADigest() throws {
    let rotation = #""op":{"kind":"rotate","rotation":"cw"}"#
    let digest = String(repeating: "aB", count: 32)
    #expect(throws: UprightError.self) { try Self.job(#"\#(rotation),"in":{"path":"a"},"out":{"in_place":true}"#) }
    let job = try Self.job(#"\#(rotation),"in":{"path":"a","if_digest":"\#(digest)"},"out":{"in_place":true}"#)
    #expect(job.expectedDigest == Array(repeating: 0xAB, count: 32))
    #expect(try Self.job(#"\#(rotation),"in":{"path":"a"},"out":{"path":"b"}"#).expectedDigest == nil)
    #expect(throws: UprightError.self) {
      try Self.job(#""op":{"kind":"thumb","size":"9"},"in":{"path":"a"},"out":{"in_place":true}"#)
    }
    #expect(throws: UprightError.self) {
      try Self.job(#""op":{"kind":"fix"},"in":{"body":1},"out":{"in_place":true}"#, body: [1])
    }
  }

  @Test(arguments: [
    (#""kind":"thumb","size":"9""#, "a crop or thumbnail would replace the image; give a path"),
    (#""kind":"fix","frame":1"#, "one frame would replace the animation; give a path"),
    (#""kind":"fix","page":1"#, "one page would replace the others; give a path"),
  ])
  func whatShowsLessReplacesNoSource(_ op: String, _ reason: String) {
    let error = #expect(throws: UprightError.self) {
      try Self.job(#""op":{\#(op)},"in":{"path":"a"},"out":{"in_place":true}"#)
    }
    #expect(error == .unanswerable(field: "out.in_place", reason: Phrase(reason)))
  }

  @Test func thePageListsTheMembersOfEachOperation() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appendingPathComponent("docs/jobs.md"), encoding: .utf8)
    func members(_ row: String) throws -> Set<String> {
      let line = try #require(page.split(separator: "\n").first { $0.hasPrefix("| \(row) |") }, "\(row)")
      let cells = line.dropFirst(row.count + 4).split(separator: "`", omittingEmptySubsequences: false)
      return Set(cells.indices.filter { !$0.isMultiple(of: 2) }.map { String(cells[$0]) })
    }
    let arguments: [Request.Kind: Set<String>] = [
      .rotate: ["rotation"], .orient: ["tag"], .crop: ["region", "size"], .thumb: ["size"],
    ]
    for kind in Request.Kind.allCases {
      let rows = JobRow.all.filter { Request.operations(with: $0.field).contains(kind) }.map(\.name)
      let known = Set(rows).subtracting(["allowDamaged"]).union(arguments[kind] ?? [])
      #expect(try members("`\(kind.rawValue)`").union(members("all")) == known, "\(kind)")
    }
  }

  @Test func aJobIsARequestWithItsDelivery() throws {
    let job = try Self.job(
      #""op":{"kind":"crop","region":"16:9","focus":"pct:70,30","size":"640x","allow_damaged":true,"page":2},"#
        + #""in":{"path":"a"},"out":{"path":"b.png","overwrite":true}"#)
    var request = Request(.crop(.ratio(try #require(AspectRatio("16:9")), .center)))
    request.focus = RegionPosition(focus: "pct:70,30")
    (request.size, request.settings.page) = (.width(640), .number(2))
    (request.delivery.place, request.delivery.existing) = (.path("b.png"), .overwrite)
    #expect(job.request == request)
    #expect(job.destination == .file(path: "b.png", overwrites: true))
    request.allowsDamage = false
    #expect(job.request != request)
  }

  @Test func pathsMayBeAnyBytes() throws {
    let job = try Self.job(#""op":{"kind":"fix"},"in":{"path":"base64:YS//Lmpw"},"out":{"body":true}"#)
    #expect(PathName.bytes(job.path) == [0x61, 0x2F, 0xFF, 0x2E, 0x6A, 0x70])
  }

  @Test func theDigestOfAnOperationIsThatOfItsMeaning() throws {
    let one = try Self.job(op: #""kind":"rotate","rotation":"cw""#).request.digest
    #expect(try Self.job(op: #""rotation":"90","kind":"rotate","bake":false"#).request.digest == one)
    #expect(try Self.job(op: #""kind":"rotate","rotation":"ccw""#).request.digest != one)
    #expect(try Self.job(op: #""kind":"rotate","rotation":"cw","strip":"gps""#).request.digest != one)
  }

  @Test func errorsAreClassedByWhatToDo() {
    let limit = UprightError.limit(.pixels, asked: 2, allowed: 1)
    #expect(UprightError.malformed(MetadataError(.truncated, at: 0)).jobClass == .permanent)
    #expect(UprightError.unsupported("x").jobClass == .permanent && limit.jobClass == .permanent)
    #expect(UprightError.limit(.seconds, asked: 2, allowed: 1).jobClass == .poison)
    #expect(UprightError.codec(format: .jpeg, message: "x").jobClass == .poison)
    #expect(UprightError.outOfMemory.jobClass == .transient)
    // ENOENT, EEXIST; EIO, ENOSPC, ESTALE, EAGAIN
    for number in [2, 17] as [Int32] { #expect(UprightError.io(path: "a", systemError: number).jobClass == .permanent) }
    for number in [5, 28, 116, 11] as [Int32] {
      #expect(UprightError.io(path: "a", systemError: number).jobClass == .transient)
    }
  }
}
