// A worker's description of itself, for diagnosis.

public import Upright

/// A pool's worker: its path, its confinement and its abilities.
public struct WorkerDescription: Hashable, Sendable {
  /// The program's path.
  public let path: String
  /// Its confinement, as the end of a sentence.
  public let confinement: String
  /// The formats that it decodes.
  public let formats: Set<ContainerFormat>
  /// Its libraries with their versions, as it reports them.
  public let libraries: [String]

  init(_ handshake: WorkerHandshake, path: String) {
    self.path = path
    confinement =
      switch handshake.confinement {
      case .filtered: "no file access, system calls filtered"
      case .limited: "no file access; this system cannot filter system calls"
      case .none: "not confined"
      }
    formats = Set(handshake.capabilities.filter(\.value.decodes).keys)
    libraries = handshake.libraries
  }
}

extension WorkerPool {
  /// Starts a worker, unless one is idle, and gets its description.
  ///
  /// - Throws: `.unsupported` if the program is missing, with the places that were searched, or is of another version.
  public func description() throws(UprightError) -> WorkerDescription {
    let worker = try take()
    defer { release(worker) }
    return WorkerDescription(worker.handshake, path: try path())
  }
}
