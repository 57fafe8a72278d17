// What it costs to find out about a file in memory: `Parsers FILE…`, a row for each folder that the files lie in.

import Measuring
import UprightMetadata

@main enum Parsers {
  static func main() {
    print(Measurement.header("ns per probe"))
    for (folder, files) in Bytes.byFolder(Array(CommandLine.arguments.dropFirst())) {
      let name = "\(folder), \(files.count) files of \(files.reduce(0) { $0 + $1.count } / files.count) bytes"
      print(Measurement(name, count: files.count, runs: 200) { probed(files) }.row)
    }
  }

  /// How many of them have a header that makes sense.
  private static func probed(_ files: [[UInt8]]) -> Int {
    files.reduce(0) { count, file in count + ((try? Probe(file)) == nil ? 0 : 1) }
  }
}
