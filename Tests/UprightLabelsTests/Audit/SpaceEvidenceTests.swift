// The evidence for a space: one outlier decides no set, many boxes do, a stated size always does.

import Testing
import UprightGeometry

@testable import UprightLabels

@Suite struct SpaceEvidenceTests {
  typealias Box = Rect2D<Labelled>

  /// Fits both; only the stored image of 400x300 with tag 6; only the displayed one.
  enum Place: CaseIterable {
    case both, right, low

    var box: Box {
      switch self {
      case .both: Box(x: 10, y: 10, width: 20, height: 20)
      case .right: Box(x: 340, y: 10, width: 40, height: 40)
      case .low: Box(x: 10, y: 340, width: 40, height: 40)
      }
    }
  }

  private func image(_ places: [Place], stated: (Int, Int)? = nil) -> LabelledImage<Labelled> {
    LabelledImage(
      name: "", size: stated.map { PixelSize(width: $0.0, height: $0.1) }, regions: places.map { Region(box: $0.box) })
  }

  /// An audit of images of 400x300, all with one tag.
  private func audit(
    _ images: [LabelledImage<Labelled>], _ tag: ExifOrientation = .rightTop, unit: LabelUnit = .pixels
  ) -> LabelAudit {
    var set = LabelSet<Labelled>()
    for (number, image) in images.enumerated() {
      set.images.append(image)
      set.images[number].name = "\(number).jpg"
    }
    return LabelAudit(set, unit: unit) { _ in LabelSpaceTests.facts(tag) }
  }

  @Test func anImageSaysWhatDecidesIt() {
    for (stated, places, isStated, count) in [
      (nil, [Place.right, .both, .right], false, 2), (nil, [.low], false, 1), ((400, 300), [.right, .right], true, 2),
      ((300, 400), [.both], true, 0), (nil, [.both, .both], false, 0), (nil, [], false, 0),
    ] as [((Int, Int)?, [Place], Bool, Int)] {
      let evidence = SpaceEvidence(
        image(places, stated: stated), unit: .pixels, facts: LabelSpaceTests.facts(.rightTop))
      #expect(evidence.isStated == isStated && evidence.boxCount == count)
      let found = audit([image(places, stated: stated)]).images[0]
      #expect(found.isStated == isStated && found.decidingBoxCount == count && found.verdict == evidence.verdict)
    }
    // If nothing needs a decision, nothing decides.
    for tag in [ExifOrientation.topLeft, .bottomRight] {
      let evidence = SpaceEvidence(image([.right]), unit: .pixels, facts: LabelSpaceTests.facts(tag))
      #expect(!evidence.isStated && evidence.boxCount == 0)
    }
  }

  @Test(arguments: LabelSpaceTests.turning, [Place.right, .low])
  func oneStrayBoxDecidesNoSet(tag: ExifOrientation, place: Place) {
    let word = place == .right ? "stored" : "displayed"
    for others in [0, 1, 19] {
      let images = [image([.both, place])] + Array(repeating: image([.both, .both]), count: others)
      let audit = audit(images, tag)
      #expect(audit.verdict == .undecidable && !audit.isClean)
      #expect(audit.images[0].verdict.word == word && audit.count(.undecidable) == others)
      let evidence = audit.weakEvidence ?? ""
      #expect(evidence.hasPrefix("1 box fits only the \(word) image"), "\(evidence)")
      #expect(evidence.contains("cannot be decided") == (others > 0))
      #expect(others != 19 || evidence.hasSuffix("; 19 images cannot be decided"))
    }
  }

  @Test(arguments: [Place.right, .low])
  func severalBoxesDecideASet(place: Place) {
    let verdict: LabelAudit.Verdict = place == .right ? .stored : .displayed
    let (clear, open) = (image([.both, place, place]), image([.both]))
    // One image alone, or several among those that fit both.
    for images in [[clear], [clear, clear], [clear, clear] + Array(repeating: open, count: 40)] {
      let audit = audit(images)
      #expect(audit.verdict == verdict && audit.weakEvidence == nil)
    }
    // Boxes of one image are not evidence for the others, and few images not for very many.
    for images in [[clear, open], [clear, clear] + Array(repeating: open, count: 41)] {
      let audit = audit(images)
      #expect(audit.verdict == .undecidable)
      let count = audit.count(verdict == .stored ? .stored : .displayed)
      #expect(audit.weakEvidence?.contains("boxes of \(count) image\(count == 1 ? "" : "s") fit") == true)
    }
    // Images without labels have nothing that could be rotated wrongly.
    #expect(audit([clear, image([]), image([])]).verdict == verdict)
  }

  @Test func aStatedSizeDecidesWhateverElseIsThere() {
    let open = Array(repeating: image([.both]), count: 200)
    for (stated, verdict) in [((400, 300), LabelAudit.Verdict.stored), ((300, 400), .displayed)] {
      let audit = audit([image([.both], stated: stated)] + open)
      #expect(audit.verdict == verdict && audit.weakEvidence == nil)
    }
  }

  @Test func whatContradictsItselfStaysAContradiction() {
    for images in [[image([.right, .low])], [image([.right]), image([.low])]] {
      let audit = audit(images)
      #expect(audit.verdict == .contradiction && audit.weakEvidence == nil)
    }
  }

  // Images whose rotation keeps their shape follow the others, but not a single one.
  @Test func shapesThatCannotTellFollowOnlyWhatIsCertain() {
    var set = LabelSet<Labelled>()
    let tags: [ExifOrientation] = [.rightTop, .leftBottom] + Array(repeating: .bottomRight, count: 90)
    for number in tags.indices {
      set.images.append(image(number < 2 ? [.right, .right] : [.both]))
      set.images[number].name = String(number)
    }
    let facts: (String) -> ImageFacts? = { Int($0).map { LabelSpaceTests.facts(tags[$0]) } }
    #expect(LabelAudit(set, unit: .pixels, facts: facts).verdict == .stored)
    set.images.removeFirst()
    let one = LabelAudit(set, unit: .pixels, facts: facts)
    #expect(one.verdict == .undecidable && one.weakEvidence?.hasSuffix("; 90 images cannot be decided") == true)
  }
}
