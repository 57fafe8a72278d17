// Options that a line gives are found from the properties that the parser fills.

import ArgumentParser
import Testing

@testable import UprightCLI

/// Arguments with each kind of option.
private struct SampleArguments: ParsableArguments {
  @Argument var paths: [String] = []
  @Flag var quick = false
  @Option var maxSize: Int?
  @Option var level = 3
  @Option(name: [.customShort("n"), .long]) var names: [String] = []
  @Flag(name: .customLong("to-rgb")) var toRGB = false
  @OptionGroup var inner: InnerArguments
}

/// A group, with a value of its own that no option sets.
private struct InnerArguments: ParsableArguments {
  @Option var color = "red"

  var isPlain: Bool { color == "red" }
}

/// Arguments that an empty line lacks.
private struct RequiredArguments: ParsableArguments {
  @Argument var path: String
  @Flag var quick = false
  @Option var size: Int?
}

@Suite struct GivenOptionsTests {
  @Test(
    arguments: [
      ([], []), (["a.jpg"], []), (["--level", "3", "--color", "red"], []),
      (["--quick"], ["quick"]), (["--level", "2"], ["level"]), (["--color=blue", "a.jpg"], ["color"]),
      (
        ["--color", "blue", "--to-rgb", "-n", "a", "--names", "b", "--level", "4", "--max-size", "0", "--quick"],
        ["quick", "max-size", "level", "names", "to-rgb", "color"]
      ),
    ] as [([String], [String])])
  func optionsWithOtherValuesThanTheirDefaultsAreGiven(_ words: [String], _ given: [String]) throws {
    #expect(try SampleArguments.parse(words).givenOptions == given)
  }

  @Test func argumentsThatAreRequiredHaveDefaultsToo() throws {
    #expect(try RequiredArguments.parse(["a.jpg"]).givenOptions == [])
    #expect(try RequiredArguments.parse(["a.jpg", "--quick"]).givenOptions == ["quick"])
    #expect(try RequiredArguments.parse(["--size", "1", "a.jpg"]).givenOptions == ["size"])
  }

  @Test func optionsThatAreNotNamedAfterTheirPropertiesAreGivenByName() throws {
    #expect(try FamilyOptions.parse(["--families"]).givenOptions == ["families"])
    #expect(try StripOption.parse(["--strip", "gps"]).givenOptions == ["strip"])
    #expect(try ColorOptions.parse(["--to-srgb", "--background", "red"]).givenOptions == ["to-srgb", "background"])
    #expect(
      try NamedPaths.parse(["--no-follow", "--files0-from", "list"]).givenOptions == ["files0-from", "no-follow"])
  }
}
