// The names of embedded previews in plans.

import Testing

@testable import Upright

@Suite struct EmbeddedPreviewTests {
  private let thumbnail = EmbeddedPreview(location: .thumbnail, storedSize: PixelSize(width: 160, height: 120))
  private let preview = EmbeddedPreview(location: .preview(900..<1000), storedSize: PixelSize(width: 640, height: 480))

  @Test func bothHaveTheirNames() {
    #expect(thumbnail.name == "thumbnail")
    #expect(preview.name == "preview")
  }

  @Test func onlyWhatTheProbeHasNotIsRead() {
    #expect(thumbnail.byteCount == 0)
    #expect(preview.byteCount == 100)
  }

  @Test func sentencesSayWhatWasTakenOrWhyNot() {
    #expect(
      Plan.Embedding.used(thumbnail).sentence == "embedded: the thumbnail, 160x120, is decoded in place of the image")
    #expect(Plan.Embedding.used(preview).sentence == "embedded: the preview, 640x480, is decoded in place of the image")
    #expect(
      Plan.Embedding.declined([.mismatch(thumbnail, .truncated), .missing]).sentence
        == "not embedded: the thumbnail, 160x120, is cut off; "
        + "the file has no thumbnail or preview whose headers can be read")
  }
}
