// One codec per format.

import Testing
import Upright
import UprightConfinedCodecs

@Suite struct ConfinedCodecsTests {
  @Test func noFormatIsThereTwice() {
    let formats = ConfinedCodecs.all.map(\.format)
    #expect(Set(formats).count == formats.count)
    #expect(Set(formats).isDisjoint(with: [.jpeg, .png, .webp, .bmp]))
  }

  @Test func aFormatHasItsOwnLibrariesAndThoseOfColours() {
    let names = { (format: ContainerFormat?) in
      ConfinedCodecs.libraries(for: format).map { $0.description.prefix { $0 != " " } }
    }
    let all = names(nil)
    #expect(Set(all).isSuperset(of: names(.heif)) && Set(all).isSuperset(of: names(.jpegXL)))
    #expect(names(.heif) == names(.avif) && names(.tiff) == names(nil).filter { !["libheif", "libjxl"].contains($0) })
    #expect(Set(all) == Set(names(.heif) + names(.jpegXL)))
    #expect(Set(names(.heif)).isDisjoint(with: ["libjxl"]) && Set(names(.jpegXL)).isDisjoint(with: ["libheif"]))
  }
}
