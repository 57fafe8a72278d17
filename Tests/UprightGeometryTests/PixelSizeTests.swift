// Columns and rows: counted without overflow.

import Testing
import UprightGeometry

@Suite struct PixelSizeTests {
  @Test func pixelsAreCountedOrThereAreTooMany() {
    #expect(PixelSize<Stored>(width: 4032, height: 3024).pixelCount == 12_192_768)
    #expect(PixelSize<Stored>(width: .max, height: 1).pixelCount == .max)
    #expect(PixelSize<Stored>(width: .max, height: 2).pixelCount == nil)
    #expect(PixelSize<Stored>(width: 1 << 32, height: 1 << 31).pixelCount == nil)
  }

  @Test func oneMissingAxisIsEnoughToBeEmpty() {
    #expect(!PixelSize<Stored>(width: 1, height: 1).isEmpty)
    #expect(PixelSize<Stored>(width: 0, height: 1).isEmpty)
    #expect(PixelSize<Stored>(width: 1, height: 0).isEmpty)
    #expect(PixelSize<Stored>(width: -1, height: -1).isEmpty)
  }

  @Test func boundsCoverTheGrid() {
    let size = PixelSize<Displayed>(width: 3, height: 2)
    #expect(size.bounds == PixelRect(x: 0, y: 0, width: 3, height: 2))
    #expect(size.bounds.clipped(to: size) == size.bounds)
    #expect(size.description == "3x2")
  }
}
