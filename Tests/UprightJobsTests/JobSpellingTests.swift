// Errors of jobs name members of jobs.

import Testing
import Upright
import UprightFiles

@testable import UprightJobs

@Suite struct JobSpellingTests {
  @Test(
    arguments: [
      ("use \(option: .edge, "recode") or \(option: .output)", #"use "edge": "recode" or out.path"#),
      ("\(option: .output, "FOLDER/"), \(option: .frame, "1")", #"out.path, "frame": 1"#),
      ("\(option: .frame, "N"), \(option: .inPlace)", "frame, out.in_place"),
      ("\(option: .allowedLosses, "gps,comment")", #""allow_loss": "gps,comment""#),
      ("\(command: "fix", .to, "tag")", #""kind": "fix", "to": "tag""#),
      ("\(option: .maxPixels) allows more", "the worker's option --max-pixels allows more"),
    ] as [(Phrase, String)])
  func optionsAreMembers(phrase: Phrase, words: String) {
    #expect(phrase.spelled(by: JobSpelling()) == words)
  }

  @Test func anErrorsMessageNamesMembers() {
    let error = UprightError.unsupported(RouteReason.qualityLost(isCrop: false).phrase)
    let line = JobSpelling().used { error.jobJSON(about: "a.jpg").line }
    #expect(line.contains(#"use \"edge\": \"recode\" or out.path"#) && !line.contains("--"), "\(line)")
  }
}
