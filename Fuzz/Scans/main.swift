// Compares what is made of the coded data of damaged JPEGs with what libjpeg makes of them:
// `ScanFuzz [EXECUTIONS [SEED]]`. After each disagreement, its input is printed in base64.

import Dispatch
import Foundation
import Synchronization

let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
guard numbers.count == CommandLine.arguments.count - 1, numbers.count <= 2 else {
  FileHandle.standardError.write(Data("usage: ScanFuzz [EXECUTIONS [SEED]]\n".utf8))
  exit(64)
}
let executions = Int(clamping: numbers.first ?? 100_000)
let seed = numbers.dropFirst().first ?? 1

/// Files that are damaged in many ways one after another.
let inputsPerFile = 1_000
let fileCount = (executions + inputsPerFile - 1) / inputsPerFile
let total = Mutex(ScanTrial.Tally())
DispatchQueue.concurrentPerform(iterations: fileCount) { file in
  let count = min(inputsPerFile, executions - file * inputsPerFile)
  let tally = ScanTrial.run(file: seed &* 1_000_003 &+ UInt64(file), count: count)
  for complaint in tally.complaints { print(complaint) }
  total.withLock { $0.add(tally) }
}
let tally = total.withLock { $0 }
print(tally.sentence)
exit(tally.complaints.isEmpty ? 0 : 1)
