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
