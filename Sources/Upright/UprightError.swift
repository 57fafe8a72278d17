// Every error that can stop a rendition, by cause, with its exit code and HTTP status in one table.

/// Why there is no result, by cause.
public enum UprightError: Error, Hashable, Sendable {
  /// The bytes violate their format, or are in an unknown format.
  case malformed(MetadataError)
  /// A text beside images, such as a label file, violates its syntax: the byte offset, and a description.
  case malformedText(offset: Int, reason: Phrase)
  /// Upright does not support it: a format or a feature, in words.
  case unsupported(Phrase)
  /// The request cannot be satisfied: which field, and why.
  case unanswerable(field: Phrase, reason: Phrase)
  /// A limit forbids it: which one, what was needed, what is allowed.
  case limit(Limit, asked: Int, allowed: Int)
  /// A codec library failed: the format and its message.
  case codec(format: ContainerFormat, message: String)
  /// The disk failed: the path as given and the system's error number.
  case io(path: String, systemError: Int32)
  /// The machine lacks a resource now and may have it later: which one.
  case shortage(of: Resource)
  /// The caller canceled it.
  case cancelled

  /// What a machine can run out of.
  public enum Resource: String, Hashable, Sendable, CaseIterable {
    /// Memory.
    case memory
    /// Processes, threads or open files, or memory for them.
    case processes
    /// Watches of folders, of which the system gives each user a limited number.
    case folderWatches = "folder-watches"
  }

  /// A stable code for JSON, the exit code of the command line, and the HTTP status.
  public var codes: (name: String, exitCode: Int32, httpStatus: Int) {
    switch self {
    case .malformed(let error) where error.isAboutFormat: (error.code.rawValue, 69, 415)
    case .malformed(let error): (error.code.rawValue, 65, 422)
    case .malformedText: ("malformed-text", 65, 422)
    case .unsupported: ("unsupported", 69, 415)
    case .unanswerable: ("unanswerable", 64, 400)
    case .limit: ("limit", 65, 413)
    case .codec: ("codec", 70, 500)
    case .io: ("io", 74, 500)
    case .shortage: ("shortage", 75, 503)
    case .cancelled: ("cancelled", 130, 500)
    }
  }

  /// The system refused memory, although no limit of Upright forbade it.
  public static var outOfMemory: Self { .shortage(of: .memory) }

  /// The system refused a process or thread, or a channel to it.
  public static var outOfProcesses: Self { .shortage(of: .processes) }

  /// The source's bytes differ from those that the plan was made for.
  public static var differentSource: Self {
    .unanswerable(field: "source", reason: "the source changed since the plan was made")
  }

  /// A metadata error, sorted by cause.
  public init(_ error: MetadataError) {
    switch error.code {
    case .unreadable: self = .io(path: "", systemError: error.systemError ?? 0)
    default: self = .malformed(error)
    }
  }
}

extension UprightError: CustomStringConvertible {
  /// One sentence for people: what is wrong, and what would help if known.
  public var description: String { phrase.description }

  /// The sentence, whose options a door spells by its own names.
  public var phrase: Phrase {
    switch self {
    case .malformed(let error): error.phrase
    case .malformedText(_, let reason): reason
    case .unsupported(let what): what
    case .unanswerable(let field, let reason): "\(field): \(reason)"
    case .limit(.warnings, let asked, let allowed):
      "image data is damaged: the decoder reported \(asked) errors, \(allowed) allowed"
    case .limit(.seconds, _, let allowed): "processing took longer than the \(Self.seconds(allowed)) allowed"
    case .limit(.workerSeconds, _, let allowed):
      "decoding or encoding took longer than the \(Self.seconds(allowed)) allowed for an image of this size"
    case .limit(let limit, let asked, let allowed): "\(limit.sentence(asked, of: allowed))"
    case .codec(let format, let message): "\(format.rawValue): \(message)"
    case .io(_, let systemError): "a file operation failed (errno \(systemError))"
    case .shortage(.memory): "not enough memory at the moment; try again later"
    case .shortage(.processes):
      "not enough memory, processes, threads or open files at the moment; try again later"
    case .shortage(.folderWatches):
      "the limit on watched folders is reached; watch fewer folders, or raise fs.inotify.max_user_watches"
    case .cancelled: "canceled"
    }
  }

  /// A whole number of seconds, rounded down, in words.
  private static func seconds(_ number: Int) -> String {
    switch number {
    case ..<1: "fraction of a second"
    case 1: "1 second"
    default: "\(number) seconds"
    }
  }

  /// The byte offset at which the source violates its format; nil for other errors.
  public var offset: Int? {
    switch self {
    case .malformed(let error): error.format == nil ? error.offset : nil
    case .malformedText(let offset, _): offset
    default: nil
    }
  }
}

extension MetadataError {
  /// Its sentence, whose options a door spells by its own names.
  public var phrase: Phrase {
    guard code == .notExpressible, format == .jpegXL else { return Phrase(description) }
    return """
      this JPEG XL has no room for the orientation; use `\(command: "rotate", .bake)`, or save it as PNG, WebP or JPEG
      """
  }

  /// Whether only the format is the problem, which another program may read.
  fileprivate var isAboutFormat: Bool { [.unrecognizedFormat, .unsupportedFormat, .notExpressible].contains(code) }
}
