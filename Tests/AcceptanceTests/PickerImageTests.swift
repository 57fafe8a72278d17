// The picker's image, computed again from the original: beyond every edge, for every tag, pixel by pixel. For a real
// photo, it is compared with Pillow's.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite struct PickerImageTests {
  private static let fill = Rendition.Color(red: 251, green: 7, blue: 3)

  /// Crops of a 48 × 32 image that touch each of its edges, none and all of them; some have an odd difference.
  private static let crops: [Rect2D<Displayed>] = [
    Rect2D(x: 4, y: 0, width: 30, height: 18), Rect2D(x: 4, y: 14, width: 30, height: 18),
    Rect2D(x: 0, y: 1, width: 17, height: 29), Rect2D(x: 31, y: 1, width: 17, height: 30),
    Rect2D(x: 4, y: 0, width: 31, height: 18), Rect2D(x: 4, y: 15, width: 30, height: 17),
    Rect2D(x: 10, y: 8, width: 12, height: 12), Rect2D(x: 0, y: 0, width: 48, height: 32),
    Rect2D(x: 0, y: 0, width: 47, height: 32), Rect2D(x: 3, y: 0, width: 9, height: 32),
  ]

  /// The samples of a window of an image, pixel by pixel: `fill` where it reaches beyond the image.
  private static func seen(_ image: Raster<Output>, through window: PixelRect<Displayed>) -> [UInt8] {
    let (bytes, size) = (image.bytes, image.size)
    var seen: [UInt8] = []
    for y in window.y..<window.maxY {
      for x in window.x..<window.maxX {
        let isInside = (0..<size.width).contains(x) && (0..<size.height).contains(y)
        let start = (y * size.width + x) * 3
        seen += isInside ? Array(bytes[start..<start + 3]) : [251, 7, 3]
      }
    }
    return seen
  }

  /// For each pixel, whether it is the fill.
  private static func filled(_ raster: Raster<Output>) -> [Bool] {
    let bytes = raster.bytes
    return stride(from: 0, to: bytes.count, by: 3).map {
      bytes[$0] == 251 && bytes[$0 + 1] == 7 && bytes[$0 + 2] == 3
    }
  }

  /// For each pixel, whether it is outside `place`.
  private static func beside(_ place: PixelRect<Output>, on canvas: PixelSize<Output>) -> [Bool] {
    let row = (0..<canvas.width).map { !(place.x..<place.maxX).contains($0) }
    let margin = [Bool](repeating: true, count: canvas.width)
    return (0..<canvas.height).flatMap { (place.y..<place.maxY).contains($0) ? row : margin }
  }

  @Test(arguments: ExifOrientation.allCases, [TinyJPEG.Sampling.full, .half])
  func theWindowIsBitExactWhereNothingIsScaled(_ tag: ExifOrientation, _ sampling: TinyJPEG.Sampling) throws {
    let source = RoutesAgreeTests.image.jpeg(tag, sampling: sampling)
    let (probe, whole) = (try Probe(source), try displayed(source))
    for rect in Self.crops {
      let crop = try #require(PickerCrop(rect, of: probe.displayedSize))
      for gap in [PickerCrop.Gap.asDragged(), .near, .far] {
        let side = Int(max(rect.width, rect.height))
        let canvas = PixelSize<Output>(width: side, height: side)
        let wish = Rendition(picker: crop, on: canvas, gap: gap, fill: Self.fill, format: .png)
        let result = try house.raster(wish, of: probe, from: source)
        let window = crop.pixels(shapedLike: canvas, gap: gap)
        #expect(window.width == side && window.height == side)
        #expect(result.bytes == Self.seen(whole, through: window), "tag \(tag), \(rect), \(gap)")
      }
    }
  }

  /// Scaled to 128 × 128, the margins are the fill to the last pixel, and each cell's center shows its color.
  @Test(arguments: ExifOrientation.allCases)
  func scaledItLiesWhereTheLetterboxSays(_ tag: ExifOrientation) throws {
    let source = RoutesAgreeTests.image.jpeg(tag)
    let probe = try Probe(source)
    let canvas = PixelSize<Output>(width: 128, height: 128)
    let edges: [(Rect2D<Displayed>, PixelRect<Output>)] = [
      (Rect2D(x: 0, y: 0, width: 32, height: 20), PixelRect(x: 0, y: 48, width: 128, height: 80)),
      (Rect2D(x: 8, y: 12, width: 32, height: 20), PixelRect(x: 0, y: 0, width: 128, height: 80)),
      (Rect2D(x: 0, y: 0, width: 48, height: 32), PixelRect(x: 0, y: 22, width: 128, height: 84)),
      (Rect2D(x: 0, y: 0, width: 20, height: 32), PixelRect(x: 48, y: 0, width: 80, height: 128)),
      (Rect2D(x: 28, y: 0, width: 20, height: 32), PixelRect(x: 0, y: 0, width: 80, height: 128)),
    ]
    for (rect, place) in edges {
      let crop = try #require(PickerCrop(rect, of: probe.displayedSize))
      #expect(crop.letterbox(in: canvas).pixels == place)
      let wish = Rendition(picker: crop, on: canvas, fill: Self.fill, format: .png)
      let result = try house.raster(wish, of: probe, from: source)
      #expect(result.size == canvas)
      #expect(Self.filled(result) == Self.beside(place, on: canvas), "tag \(tag), \(rect)")
      for (x, y) in [(8, 8), (24, 8), (40, 8), (8, 24), (24, 24), (40, 24)]
      where
        rect.clipped(to: probe.displayedSize)?.holds(x, y) == true
      {
        let scale = Double(place.width) / rect.width
        let seen = result.pixel(
          x: place.x + Int((Double(x) - rect.x) * scale), y: place.y + Int((Double(y) - rect.y) * scale))
        let color = RoutesAgreeTests.image[x, y]
        #expect(
          zip(seen, color).allSatisfy { abs(Int($0) - Int($1)) <= 4 }, "tag \(tag), \(rect) at \(x),\(y): \(seen)")
      }
    }
  }

  /// Photos showed mirrored images as stored; its crop is that of the same file without a tag.
  @Test(arguments: ExifOrientation.allCases)
  func whatPhotosShowedIsKeptWhereAskedFor(_ tag: ExifOrientation) throws {
    let isKnown = [1, 3, 6, 8].contains(tag.rawValue)
    let stored = RoutesAgreeTests.image.stored(as: tag)
    let source = TinyJPEG(stored, exif: TinyTIFF(orientation: Int(tag.rawValue))).bytes
    let inPhotos = try displayed(isKnown ? source : TinyJPEG(stored, exif: TinyTIFF(orientation: 1)).bytes)
    let probe = try Probe(source)
    let size = probe.orientation.asPhotosRead.applied(to: probe.storedSize)
    #expect(inPhotos.size == PixelSize(width: size.width, height: size.height))
    for rect in Self.crops {
      guard let crop = PickerCrop(rect, of: size) else { continue }
      let side = Int(max(crop.rect.width, crop.rect.height))
      let canvas = PixelSize<Output>(width: side, height: side)
      let wish = Rendition(
        picker: crop, on: canvas, fill: Self.fill, format: .png, readByPhotos: probe.storedSize, probe.orientation)
      let result = try house.raster(wish, of: probe, from: source)
      let expected = Self.seen(inPhotos, through: crop.pixels(shapedLike: canvas))
      #expect(result.bytes == expected, "tag \(tag), \(rect)")
      guard !isKnown else { continue }
      let usual = try house.raster(
        Rendition(picker: crop, on: canvas, fill: Self.fill, format: .png), of: probe, from: source)
      #expect(usual.bytes != expected, "tag \(tag) \(rect): never by default")
    }
  }

  @Test func transparencyNeedsAFormatThatHasIt() throws {
    let source = RoutesAgreeTests.image.jpeg(.rightTop)
    let crop = try #require(PickerCrop(Self.crops[0], of: PixelSize(width: 48, height: 32)))
    let clear = Rendition.Color(red: 0, green: 0, blue: 0, alpha: 0)
    let canvas = PixelSize<Output>(width: 30, height: 30)
    let wish = Rendition(picker: crop, on: canvas, fill: clear, format: .png)
    let result = try house.raster(wish, of: Probe(source), from: source)
    #expect(result.pixel(x: 15, y: 3) == [0, 0, 0, 0] && result.pixel(x: 15, y: 29)[3] == 255)
    #expect(throws: UprightError.self) {
      try house.run(Rendition(picker: crop, on: canvas, fill: clear), on: source)
    }
  }
}

extension Rect2D {
  /// Whether a point is inside, at least a pixel away from the edges.
  fileprivate func holds(_ column: Int, _ row: Int) -> Bool {
    let (across, down) = (Double(column), Double(row))
    return across > x + 1 && across < maxX - 1 && down > y + 1 && down < maxY - 1
  }
}

@Suite(
  .enabled(if: Corpus.folder != nil, "\(Corpus.reason)"),
  .enabled(if: OutsideTool.pillow.isInstalled, "\(OutsideTool.pillow.reason)"))
struct PickerPhotoTests {
  /// Pillow's result: rotate everything, crop, paste, scale; compared over the whole canvas, and in the image alone.
  private static let script = """
    import sys, math
    import numpy as np
    from PIL import Image, ImageOps
    def psnr(a, b):
        e = ((a - b) ** 2).mean()
        return 999.0 if e == 0 else 10 * math.log10(255 * 255 / e)
    a = sys.argv[1:]
    for i in range(0, len(a), 6):
        x, y, w, h = map(int, a[i+2:i+6])
        whole = ImageOps.exif_transpose(Image.open(a[i])).convert('RGB')
        paper = Image.new('RGB', (w, h), (251, 7, 3))
        paper.paste(whole, (-x, -y))
        mask = Image.new('L', (w, h), 0)
        mask.paste(255, (-x, -y, whole.width - x, whole.height - y))
        theirs = np.asarray(paper.resize((512, 512), Image.LANCZOS), dtype=np.float64)
        inside = np.asarray(mask.resize((512, 512), Image.LANCZOS)) == 255
        outside = np.asarray(mask.resize((512, 512), Image.LANCZOS)) == 0
        ours = np.asarray(Image.open(a[i+1]).convert('RGB'), dtype=np.float64)
        fill = (ours[outside] == (251, 7, 3)).all() if outside.any() else True
        print(psnr(ours, theirs), psnr(ours[inside], theirs[inside]), int(fill), int(outside.sum()))
    """

  @Test func fullResolutionAsPillowHasIt() throws {
    let folder = try ScratchFolder()
    let canvas = PixelSize<Output>(width: 512, height: 512)
    var (arguments, names): ([String], [String]) = ([], [])
    let files = Corpus.files("eightway", suffix: "jpg") + Corpus.files("real/jpg", suffix: "jpg")
    let wanted = ["Sony_Cybershot_3": 0..<5, "Portrait_7": 1..<3, "Landscape_5": 3..<4, "Apple_iPhone_4S": 2..<3]
    for file in files {
      guard let chosen = wanted[file.deletingPathExtension().lastPathComponent] else { continue }
      let source = [UInt8](try Data(contentsOf: file))
      let size = try Probe(source).displayedSize
      let (wide, high) = (Double(size.width), Double(size.height))
      let side = min(wide, high)
      let crops: [Rect2D<Displayed>] = [
        Rect2D(x: 0, y: 0, width: side, height: side * 0.625),
        Rect2D(x: 0, y: high - side * 0.6, width: side, height: side * 0.6),
        Rect2D(x: 0, y: 10, width: side * 0.4, height: side * 0.9),
        Rect2D(x: wide - side * 0.5, y: 0, width: side * 0.5, height: side * 0.8),
        Rect2D(x: 0, y: 0, width: wide, height: high),
      ]
      for (index, rect) in zip(chosen, crops[chosen]) {
        let crop = try #require(PickerCrop(rect, of: size))
        let fill = Rendition.Color(red: 251, green: 7, blue: 3)
        let result = try house.run(Rendition(picker: crop, on: canvas, fill: fill, format: .png), on: source)
        let window = crop.pixels(shapedLike: canvas)
        let name = "\(index)-\(file.lastPathComponent).png"
        arguments += [file.path, try folder.write(result, as: name)]
        arguments += [window.x, window.y, window.width, window.height].map(String.init)
        names.append(name)
      }
    }
    let answer = try OutsideTool.pillow.run(["-c", Self.script] + arguments)
    #expect(answer.status == 0, "\(answer.complaints)")
    let rows = answer.text.split(separator: "\n").map { $0.split(separator: " ").compactMap { Double($0) } }
    try #require(rows.count == names.count && rows.count == 9)
    for (name, row) in zip(names, rows) {
      #expect(row[0] > 30 && row[1] > 40, "\(name): \(row)")
      #expect(row[2] == 1 && row[3] > 5_000, "\(name): margins are the fill, \(row)")
    }
  }
}
