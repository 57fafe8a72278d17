// Which sources a command can use, and which format a name requests.

import ArgumentParser
import Testing
import Upright

@testable import UprightBatch
@testable import UprightCLI

@Suite struct RenditionArgumentsTests {
  private static let all = Set(ContainerFormat.allCases)

  @Test func commandsThatOnlyRetagTakeEveryFormat() throws {
    #expect(try RotateArguments.parse(["cw"]).request.sources(asked: nil) == Self.all)
    #expect(try FixArguments.parse(["--to", "tag"]).request.sources(asked: nil) == Self.all)
    #expect(try RotateArguments.parse(["cw"]).request.sources(asked: .png) == ContainerFormat.decoded.union([.png]))
  }

  @Test func commandsThatMakePixelsTakeWhatIsDecoded() throws {
    #expect(ContainerFormat.decoded.contains(.jpeg) && ContainerFormat.decoded.isDisjoint(with: [.mp4, .quickTime]))
    for format in [nil, .jpeg, .png] as [ContainerFormat?] {
      #expect(try RotateArguments.parse(["cw", "--bake"]).request.sources(asked: format) == ContainerFormat.decoded)
      #expect(try FixArguments.parse([]).request.sources(asked: format) == ContainerFormat.decoded)
      #expect(try CropArguments.parse(["square"]).request.sources(asked: format) == ContainerFormat.decoded)
      #expect(try ThumbArguments.parse(["9"]).request.sources(asked: format) == ContainerFormat.decoded)
    }
  }

  @Test func anImageNamedAsAnotherFormatIsWantedInThat() throws {
    let (rotate, photo) = (try RotateArguments.parse(["cw"]).request, try Probe(Album.photo(6)))
    for original in [EdgeMode.Original.stays, .isKept, .isReplaced] {
      #expect(rotate.rendition(of: photo, named: .png, original: original).format == .png)
      #expect(rotate.rendition(of: photo, named: .quickTime, original: original).format == .quickTime)
      #expect(rotate.rendition(of: photo, named: nil, original: original).format == nil)
      #expect(rotate.rendition(of: photo, named: nil, original: original).mayChangeFormat == (original == .stays))
    }
  }
}
