// Which fields are used, as typed.

import ArgumentParser
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite struct RuleOptionsTests {
  @Test(arguments: [
    ([], false, false), (["--xmp"], false, true), (["--prefer", "exif"], true, false),
    (["--prefer", "exif", "--xmp"], true, true),
  ])
  func wordsBecomeRules(_ words: [String], prefersExif: Bool, readsXMP: Bool) throws {
    let expected = OrientationRules(prefersExif: prefersExif, readsXMP: readsXMP)
    #expect(try RuleOptions.parse(words).rules == expected)
  }

  @Test(arguments: ["info", "audit"])
  func xmpCountsWhereItIsAskedFor(_ command: String) throws {
    let album = try Album()
    let packet = TinySegment.xmp(TinyXMP.packet(orientation: "6"))
    try album.folder.write(TinyJPEG(.sixColors, segments: [packet]).bytes, as: "a.jpg")
    let plain = try #require(try album.run(command, "--json", "a.jpg").objects().first)
    #expect(plain["orientation"] as? Int == 1 && plain["carrier"] as? String == "none")
    #expect((plain["findings"] as? [[String: Any]])?.first?["code"] as? String == "orientation-xmp-only")
    let asked = try #require(try album.run(command, "--json", "--xmp", "a.jpg").objects().first)
    #expect(asked["orientation"] as? Int == 6 && asked["carrier"] as? String == "xmp")
    #expect((asked["findings"] as? [Any])?.isEmpty == true)
  }
}
