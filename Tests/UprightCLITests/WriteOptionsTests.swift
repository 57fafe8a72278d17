// Where results may go, and what is reported about it.

import ArgumentParser
import Testing
import UprightFiles

@testable import UprightBatch
@testable import UprightCLI

@Suite struct WriteOptionsTests {
  @Test(arguments: [
    ["-i"], ["--in-place"], ["-o", "a"], ["--output", "a/"], ["-n"], ["--dry-run"], ["-n", "-i"], ["-n", "-o", "a"],
    ["-i", "--break-hard-links"], ["-o", "a", "--force"],
  ])
  func onePlaceIsEnough(_ words: [String]) throws {
    let options = try WriteOptions.parse(words)
    #expect(options.inPlace == !Set(words).isDisjoint(with: ["-i", "--in-place"]))
    #expect(options.dryRun == !Set(words).isDisjoint(with: ["-n", "--dry-run"]))
    #expect((options.output != nil) == !Set(words).isDisjoint(with: ["-o", "--output"]))
    #expect(options.force == words.contains("--force"))
    #expect(options.breakHardLinks == words.contains("--break-hard-links"))
  }

  @Test(arguments: [
    (["-i", "-o", "a"], "-i and -o cannot be combined"), (["-o", ""], "-o needs a name"),
  ])
  func noneOrTwoAreRefused(words: [String], sentence: String) {
    let error = #expect(throws: (any Error).self) { try WriteOptions.parse(words) }
    #expect(error.map { WriteOptions.message(for: $0) }?.contains(sentence) == true)
  }

  @Test(arguments: [[], ["--force"]])
  func aPlaceHasToBeSaid(_ words: [String]) throws {
    let options = try WriteOptions.parse(words)
    let error = #expect(throws: ValidationError.self) { try options.checkPlace(replacesImages: false) }
    #expect(error?.message.hasPrefix("say where the result goes") == true)
  }

  @Test func whatExistsIsRefusedUnlessSaid() throws {
    let words: [([String], NamePolicy)] = [
      ([], .refuse), (["--force"], .overwrite), (["--skip-existing"], .skip), (["--update"], .update),
    ]
    for (words, policy) in words { #expect(try WriteOptions.parse(["-o", "a"] + words).existing == policy) }
  }
}
