// How a job worker runs: how much it takes at once, and when it ends by itself.

/// The settings of a job worker.
package struct WorkerSettings: Hashable, Sendable {
  /// The number of jobs in progress at once.
  package var width = 1
  /// The number of jobs that a driver may have sent without a reply. More wait in the pipe.
  package var credits = 8
  /// What a driver may send.
  package var bounds = FrameReader.Bounds()
  /// The seconds between the signs of life of a job.
  package var heartbeat = 5.0
  /// The seconds after its deadline at which a job that does not end is given up, and the process with it.
  package var grace = 5.0
  /// The number of jobs after which the worker ends, to be started afresh; nil for no number.
  package var mostJobs: Int?
  /// The most memory in bytes that the process may have had, before it ends to be started afresh; nil for no limit.
  package var mostMemory: Int?
  /// The process that must be there: if it ends, so does the worker, at once; nil for none.
  package var parent: Int32?

  /// The usual settings.
  package init() {}
}
