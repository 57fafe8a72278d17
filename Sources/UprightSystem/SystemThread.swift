// Starts threads, and reports if the system has none left (POSIX.1-2017, pthread_create).

/// A thread that ends with its work.
package enum SystemThread {
  /// The least stack of a thread: what a first thread usually has. Darwin gives others 512 KB, and musl 128 KB.
  private static let leastStack = 8 << 20

  /// Runs `work` on a new thread.
  ///
  /// For work that fewer threads can do, use this and not Dispatch: if the system starts no thread, Dispatch retries
  /// forever, and its caller waits.
  ///
  /// - Returns: Whether a thread could be started; otherwise `work` is not called.
  package static func run(_ work: @escaping @Sendable () -> Void) -> Bool {
    let retained = unsafe Unmanaged.passRetained(Body(work))
    let isStarted = unsafe withAttributes { attributes in unsafe start(retained, attributes) } ?? false
    if !isStarted { unsafe retained.release() }
    return isStarted
  }

  private static func start(_ work: Unmanaged<Body>, _ attributes: UnsafePointer<pthread_attr_t>) -> Bool {
    #if canImport(Darwin)
      var thread: pthread_t?
      let status = unsafe pthread_create(
        &thread, attributes,
        { argument in
          unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
          return nil
        }, work.toOpaque())
      if status == 0, let thread = unsafe thread { unsafe pthread_detach(thread) }
    #else
      var thread = pthread_t()
      let status = unsafe pthread_create(
        &thread, attributes,
        { argument in
          if let argument = unsafe argument { unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
          return nil
        }, work.toOpaque())
      if status == 0 { pthread_detach(thread) }
    #endif
    return status == 0
  }

  /// Calls `body` with the attributes of a thread whose stack is large enough; nil if there are none.
  private static func withAttributes<Result>(_ body: (UnsafePointer<pthread_attr_t>) -> Result) -> Result? {
    unsafe withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { buffer in
      guard let attributes = buffer.baseAddress, unsafe pthread_attr_init(attributes) == 0 else { return nil }
      defer { unsafe pthread_attr_destroy(attributes) }
      var stack = 0
      if unsafe pthread_attr_getstacksize(attributes, &stack) == 0, stack < leastStack {
        unsafe pthread_attr_setstacksize(attributes, leastStack)
      }
      return unsafe body(attributes)
    }
  }

  /// What a thread runs, as an object that a pointer can refer to.
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
