// Comparisons on the command line: the output and the exit code.

import Foundation
import Testing
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightLabelJobs

@Suite(.inProcess) struct LabelsDiffCommandTests {
  private let boxes = [[40, 60, 100, 50], [210, 170, 120, 60]]

  private func samples() throws -> LabelledSamples {
    let samples = try LabelledSamples()
    try samples.write(boxes, stating: .displayed)
    return samples
  }

  @Test func equalSetsSayNothingButTheirNumbers() throws {
    let samples = try samples()
    let answer = try samples.run("diff", "--images", "photos", "a.json", "a.json")
    #expect(answer.status == 0 && answer.complaints == "")
    #expect(answer.text == "8 images, 0 differ; 16 regions match, 0 missing, 0 extra, 0 moved, 0 relabelled")
    #expect(try samples.run("diff", "a.json", "a.json").text == answer.text)
  }

  /// The same outline from another corner, and in the other direction; and one with a corner somewhere else.
  @Test(arguments: [
    ("[20,10,30,50,90,70]", true), ("[30,50,90,70,20,10]", true), ("[90,70,30,50,20,10]", true),
    ("[20,10,30,50,90,60]", false),
  ])
  func anOutlineHasNoFirstCorner(_ outline: String, isSame: Bool) throws {
    let album = try Album()
    for (name, ring) in [("a.json", "[20,10,30,50,90,70]"), ("b.json", outline)] {
      let text = """
        {"images":[{"id":1,"file_name":"x.jpg","width":200,"height":100}],"categories":[{"id":1,"name":"a"}],\
        "annotations":[{"id":1,"image_id":1,"category_id":1,"bbox":[20,10,70,60],"area":9,"iscrowd":0,\
        "segmentation":[\(ring)]}]}
        """
      try album.folder.write(Array(text.utf8), as: name)
    }
    let answer = try album.run("labels", "diff", "a.json", "b.json")
    #expect(answer.status == (isSame ? 0 : 1), "\(answer.text)")
  }

  @Test(arguments: ["yolo", "voc", "voc-0", "yolo-obb", "yolo-segment"])
  func formatsMakeNoDifference(format: String) throws {
    let samples = try samples()
    let made = try samples.run(
      "convert", "--to", format, "--from-space", "displayed", "--images", "photos", "-o", "other", "a.json")
    #expect(made.status == 0)
    let answer = try samples.run("diff", "--to", format, "--images", "photos", "a.json", "other")
    #expect(answer.status == 0, "\(answer.text)")
    #expect(answer.text.hasPrefix("8 images, 0 differ; 16 regions match"))
    #expect(try samples.run("diff", "--from", format, "--images", "photos", "other", "a.json").status == 0)
  }

  @Test(arguments: ["coco", "yolo", "voc"])
  func whatIsOnlyInTheOtherSpaceIsSaidToBe(format: String) throws {
    let samples = try samples()
    let made = try samples.run(
      "convert", "--to", format, "--from-space", "displayed", "--to-space", "stored", "--images", "photos", "-o",
      "s.json", "a.json")
    #expect(made.status == 0, "\(made.complaints)")
    let answer = try samples.run("diff", "--images", "photos", "--to", format, "a.json", "s.json")
    #expect(answer.status == 1)
    let lines = answer.text.split(separator: "\n").map(String.init)
    #expect(lines.count == 9, "\(answer.text)")
    for (line, tag) in zip(lines, 2...8) {
      #expect(line.hasPrefix("landscape_\(tag).jpg: 0 match, "), "\(line)")
      #expect(line.hasSuffix(" differ; all would match if one set were converted to the other space"), "\(line)")
    }
    #expect(lines[7].hasPrefix("8 images, 7 differ; 2 regions match"))
    #expect(
      lines[8]
        == "7 of 7 images that differ would match if the first is of the displayed and the second of the stored "
        + "images: convert the first with labels convert --from-space displayed --to-space stored")
    let all = try samples.run("diff", "-v", "--images", "photos", "--to", format, "a.json", "s.json")
    #expect(all.text.split(separator: "\n").count > 9 + 14 && all.text.contains("  missing: a at 40,60,100,50"))
    let blind = try samples.run("diff", "--to", format, "a.json", "s.json")
    #expect(blind.status == 1 && !blind.text.contains("would match"))
  }

  @Test func aHalfTurnFitsBothWays() throws {
    let samples = try LabelledSamples()
    try samples.write(boxes, stating: .displayed, tags: 2...4)
    _ = try samples.run(
      "convert", "--from-space", "displayed", "--to-space", "stored", "--images", "photos", "-o", "s.json", "a.json")
    let answer = try samples.run("diff", "--images", "photos", "a.json", "s.json")
    #expect(
      answer.status == 1 && answer.text.contains("3 of 3 images that differ would match if one set were"))
  }

  @Test func differencesAreNamedWithTheirLines() throws {
    let samples = try samples()
    try samples.write("b.json", [[43, 60, 100, 50], [0, 0, 20, 20]], stating: .displayed, tags: 6...6)
    try samples.write(boxes, stating: .displayed, tags: 6...6)
    let answer = try samples.run("diff", "--images", "photos", "a.json", "b.json")
    #expect(answer.status == 1)
    #expect(
      answer.text == """
        landscape_6.jpg: 0 match, 3 differ
          moved: a by 3 pixels, overlap 0.942 (a.json, line 2; b.json, line 2)
          missing: b at 210,170,120,60 (a.json, line 3)
          extra: b at 0,0,20,20 (b.json, line 3)
        1 image, 1 differ; 0 regions match, 1 missing, 1 extra, 1 moved, 0 relabelled
        """)
    let tolerant = try samples.run("diff", "--tolerance", "3", "--images", "photos", "a.json", "b.json")
    #expect(tolerant.text.contains("1 region matches, 1 missing, 1 extra, 0 moved"))
    let strict = try samples.run("diff", "--overlap", "0.95", "--images", "photos", "a.json", "b.json")
    #expect(strict.text.contains("0 regions match, 2 missing, 2 extra, 0 moved"))
  }

  @Test func eachLineIsAnObjectWhereAsked() throws {
    let samples = try samples()
    _ = try samples.run(
      "convert", "--from-space", "displayed", "--to-space", "stored", "--images", "photos", "-o", "s.json", "a.json")
    let answer = try samples.run("diff", "--json", "--images", "photos", "a.json", "s.json")
    #expect(answer.status == 1)
    let objects = try answer.objects()
    #expect(objects.allSatisfy { $0["schema"] as? Int == 1 })
    let last = try #require(objects.last)
    #expect(last["pictures"] as? Int == 8 && last["differ"] as? Int == 7 && last["matches"] as? Int == 2)
    let across = try #require(last["wouldMatch"] as? [[String: Any]])
    let displayed = try #require(across.first { $0["first"] as? String == "displayed" })
    #expect(displayed["second"] as? String == "stored" && displayed["pictures"] as? Int == 7)
    let six = try #require(
      objects.first { $0["picture"] as? String == "landscape_6.jpg" && $0["wouldMatch"] != nil })
    #expect((six["wouldMatch"] as? [[String: Any]])?.count == 1 && six["matches"] as? Int == 0)
    #expect(
      objects.contains {
        $0["difference"] as? String == "missing" && ($0["first"] as? [String: Any])?["line"] as? Int == 4
      })
  }

  @Test func rowsThatAreLostMakeTheExitCodeTwo() throws {
    let samples = try samples()
    try samples.write("b.json", text: #"{"images":[{"id":1,"file_name":"landscape_1.jpg"}],"annotations":[{"id":1}]}"#)
    let answer = try samples.run("diff", "a.json", "b.json")
    #expect(answer.status == 2 && answer.complaints.contains("b.json"))
    #expect(try samples.run("diff", "a.json", "gone.json").status != 0)
  }

  @Test func whatMakesNoSenseIsRefused() throws {
    let samples = try samples()
    for option in [
      "--overlap=0", "--overlap=1.1", "--overlap=-1", "--tolerance=-1", "--tolerance=inf", "--overlap=nan",
    ] {
      #expect(try samples.run("diff", option, "a.json", "a.json").status == 64, "\(option)")
    }
    #expect(try samples.run("diff", "a.json").status == 64)
  }
}
