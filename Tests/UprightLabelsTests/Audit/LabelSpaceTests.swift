// The space of labels: decided if possible, and never otherwise.

import Testing
import UprightGeometry
@testable import UprightLabels

@Suite struct LabelSpaceTests {
  typealias Box = Rect2D<Labelled>

  static func facts(_ tag: ExifOrientation, _ width: Int = 400, _ height: Int = 300) -> ImageFacts {
    ImageFacts(size: PixelSize(width: width, height: height), orientation: Orientation(exif: tag))
  }

  private func verdict(
    _ tag: ExifOrientation, stated: (Int, Int)?, _ boxes: [Box] = [Box(x: 10, y: 10, width: 20, height: 20)],
    unit: LabelUnit = .pixels, of size: (Int, Int) = (400, 300)
  ) -> LabelSpaceVerdict {
    let image = LabelledImage<Labelled>(
      name: "a.jpg", size: stated.map { PixelSize(width: $0.0, height: $0.1) }, regions: boxes.map { Region(box: $0) })
    return LabelSpaceVerdict(image, unit: unit, facts: Self.facts(tag, size.0, size.1))
  }

  static let turning: [ExifOrientation] = [.leftTop, .rightTop, .rightBottom, .leftBottom]
  static let keeping: [ExifOrientation] = [.topRight, .bottomRight, .bottomLeft]

  @Test func withoutATurnThereIsNothingToDecide() {
    #expect(verdict(.topLeft, stated: (400, 300)) == .either)
    #expect(verdict(.topLeft, stated: nil) == .either)
    #expect(verdict(.topLeft, stated: nil, [Box(x: 900, y: 0, width: 5, height: 5)]) == .either)
  }

  @Test func withoutAnImageThereIsNoVerdict() {
    let image = LabelledImage<Labelled>(name: "a", size: nil)
    #expect(LabelSpaceVerdict(image, unit: .pixels, facts: nil) == .imageMissing)
  }

  @Test(arguments: turning, [LabelUnit.pixels, .sharesOfStatedSize])
  func aStatedSizeDecides(tag: ExifOrientation, unit: LabelUnit) {
    #expect(verdict(tag, stated: (400, 300), unit: unit) == .stored)
    #expect(verdict(tag, stated: (300, 400), unit: unit) == .displayed)
    #expect(verdict(tag, stated: (400, 300), [], unit: unit) == .stored)
    for wrong in [(401, 290), (300, 420), (200, 200), (0, 0)] {
      #expect(verdict(tag, stated: wrong, unit: unit).word == "contradiction")
    }
    for wrong in [(401, 300), (300, 401), (200, 150)] {
      #expect((verdict(tag, stated: wrong, unit: unit).word == "contradiction") == (unit == .pixels))
    }
  }

  // Regions in XMP have the size that someone gave the image; their fractions are also those of the image.
  @Test(arguments: turning)
  func sharesOfASmallerImageAreOfItsShape(tag: ExifOrientation) {
    for (stated, wanted) in [((200, 150), LabelSpaceVerdict.stored), ((150, 200), .displayed), ((800, 600), .stored)] {
      #expect(verdict(tag, stated: stated, unit: .sharesOfStatedSize) == wanted)
      #expect(verdict(.topLeft, stated: stated, unit: .sharesOfStatedSize).word != wanted.word)
    }
    #expect(verdict(.topLeft, stated: (200, 150), unit: .sharesOfStatedSize) == .either)
    #expect(verdict(.topLeft, stated: (150, 200), unit: .sharesOfStatedSize).word == "contradiction")
    #expect(verdict(tag, stated: (150, 150), unit: .sharesOfStatedSize).word == "contradiction")
  }

  // Nearly square, both have one shape within the tolerance: then the nearer one is used, as far as whole pixels
  // distinguish it.
  @Test(arguments: turning)
  func ofTwoShapesTheNearerCounts(tag: ExifOrientation) {
    func near(_ stated: (Int, Int)) -> LabelSpaceVerdict {
      verdict(tag, stated: stated, unit: .sharesOfStatedSize, of: (1000, 991))
    }
    #expect(near((1000, 991)) == .stored && near((991, 1000)) == .displayed)
    #expect(near((2000, 1982)) == .stored && near((500, 496)) == .stored && near((496, 500)) == .displayed)
    #expect(near((10, 10)) == .undecidable(.sameShape) && near((995, 995)) == .undecidable(.sameShape))
  }

  @Test func aSizeIsAllowedForTheImageOfItsShape() {
    let image = PixelSize<Stored>(width: 1000, height: 991)
    for (width, height, pixels, shares) in [
      (1000, 991, true, true), (991, 1000, false, false), (500, 496, false, true), (496, 500, false, false),
      (1000, 900, false, false), (10, 10, false, true), (0, 0, false, false),
    ] {
      let stated = PixelSize<Displayed>(width: width, height: height)
      #expect(LabelUnit.pixels.allows(stated, of: image) == pixels, "\(stated)")
      #expect(LabelUnit.shares.allows(stated, of: image) == shares, "\(stated)")
      #expect(LabelUnit.sharesOfStatedSize.allows(stated, of: image) == shares, "\(stated)")
    }
    let square = PixelSize<Stored>(width: 64, height: 64)
    for unit in LabelUnit.allCases { #expect(unit.allows(square, of: square)) }
  }

  // A reader of relative coordinates needs a size, which the labels do not state.
  @Test(arguments: turning)
  func aSizeThatWasHandedInDecidesNothing(tag: ExifOrientation) {
    for size in [(400, 300), (300, 400), (7, 7)] {
      #expect(verdict(tag, stated: size, unit: .shares) == .undecidable(.allFitsBoth))
    }
  }

  @Test(arguments: keeping)
  func whatKeepsTheShapeCannotBeTold(tag: ExifOrientation) {
    #expect(verdict(tag, stated: (400, 300)) == .undecidable(.sameShape))
    #expect(verdict(tag, stated: nil) == .undecidable(.sameShape))
    #expect(verdict(tag, stated: (300, 400)).word == "contradiction")
  }

  @Test(arguments: turning + keeping)
  func squaresCannotBeTold(tag: ExifOrientation) {
    #expect(verdict(tag, stated: (300, 300), of: (300, 300)) == .undecidable(.sameShape))
    #expect(
      verdict(tag, stated: nil, [Box(x: 0, y: 350, width: 9, height: 9)], of: (300, 300)) == .undecidable(.sameShape))
  }

  @Test(arguments: turning)
  func boxesDecideByTheirMiddle(tag: ExifOrientation) {
    let (right, low) = (Box(x: 340, y: 10, width: 40, height: 40), Box(x: 10, y: 340, width: 40, height: 40))
    #expect(verdict(tag, stated: nil, [right]) == .stored)
    #expect(verdict(tag, stated: nil, [low]) == .displayed)
    #expect(verdict(tag, stated: nil, [right], unit: .shares) == .undecidable(.allFitsBoth))
    #expect(verdict(tag, stated: nil) == .undecidable(.allFitsBoth))
    #expect(verdict(tag, stated: nil, []) == .undecidable(.nothingThere))
    // Beyond the displayed image's right edge by less than half.
    #expect(verdict(tag, stated: nil, [Box(x: 280, y: 10, width: 39, height: 20)]) == .undecidable(.allFitsBoth))
    // Outside both.
    #expect(verdict(tag, stated: nil, [Box(x: 900, y: 900, width: 9, height: 9)]) == .undecidable(.allFitsBoth))
    #expect(verdict(tag, stated: nil, [Box(x: .nan, y: 0, width: 9, height: 9)]) == .undecidable(.allFitsBoth))
  }

  @Test(arguments: turning)
  func whatSpeaksForBothContradicts(tag: ExifOrientation) {
    let (right, low) = (Box(x: 340, y: 10, width: 40, height: 40), Box(x: 10, y: 340, width: 40, height: 40))
    #expect(verdict(tag, stated: nil, [right, low]).word == "contradiction")
    #expect(verdict(tag, stated: (400, 300), [low]).word == "contradiction")
    #expect(verdict(tag, stated: (300, 400), [right]).word == "contradiction")
    #expect(verdict(tag, stated: (400, 300), [right]) == .stored)
    #expect(verdict(tag, stated: (300, 400), [low]) == .displayed)
  }
}

// The evidence for a space: one outlier decides no set, many boxes do, a stated size always does.

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
