// `upright camera`: the orientation of camera captures.

import ArgumentParser

/// The command `camera`.
struct CameraCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "camera",
    abstract: "Compute the orientation of a camera's photos, videos, previews and frames.",
    discussion: """
      A capture's orientation depends on four things: how the sensor is mounted (--sensor, Android's \
      SENSOR_ORIENTATION), which way the lens faces, how the device is held, and whether the image is mirrored. \
      Together they give one of the eight orientations.

      Examples:
        upright camera explain --sensor 90 --facing back --pose 0
        upright camera table --csv
        upright camera replay samples.csv --plot poses.svg
      """,
    subcommands: [
      CameraExplainCommand.self, CameraTableCommand.self, WritingCommand<CameraStampArguments>.self,
      CameraReplayCommand.self,
    ])
}
