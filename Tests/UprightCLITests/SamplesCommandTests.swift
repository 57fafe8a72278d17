// The sample set on disk.

import Testing
import Upright
import UprightTestTools

@Suite struct SamplesCommandTests {
  @Test func sixteenFilesEachWithItsTag() throws {
    let album = try Album()
    let answer = try album.run("samples", "made/here")
    #expect(answer.status == 0)
    let contents = try album.contents()
    #expect(contents.count == 16)
    for shape in ["landscape", "portrait"] {
      for tag in 1...8 {
        let probe = try Probe(try #require(contents["made/here/\(shape)_\(tag).jpg"]))
        #expect(Int(probe.orientation.exif.rawValue) == tag)
        #expect((probe.displayedSize.width > probe.displayedSize.height) == (shape == "landscape"))
      }
    }
    #expect(answer.text.split(separator: "\n").count == 16)
  }
}
