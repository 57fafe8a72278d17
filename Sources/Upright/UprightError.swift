// Everything that can stop a rendition, by whose fault it is, with its exit code and HTTP status in one table.

/// Why there is no result, and whose fault that is.
public enum UprightError: Error, Hashable, Sendable {
  /// The bytes break a rule of their format, or are of a format that is not read.
  case malformed(MetadataError)
  /// A text that goes with pictures, such as a file of labels, breaks a rule of its language: at which byte, and in words where and how.
  case malformedText(offset: Int, reason: String)
  /// We cannot do it, today: a format or a feature, in words.
  case unsupported(String)
  /// The request cannot be answered: which field, and why.
  case unanswerable(field: String, reason: String)
  /// Policy forbids it: which limit, what was asked, what is allowed.
  case limit(name: String, asked: Int, allowed: Int)
  /// A codec library failed: the format and its message.
  case codec(format: ContainerFormat, message: String)
  /// The disk failed: the path as given and the system's error number.
  case io(path: String, systemError: Int32)
  /// The machine could not give what it takes, and may later: what it had too little of, in words.
  case shortage(of: String)
  /// The caller stopped it.
  case cancelled

  /// A stable word for JSON, the exit code of the command line and the status of the server.
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

  /// The system gave no memory, although no limit of ours forbade it.
  public static var outOfMemory: Self { .shortage(of: "memory") }

  /// The system gave no process or thread, or nothing to speak to it through.
  public static var outOfProcesses: Self {
    .shortage(of: "memory, or too few processes, threads or open files are allowed")
  }

  /// The source has other bytes than those that the plan was made for.
  public static var differentSource: Self {
    .unanswerable(field: "source", reason: "these are not the bytes the plan was made for")
  }

  /// A metadata error, sorted by whose fault it is.
  public init(_ error: MetadataError) {
    switch error.code {
    case .unreadable: self = .io(path: "", systemError: error.systemError ?? 0)
    default: self = .malformed(error)
    }
  }
}

extension UprightError: CustomStringConvertible {
  /// One sentence for a person: what is wrong, and what would help where we know it.
  public var description: String {
    switch self {
    case .malformed(let error): String(describing: error)
    case .malformedText(_, let reason): reason
    case .unsupported(let what): what
    case .unanswerable(let field, let reason): "\(field): \(reason)"
    case .limit("bytes of memory", _, allowed: 0): "there is not enough memory"
    case .limit("warnings", let asked, let allowed):
      "its decoder warned of damage \(asked) times; \(allowed) are let pass"
    case .limit("seconds", _, let allowed): "it took longer than the \(allowed) seconds that are allowed"
    case .limit("worker seconds", _, let allowed):
      "its decoder or encoder was waited for longer than the \(allowed) seconds that a picture of its size is given"
    case .limit(let name, let asked, let allowed): "\(asked) \(name) needed, \(allowed) allowed"
    case .codec(let format, let message): "\(format.rawValue): \(message)"
    case .io(_, let systemError): "the disk failed (errno \(systemError))"
    case .shortage(let what): "the machine has too little \(what); try again later"
    case .cancelled: "cancelled"
    }
  }

  /// The byte at which the source breaks a rule, where that is the fault, and not the format's.
  public var offset: Int? {
    switch self {
    case .malformed(let error): error.format == nil ? error.offset : nil
    case .malformedText(let offset, _): offset
    default: nil
    }
  }
}

extension MetadataError {
  /// Whether only the format is at fault, which another program may know.
  fileprivate var isAboutFormat: Bool { [.unrecognizedFormat, .unsupportedFormat, .notExpressible].contains(code) }
}
