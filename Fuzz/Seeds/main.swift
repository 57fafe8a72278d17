// Writes the seeds into a folder, one folder per subject: `FuzzSeeds FOLDER`.

import Foundation

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: FuzzSeeds FOLDER\n".utf8))
  exit(64)
}
for (subject, files) in Seeds.all {
  let folder = URL(fileURLWithPath: CommandLine.arguments[1]).appendingPathComponent(subject)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  for (index, file) in files.enumerated() { try Data(file).write(to: folder.appendingPathComponent("seed-\(index)")) }
}
