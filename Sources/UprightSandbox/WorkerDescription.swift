// What a worker says of itself, for people who ask why something works or not.

public import Upright

/// The worker of a pool: where it lies, what keeps it in, and what it does.
public struct WorkerDescription: Hashable, Sendable {
  /// The program's path.
  public let path: String
  /// What keeps it in, as the end of a sentence.
  public let confinement: String
  /// The formats that it decodes.
  public let formats: Set<ContainerFormat>
  /// Its libraries with their versions, as it names them.
  public let libraries: [String]

  init(_ handshake: WorkerHandshake, path: String) {
    self.path = path
    confinement =
      switch handshake.confinement {
      case .filtered: "without files, its system calls filtered"
      case .limited: "without files, its system calls not filtered, which this system cannot do"
      case .none: "not confined"
      }
    formats = Set(handshake.capabilities.filter(\.value.decodes).keys)
    libraries = handshake.libraries
  }
}

extension WorkerPool {
  /// Starts a worker, unless one waits for work, and has it say what it is.
  ///
  /// - Throws: `.unsupported` where there is no program, with the places that were looked at, or none of this version.
  public func description() throws(UprightError) -> WorkerDescription {
    let worker = try take()
    defer { release(worker) }
    return WorkerDescription(worker.handshake, path: try path())
  }
}
