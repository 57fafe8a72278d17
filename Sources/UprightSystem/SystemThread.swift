// Threads of the system, where having none left is an answer (POSIX.1-2017, pthread_create).

/// A thread that ends with its work.
package enum SystemThread {
  /// The least stack of a thread: what a first thread usually has. Darwin gives others 512 KB, and musl 128 KB.
  private static let leastStack = 8 << 20

  /// Runs `work` on a new thread.
  ///
  /// Dispatch is not used for work that can be done by fewer threads: where the system starts none, it tries again for
  /// ever, and the caller with it.
  ///
  /// - Returns: Whether a thread could be started; otherwise `work` is not called.
  package static func run(_ work: @escaping @Sendable () -> Void) -> Bool {
    let retained = unsafe Unmanaged.passRetained(Work(work))
    var attributes = pthread_attr_t()
    guard unsafe pthread_attr_init(&attributes) == 0 else {
      unsafe retained.release()
      return false
    }
    defer { unsafe pthread_attr_destroy(&attributes) }
    var stack = 0
    if unsafe pthread_attr_getstacksize(&attributes, &stack) == 0, stack < leastStack {
      unsafe pthread_attr_setstacksize(&attributes, leastStack)
    }
    #if canImport(Darwin)
      var thread: pthread_t?
      let status = unsafe pthread_create(
        &thread, &attributes,
        { argument in
          unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
          return nil
        }, retained.toOpaque())
    #else
      var thread = pthread_t()
      let status = unsafe pthread_create(
        &thread, &attributes,
        { argument in
          if let argument = unsafe argument { unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
          return nil
        }, retained.toOpaque())
    #endif
    guard status == 0 else {
      unsafe retained.release()
      return false
    }
    #if canImport(Darwin)
      if let thread = unsafe thread { unsafe pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
    return true
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
