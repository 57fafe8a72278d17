// Sweeps eight containers in eight orientations, and tries the files of the folders that are named: `Sweep [FOLDER…]`.

import Dispatch
import Foundation
import Synchronization

let folders = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
let whole = folders.flatMap { folder in
  (FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [])?.compactMap { $0 as? URL } ?? [])
    .filter { !$0.hasDirectoryPath }.sorted { $0.path < $1.path }
}
let results = Mutex<[(name: String, sweep: Sweep)]>([])
DispatchQueue.concurrentPerform(iterations: Specimen.all.count) { index in
  let specimen = Specimen.all[index]
  let sweep = Sweep(specimen.bytes)
  results.withLock { $0.append((specimen.name, sweep)) }
}
DispatchQueue.concurrentPerform(iterations: whole.count) { index in
  guard let data = try? Data(contentsOf: whole[index]) else { return }
  let sweep = Sweep(whole: [UInt8](data))
  results.withLock { $0.append((whole[index].lastPathComponent, sweep)) }
}
let all = results.withLock { $0 }
let failed = all.filter { $0.sweep.complaint != nil }
for (name, sweep) in failed { print("\(name): \(sweep.complaint ?? "")") }
let slowest = all.map(\.sweep.slowest).max() ?? .zero
print("\(all.map(\.sweep.count).reduce(0, +)) inputs of \(all.count) files, the slowest in \(slowest)")
exit(failed.isEmpty ? 0 : 1)
