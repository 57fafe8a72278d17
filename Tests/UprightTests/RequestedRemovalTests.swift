// What a request asks to remove, and what is lost although it asks for the removal of something else.

import Testing

@testable import Upright

@Suite struct RequestedRemovalTests {
  /// Notes on parts that a whole image of the same size lacks, and the requests that ask for that.
  static let rows: [(CarryNote, Set<Strip>)] = [
    (.loss(.malformedChunks(["sRGB", "tIME"])), []),
    (.contentDropped(.parts(.page, 2)), []),
    (.contentDropped(.parts(.video, 1)), [.gps]),
    (.contentDropped(.video), [.gps]),
    (.contentDropped(.parts(.auxiliary, 1)), [.allButColor]),
    (.contentDropped(.thermalImage), [.gps, .allButColor]),
    (.contentDropped(.contentCredentials), [.thumbnails, .gps, .allButColor]),
    (.contentDropped(.flashPix), [.thumbnails, .gps, .allButColor]),
    (.contentDropped(.comment), [.allButColor]),
    (.contentDropped(.layers), [.allButColor]),
    (.makerNoteDropped, [.thumbnails, .gps, .allButColor]),
    (.exifPreviewsDropped, [.thumbnails, .gps, .allButColor]),
    (.attachmentDropped("gain map", .format(.png)), [.allButColor]),
    (.attachmentDropped("video", .format(.png)), [.gps]),
    (.attachmentDropped("other view", .format(.png)), [.gps, .allButColor]),
    (.thumbnailDropped(.shape), [.thumbnails, .allButColor]),
    (.trailerDropped(9), [.gps, .allButColor]),
    (.profileDropped, []), (.profileDamaged, []),
  ]

  @Test(arguments: rows)
  func onlyWhatIsAskedForIsNoLoss(_ note: CarryNote, _ asking: Set<Strip>) {
    for strip in Strip.allCases {
      let isRequested = note.isRequested(strip, showsLess: false, isReplaced: false)
      #expect(isRequested == asking.contains(strip), "\(note.code), \(strip)")
    }
  }

  /// A crop asks for nothing that it could have kept.
  @Test func aCropAsksForNoDamage() {
    for strip in Strip.allCases {
      let note = CarryNote.loss(.malformedChunks(["tEXt"]))
      #expect(!note.isRequested(strip, showsLess: true, isReplaced: false))
    }
  }
}
