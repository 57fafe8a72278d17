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
    let counts = counts.withLock { $0 }
    let (admission, sources) = (service.admission.figures, service.sources.figures)
    var lines: [String] = []
    func write(_ name: String, _ type: String, _ help: String, _ values: [(labels: String, value: String)]) {
      lines += ["# HELP upright_\(name) \(help)", "# TYPE upright_\(name) \(type)"]
      for (labels, value) in values {
        lines.append("upright_\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(value)")
      }
    }
    func sorted(_ table: [String: Int]) -> [(labels: String, value: String)] {
      table.sorted { $0.key < $1.key }.map { ($0.key, "\($0.value)") }
    }
    write("requests_total", "counter", "Requests by kind and status.", sorted(counts.requests))
    write("plan_routes_total", "counter", "Images by the route of their plan.", sorted(counts.routes))
    write("response_bytes_total", "counter", "Bytes of content.", [("", "\(counts.bytes)")])
    lines += [
      "# HELP upright_request_seconds Seconds until an answer begins.", "# TYPE upright_request_seconds histogram",
    ]
    var sum = 0
    for (bound, number) in zip(Self.bounds.map { "\($0)" } + ["+Inf"], counts.buckets) {
      sum += number
      lines.append("upright_request_seconds_bucket{le=\"\(bound)\"} \(sum)")
    }
    lines += ["upright_request_seconds_sum \(counts.seconds)", "upright_request_seconds_count \(sum)"]
    write("queue_length", "gauge", "Requests that wait for memory or a thread.", [("", "\(admission.waiting)")])
    write("working", "gauge", "Images that are being made.", [("", "\(admission.working)")])
    write("memory_admitted_bytes", "gauge", "Memory that requests were given.", [("", "\(admission.bytes)")])
    write("memory_limit_bytes", "gauge", "Memory that requests share.", [("", "\(service.admission.total)")])
    write("connections", "gauge", "Open connections.", [("", "\(connections)")])
    write("cache_bytes", "gauge", "Memory of kept headers and indexes.", [("", "\(sources.bytes)")])
    write("cache_files", "gauge", "Files whose headers are kept.", [("", "\(sources.entries)")])
    write("cache_hits_total", "counter", "Requests that found headers.", [("", "\(sources.hits)")])
    write("cache_misses_total", "counter", "Requests that read headers.", [("", "\(sources.misses)")])
    write("indexes_made_total", "counter", "Indexes of JPEGs made.", [("", "\(sources.indexesMade)")])
    if let disk = service.disk {
      let (counts, figures) = (disk.counts, disk.figures)
      write("disk_cache_bytes", "gauge", "Bytes of the cache folder, when last listed.", [("", "\(figures.bytes)")])
      write("disk_cache_files", "gauge", "Files of the cache folder, when last listed.", [("", "\(figures.files)")])
      write(
        "disk_cache_hits_total", "counter", "What was found in the cache folder.",
        [("kind=\"index\"", "\(counts.indexHits)"), ("kind=\"result\"", "\(counts.resultHits)")])
      write(
        "disk_cache_misses_total", "counter", "What was not found in the cache folder.",
        [("kind=\"index\"", "\(counts.indexMisses)"), ("kind=\"result\"", "\(counts.resultMisses)")])
      write("disk_cache_damaged_total", "counter", "Damaged results that were removed.", [("", "\(counts.damaged)")])
      write("disk_cache_written_total", "counter", "Files written.", [("", "\(counts.written)")])
      write("disk_cache_removed_total", "counter", "Files removed to make room.", [("", "\(figures.removed)")])
      write("disk_cache_failures_total", "counter", "Files that could not be written.", [("", "\(counts.failures)")])
      write("disk_cache_skipped_total", "counter", "Files not written for lack of time.", [("", "\(counts.skipped)")])
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
