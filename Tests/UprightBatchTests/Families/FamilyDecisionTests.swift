// What is done with a family, decided from facts about its members.

import Testing
import Upright

@testable import UprightBatch

@Suite struct FamilyDecisionTests {
  private typealias MemberState = FamilyDecision.MemberState
  private typealias Image = FamilyDecision.Image

  private static func orientation(_ tag: UInt8) -> ExifOrientation { ExifOrientation(rawValue: tag) ?? .topLeft }

  /// An image that is stored wide unless `isTall`, and gets tag `after` in place of `now`; if its pixels move, it is
  /// displayed as before.
  private static func image(
    _ now: UInt8, _ after: UInt8, isTall: Bool = false, isRaw: Bool = false, moves: Bool = false
  ) -> Image {
    let stored = isTall ? PixelSize<Stored>(width: 20, height: 30) : PixelSize(width: 30, height: 20)
    let (old, new) = (Orientation(exif: orientation(now)), Orientation(exif: orientation(after)))
    let later = (moves ? old : new).applied(to: stored)
    return Image(
      now: orientation(now), after: orientation(after), stored: stored, shown: old.applied(to: stored),
      shownAfter: PixelSize(width: later.width, height: later.height), changes: now != after || moves,
      movesPixels: moves, isRaw: isRaw)
  }

  private static let pair = Family.families(of: ["a.CR2", "a.JPG", "a.xmp"])[0]
  private static let fault = UprightError.unsupported("unknown")

  private func decide(
    _ states: [MemberState], of family: Family = Self.pair, isPartial: Bool = false, normalizes: Bool = false
  ) -> FamilyDecision { FamilyDecision(family, states, isPartial: isPartial, normalizes: normalizes) }

  private func raw(_ now: UInt8, _ after: UInt8) -> MemberState { .image(Self.image(now, after, isRaw: true)) }
  private func jpeg(_ now: UInt8, _ after: UInt8) -> MemberState { .image(Self.image(now, after)) }
  private func sidecar(_ tags: UInt8...) -> MemberState { .sidecar(tags.map { ExifOrientation(rawValue: $0) }) }

  @Test(arguments: 1...8 as ClosedRange<UInt8>, 1...8 as ClosedRange<UInt8>)
  func aSidecarFollowsTheImageWhateverItStates(stated: UInt8, after: UInt8) {
    let decision = decide(states: stated, now: 1, after: after)
    #expect(!decision.isRefused)
    let follows = after != 1 && after != stated
    #expect(decision.actions[2] == (follows ? .set(Self.orientation(after)) : .keep))
    #expect(decision.remarks.map(\.finding.code) == (stated == 1 ? [] : [.sidecarConflict]))
    #expect(decision.remarks.allSatisfy { $0.member == 2 })
  }

  private func decide(states stated: UInt8, now: UInt8, after: UInt8) -> FamilyDecision {
    decide([raw(now, after), jpeg(now, after), sidecar(stated)])
  }

  @Test func aSidecarThatStatesNothingStays() {
    #expect(decide([raw(1, 6), jpeg(1, 6), .sidecar([])]).actions == [.process, .process, .keep])
  }

  @Test func anInvalidOrSecondValueIsFoundAndSet() {
    for values in [[nil], [.topLeft, .rightTop], [.rightTop, nil]] as [[ExifOrientation?]] {
      let decision = decide([raw(1, 8), jpeg(1, 8), .sidecar(values)])
      #expect(decision.actions[2] == .set(.leftBottom))
      #expect(decision.remarks.map(\.finding.code) == [.sidecarConflict])
    }
  }

  @Test func anUnchangedImageLeavesItsSidecarUnlessFieldsAreMadeToAgree() {
    let states = [raw(6, 6), jpeg(6, 6), sidecar(8)]
    #expect(decide(states).actions[2] == .keep)
    #expect(decide(states, normalizes: true).actions[2] == .set(.rightTop))
    #expect(decide([raw(6, 6), jpeg(6, 6), sidecar(6)], normalizes: true).actions[2] == .keep)
  }

  @Test func movedPixelsChangeASidecarThatStatesNothing() {
    let image = Self.image(6, 1, moves: true)
    let family = Family.families(of: ["a.JPG", "a.xmp"])[0]
    #expect(decide([.image(image), .sidecar([])], of: family).actions == [.process, .set(.topLeft)])
    #expect(decide([.image(Self.image(1, 1, moves: true)), sidecar(1)], of: family).actions[1] == .set(.topLeft))
  }

  @Test func theSidecarOfARawPhotoIgnoresTheJPEG() {
    let jpeg = FamilyDecision.MemberState.image(Self.image(6, 1, moves: true))
    #expect(decide([raw(6, 6), jpeg, sidecar(6)]).actions == [.process, .process, .keep])
  }

  @Test(arguments: 0..<3)
  func oneMemberThatCannotChangeKeepsAll(place: Int) {
    var states = [raw(1, 6), jpeg(1, 6), sidecar(1)]
    states[place] = .fault(Self.fault)
    #expect(decide(states).isRefused)
    #expect(decide(states).actions[place] == .leave(Self.fault))
    let partial = decide(states, isPartial: true)
    #expect(!partial.isRefused)
    #expect(partial.actions[place] == .leave(Self.fault))
    // The sidecar describes the raw photo: it changes only with that.
    if place < 2 { #expect(partial.actions[2] == (place == 0 ? .keep : .set(.rightTop))) }
  }

  @Test func aSidecarOfTwoImagesWithDifferentTagsCannotFollow() {
    let family = Family.families(of: ["a.JPG", "a.jpeg", "a.xmp"])[0]
    let states = [jpeg(6, 8), jpeg(1, 6), sidecar(6)]
    #expect(decide(states, of: family).isRefused)
    guard case .leave = decide(states, of: family).actions[2] else {
      Issue.record("the sidecar cannot follow both")
      return
    }
    #expect(!decide([jpeg(6, 8), jpeg(6, 8), sidecar(6)], of: family).isRefused)
    #expect(!decide([jpeg(6, 8), jpeg(1, 6), .sidecar([])], of: family).isRefused)
    #expect(decide(states, of: family).remarks.map(\.finding.code).contains(.sidecarConflict) == false)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt8>, 1...8 as ClosedRange<UInt8>)
  func imagesContradictEachOtherIfOneIsWideAndOneTall(one: UInt8, other: UInt8) {
    let found = FamilyDecision.contradiction(
      of: Self.image(one, one, isRaw: true), to: Self.image(other, other), named: "b")
    // A JPEG with tag 1 may have been rotated in its pixels, but not by a quarter turn: it would be stored tall.
    let isContradiction = (one > 4) != (other > 4) || (one != other && other != 1)
    #expect((found != nil) == isContradiction)
  }

  @Test func aJPEGWhosePixelsWereRotatedContradictsNothing() {
    for tag in UInt8(5)...8 {
      let baked = Self.image(1, 1, isTall: true)
      #expect(FamilyDecision.contradiction(of: baked, to: Self.image(tag, tag, isRaw: true), named: "b") == nil)
    }
    #expect(
      FamilyDecision.contradiction(of: Self.image(1, 1), to: Self.image(3, 3, isRaw: true), named: "b") == nil)
  }

  @Test func aSquareImageContradictsByItsTagAlone() {
    let square = Image(
      now: .rightTop, after: .rightTop, stored: PixelSize(width: 9, height: 9), shown: PixelSize(width: 9, height: 9),
      shownAfter: PixelSize(width: 9, height: 9), changes: false)
    let other = Image(
      now: .leftBottom, after: .leftBottom, stored: PixelSize(width: 9, height: 9),
      shown: PixelSize(width: 9, height: 9), shownAfter: PixelSize(width: 9, height: 9), changes: false)
    #expect(FamilyDecision.contradiction(of: square, to: square, named: "b") == nil)
    #expect(FamilyDecision.contradiction(of: square, to: other, named: "b") != nil)
  }

  @Test func aChangeThatWouldMakeMembersContradictEachOtherIsRefused() {
    // The raw photo is stored wide with tag 6, and the JPEG tall: both are displayed tall, until both get tag 1.
    let states: [MemberState] = [raw(6, 1), .image(Self.image(1, 1, isTall: true)), .sidecar([])]
    #expect(decide(states).isRefused)
    #expect(!decide(states, isPartial: true).isRefused)
    #expect(!decide([raw(6, 1), jpeg(6, 1), .sidecar([])]).isRefused)
  }

  @Test func membersThatContradictEachOtherAreNamedAndTurned() {
    let decision = decide([raw(1, 6), jpeg(6, 3), .sidecar([])])
    #expect(!decision.isRefused)
    #expect(decision.actions == [.process, .process, .keep])
    #expect(decision.remarks.map(\.member) == [1] && decision.remarks.map(\.finding.code) == [.familyConflict])
    #expect(decision.remarks.first?.finding.message == "it is displayed tall, and a.CR2 wide")
  }
}
