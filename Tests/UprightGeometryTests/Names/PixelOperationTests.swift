// Lists of operations on labeled pixels: the stored image of each tag becomes upright, each call done by hand as its
// owner documents it.

import Testing
import UprightGeometry
import UprightTestTools

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
