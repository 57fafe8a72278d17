// Orientations by their names: every name of every convention leads back to its orientation.

import Testing
import Upright

@testable import UprightBatch

@Suite struct OrientationLookupTests {
  private static func tags(_ text: String) -> [Int]? {
    OrientationLookup(argument: text)?.tags.map { Int($0.rawValue) }
  }

  @Test(arguments: [
    ("6", [6]), ("cw", [6]), ("!90", [7]), ("left", [8]), ("upright", [1]), ("rightMirrored", [7]),
    ("RIGHTMIRRORED", [7]),
    (".leftMirrored", [5]), ("UIImageOrientationLeftMirrored", [5]), ("kCGImagePropertyOrientationRight", [6]),
    ("right-top", [6]), ("right top", [6]), ("rotate270cw", [8]),
    ("UIImage=right", [6]), ("LeftTop", [5]), ("-transverse", [7]), ("ROTATE_90_CLOCKWISE", [6]),
    ("cv2.ROTATE_90_CLOCKWISE", [6]),
    ("Rotate 90 CW", [6]), ("Mirror horizontal and rotate 270 CW", [5]), ("ORIENTATION_TRANSVERSE", [7]),
    ("Rotate90FlipX", [5]), ("rot90CW", [6]), ("UIImage=3", [6]), ("uiimage.orientation_raw=2", [8]),
    ("SwiftUI=7", [6]),
    ("CGImagePropertyOrientation_raw=7", [7]), ("Pillow=ROTATE_90", [8]), ("androidx=ROTATE_90", [6]),
    ("Pillow=4", [6]), ("Android_rotationDegrees=90", [6]), ("nonsense", []), ("", []), ("none", [1]), ("-", [1]),
    ("=", []), ("copy", [1]), ("d0=0", [1]), ("Mirror=1", [2]), ("-90", [6]), ("-180", [3]), ("W-x", [2, 3, 7, 8]),
    ("n/a", []), ("lossy", []), ("HEIF_irot=irot2", [3]),
    ("transpose=0", [5]), ("transpose=1", [6]), ("transpose=2", [8]), ("transpose=3", [7]),
    ("transpose=1 (clock)", [6]), ("clock", [6]), ("Pillow_Transpose=4", [6]),
    ("UIImage=8", []), ("UIImage=", []), ("Elsewhere=3", []), ("9", []), ("1920", []),
  ])
  func aNameIsItsOrientation(text: String, expected: [Int]) {
    #expect(Self.tags(text) ?? [] == expected, "\(text)")
  }

  /// Pillow rotates counterclockwise, Android clockwise.
  @Test func conventionsThatDisagreeAreShownTogether() throws {
    let lookup = try #require(OrientationLookup(argument: "ROTATE_90"))
    #expect(lookup.matches.map(\.tag) == [.rightTop, .leftBottom])
    #expect(lookup.matches.map(\.titles) == [["androidx_ExifInterface"], ["Pillow_Transpose"]])
    #expect(
      lookup.page
        == ExifOrientation.rightTop.line + "\n    by androidx_ExifInterface\n" + ExifOrientation.leftBottom.line
        + "\n    by Pillow_Transpose\n")
  }

  /// Every name that is printed leads back, alone or with its convention's title: to its orientation, or to several of
  /// which it is one, and the answer names them all.
  @Test(arguments: Naming.all.indices)
  func everyPrintedNameLeadsBack(index: Int) throws {
    let naming = Naming.all[index]
    guard !naming.isFlag else { return }
    for tag in ExifOrientation.allCases {
      let cell = naming.name(of: tag)
      guard !["", "n/a", "lossy"].contains(cell) else { continue }
      // A tag or a rotation alone is that; what else it means is listed where it names that orientation alone.
      let isMirrored = Orientation<Stored, Displayed>(exif: tag).isMirrored
      let isShared = !naming.namesOrientations || naming.losesMirror && isMirrored
      let isOther = isShared && ExifOrientation(typed: cell) != nil
      for text in ["\(naming.title)=\(cell)"] + (isOther ? [] : [cell]) {
        let lookup = try #require(OrientationLookup(argument: text), "\(text)")
        let all = lookup.matches + lookup.elsewhere
        #expect(all.contains { $0.tag == tag }, "\(text): \(tag)")
        #expect(Set(all.map(\.tag)).count == all.count, "\(text)")
        for match in lookup.matches { #expect(lookup.page.contains(match.tag.line), "\(text)") }
        for match in lookup.elsewhere {
          for title in match.titles { #expect(lookup.page.contains("\(match.tag.rawValue) \(title)"), "\(text)") }
        }
      }
    }
  }

  @Test func aNumberThatIsATagHasItsOtherMeaningsBelow() throws {
    let lookup = try #require(OrientationLookup(argument: "3"))
    #expect(lookup.tags == [.bottomRight])
    #expect(lookup.elsewhere.contains { $0.tag == .rightTop && $0.titles.contains("UIImage.Orientation_raw") })
    #expect(lookup.page.hasPrefix(OrientationNames.page(.bottomRight)))
    #expect(lookup.page.contains("Other orientations that 3 names"))
    let zero = try #require(OrientationLookup(argument: "0"))
    #expect(zero.tags.contains(.topLeft) && zero.tags.contains(.topRight))
  }

  @Test func theAnswerToOneIsItsPage() throws {
    #expect(OrientationLookup(argument: "7")?.page.hasPrefix(OrientationNames.page(.rightBottom)) == true)
    #expect(OrientationLookup(argument: "7")?.matches == [OrientationLookup.Match(tag: .rightBottom, titles: [])])
    #expect(
      try #require(OrientationLookup(argument: "RightBottom")).page
        == ExifOrientation.rightBottom.line + "\n    by ImageMagick_OrientationType\n"
        + OrientationNames.sections(.rightBottom))
  }

  /// A minus sign means counterclockwise to everyone but ffprobe; the answer names both.
  @Test func aSignHasTwoReadings() throws {
    let lookup = try #require(OrientationLookup(argument: "-90"))
    #expect(lookup.matches == [.init(tag: .rightTop, titles: ["ffprobe_side_data_rotation"])])
    #expect(lookup.elsewhere.contains { $0.tag == .leftBottom && $0.titles == ["degrees clockwise"] })
    let lines = lookup.page.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[1] == "    by ffprobe_side_data_rotation")
    #expect(lines.last { $0.hasPrefix("    ") }?.contains("8 degrees clockwise") == true)
    #expect(Self.tags("degrees clockwise=-90") == [8])
    let degrees = try #require(OrientationLookup(argument: "-90°"))
    #expect(degrees.tags == [.leftBottom])
    #expect(degrees.elsewhere == [.init(tag: .rightTop, titles: ["ffprobe_side_data_rotation"])])
  }

  /// Only a tag, a word of `rotate`, IIIF's rotation and everyday words need no convention.
  @Test(arguments: ["-90", "up", "ROTATE_90", "UIImage=3", "-rotate 90", "irot3", "0"])
  func theConventionsAreNamedFirst(text: String) throws {
    let lookup = try #require(OrientationLookup(argument: text))
    let first = try #require(lookup.matches.first)
    #expect(!first.titles.isEmpty)
    #expect(lookup.page.hasPrefix(first.tag.line + "\n" + first.titles.map { "    by \($0)\n" }.joined()))
  }

  // MARK: Names as code and output have them

  @Test(arguments: [
    ("UIDeviceOrientation.landscapeLeft", [1, 4]), ("UIDeviceOrientationPortrait", [5, 6]),
    ("AVCaptureVideoOrientation.landscapeRight", [1]), ("AVCaptureVideoOrientationPortrait", [6]),
    ("UIInterfaceOrientation.portrait", [6]), ("UIInterfaceOrientationLandscapeLeft", [3]),
    ("UIImageOrientation=3", [6]), ("UIImage.Orientation(rawValue: 3)", [6]), ("Image.Orientation.leftMirrored", [5]),
    ("CGImagePropertyOrientation(rawValue: 6)", [6]), ("UIImage(cgImage: image, scale: 1, orientation: .right)", [6]),
    (".oriented(forExifOrientation: 6)", [6]), ("videoRotationAngle = 90", [6]),
    ("PIL.Image.ROTATE_270", [6]), ("PIL.Image.Transpose.ROTATE_270", [6]), ("Image.ROTATE_270", [6]),
    ("image.transpose(Image.ROTATE_90)", [8]), ("Image.FLIP_LEFT_RIGHT", [2]), ("Image.rotate(90)", [8]),
    ("ExifInterface.ORIENTATION_ROTATE_90", [6]), ("ExifInterface.ORIENTATION_NORMAL", [1]),
    ("androidx.exifinterface.media.ExifInterface.ORIENTATION_TRANSPOSE", [5]), ("rotationDegrees 90", [6]),
    ("cv2.rotate(img, cv2.ROTATE_90_CLOCKWISE)", [6]), ("cv::ROTATE_90_COUNTERCLOCKWISE", [8]),
    ("cv2.flip(img, 1)", [2]), ("flip(img, -1)", [3]), ("cv2.transpose(img)", [5]),
    ("np.rot90(a)", [8]), ("np.rot90(img, k=-1)", [6]), ("np.rot90(img, 3)", [6]), ("torch.rot90(x, 2)", [3]),
    ("np.flipud(img)", [4]), ("numpy.rot90 k=2", [3]), ("vips rot d90", [6]), ("VIPS_ANGLE_D90", [6]),
    ("pyvips.Angle.D270", [8]), ("RightTopOrientation", [6]), ("MagickCore::LeftBottomOrientation", [8]),
    ("magick -flop", [2]), ("convert -rotate 90", [6]), ("jpegtran -rot 90", [6]), ("jpegtran -flip horizontal", [2]),
    ("RotateFlipType.Rotate90FlipNone", [6]), ("QImageIOHandler::TransformationRotate90", [6]),
    ("ffmpeg -vf transpose=1", [6]), ("transpose=clock", [6]), ("transpose=cclock_flip", [5]),
    ("displaymatrix: rotation of -90.00 degrees", [6]), ("transform: rotate(90deg)", [6]), ("rotate(-90deg)", [8]),
    ("irot 3", [6]), ("irot=3", [6]), ("imir=1", [2]), ("iiif !90", [7]), ("rotate=90", [6]),
    ("tag 6", [6]), ("Orientation=6", [6]), ("orientation 6", [6]), ("exif 6", [6]), ("EXIF orientation 6", [6]),
    ("Exif.Image.Orientation=6", [6]), ("0x0112=6", [6]), ("exiftool -Orientation#=6", [6]),
    ("tiff:Orientation=\"6\"", [6]), ("Orientation                     : Rotate 90 CW", [6]),
  ])
  func namesInCodeAreUnderstood(text: String, expected: [Int]) {
    #expect(Self.tags(text) ?? [] == expected, "\(text)")
  }

  /// Every name with the title in front, in each way that a qualifier is written, means the same.
  @Test(arguments: ["=", ".", "::", ": ", " "])
  func everySeparatorIsAsGood(separator: String) throws {
    for naming in Naming.all where naming.topic == .phones && !naming.title.contains("(") {
      for tag in ExifOrientation.allCases {
        let name = naming.name(of: tag)
        guard !["", "n/a"].contains(name) else { continue }
        let found = try #require(Self.tags(naming.title + separator + name), "\(naming.title)\(separator)\(name)")
        #expect(found.contains(Int(tag.rawValue)), "\(naming.title)\(separator)\(name)")
      }
    }
  }

  // MARK: What names nothing

  @Test(arguments: ["Surface.ROTATION_90", "ROTATION_270", "landscape-primary"])
  func aDevicesRotationIsNoOrientation(text: String) {
    #expect(Self.tags(text) == nil)
    #expect(OrientationLookup.fault(of: text).contains("depends on how the camera is mounted"))
  }

  @Test(arguments: ["ImageOps.exif_transpose", "-auto-orient", "jhead -autorot", "image-orientation: from-image"])
  func whatFollowsTheTagIsNoOrientation(text: String) {
    #expect(Self.tags(text) == nil)
    #expect(OrientationLookup.fault(of: text).contains("makes an image upright by its tag"))
  }

  @Test(arguments: [
    ("righTop", ["RightTop"]), ("UIDeviceOrientation.landscapLeft", ["landscapeLeft"]),
    ("torchvision.transforms.functional.hflip", ["hflip"]), ("transposed", ["transpose"]),
    ("ROTATE_9O", ["ROTATE_90"]), ("nonsense", []), ("45", []), ("", []), ("rotate(0.25turn)", []),
    ("6 = Rotate 90 CW", ["Rotate 90 CW"]),
  ])
  func similarNamesAreSuggested(text: String, expected: [String]) {
    #expect(Self.tags(text) == nil)
    #expect(OrientationLookup.similar(to: text) == expected)
    let fault = CommandLineSpelling().used { OrientationLookup.fault(of: text) }
    #expect(fault.hasPrefix("no orientation is named '\(text)'"))
    #expect(fault.hasSuffix("upright names --table lists all names"))
    #expect(fault.contains("did you mean") == !expected.isEmpty)
  }

  /// One letter less, in any name that is long enough: the name itself is suggested, or the text is another name.
  @Test func everyMisspelledNameIsSuggested() {
    var count = 0
    for naming in Naming.all where naming.topic == .phones || naming.topic == .texts {
      for tag in ExifOrientation.allCases {
        let name = naming.name(of: tag)
        guard name.count(where: \.isLetter) > 6, !name.contains("="), !name.contains(",") else { continue }
        let wrong = String(name.dropLast())
        guard OrientationLookup(argument: wrong) == nil else { continue }
        count += 1
        #expect(OrientationLookup.similar(to: wrong).contains { $0.lowercased() == name.lowercased() }, "\(wrong)")
        #expect(OrientationLookup.similar(to: wrong).count <= 3)
      }
    }
    #expect(count > 20)
  }

  /// What is longer than any name is answered at once.
  @Test func longTextsAreRefused() {
    for part in ["exif ", "a.", "Orientation=", "UIImage", "(", "91,"] {
      let text = String(repeating: part, count: 20_000)
      #expect(OrientationLookup(argument: text) == nil)
      #expect(OrientationLookup.similar(to: text).isEmpty)
      #expect(OrientationLookup(argument: String(text.prefix(200))) == nil)
    }
  }
}
