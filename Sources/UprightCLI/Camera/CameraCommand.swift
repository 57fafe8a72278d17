// `upright camera`: which way is up for what a camera captures.

import ArgumentParser
import UprightBatch

/// The command `camera`.
struct CameraCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "camera",
    abstract: "Say which way is up for a camera's photos, movies, previews and frames.",
    discussion: """
      A capture is up to four things: how the sensor is mounted (--sensor, Android's SENSOR_ORIENTATION), which way the \
      lens looks, how the device is held, and whether the picture is mirrored. All of them together are one of the \
      eight orientations.

      Examples:
        upright camera explain --sensor 90 --facing back --pose 0
        upright camera table --csv
        upright camera replay samples.csv --plot poses.png
      """,
    subcommands: [
      CameraExplainCommand.self, CameraTableCommand.self, WritingCommand<CameraStampArguments>.self,
      CameraReplayCommand.self,
    ])
}
