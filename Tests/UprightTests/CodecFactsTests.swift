// The registry of codecs: one row for each format, each consistent.

import Testing

@testable import Upright

@Suite struct CodecFactsTests {
  @Test func aFormatHasOneRow() {
    #expect(Set(CodecFacts.all.map(\.format)).count == CodecFacts.all.count)
    #expect(ContainerFormat.allCases.filter { $0.codec == nil } == [.mp4, .quickTime])
    for facts in CodecFacts.all { #expect(CodecFacts.of(facts.format) == facts) }
  }

  @Test(arguments: CodecFacts.all) func aRowAgreesWithItself(_ facts: CodecFacts) {
    #expect(
      (facts.capabilities.encodes || facts.format == .heif) == (facts.limits != nil), "what is written has limits")
    #expect(facts.loadedLibrary == nil || facts.isConfined)
    #expect(facts.capabilities.missingTrait == nil && facts.capabilities.decodes)
    #expect(facts.limits != nil || facts.encoderMemory == .rows)
    #expect(facts.built == facts.capabilities || facts.built.missingTrait == facts.trait)
    if facts.trait == nil { #expect(facts.built == facts.capabilities) }
  }
}
