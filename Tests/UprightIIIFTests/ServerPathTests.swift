import Testing
import UprightIIIF

@Suite struct ServerPathTests {
  @Test func aLimitIsPublic() {
    #expect(ServerPath.longest == 2_048)
  }
}
