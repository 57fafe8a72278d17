// The programs in Snippets/, run as a reader would; their images are compared with Pillow's result for the same photo.

import Foundation
import Testing
import UprightFixtures
import UprightTestTools

@Suite(.enabled(if: OutsideTool.pillow.isInstalled, "\(OutsideTool.pillow.reason)"))
struct SnippetTests {
  /// The snippets, the kind of image each writes, and the required similarity to Pillow's, in dB. A change of the tag
  /// is exact; a re-encoded JPEG keeps its source's quality; an image with a wrong orientation has less than 20.
  static let snippets: [(name: String, ending: String, fidelity: Double)] = [
    ("MirrorAPhoto", "jpg", 60), ("SelectPixels", "png", 45), ("SavedPhoto", "jpg", 28), ("PickerCrop", "jpg", 28),
    ("UprightPhoto", "jpg", 38), ("DataAndURL", "jpg", 60),
  ]

  /// The sample photos of every tag, written once.
  private static let samples = Result {
    let folder = try ScratchFolder()
    for sample in SampleSet.all { try folder.write(sample.jpeg, as: "\(sample.name).jpg") }
    return folder
  }

  /// Pillow's result for each photo, by the formulas of the task and not ours: the tag is applied first, then
  /// everything is simple.
  private static let oracle = """
    import math, sys
    from PIL import Image, ImageOps
    for source, target in zip(sys.argv[2::2], sys.argv[3::2]):
      picture = ImageOps.exif_transpose(Image.open(source)).convert('RGB')
      w, h = picture.size
      if sys.argv[1] in ('MirrorAPhoto', 'DataAndURL'):
        picture = ImageOps.mirror(picture)
      elif sys.argv[1] == 'UprightPhoto':
        pass
      elif sys.argv[1] == 'SelectPixels':
        scale = min(390 / w, 600 / h)
        left, top = (390 - w * scale) / 2, 88 + (600 - h * scale) / 2
        low = [max(0, math.floor((v - o) / scale + 1e-6)) for v, o in ((100, left), (380, top))]
        high = [min(m, math.ceil((v - o) / scale - 1e-6)) for v, o, m in ((250, left, w), (500, top, h))]
        picture = picture.crop((*low, *high))
      elif sys.argv[1] == 'SavedPhoto':
        scale = min(1, 1024 / max(w, h))
        picture = picture.resize((math.floor(w * scale + 0.5), math.floor(h * scale + 0.5)), Image.LANCZOS)
      else:
        wide, high = (math.floor(min(w, h) * share + 0.5) for share in (0.8, 0.5))
        window = Image.new('RGB', (wide, wide))
        window.paste(picture.crop((0, 0, wide, high)), (0, wide - high))
        picture = window.resize((512, 512), Image.LANCZOS)
      picture.save(target)
    """

  /// Runs a snippet on photos and compares each result, whole and in its four corners.
  private func check(_ snippet: (name: String, ending: String, fidelity: Double), on photos: [String]) throws {
    let program = try #require(UprightTool.product(snippet.name), "\(snippet.name) was not built: swift build")
    let folder = try ScratchFolder()
    var (arguments, pairs): ([String], [(String, String)]) = ([], [])
    for (index, photo) in photos.enumerated() {
      let (made, wanted) = (folder.path("\(index).\(snippet.ending)"), folder.path("\(index).wanted.png"))
      let answer = try OutsideTool.run(program, [photo, made], in: folder)
      #expect(answer.status == 0, "\(photo): \(answer.complaints)")
      arguments += [photo, wanted]
      pairs.append((made, wanted))
    }
    let answer = try OutsideTool.pillow.run(["-c", Self.oracle, snippet.name] + arguments)
    try #require(answer.status == 0, "\(answer.complaints)")
    for (photo, fidelity) in zip(photos, try Pillow.fidelities(pairs)) {
      #expect(fidelity.allSatisfy { $0 >= snippet.fidelity }, "\(snippet.name), \(photo): \(fidelity)")
    }
  }

  @Test(arguments: snippets)
  func samplesOfEveryTagComeOutRight(_ snippet: (name: String, ending: String, fidelity: Double)) throws {
    let folder = try Self.samples.get()
    try check(snippet, on: SampleSet.all.map { folder.path("\($0.name).jpg") })
  }

  @Test(.enabled(if: Corpus.folder != nil, "\(Corpus.reason)"), arguments: snippets)
  func realPhotosComeOutRight(_ snippet: (name: String, ending: String, fidelity: Double)) throws {
    let names = ["Portrait_6", "Portrait_8", "Landscape_5", "Landscape_7", "Panasonic_LZ2"]
    let photos = ["eightway", "real/jpg"].flatMap { Corpus.files($0, suffix: "jpg") }
      .filter { names.contains($0.deletingPathExtension().lastPathComponent) }.map(\.path)
    #expect(photos.count == names.count)
    try check(snippet, on: photos)
  }

  /// The six numbers that SavedPhoto prints for a context whose y axis points up, drawn by Pillow's own affine
  /// transform.
  @Test(arguments: SampleSet.all.map(\.name))
  func theDrawingsMapIsRightForEveryTag(name: String) throws {
    let program = try #require(UprightTool.product("SavedPhoto"), "SavedPhoto was not built: swift build")
    let (folder, photo) = (try ScratchFolder(), try Self.samples.get().path("\(name).jpg"))
    let said = try OutsideTool.run(program, [photo, "drawn.jpg"], in: folder).text
    let script = """
      import sys, numpy as np
      from PIL import Image, ImageOps
      photo = Image.open(sys.argv[1])
      seen = ImageOps.exif_transpose(photo)
      a, b, c, d, tx, ty = map(float, sys.argv[2:])
      (W, H), (w, h) = photo.size, seen.size
      m = np.array([[a, c, tx], [b, d, ty], [0, 0, 1]])
      up = lambda high: np.array([[1, 0, 0], [0, -1, high], [0, 0, 1]])
      back = np.linalg.inv(up(h) @ m @ up(H))
      drawn = photo.transform((w, h), Image.AFFINE, back[:2].flatten().tolist(), Image.NEAREST)
      print(np.abs(np.asarray(drawn, int) - np.asarray(seen, int)).max())
      """
    let answer = try OutsideTool.pillow.run(
      ["-c", script, photo] + said.split(separator: " ").dropFirst().map(String.init), in: folder)
    #expect(answer.text == "0", "\(said) \(answer.complaints)")
  }
}
