// Real photos in the folder that UPRIGHT_CORPUS names: indexed, cut and walked by two threads.

import Foundation
import Testing
import Upright
import UprightCodecs
import UprightTestTools

@testable import UprightJPEG

@Suite(.enabled(if: Corpus.folder != nil, "\(Corpus.reason)"))
struct JPEGCorpusTests {
  private static let photos = Corpus.files("real/jpg", suffix: "jpg") + Corpus.files("eightway", suffix: "jpg")

  @Test(arguments: photos)
  func regionsOfPhotosDecodeAsInTheWholeAndTwoThreadsIndexAsOne(photo: URL) async throws {
    let jpeg = Array(try Data(contentsOf: photo))
    let index: RegionIndex
    do throws(ScanFault) {
      index = try RegionIndex(ofBytes: jpeg)
    } catch {
      #expect(error.code.isUnsupported, "\(error)")
      return
    }
    #expect(try RegionIndex(reading: jpeg, threads: .twoInTurn) == index)
    #expect(try RegionIndex(reading: jpeg, threads: .two) == index)
    let size = index.header.size
    let denominator = size.width % 5 == 0 ? 1 : 2
    let whole = try Pixels(jpeg, size: size, channels: index.header.components.count, denominator: denominator)
    var random = SplitMix64(seed: UInt64(jpeg.count))
    for side in [64, 256] where side < min(size.width, size.height) {
      let region = PixelRect<Stored>(
        x: .random(in: 0...size.width - side, using: &random), y: .random(in: 0...size.height - side, using: &random),
        width: side, height: side)
      let rows = try differingRows(index, jpeg, whole: whole, region: region, denominator: denominator)
      #expect(rows == 0, "\(region)")
    }
  }

  @Test func hostileFilesEndInAnIndexOrAFault() {
    for file in Corpus.files("hostile") {
      guard let data = try? Data(contentsOf: file), data.count < 1 << 22 else { continue }
      let bytes = Array(data)
      guard let index = try? RegionIndex(ofBytes: bytes), index.header.unitCount < 1 << 18 else { continue }
      _ = try? index.cut(index.header.size.bounds, from: bytes)
    }
  }
}
