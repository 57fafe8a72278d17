// How a picture is encoded, as data: each field counts.

import Testing
import Upright

@Suite struct EncodeSettingsTests {
  private let plain = EncodeSettings(
    format: .jpeg, fidelity: .level(90), sampling: EncodeSettings.Sampling(horizontal: 2, vertical: 1))

  @Test func oneScanUnlessSaidOtherwise() {
    #expect(!plain.progressive)
    #expect(plain.codes == .fitted)
    #expect(plain.sampling.horizontal == 2 && plain.sampling.vertical == 1)
  }

  @Test func everyFieldCounts() {
    let table = [UInt16](1...64)
    let others = [
      EncodeSettings(format: .png, fidelity: plain.fidelity, sampling: plain.sampling),
      EncodeSettings(format: .jpeg, fidelity: .level(91), sampling: plain.sampling),
      EncodeSettings(format: .jpeg, fidelity: .tables([table]), sampling: plain.sampling),
      EncodeSettings(format: .jpeg, fidelity: .tables([table.reversed()]), sampling: plain.sampling),
      EncodeSettings(format: .jpeg, fidelity: plain.fidelity, sampling: .init(horizontal: 1, vertical: 2)),
      EncodeSettings(format: .jpeg, fidelity: plain.fidelity, sampling: plain.sampling, progressive: true),
      EncodeSettings(format: .jpeg, fidelity: plain.fidelity, sampling: plain.sampling, codes: .standard),
    ]
    #expect(Set(others + [plain]).count == others.count + 1)
  }
}
