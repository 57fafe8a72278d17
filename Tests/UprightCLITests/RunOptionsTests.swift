// The number of files in parallel, limits, and the form of reports.

import ArgumentParser
import Testing
import Upright

@testable import UprightBatch
@testable import UprightCLI

@Suite struct RunOptionsTests {
  @Test func jobsAreAsManyAsSaidOrAsThereAreCores() throws {
    #expect(try JobsOption.parse(["--jobs", "7"]).width == 7)
    #expect(try JobsOption.parse(["-j", "1"]).width == 1)
    #expect(try JobsOption.parse(["-j3"]).width == 3)
    #expect(try (1...4096).contains(JobsOption.parse([]).width))
    for refused in ["0", "-1", "many", ""] {
      #expect(throws: (any Error).self) { try JobsOption.parse(["--jobs", refused]) }
    }
  }

  @Test func theRunnerIsThatOfTheOptions() throws {
    let options = try RunOptions.parse(["--json", "--jobs", "3"])
    let runner = options.runner(in: .inMemory())
    #expect(runner.json && runner.width == 3)
    #expect(try !RunOptions.parse([]).runner(in: .inMemory()).json)
    #expect(runner.grain == 1)
  }

  @Test func limitsAreTheLibrarysUnlessSaid() throws {
    #expect(try LimitOptions.parse([]).pipeline(in: .inMemory()).limits == Limits())
    let limits = try LimitOptions.parse(["--max-pixels", "12", "--max-memory", "3M"]).pipeline(in: .inMemory()).limits
    var expected = Limits()
    (expected.pixels, expected.memoryBytes) = (12, 3 << 20)
    #expect(limits == expected)
    #expect(try LimitOptions.parse(["--max-seconds", "7"]).pipeline(in: .inMemory()).limits == Limits(seconds: 7))
    for refused in [
      ["--max-pixels", "0"], ["--max-pixels", "-5"], ["--max-seconds", "0"], ["--max-seconds", "soon"],
      ["--max-memory", "0"], ["--max-memory", "lots"],
    ] {
      #expect(throws: (any Error).self) { try LimitOptions.parse(refused) }
    }
  }
}
