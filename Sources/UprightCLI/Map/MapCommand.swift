// `upright map`: maps rectangles and points between any two spaces of an image.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
import UprightLabelJobs

/// The command `map`.
struct MapCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "map",
    abstract: "Convert rectangles and points between an image's coordinate spaces.",
    discussion: """
      Spaces:
        viewport    points of the view that shows the image
        displayed   pixels of the displayed image
        stored      pixels as stored in the file; --size is this size
        normalized  0…1 across the displayed image, from the top left
        vision      the same from the lower left, y upwards
        iiif        whole displayed pixels; pct:x,y,w,h, full and square work too

      A line is x,y,w,h or [x,y,w,h] or {"x":…,"y":…,"width":…,"height":…}; without width and height it is a point. \
      Other fields are ignored. Lines come from the arguments, or from standard input if there are none. Each line \
      gives one output line, in order: an empty line gives an empty line, null gives null. A line that cannot be read \
      gives null, or {"error":…} with --json, and a message on standard error. The rest is still processed, and the \
      exit code is 2 (for a single argument, that of its error).

      The result is exact, inside the image or not; negative widths and heights become positive. --clip clips to the \
      image: a rectangle outside it becomes null, and so does a point on its right or bottom edge, as displayed. \
      --round also clips, then rounds to whole pixels as displayed, before converting to stored pixels. Edges within a \
      millionth of a whole number are treated as that number; a point becomes the pixel that contains it. --to iiif \
      always gives whole pixels (default: outward).

      --labels prints a table, or one object with --json: the same rectangle in the numbers of COCO, YOLO, Pascal VOC, \
      CVAT, Label Studio, Create ML, Vision, TensorFlow, Web annotations and IIIF, for the stored and the displayed \
      image. A point is a rectangle without width and height.

      Examples:
        upright map --from vision --to stored --of photo.jpg 0.25,0.5,0.5,0.25
        upright map --from stored --to iiif --size 4032x3024 --json < boxes.jsonl
      """)

  @OptionGroup var mapping: MapArguments

  @Flag(help: "Print one JSON object per line.")
  var json = false

  @Argument(help: "Rectangles and points (default: read standard input).")
  var values: [String] = []

  func validate() throws(ValidationError) {
    if mapping.of == StandardInput.path, values.isEmpty {
      throw ValidationError(
        "--of - reads the image from standard input, so give the rectangles and points as arguments")
    }
  }

  func run(in world: World) throws {
    Interruption.ignoreBrokenPipe()
    let map = try orExit(world) { () throws(UprightError) in try mapping.map() }
    let image = mapping.labels ? map.image : nil
    var stream = MapStream(map, json: json, unit: values.isEmpty ? "line" : "value", labelsOf: image)
    try orExit(world) { () throws(UprightError) in
      if values.isEmpty { try mapInput(through: &stream, world) } else { try mapValues(through: &stream, world) }
    }
    guard let failure = stream.firstFailure else { return }
    throw values.count == 1 ? ExitStatus(failure) : .partial
  }

  private func mapInput(through stream: inout MapStream, _ world: World) throws(UprightError) {
    while case let block = try StandardInput.next(atMost: Self.blockSize), !block.isEmpty {
      stream.take(block)
      try flush(over: &stream, to: world)
    }
    stream.finish()
    try flush(over: &stream, to: world)
  }

  /// A line break inside a value is treated as a space.
  private func mapValues(through stream: inout MapStream, _ world: World) throws(UprightError) {
    for value in values {
      stream.take(
        value.utf8.map { $0 == MapInputScanner.lineFeed ? UInt8(ascii: " ") : $0 } + [MapInputScanner.lineFeed])
    }
    try flush(over: &stream, to: world)
  }

  /// Prints the outputs so far, so that a program that waits for the output of its line gets it.
  private func flush(over stream: inout MapStream, to world: World) throws(UprightError) {
    try world.output.write(stream.answers.bytes)
    world.note(stream.complaints)
    stream.clear()
  }

  private func orExit<Result>(_ world: World, _ body: () throws(UprightError) -> Result) throws -> Result {
    do throws(UprightError) {
      return try body()
    } catch .io("standard output", let number) {
      throw world.outputFailed(.io(path: "standard output", systemError: number))
    } catch {
      world.tell(TerminalText.plain(named(error)))
      throw ExitStatus(error)
    }
  }

  /// A sentence that names the file if it is at fault.
  private func named(_ error: UprightError) -> String {
    guard let path = mapping.of else { return error.sentence(about: "") }
    return "\(path): \(error.sentence(about: path))"
  }

  private static let blockSize = 1 << 16
}
