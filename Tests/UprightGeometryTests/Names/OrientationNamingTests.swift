// Every naming there and back over all eight, and their common properties.

import Testing
import UprightGeometry
import UprightTestTools

@Suite struct OrientationNamingTests {
  /// One value for each tag, all different, each with its inverse.
  private func goesRound<Name: OrientationNaming>(_: Name.Type) {
    var values: Set<Name> = []
    for tag in ExifOrientation.allCases {
      let value = Name(exif: tag)
      #expect(value.exif == tag, "\(Name.self) \(tag)")
      #expect(value.orientation == Orientation(exif: tag))
      #expect(Name(Orientation<Stored, Displayed>(exif: tag)) == value)
      values.insert(value)
    }
    #expect(values.count == 8, "\(Name.self)")
  }

  @Test func everyNamingGoesRound() {
    goesRound(AppleOrientation.self)
    goesRound(AndroidOrientation.self)
    goesRound(CSSTransform.self)
    goesRound(CVOByte.self)
    goesRound(ElementName.self)
    goesRound(ExiftoolText.self)
    goesRound(Exiv2Text.self)
    goesRound(IIIFRotation.self)
    goesRound(ImageMagickOrientation.self)
    goesRound(JheadText.self)
    goesRound(MuPDFOrientation.self)
    goesRound(OrientationMatrix.self)
    goesRound(QtTransformation.self)
    goesRound(RotateFlipType.self)
    goesRound(SVGTransform.self)
  }

  /// The cases are in the tags' order.
  private func isListed<Name: ListedNaming>(_: Name.Type) {
    #expect(Name.allCases.map(\.exif) == ExifOrientation.allCases)
  }

  @Test func listsStandInTheOrderOfTheTags() {
    isListed(AppleOrientation.self)
    isListed(AndroidOrientation.self)
    isListed(ElementName.self)
    isListed(ExiftoolText.self)
  }

  /// Mirrored tags have no name, and the lossy name loses exactly the mirror.
  private func losesExactlyTheMirror<Name: MirrorlessNaming>(_: Name.Type, turns: [UInt8]) {
    for tag in ExifOrientation.allCases {
      let mirrored = [2, 4, 5, 7].contains(tag.rawValue)
      let value = Name(exif: tag)
      #expect((value == nil) == mirrored, "\(Name.self) \(tag)")
      if let value {
        #expect(value.exif == tag)
        #expect(value.orientation == Orientation(exif: tag))
      }
      let lossy = Name(losingMirrorOf: tag)
      #expect(lossy.exif.rawValue == turns[Int(tag.rawValue) - 1], "\(Name.self) \(tag)")
      #expect(lossy.orientation.swapsAxes == (tag.rawValue > 4))
      #expect(!lossy.orientation.isMirrored)
    }
  }

  @Test func namingsWithoutMirrorsLoseExactlyTheMirror() {
    losesExactlyTheMirror(ClockwiseAngle.self, turns: [1, 1, 3, 3, 8, 6, 6, 8])
    losesExactlyTheMirror(CaptureVideoOrientation.self, turns: [1, 1, 3, 3, 6, 6, 8, 8])
    losesExactlyTheMirror(TrackRotation.self, turns: [1, 3, 3, 1, 6, 6, 8, 8])
  }

  @Test func whatHasNoWordsIsFoundByNoWord() {
    #expect(Exiv2Text("top, top") == nil)
    #expect(Exiv2Text("") == nil)
    #expect(JheadText("rotate 45") == nil)
    #expect(JheadText("")?.exif == .topLeft)
    #expect(ExiftoolText(rawValue: "Rotate 90") == nil)
    #expect(AndroidOrientation(rawValue: "ORIENTATION_UNDEFINED") == nil)
    #expect(ImageMagickOrientation(name: "Undefined") == nil)
    #expect(ImageMagickOrientation(name: "topLeft") == nil)
  }

  @Test func wordsThatArePrintedAreUnderstood() throws {
    for tag in ExifOrientation.allCases {
      #expect(Exiv2Text(Exiv2Text(exif: tag).text)?.exif == tag)
      #expect(JheadText(JheadText(exif: tag).text)?.exif == tag)
      #expect(ImageMagickOrientation(name: ImageMagickOrientation(exif: tag).name)?.exif == tag)
    }
    for (tag, text) in zip(ExifOrientation.allCases, try Conventions.column("exiv2_text")) {
      #expect(Exiv2Text(text)?.exif == tag)
    }
    for (tag, text) in zip(ExifOrientation.allCases, try Conventions.column("exiftool_text")) {
      #expect(ExiftoolText(rawValue: text)?.exif == tag)
    }
  }

  @Test(arguments: [Int.min, -1, 0, 9, 255, 256, Int.max])
  func numbersThatNobodyUsesSayNothing(_ raw: Int) {
    #expect(AndroidOrientation(constant: raw) == nil)
    #expect(ImageMagickOrientation(rawValue: raw) == nil)
    #expect(MuPDFOrientation(rawValue: raw) == nil)
  }

  @Test func numbersThatAreUsedAreTheTags() {
    for tag in ExifOrientation.allCases {
      let number = Int(tag.rawValue)
      #expect(AndroidOrientation(constant: number)?.exif == tag)
      #expect(AndroidOrientation(exif: tag).constant == number)
      #expect(ImageMagickOrientation(rawValue: number)?.exif == tag)
      #expect(ImageMagickOrientation(exif: tag).rawValue == number)
    }
  }

  // exiftool's compound texts are mirror first: their numbers are those of IIIF.
  @Test func exiftoolsTextsAreMirrorFirst() {
    for tag in ExifOrientation.allCases {
      let words = ExiftoolText(exif: tag).rawValue.split(separator: " ")
      let form = Orientation<Stored, Displayed>(exif: tag).mirrorFirst
      if words.contains("vertical") {
        #expect(form == (true, 2))
        continue
      }
      #expect(words.contains { $0 == "Mirror" } == form.mirrored)
      #expect((words.compactMap { Int($0) }.first ?? 0) == form.thenClockwise * 90)
    }
  }
}

// Lists of operations on labeled pixels: the stored image of each tag becomes upright, each call done by hand as its
// owner documents it.

@Suite struct PixelOperationTests {
  typealias Labels = CornerRule.Labels

  /// The operations of every tag make its stored image upright, and their orientation matches.
  private func makeUpright<Operation: PixelOperation>(_: Operation.Type, by hand: (Operation, Labels) -> Labels) {
    for tag in ExifOrientation.allCases {
      let operations = Operation.operations(for: tag)
      #expect(Orientation(operations).exif == tag, "\(Operation.self) \(tag)")
      let stored = CornerRule.stored[Int(tag.rawValue) - 1]
      #expect(operations.reduce(stored) { hand($1, $0) } == CornerRule.upright, "\(Operation.self) \(tag)")
      #expect(operations.isEmpty == (tag == .topLeft))
      for operation in operations { agrees(operation, by: hand) }
    }
  }

  /// Each operation's stated orientation is its effect.
  private func agrees<Operation: PixelOperation>(_ operation: Operation, by hand: (Operation, Labels) -> Labels) {
    let tag = Orientation<Stored, Displayed>.identity.then(operation.turn).exif
    #expect(
      hand(operation, CornerRule.upright) == CornerRule.shown[Int(tag.rawValue) - 1], "\(Operation.self) \(operation)")
  }

  @Test func openCV() {
    func hand(_ operation: OpenCVOperation, _ labels: Labels) -> Labels {
      switch operation {
      case .rotate90Clockwise: CornerRule.clockwise(labels)
      case .rotate180, .flipBoth: CornerRule.clockwise(labels, quarters: 2)
      case .rotate90Counterclockwise: CornerRule.clockwise(labels, quarters: 3)
      case .flipHorizontal: CornerRule.leftRight(labels)
      case .flipVertical: CornerRule.topBottom(labels)
      case .transpose: CornerRule.transposed(labels)
      }
    }
    makeUpright(OpenCVOperation.self, by: hand)
    for operation in OpenCVOperation.allCases { agrees(operation, by: hand) }
  }

  @Test func pillow() {
    func hand(_ operation: PillowTranspose, _ labels: Labels) -> Labels {
      switch operation {
      case .flipLeftRight: CornerRule.leftRight(labels)
      case .flipTopBottom: CornerRule.topBottom(labels)
      case .rotate90: CornerRule.clockwise(labels, quarters: 3)
      case .rotate180: CornerRule.clockwise(labels, quarters: 2)
      case .rotate270: CornerRule.clockwise(labels)
      case .transpose: CornerRule.transposed(labels)
      case .transverse: CornerRule.clockwise(CornerRule.transposed(labels), quarters: 2)
      }
    }
    makeUpright(PillowTranspose.self, by: hand)
    for operation in PillowTranspose.allCases { agrees(operation, by: hand) }
  }

  @Test func numPy() {
    func hand(_ operation: NumPyOperation, _ labels: Labels) -> Labels {
      switch operation {
      case .fliplr: CornerRule.leftRight(labels)
      case .flipud: CornerRule.topBottom(labels)
      case .rot90(let k): CornerRule.clockwise(labels, quarters: (4 - k % 4) % 4)
      case .transpose: CornerRule.transposed(labels)
      }
    }
    makeUpright(NumPyOperation.self, by: hand)
    for k in -9...9 { agrees(.rot90(k: k), by: hand) }
  }

  @Test func vips() {
    func hand(_ operation: VipsOperation, _ labels: Labels) -> Labels {
      switch operation {
      case .flipHorizontal: CornerRule.leftRight(labels)
      case .flipVertical: CornerRule.topBottom(labels)
      case .rot(let angle): CornerRule.clockwise(labels, quarters: angle.rawValue / 90)
      }
    }
    makeUpright(VipsOperation.self, by: hand)
    for angle in ClockwiseAngle.allCases { agrees(.rot(angle), by: hand) }
  }

  @Test func imageMagick() {
    func hand(_ option: ImageMagickOption, _ labels: Labels) -> Labels {
      let words = option.rawValue.split(separator: " ")
      return switch words[0] {
      case "-flop": CornerRule.leftRight(labels)
      case "-flip": CornerRule.topBottom(labels)
      case "-transpose": CornerRule.transposed(labels)
      case "-transverse": CornerRule.clockwise(CornerRule.transposed(labels), quarters: 2)
      default: CornerRule.clockwise(labels, quarters: (Int(words[1]) ?? 0) / 90)
      }
    }
    makeUpright(ImageMagickOption.self, by: hand)
    #expect(ImageMagickOption.allCases.map(\.turn).count == Set(ImageMagickOption.allCases.map(\.turn)).count)
  }

  @Test func jpegtran() {
    func hand(_ option: JpegtranSwitch, _ labels: Labels) -> Labels {
      let words = option.rawValue.split(separator: " ")
      return switch (words[0], words.last) {
      case ("-flip", "horizontal"): CornerRule.leftRight(labels)
      case ("-flip", _): CornerRule.topBottom(labels)
      case ("-transpose", _): CornerRule.transposed(labels)
      case ("-transverse", _): CornerRule.clockwise(CornerRule.transposed(labels), quarters: 2)
      default: CornerRule.clockwise(labels, quarters: (Int(words[1]) ?? 0) / 90)
      }
    }
    makeUpright(JpegtranSwitch.self, by: hand)
    #expect(JpegtranSwitch(exif: .topLeft) == nil)
  }

  @Test func ffmpeg() {
    func hand(_ filter: FFmpegFilter, _ labels: Labels) -> Labels {
      switch filter {
      case .hflip: CornerRule.leftRight(labels)
      case .vflip: CornerRule.topBottom(labels)
      // The filter's own words: cclock_flip, clock, cclock, clock_flip; its flip is vertical.
      case .transpose0: CornerRule.topBottom(CornerRule.clockwise(labels, quarters: 3))
      case .transpose1: CornerRule.clockwise(labels)
      case .transpose2: CornerRule.clockwise(labels, quarters: 3)
      case .transpose3: CornerRule.topBottom(CornerRule.clockwise(labels))
      }
    }
    makeUpright(FFmpegFilter.self, by: hand)
  }

  @Test func heif() {
    func hand(_ property: HEIFProperty, _ labels: Labels) -> Labels {
      switch property {
      case .rotation(let angle): CornerRule.clockwise(labels, quarters: (4 - Int(angle.rawValue)) % 4)
      case .mirror(.topBottom): CornerRule.topBottom(labels)
      case .mirror(.leftRight): CornerRule.leftRight(labels)
      }
    }
    makeUpright(HEIFProperty.self, by: hand)
    for tag in ExifOrientation.allCases {
      let stored = CornerRule.stored[Int(tag.rawValue) - 1]
      let all = [true, false].flatMap { HEIFProperty.writings(of: tag, rotateFirst: $0) }
      for properties in all + [HEIFProperty.libheifOperations(for: tag)] {
        #expect(properties.reduce(stored) { hand($1, $0) } == CornerRule.upright, "\(tag): \(properties)")
      }
    }
  }

  @Test func nothingDoneIsNothingMoved() {
    #expect(Orientation([] as [OpenCVOperation]).isIdentity)
    #expect(Orientation([PillowTranspose.rotate90, .rotate270]).isIdentity)
    #expect(Orientation([VipsOperation.rot(.quarter), .flipHorizontal]).exif == .leftTop)
    #expect(Orientation([VipsOperation.flipHorizontal, .rot(.quarter)]).exif == .rightBottom)
  }
}
