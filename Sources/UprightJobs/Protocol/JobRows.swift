// The members of a job's `op` and `out`: one row for each field of a request that jobs offer (docs/jobs.md).

package import Upright
import UprightBatch
import UprightFiles

/// A member of `op`, and the field of a request that it states.
struct JobRow: Sendable {
  /// Reads the member of this name, if it is there.
  typealias Reader = @Sendable (String, inout JobFields, inout Request) throws(UprightError) -> Void

  /// The member.
  let name: String
  /// The field, which decides about the operations that have the member.
  let field: Request.Field
  let read: Reader

  private init(_ name: String, _ field: Request.Field, _ read: @escaping Reader) {
    (self.name, self.field, self.read) = (name, field, read)
  }

  /// All of them, without those that an operation cannot be done without.
  static let all: [JobRow] = [
    parsed("format", .format, \.settings.format, "not a format that can be written") { name in
      ContainerFormat.written.first { $0.rawValue == name }
    },
    word("strip", .strip, \.settings.strip), flag("to_srgb", .toSRGB, \.settings.toSRGB),
    JobRow("page", .page) { (name, fields, request) throws(UprightError) in
      request.settings.page = try fields.number(name, in: 1...PageChoice.highest).map(PageChoice.number)
    },
    JobRow("strict_parts", .allowedLosses) { (name, fields, request) throws(UprightError) in
      if try fields.flag(name) { request.settings.allowedLosses = AllowedLosses.none }
    },
    parsed("allow_loss", .allowedLosses, \.settings.allowedLosses, "not all, or kinds of parts with commas") {
      AllowedLosses($0)
    },
    flag("allow_damaged", .allowsDamage, \.allowsDamage),
    // The second spelling is that of JSON's other members, which drivers may expect.
    flag("allowDamaged", .allowsDamage, \.allowsDamage),
    JobRow("to", .target) { (name, fields, request) throws(UprightError) in
      request.target = try fields.word(name) ?? request.target
    },
    word("stale", .stale, \.stale), flag("bake", .bakes, \.bakes), word("edge", .edge, \.edge),
    number("quality", .quality, \.quality, in: Rendition.Quality.levels),
    number("frame", .frame, \.frame, in: 0...Int(Int32.max)),
    word("gravity", .gravity, \.gravity),
    parsed("focus", .focus, \.focus, "not a place: x,y or pct:x,y") { RegionPosition(focus: $0) },
    JobRow("space", .space) { (name, fields, request) throws(UprightError) in
      request.space = try fields.word(name) ?? request.space
    },
    flag("embedded_ok", .allowsEmbedded, \.allowsEmbedded), flag("keep_metadata", .keepsMetadata, \.keepsMetadata),
  ]

  // MARK: Kinds of members

  private typealias Path<Value> = any WritableKeyPath<Request, Value> & Sendable

  private static func flag(_ name: String, _ field: Request.Field, _ path: Path<Bool>) -> Self {
    JobRow(name, field) { (name, fields, request) throws(UprightError) in
      if try fields.flag(name) { request[keyPath: path] = true }
    }
  }

  private static func word<Word: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ field: Request.Field, _ path: Path<Word?>
  ) -> Self where Word.RawValue == String {
    JobRow(name, field) { (name, fields, request) throws(UprightError) in
      request[keyPath: path] = try fields.word(name, Word.self)
    }
  }

  private static func number(
    _ name: String, _ field: Request.Field, _ path: Path<Int?>, in range: ClosedRange<Int>
  ) -> Self {
    JobRow(name, field) { (name, fields, request) throws(UprightError) in
      request[keyPath: path] = try fields.number(name, in: range)
    }
  }

  private static func parsed<Value: Sendable>(
    _ name: String, _ field: Request.Field, _ path: Path<Value?>, _ fault: String,
    _ convert: @escaping @Sendable (String) -> Value?
  ) -> Self {
    JobRow(name, field) { (name, fields, request) throws(UprightError) in
      request[keyPath: path] = try fields.parsed(name, fault, convert) ?? request[keyPath: path]
    }
  }
}

extension Request {
  /// The request that a message's `op` states.
  ///
  /// - Throws: `.unanswerable`.
  init(job json: JSONLine?) throws(UprightError) {
    var fields = try JobFields(json, named: "op")
    guard let kind = try fields.word("kind", Kind.self) else { throw fields.fault("kind", "missing") }
    self.init(try Self.operation(kind, &fields))
    allowsDamage = false
    if kind == .crop { size = try fields.parsed("size", "not a size") { SizeParameter($0) } }
    for row in JobRow.all where Self.operations(with: row.field).contains(kind) {
      try row.read(row.name, &fields, &self)
    }
    try checkJob()
    try fields.end()
  }

  /// Checks that the fields do not contradict each other.
  ///
  /// - Throws: `.unanswerable` with the member that is wrong.
  func checkJob() throws(UprightError) {
    do throws(Fault) { _ = try validated() } catch {
      let (member, reason) = error.ofJob
      throw .unanswerable(field: Phrase(member), reason: Phrase(reason))
    }
  }

  private static func operation(_ kind: Kind, _ fields: inout JobFields) throws(UprightError) -> Operation {
    switch kind {
    case .fix: return .fix
    case .rotate:
      let rotation = try fields.parsed("rotation", "not a rotation, such as cw or mirror-horizontal") {
        RotationParameter(word: $0)
      }
      guard let rotation else { throw fields.fault("rotation", "missing") }
      return .rotate(rotation)
    case .orient:
      guard let number = try fields.number("tag", in: 1...8),
        let tag = ExifOrientation(rawValue: UInt8(truncatingIfNeeded: number))
      else { throw fields.fault("tag", "missing") }
      return .orient(tag)
    case .crop:
      guard let region = try fields.parsed("region", "not a region", { RegionParameter($0) }) else {
        throw fields.fault("region", "missing")
      }
      return .crop(region)
    case .thumb:
      guard let size = try fields.parsed("size", "not a size", { SizeParameter($0) }) else {
        throw fields.fault("size", "missing, or above 100%")
      }
      return .thumb(size)
    }
  }
}

extension Request {
  /// Whether doing it twice differs from doing it once.
  var isRelative: Bool { operation.kind == .rotate }

  /// The SHA-256 of what is made and of the version that makes it: with the source's, it identifies the result.
  package var digest: [UInt8] {
    SHA256.digest(of: Array(([Program.version] + identityOfImages.words).joined(separator: "\0").utf8))
  }
}

extension Request.Fault {
  /// The member that is wrong, and why, in the words of jobs.
  fileprivate var ofJob: (member: String, reason: String) {
    switch (field, reason, cause) {
    case (.place, .replacesSource, .frame):
      ("out.in_place", "one frame would replace the animation; give a path")
    case (.place, .replacesSource, .page): ("out.in_place", "one page would replace the others; give a path")
    case (.place, _, _): ("out.in_place", "a crop or thumbnail would replace the image; give a path")
    case (.edge, .changesNoPixels, .target), (.quality, .changesNoPixels, .target), (.frame, .changesNoPixels, .target):
      ("op.to", "tag changes no pixels, so edge, quality and frame have no effect")
    case (_, .changesNoPixels, .bakes): ("op.bake", "without it, edge and quality have no effect")
    case (_, .changesNoPixels, _): ("op.\(member)", "this operation changes no pixels")
    case (.edge, .contradicts, .bakes): ("op.edge", "keep-tag keeps the pixels, and bake rotates them")
    case (_, .contradicts, .gravity): ("op.focus", "cannot be combined with gravity")
    case (_, .needsRatio, _): ("op.region", "gravity and focus need a ratio such as 16:9, or square")
    case (.space, _, _): ("op.space", "stored needs a region in pixels: x,y,w,h")
    case (.size, _, _): ("op.size", "missing, or above 100%")
    default: ("op.\(member)", "it contradicts the other members")
    }
  }

  /// The member of `op` that states the field.
  private var member: String { JobRow.all.first { $0.field == field }?.name ?? field.rawValue }
}

// How jobs write what a request states: as members of their JSON.

/// The names of options as members of a job, such as `"edge": "recode"`; what no job states is an option of the
/// worker's program.
package struct JobSpelling: Spelling {
  /// The only one.
  package init() {}

  /// The member, without a value.
  package func field(_ option: RequestOption) -> String { Self.member(option) ?? Self.elsewhere(option) }

  /// The member; with its value, unless that is a word in capitals for it.
  package func option(_ option: RequestOption, _ value: String?) -> String {
    guard let member = Self.member(option) else { return Self.elsewhere(option) }
    guard let value, value.contains(where: \.isLowercase) || Int(value) != nil else { return member }
    return "\"\(member)\": " + (Int(value) == nil ? "\"\(value)\"" : value)
  }

  /// The kind, then the member.
  package func command(_ name: String, _ option: RequestOption, _ value: String?) -> String {
    "\"kind\": \"\(name)\", \(self.option(option, value))"
  }

  private static func member(_ option: RequestOption) -> String? {
    switch option {
    case .output: "out.path"
    case .inPlace: "out.in_place"
    case .overwrite: "out.overwrite"
    case .allowedLosses: "allow_loss"
    case .edge, .format, .frame, .page, .stale, .to, .bake, .strictParts, .toSRGB, .quality, .size, .space, .focus,
      .gravity:
      option.name(separatedBy: "_")
    default: nil
    }
  }

  private static func elsewhere(_ option: RequestOption) -> String {
    "the worker's option \(CommandLineSpelling().field(option))"
  }
}
