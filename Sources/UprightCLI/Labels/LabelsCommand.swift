// `upright labels`: boxes, polygons, masks and keypoints that land on the same thing in every tool.

import ArgumentParser
import UprightBatch

/// The group of commands about labels.
struct LabelsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "labels",
    abstract: "Convert labels between formats and between stored and displayed pictures, and check them.",
    discussion: """
      A label file does not say whether its numbers count in the picture as the file holds it (stored) or as you see it \
      (displayed). For photos with a tag other than 1 the two differ, and tools take it one way or the other without a \
      word. audit decides which it is where that can be told; overlay draws both; convert carries labels from the one to \
      the other; crop cuts labelled regions out. validate and diff look at label files themselves.

      Formats: coco, yolo (boxes, also poses), yolo-segment, yolo-obb, voc (pixels counted from 1), voc-0 (edges counted \
      from 0), cvat (for images, 1.1), w3c and w3c-percent (Web annotations; reading takes both units), xmp (regions of \
      MWG and Microsoft in files beside the pictures; from a folder of pictures also in them), labelme, label-studio, \
      create-ml; and in JSON Lines jsonl (x, y, w, h in pixels), tensorflow (ymin, xmin, ymax, xmax in shares, or a list \
      of them, boxes) and vision (shares from the lower left).

      Examples:
        upright labels audit --images photos coco.json
        upright labels convert --to yolo --images photos -o labels coco.json
      """,
    subcommands: [
      LabelsAuditCommand.self, LabelsConvertCommand.self, LabelsOverlayCommand.self,
      LabelsCropCommand.self, LabelsValidateCommand.self, LabelsDiffCommand.self,
    ])
}
