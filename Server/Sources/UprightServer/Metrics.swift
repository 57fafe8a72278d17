// Counts of requests in Prometheus' text format (version 0.0.4).

import Synchronization
import UprightBatch
import UprightFiles

/// What was answered since the start.
final class Metrics: Sendable {
  private struct Counts {
    var requests: [String: Int] = [:]
    var routes: [String: Int] = [:]
    var seconds = 0.0
    var buckets = [Int](repeating: 0, count: Metrics.bounds.count + 1)
    var bytes = 0
  }

  private static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
  private let counts = Mutex(Counts())

  /// Counts an answer.
  func count(_ answer: ServerResponse, seconds: Double) {
    let place = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
    counts.withLock { counts in
      counts.requests["kind=\"\(answer.kind)\",status=\"\(answer.status)\"", default: 0] += 1
      if let route = answer.route { counts.routes["route=\"\(route)\"", default: 0] += 1 }
      counts.seconds += seconds
      counts.buckets[place] += 1
      counts.bytes += answer.body.count
    }
  }

  /// Everything, as text.
  func text(_ service: ImageService, connections: Int) -> String {
    let (admission, sources) = (service.admission.figures, service.sources.figures)
    var text = MetricsText()
    write(counts.withLock { $0 }, to: &text)
    text.gauge("queue_length", "Requests that wait for memory or a thread.", admission.waiting)
    text.gauge("working", "Images that are being made.", admission.working)
    text.gauge("memory_admitted_bytes", "Memory that requests were given.", admission.bytes)
    text.gauge("memory_limit_bytes", "Memory that requests share.", service.admission.total)
    text.gauge("connections", "Open connections.", connections)
    text.gauge("cache_bytes", "Memory of kept headers and indexes.", sources.bytes)
    text.gauge("cache_files", "Files whose headers are kept.", sources.entries)
    text.counter("cache_hits_total", "Requests that found headers.", sources.hits)
    text.counter("cache_misses_total", "Requests that read headers.", sources.misses)
    text.counter("indexes_made_total", "Indexes of JPEGs made.", sources.indexesMade)
    if let disk = service.disk { write(disk, to: &text) }
    return text.lines.joined(separator: "\n") + "\n"
  }

  private func write(_ counts: Counts, to text: inout MetricsText) {
    text.counter("requests_total", "Requests by kind and status.", counts.requests)
    text.counter("plan_routes_total", "Images by the route of their plan.", counts.routes)
    text.counter("response_bytes_total", "Bytes of content.", counts.bytes)
    text.histogram(
      "request_seconds", "Seconds until an answer begins.", counts.buckets,
      upTo: Self.bounds.map { "\($0)" } + ["+Inf"], sum: counts.seconds)
  }

  private func write(_ disk: DiskCache, to text: inout MetricsText) {
    let (counts, figures) = (disk.counts, disk.figures)
    text.gauge("disk_cache_bytes", "Bytes of the cache folder, when last listed.", figures.bytes)
    text.gauge("disk_cache_files", "Files of the cache folder, when last listed.", figures.files)
    text.counter(
      "disk_cache_hits_total", "What was found in the cache folder.",
      ["kind=\"index\"": counts.indexHits, "kind=\"result\"": counts.resultHits])
    text.counter(
      "disk_cache_misses_total", "What was not found in the cache folder.",
      ["kind=\"index\"": counts.indexMisses, "kind=\"result\"": counts.resultMisses])
    text.counter("disk_cache_damaged_total", "Damaged results that were removed.", counts.damaged)
    text.counter("disk_cache_written_total", "Files written.", counts.written)
    text.counter("disk_cache_removed_total", "Files removed to make room.", figures.removed)
    text.counter("disk_cache_failures_total", "Files that could not be written.", counts.failures)
    text.counter("disk_cache_skipped_total", "Files not written for lack of time.", counts.skipped)
  }
}

/// Metrics in the text format.
private struct MetricsText {
  /// What was written.
  private(set) var lines: [String] = []

  /// Writes a number that may fall.
  mutating func gauge(_ name: String, _ help: String, _ value: Int) {
    begin(name, "gauge", help)
    lines.append("upright_\(name) \(value)")
  }

  /// Writes a number that only grows.
  mutating func counter(_ name: String, _ help: String, _ value: Int) {
    begin(name, "counter", help)
    lines.append("upright_\(name) \(value)")
  }

  /// Writes a number for each label.
  mutating func counter(_ name: String, _ help: String, _ values: [String: Int]) {
    begin(name, "counter", help)
    lines += values.sorted { $0.key < $1.key }.map { "upright_\(name){\($0.key)} \($0.value)" }
  }

  /// Writes how many values are at most as large as each bound.
  mutating func histogram(_ name: String, _ help: String, _ buckets: [Int], upTo bounds: [String], sum: Double) {
    begin(name, "histogram", help)
    var count = 0
    for (bound, number) in zip(bounds, buckets) {
      count += number
      lines.append("upright_\(name)_bucket{le=\"\(bound)\"} \(count)")
    }
    lines += ["upright_\(name)_sum \(sum)", "upright_\(name)_count \(count)"]
  }

  private mutating func begin(_ name: String, _ type: String, _ help: String) {
    lines += ["# HELP upright_\(name) \(help)", "# TYPE upright_\(name) \(type)"]
  }
}
