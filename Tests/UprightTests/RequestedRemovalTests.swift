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

  /// Marks that a crop removes, and whether it asks for that: it does where the result does not show them.
  @Test(arguments: [
    (CarryNote.mark(.subjectRemoved), true), (.mark(.regionsRemoved(2)), true), (.mark(.pendingCropOutside), true),
    (.mark(.subjectUnreadable), false), (.mark(.pendingCropRemoved), false), (.mark(.correctionsRemoved), false),
    (.mark(.photoSphereRemoved), false), (.mark(.photoSphereExceeded), false), (.mark(.photoSphereUnplaced), false),
    (.contentDropped(.mapLocation(tags: [33_550])), false),
  ])
  func aCropRemovesWhatItDoesNotShow(_ note: CarryNote, _ isRequested: Bool) {
    for isReplaced in [false, true] {
      #expect(note.isRequested(.none, showsLess: true, isReplaced: isReplaced) == isRequested)
      #expect(note.isRequested(.allButColor, showsLess: true, isReplaced: isReplaced))
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
