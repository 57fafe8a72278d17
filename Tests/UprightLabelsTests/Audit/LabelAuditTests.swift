// Audits of whole sets: a thousand images in each space, mixed, and of squares; and everything that is wrong with boxes
// and classes.

import Testing
import UprightGeometry
import UprightLabels

@Suite struct LabelAuditTests {
  typealias Box = Rect2D<Labelled>

  /// The shape of a generated set.
  enum WriteMode: CaseIterable {
    case stored, displayed, mixed, square, untagged
  }

  /// Pseudorandom numbers, the same on every machine (Knuth, MMIX).
  struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 31)
    }
  }

  /// A thousand images of random shapes and tags, with boxes inside the space they are made in.
  static func made(_ making: WriteMode, states: Bool, seed: UInt64) -> (LabelSet<Labelled>, [String: ImageFacts]) {
    var dice = Dice(state: seed)
    var set = LabelSet<Labelled>(names: ["cat", "dog"])
    var facts: [String: ImageFacts] = [:]
    for number in 0..<1_000 {
      let width = Int.random(in: 20...4_000, using: &dice)
      let height = making == .square ? width : Int.random(in: 20...4_000, using: &dice)
      let tag = making == .untagged ? .topLeft : ExifOrientation.allCases.randomElement(using: &dice) ?? .topLeft
      let fact = ImageFacts(size: PixelSize(width: width, height: height), orientation: Orientation(exif: tag))
      facts["\(number).jpg"] = fact
      let isDisplayed = making == .displayed || (making == .mixed && number % 3 == 0)
      let size =
        isDisplayed
        ? (fact.displayedSize.width, fact.displayedSize.height) : (fact.size.width, fact.size.height)
      let boxes = (0..<5).map { _ in
        let (wide, high) = (Double(size.0), Double(size.1))
        let (x, y) = (Double.random(in: 0..<wide - 9, using: &dice), Double.random(in: 0..<high - 9, using: &dice))
        return Box(
          x: x, y: y, width: .random(in: 1...wide - x, using: &dice), height: .random(in: 1...high - y, using: &dice))
      }
      set.images.append(
        LabelledImage(
          name: "\(number).jpg", size: states ? PixelSize(width: size.0, height: size.1) : nil,
          regions: boxes.enumerated().map { Region(box: $1, label: $0 % 2) }))
    }
    return (set, facts)
  }

  @Test(arguments: 1...5)
  func statedSizesDecideAThousand(seed: UInt64) {
    let wanted: [(WriteMode, LabelAudit.Verdict)] = [
      (.stored, .stored), (.displayed, .displayed), (.mixed, .contradiction), (.square, .undecidable),
      (.untagged, .either),
    ]
    #expect(wanted.count == WriteMode.allCases.count)
    for (making, verdict) in wanted {
      let (set, facts) = Self.made(making, states: true, seed: seed)
      let audit = LabelAudit(set, unit: .pixels) { facts[$0] }
      #expect(audit.verdict == verdict, "\(making)")
      #expect(audit.isClean == [.stored, .displayed, .either].contains(verdict), "\(making): \(audit.defects)")
      #expect(audit.images.count == 1_000)
    }
  }

  // No verdict may be wrong: a decided image has the space it was made in.
  @Test(arguments: WriteMode.allCases, [true, false])
  func noImageIsDecidedWrongly(making: WriteMode, states: Bool) {
    let (set, facts) = Self.made(making, states: states, seed: 77)
    let audit = LabelAudit(set, unit: .pixels) { facts[$0] }
    for (number, image) in audit.images.enumerated() {
      let isDisplayed = making == .displayed || (making == .mixed && number % 3 == 0)
      switch image.verdict {
      case .stored: #expect(!isDisplayed)
      case .displayed: #expect(isDisplayed)
      case .either: #expect(facts[image.name]?.orientation.isIdentity == true)
      case .undecidable(let ambiguity):
        #expect(ambiguity != .nothingThere)
        #expect(ambiguity == .sameShape || !states)
      case .contradiction, .imageMissing: Issue.record("\(image)")
      }
    }
    #expect(audit.count(.stored) + audit.count(.displayed) > 100 || making == .square || making == .untagged)
  }

  @Test func boxesAloneDecideASet() {
    for (making, verdict) in [(WriteMode.stored, LabelAudit.Verdict.stored), (.displayed, .displayed)] {
      let (set, facts) = Self.made(making, states: false, seed: 3)
      #expect(LabelAudit(set, unit: .pixels) { facts[$0] }.verdict == verdict)
      let shares = LabelAudit(set, unit: .shares) { facts[$0] }
      #expect(shares.verdict == .undecidable && !shares.isClean)
    }
  }

  @Test func aMixedSetNamesTheFew() {
    let (set, facts) = Self.made(.mixed, states: true, seed: 9)
    let audit = LabelAudit(set, unit: .pixels) { facts[$0] }
    let named = audit.defects.filter { $0.code == .space }.map(\.image)
    #expect(named.count == audit.count(.displayed) && !named.isEmpty)
    #expect(named.allSatisfy { Int($0.dropLast(4)).map { $0 % 3 } == 0 })
  }

  private func audit(
    _ boxes: [Region<Labelled>], names: [String] = ["cat"], stated: PixelSize<Labelled>? = nil,
    tag: ExifOrientation = .topLeft, further: [String] = []
  ) -> [LabelDefect] {
    var set = LabelSet<Labelled>(names: names)
    set.images = [LabelledImage(name: "a.jpg", size: stated, regions: boxes)]
    return LabelAudit(set, unit: .pixels, further: further) { _ in LabelSpaceTests.facts(tag) }.defects
  }

  @Test func boxesThatHoldNothingAreNamed() {
    func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Region<Labelled> {
      Region(
        box: Box(x: x, y: y, width: width, height: height), label: 0, location: LabelLocation(file: 0, line: 7, row: 3))
    }
    let wrong: [(Region<Labelled>, LabelDefect.Code)] = [
      (box(1, 1, 0, 5), .empty), (box(1, 1, 5, 0), .empty), (box(9, 9, -5, 5), .inverted),
      (box(9, 9, 5, -5), .inverted), (box(.nan, 1, 5, 5), .notANumber), (box(1, 1, .infinity, 5), .notANumber),
      (box(-1, 1, 5, 5), .outOfBounds), (box(1, -1, 5, 5), .outOfBounds), (box(396, 1, 5, 5), .outOfBounds),
      (box(1, 296, 5, 5), .outOfBounds), (box(1e308, 1, 5, 5), .outOfBounds),
    ]
    for (region, code) in wrong {
      let defects = audit([region])
      #expect(defects.map(\.code) == [code], "\(region.box)")
      #expect(defects.first?.location == LabelLocation(file: 0, line: 7, row: 3) && defects.first?.image == "a.jpg")
    }
    for right in [box(0, 0, 400, 300), box(395, 295, 5, 5), box(0.25, 0.5, 1e-3, 1e-3)] {
      #expect(audit([right]).isEmpty)
    }
  }

  @Test func whatHasNoExtentMayBeALineOrAPoint() {
    var point = Region<Labelled>(box: Box(x: 4, y: 4, width: 0, height: 0), label: 0)
    #expect(audit([point]).map(\.code) == [.empty])
    point.keypoints = [Keypoint(Point2D(x: 4, y: 4))]
    #expect(audit([point]).isEmpty)
  }

  @Test func roundedNumbersMayMissTheEdge() {
    var region = Region<Labelled>(box: Box(x: 0, y: 0, width: 400.4, height: 300.2), label: 0)
    #expect(audit([region]).map(\.code) == [.outOfBounds])
    region.precision = LabelPrecision(across: 0.5, down: 0.5)
    #expect(audit([region]).isEmpty)
  }

  // If the space is undecidable, only a box that fits neither is out of bounds.
  @Test func boundsAreThoseOfTheSpaceTheLabelsAreIn() {
    func low(_ stated: PixelSize<Labelled>?, _ tag: ExifOrientation) -> [LabelDefect.Code] {
      audit([Region(box: Box(x: 5, y: 295, width: 9, height: 9), label: 0)], stated: stated, tag: tag).map(\.code)
    }
    #expect(low(PixelSize(width: 400, height: 300), .rightTop) == [.outOfBounds])
    #expect(low(PixelSize(width: 300, height: 400), .rightTop) == [])
    #expect(low(nil, .rightTop) == [])
    #expect(low(nil, .topLeft) == [.outOfBounds])
    #expect(low(nil, .bottomRight) == [.outOfBounds])
  }

  @Test func duplicatesAreOfTheSameClass() {
    let one = Region<Labelled>(box: Box(x: 4, y: 4, width: 5, height: 5), label: 0)
    var other = one
    #expect(audit([one, other, other]).map(\.code) == [.duplicate, .duplicate])
    other.label = 1
    #expect(audit([one, other], names: ["cat", "dog"]).isEmpty)
    other = one
    other.outline = .points([Point2D(x: 4, y: 4)])
    #expect(audit([one, other]).isEmpty)
  }

  @Test func classesAreListedAndUsed() {
    let boxes = [0, 3, 7, 7].enumerated().map { index, label in
      Region<Labelled>(box: Box(x: Double(index), y: 4, width: 5, height: 5), label: label)
    }
    let defects = audit(boxes, names: ["cat", "dog", "cow", "hen"])
    #expect(defects.map(\.code) == [.classUnlisted, .classUnused, .classUnused])
    #expect(defects.map(\.note).first == "class 7 is not listed")
    #expect(defects.last?.note == "no box has class 2, “cow”")
    #expect(audit([Region(box: Box(x: 4, y: 4, width: 5, height: 5))], names: []).isEmpty)
  }

  // Readers omit a class that no list names, and report where.
  @Test func classesThatReadersMissAreNotListed() {
    var set = LabelSet<Labelled>(names: [])
    set.files = ["a.txt", "b.txt"]
    set.findings = [
      LabelFinding(.classMissing, in: "b.txt", line: 7), LabelFinding(.rowMalformed, in: "b.txt", line: 8),
      LabelFinding(.classMissing, in: "elsewhere", note: "class 9 is nowhere"),
    ]
    let audit = LabelAudit(set, unit: .pixels) { _ in nil }
    #expect(audit.defects.map(\.code) == [.classUnlisted, .classUnlisted] && !audit.isClean)
    #expect(audit.defects[0].location == LabelLocation(file: 1, line: 7, row: -1))
    #expect(audit.defects[0].note == "this row's class is not listed")
    #expect(audit.defects[1].location == .none && audit.defects[1].note == "class 9 is nowhere")
  }

  @Test func ofManyUnusedClassesAFewAreNamed() {
    for (count, named) in [(100, 100), (101, 101), (50_000, 101)] {
      let defects = audit([], names: (0..<count).map(String.init))
      #expect(defects.count == named && defects.allSatisfy { $0.code == .classUnused })
      #expect(defects[0].note == "no box has class 0, “0”")
      #expect(count == 100 || defects.last?.note == "and \(count - 100) more unused classes")
    }
  }

  @Test func imagesAreThereOnceAndLabelled() {
    var set = LabelSet<Labelled>()
    for name in ["a.jpg", "b.jpg", "a.jpg"] { set.images.append(LabelledImage(name: name, size: nil)) }
    let audit = LabelAudit(set, unit: .pixels, further: ["a.jpg", "c.jpg"]) { name in
      name == "b.jpg" ? nil : LabelSpaceTests.facts(.topLeft)
    }
    #expect(audit.defects.map(\.code) == [.imageMissing, .imageTwice, .imageUnlabelled])
    #expect(audit.defects.map(\.image) == ["b.jpg", "a.jpg", "c.jpg"])
    #expect(audit.verdict == .either && !audit.isClean)
    let without = LabelAudit(set, unit: .pixels) { _ in nil }
    #expect(without.verdict == .nothing && !without.isClean && without.count(.imageMissing) == 3)
    #expect(LabelDefect.Code.allCases.filter(\.isRemark) == [.classUnused, .imageUnlabelled])
  }

  @Test func ofNothingNothingIsDecided() {
    for unit in LabelUnit.allCases {
      let audit = LabelAudit(LabelSet<Labelled>(), unit: unit) { _ in nil }
      #expect(audit.verdict == .nothing && !audit.isClean && audit.images.isEmpty && audit.defects.isEmpty)
    }
    #expect(LabelAudit.Verdict.nothing.rawValue == "none" && LabelAudit.Verdict.allCases.count == 6)
  }
}
