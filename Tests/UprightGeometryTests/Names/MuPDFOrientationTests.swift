// MuPDF's own eight numbers.

import Testing
import UprightGeometry
import UprightTestTools

@Suite struct MuPDFOrientationTests {
  @Test func numbersAreThoseOfTheTable() throws {
    for (tag, cell) in zip(ExifOrientation.allCases, try Conventions.column("MuPDF_fz_image_orientation")) {
      #expect("\(MuPDFOrientation(exif: tag).rawValue)" == cell)
      #expect(Int(cell).flatMap(MuPDFOrientation.init(rawValue:))?.exif == tag)
    }
    // MuPDF's list: the tags of 1…8.
    #expect((1...8).map { MuPDFOrientation(rawValue: $0)?.exif.rawValue } == [1, 8, 3, 6, 2, 5, 4, 7])
  }
}
