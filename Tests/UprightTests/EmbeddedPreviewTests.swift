// What plans call a small picture inside a file.

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
    #expect(Plan.Embedding.used(thumbnail).sentence == "embedded: the thumbnail, 160x120, stands for the picture")
    #expect(Plan.Embedding.used(preview).sentence == "embedded: the preview, 640x480, stands for the picture")
    #expect(Plan.Embedding.declined("it rains").sentence == "not embedded: it rains")
  }
}
