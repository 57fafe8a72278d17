// Comparisons finer than a box: keypoints and polygons that moved within the same box.

import Testing
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

extension LabelsDiffCommandTests {
  private func write(_ samples: LabelledSamples, _ name: String, tag: Int = 6, _ more: String) throws {
    let text =
      #"{"images":[{"id":1,"file_name":"landscape_\#(tag).jpg","width":512,"height":384}],"#
      + #""annotations":[{"id":1,"image_id":1,"category_id":1,"bbox":[10,20,80,60],\#(more)}],"#
      + #""categories":[{"id":1,"name":"a"}]}"#
    try samples.write(name, text: text)
  }

  @Test(arguments: [
    (#""keypoints":[20,30,2,50,60,1]"#, #""keypoints":[20,30,2,54,60,1]"#, "4"),
    (#""keypoints":[20,30,2,0,0,0]"#, #""keypoints":[20,30,2,9,9,0]"#, nil),
    (#""segmentation":[[10,20,90,20,90,80]]"#, #""segmentation":[[10,20,90,20,83,80]]"#, "7"),
    (#""segmentation":[[10,20,90,20,90,80]]"#, #""iscrowd":0"#, nil),
    (#""iscrowd":0"#, #""iscrowd":1"#, nil),
  ])
  func pointsThatMovedAreNamedByHowFar(one: String, two: String, pixels: String?) throws {
    let samples = try LabelledSamples()
    try write(samples, "a.json", one)
    try write(samples, "b.json", two)
    let answer = try samples.run("diff", "--images", "photos", "a.json", "b.json")
    #expect(answer.status == (pixels == nil ? 0 : 1), "\(answer.text) \(answer.complaints)")
    if let pixels { #expect(answer.text.contains("  moved: a by \(pixels) pixels, overlap 1 (")) }
  }

  @Test(arguments: 2...8)
  func keypointsGoAlongIntoTheOtherSpace(tag: Int) throws {
    let samples = try LabelledSamples()
    try write(samples, "a.json", tag: tag, #""keypoints":[20,30,2,50,60,1,0,0,0]"#)
    let made = try samples.run(
      "convert", "--from-space", "displayed", "--to-space", "stored", "--images", "photos", "-o", "s.json", "a.json")
    #expect(made.status == 0)
    let answer = try samples.run("diff", "--images", "photos", "a.json", "s.json")
    #expect(answer.status == 1 && answer.text.contains("all would match if one set were converted to the other space"))
  }
}
