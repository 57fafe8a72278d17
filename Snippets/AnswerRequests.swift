// Answers requests for thumbnails of photos in a folder, as a server does: a
// name of a stranger reaches nothing outside, and reading blocks no other task.
//
//     swift run AnswerRequests ~/photos a.jpg 2024/b.heic

import Upright
import UprightBatch
import UprightCodecs
import UprightFiles
import UprightSandbox

let folder = try ServedFolder(CommandLine.arguments[1])
let pipeline = Pipeline(
  codecs: WorkerPool().codecs(beside: SystemCodecs.all))
// Memory for large headers of all files at once, and four threads.
let admission = Admission(bytes: 64 << 20, width: 4)

func thumbnail(of name: String) throws(UprightError) -> [UInt8] {
  let names = name.split(separator: "/").map(String.init)
  let image = try SourceImage(folder.file(names), memory: admission)
  let small = Rendition.thumbnail(
    within: PixelSize(width: 256, height: 256))
  return try image.result(of: image.plan(small, by: pipeline), by: pipeline)
    .bytes
}

for name in CommandLine.arguments.dropFirst(2) {
  let answer = try await admission.run {
    Result { () throws(UprightError) in try thumbnail(of: name) }
  }
  switch answer {
  case .success(let bytes): print(name, 200, bytes.count, "bytes")
  case .failure(let error): print(name, error.codes.httpStatus, error)
  }
}
