// Why an argument is no region, and the option that audit has by default.

import Testing
import UprightTestTools

@Suite(.inProcess) struct RegionReasonTests {
  @Test(arguments: [
    ("0,0,0,10", "its width and height must be above 0"), ("pct:0,0,10,0", "its width and height must be above 0"),
    ("0,0,-5,10", "its width and height must be above 0"), ("0,0,5", "it is not in one of these forms"),
    ("0,0,5,wide", "it is not in one of these forms"),
  ])
  func aRegionThatIsNoneSaysWhy(_ region: String, _ reason: String) throws {
    let album = try Album("1.jpg")
    for words in [["crop", region], ["crop", "square", "--also", region]] {
      let answer = try UprightTool.run(words + ["1.jpg", "-o", "a-{n}.jpg"], in: album.folder)
      #expect(answer.status == 64)
      #expect(answer.complaints.contains("\(reason)\n"), "\(answer.complaints)")
    }
  }

  @Test func auditAlwaysSearchesSubfolders() throws {
    let album = try Album("6.jpg", "deep/8.jpg")
    let plain = try album.run("audit", "--json", "--fail-on", "none", ".")
    for option in ["-r", "--recursive"] {
      let answer = try album.run("audit", option, "--json", "--fail-on", "none", ".")
      #expect(answer.status == 0)
      let paths = try [answer, plain].map { try $0.objects().compactMap { $0["path"] as? String } }
      #expect(paths[0] == paths[1] && paths[0].contains("./deep/8.jpg"))
    }
  }
}
