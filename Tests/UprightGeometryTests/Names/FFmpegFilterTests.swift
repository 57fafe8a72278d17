// FFmpeg's filter chains, written and read.

import Testing
import UprightGeometry
import UprightTestTools

@Suite struct FFmpegFilterTests {
  @Test func chainsReadAsInTheTable() throws {
    for (tag, cell) in zip(ExifOrientation.allCases, try Conventions.column("ffmpeg_filter")) {
      let filters = FFmpegFilter.operations(for: tag)
      let chain = FFmpegFilter.chain(filters)
      #expect(chain == String(cell.prefix { $0 != " " }))
      #expect(FFmpegFilter.filters(ofChain: chain) == filters)
      if let word = filters.last?.direction {
        #expect(cell.hasSuffix("(\(word))"))
        #expect(FFmpegFilter.filters(ofChain: "transpose=\(word)") == filters)
      }
    }
  }

  @Test func longerChainsCompose() throws {
    let filters = try #require(FFmpegFilter.filters(ofChain: "null,transpose=clock,hflip,transpose=2"))
    #expect(filters == [.transpose1, .hflip, .transpose2])
    #expect(Orientation(filters).exif == .bottomLeft)
  }

  @Test(arguments: ["", "scale=2", "hflip,", "transpose", "transpose=4", "transpose=clock_", "hflip,crop=1:1"])
  func otherFiltersAreRefused(_ chain: String) {
    #expect(FFmpegFilter.filters(ofChain: chain) == nil)
  }
}
