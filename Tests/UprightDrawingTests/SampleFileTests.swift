// The names of the sample set's files, which include every format that can be written.

import Testing
import Upright
import UprightFixtures

@testable import UprightBatch
@testable import UprightDrawing

@Suite struct SampleFileTests {
  @Test func namesSayShapeTagAndFormat() {
    #expect(SampleFile(sample: SampleSet.Sample(.portrait, .rightTop), format: .png).name == "portrait_6.png")
    #expect(SampleFile(sample: SampleSet.Sample(.landscape, .topLeft), format: .jpeg).name == "landscape_1.jpg")
  }

  @Test func theUsualFormatsAreThereUnasked() {
    #expect(SampleFile.standard.first == .jpeg && SampleFile.standard.contains(.png))
    #expect(Set(SampleFile.all(in: nil).map(\.format)) == Set(SampleFile.standard))
    #expect(Set(SampleFile.all(in: nil).map(\.name)).count == 16 * SampleFile.standard.count)
    #expect(SampleFile.all(in: .png).map(\.format) == Array(repeating: .png, count: 16))
  }

  @Test(arguments: SampleFile.standard)
  func theFirstBytesAreThoseOfTheFormat(format: ContainerFormat) throws {
    var bytes: [UInt8] = []
    try SampleFile(sample: SampleSet.Sample(.portrait, .leftTop), format: format)
      .write(into: &bytes, by: ImageCodecs.all())
    #expect(ContainerFormat(signature: bytes) == format)
  }
}
