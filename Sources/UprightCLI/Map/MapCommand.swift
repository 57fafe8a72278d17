// `upright map`: rectangles and points from any space of a picture to any other.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

/// The command `map`.
struct MapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "map",
    abstract: "Carry rectangles and points from one space of a picture to another.",
    discussion: """
      Spaces:
        viewport    points of the view that shows the picture
        displayed   pixels of the picture as you see it
        stored      pixels as the file holds them; --size is this size
        normalized  0…1 across the displayed picture, from the top left
        vision      the same from the lower left, y upwards
        iiif        whole displayed pixels; pct:x,y,w,h, full and square are read

      A line is x,y,w,h or [x,y,w,h] or {"x":…,"y":…,"width":…,"height":…}; without its extents it is a point. Other \
      members of an object are passed over. Lines are \
      arguments (behind two dashes where one begins with a minus sign), otherwise standard input, and each is answered by \
      one line, in order: an empty one by an empty one, null by null. For one that cannot be read there is null, or \
      {"error":…} with --json, and a sentence on standard error; the rest goes on, and the exit code is 2 (of a single argument, that of its fault).

      The answer is the exact map, inside the picture or not; negative extents become positive. --clip keeps what lies \
      in the picture: what covers no pixel of it, or only touches it, becomes null, and so does a point on its right or \
      bottom edge, as displayed. --round does that too, then gives whole pixels: rounded as displayed, then turned to \
      where they are stored, with edges within a millionth of a whole number taken for it; a point becomes the pixel \
      that holds it. To iiif it is always whole pixels, outward unless said.

      --labels answers with a table, or one object with --json: the same rectangle in the numbers of COCO, YOLO, Pascal \
      VOC, CVAT, Label Studio, Create ML, Vision, TensorFlow, Web annotations and IIIF, of the picture as stored and as \
      displayed. A point is a rectangle without extents.

      Examples:
        upright map --from vision --to stored --of photo.jpg 0.25,0.5,0.5,0.25
        upright map --from stored --to iiif --size 4032x3024 --json < boxes.jsonl
      """)

  @OptionGroup var mapping: MapArguments

  @Flag(help: "One JSON object per line.")
  var json = false

  @Argument(help: "Rectangles and points; otherwise standard input is read.")
  var values: [String] = []

  func run() throws {
    Interruption.ignoreBrokenPipe()
    let map = try orExit { () throws(UprightError) in try mapping.map() }
    let picture = mapping.labels ? map.picture : nil
    var stream = MapStream(map, json: json, unit: values.isEmpty ? "line" : "value", labelsOf: picture)
    try orExit { () throws(UprightError) in
      if values.isEmpty { try mapInput(through: &stream) } else { try mapValues(through: &stream) }
    }
    guard let failure = stream.firstFailure else { return }
    throw ExitCode(values.count == 1 ? failure.codes.exitCode : 2)
  }

  private func mapInput(through stream: inout MapStream) throws(UprightError) {
    while case let block = try StandardInput.next(atMost: Self.blockSize), !block.isEmpty {
      stream.take(block)
      try flush(over: &stream)
    }
    stream.finish()
    try flush(over: &stream)
  }

  /// A line break inside a value is a space.
  private func mapValues(through stream: inout MapStream) throws(UprightError) {
    for value in values {
      stream.take(
        value.utf8.map { $0 == MapInputScanner.lineFeed ? UInt8(ascii: " ") : $0 } + [MapInputScanner.lineFeed])
    }
    try flush(over: &stream)
  }

  /// Prints what there is, so that a program that waits for the answer to its line gets it.
  private func flush(over stream: inout MapStream) throws(UprightError) {
    try StandardStream.output.write(stream.answers.bytes)
    if !stream.complaints.isEmpty {
      try? StandardStream.error.write(stream.complaints.map { "upright: \($0)\n" }.joined())
    }
    stream.clear()
  }

  private func orExit<Result>(_ body: () throws(UprightError) -> Result) throws -> Result {
    do throws(UprightError) {
      return try body()
    } catch .io("standard output", let number) {
      throw Console.outputFailed(.io(path: "standard output", systemError: number))
    } catch {
      Console.note([TerminalText.plain(named(error))])
      throw ExitCode(error.codes.exitCode)
    }
  }

  /// A sentence that names the file where that is at fault.
  private func named(_ error: UprightError) -> String {
    guard let path = mapping.of else { return error.sentence(about: "") }
    return "\(path): \(error.sentence(about: path))"
  }

  private static let blockSize = 1 << 16
}
