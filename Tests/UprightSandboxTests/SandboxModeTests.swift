// The words of `--sandbox`.

import Testing
import UprightSandbox

@Suite struct SandboxModeTests {
  @Test func theWordsAreThoseOfTheOption() {
    #expect(SandboxMode.allCases.map(\.rawValue) == ["auto", "always", "never"])
  }

  @Test func nothingElseIsAWord() {
    for mode in SandboxMode.allCases { #expect(SandboxMode(rawValue: mode.rawValue) == mode) }
    for word in ["", "Auto", "on", "off", "always "] { #expect(SandboxMode(rawValue: word) == nil) }
  }
}
