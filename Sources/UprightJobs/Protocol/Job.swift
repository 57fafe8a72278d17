// A job: what is made of which image, and where the result goes (docs/jobs.md).

package import Upright
package import UprightBatch
import UprightFiles

/// One job of a driver.
package struct Job: Sendable {
  /// The image.
  package enum Source: Sendable {
    case file(path: String)
    case bytes([UInt8])
  }

  /// Where the result goes.
  package enum Destination: Hashable, Sendable {
    /// A file; an existing one that is not the result of an earlier run is replaced only if `overwrites`.
    case file(path: String, overwrites: Bool)
    /// It replaces its source.
    case inPlace
    /// With the reply.
    case reply
    /// Nowhere: the job is only planned.
    case nowhere
  }

  /// What replies are called by.
  package let id: String
  /// Which attempt it is, from 1; only repeated in the reply.
  package let attempt: Int
  /// The seconds that it may take; nil for the worker's limit.
  package let seconds: Double?
  /// What is made, and where the result goes.
  package let request: Request
  /// The image.
  package let source: Source
  /// The SHA-256 that the source must have; nil for any.
  package let expectedDigest: [UInt8]?
  /// Whether it is only planned.
  package let isPlan: Bool

  /// The deadlines that a job may have, in milliseconds: up to a day.
  static let deadlines = 1...86_400_000

  /// The job that a frame states.
  ///
  /// - Throws: `.unanswerable` if it states none.
  package init(_ frame: JobFrame) throws(UprightError) {
    id = frame.id
    attempt = frame.attempt
    let milliseconds = frame.message["deadline_ms"].flatMap { $0 == .null ? nil : $0 }
    if let milliseconds {
      guard let number = milliseconds.number, Self.deadlines.contains(number) else {
        throw .unanswerable(field: "deadline_ms", reason: "not a number from 1 to \(Self.deadlines.upperBound)")
      }
      seconds = Double(number) / 1_000
    } else {
      seconds = nil
    }
    var request = try Request(job: frame.message["op"])
    var input = try JobFields(frame.message["in"], named: "in")
    (source, expectedDigest) = try Self.source(&input, frame.body)
    isPlan = frame.kind == .plan
    if !isPlan || frame.message["out"] != nil { try Self.deliver(&request.delivery, to: frame.message["out"]) }
    self.request = request
    try check()
  }

  /// Where the result goes.
  package var destination: Destination {
    switch request.delivery.place {
    case .path(let path): .file(path: path, overwrites: request.delivery.existing == .overwrite)
    case .inPlace: .inPlace
    case .reply: .reply
    case nil: .nowhere
    }
  }

  /// The path of the source, for messages.
  package var path: String { if case .file(let path) = source { path } else { "the body" } }

  private static func source(
    _ fields: inout JobFields, _ body: [UInt8]?
  ) throws(UprightError) -> (Source, [UInt8]?) {
    let digest = try fields.digest("if_digest")
    let path = try fields.path("path")
    _ = try fields.number("body", in: 0...Int.max)
    try fields.end()
    switch (path, body) {
    case (let path?, nil): return (.file(path: path), digest)
    case (nil, let body?): return (.bytes(body), digest)
    case (nil, nil): throw fields.fault("path", "missing, and so is body")
    case (_?, _?): throw fields.fault("body", "cannot be combined with path")
    }
  }

  private static func deliver(_ delivery: inout DeliveryRequest, to json: JSONLine?) throws(UprightError) {
    var fields = try JobFields(json, named: "out")
    let path = try fields.path("path")
    let (isInPlace, overwrites, isReply) =
      (try fields.flag("in_place"), try fields.flag("overwrite"), try fields.flag("body"))
    try fields.end()
    guard [path != nil, isInPlace, isReply].count(where: \.self) == 1 else {
      throw fields.fault("path", "give one of path, in_place and body")
    }
    if overwrites, path == nil { throw fields.fault("overwrite", "only for a path") }
    delivery.place = path.map { .path($0) } ?? (isInPlace ? .inPlace : .reply)
    if overwrites { delivery.existing = .overwrite }
  }

  private func check() throws(UprightError) {
    guard destination == .inPlace else { return }
    if case .bytes = source { throw .unanswerable(field: "out.in_place", reason: "the source is no file") }
    try request.checkJob()
    if request.isRelative, expectedDigest == nil, !isPlan {
      throw .unanswerable(
        field: "in.if_digest",
        reason: "missing: without it, a repeated rotation in place would rotate the image again")
    }
  }
}

extension JobFrame {
  /// Which attempt it is, from 1.
  package var attempt: Int { max(1, message["attempt"]?.number ?? 1) }
}
