// A plan for each of two files, of which one is missing; what decodes a TIFF, here and in a worker.

import Upright
import UprightBatch
import UprightConfinedCodecs
import UprightFiles
import UprightLabelJobs
import UprightSandbox

precondition(ConfinedCodecs.all.contains { $0.format == .tiff && $0.capabilities.decodes })
precondition(ConfinedFormats.all[.tiff] != nil)
precondition(LabelFormatName.allCases.count > 5)
let requests = ["missing.tif", "missing.jpg"].map { Batch.Request($0, Rendition(upright: .pixels), to: .planOnly) }
var failures = 0
for await report in Batch(sandbox: .never).run(requests) {
  if case .failure(.io) = report.outcome { failures += 1 }
}
precondition(failures == 2)
print(FileName.folder(of: "photos/a.tif"), failures, "missing")
