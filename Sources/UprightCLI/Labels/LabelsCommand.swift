// `upright labels`: boxes, polygons, masks and keypoints that mean the same in every tool.

import ArgumentParser

/// The group of label commands.
struct LabelsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "labels",
    abstract: "Convert labels between formats and between stored and displayed images, and check them.",
    discussion: """
      A label file does not state whether its coordinates refer to the image as stored in the file or as displayed. \
      For photos with a tag other than 1 the two differ, and tools silently assume one or the other. audit finds out \
      which, if possible; overlay draws both; convert converts labels from one to the other; crop cuts out labeled \
      regions. validate and diff work on label files alone.

      Formats: coco, yolo (boxes and poses), yolo-segment, yolo-obb, voc (pixels start at 1), voc-0 (edges start at \
      0), cvat (for images, 1.1), w3c and w3c-percent (Web annotations; both units are read), xmp (MWG and Microsoft \
      regions in sidecar files; given a folder of images, also embedded ones), labelme, label-studio, create-ml; and \
      as JSON Lines, jsonl (x, y, w, h in pixels), tensorflow (ymin, xmin, ymax, xmax as fractions, or a list of them \
      under the key boxes) and vision (fractions from the lower left).

      Examples:
        upright labels audit --images photos coco.json
        upright labels convert --to yolo --images photos -o labels coco.json
      """,
    subcommands: [
      LabelsAuditCommand.self, LabelsConvertCommand.self, LabelsOverlayCommand.self,
      LabelsCropCommand.self, LabelsValidateCommand.self, LabelsDiffCommand.self,
    ])
}
