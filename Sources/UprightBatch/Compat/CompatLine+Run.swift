// Runs a command line of another program.

import Upright
import UprightFiles

extension CompatLine {
  /// Runs the command line in a world.
  ///
  /// - Throws: `CompatFault` if it is incomplete, `DestinationConflict` if its result has no place, the
  ///   exit code if it failed.
  package func run(in world: World) throws {
    guard !paths.isEmpty else { throw CompatFault("no files were given") }
    if output == "-" {
      throw CompatFault(
        "-o - means standard output, but this command writes a file. (For a file or folder called '-', write ./-)")
    }
    guard let rendition else { throw CompatFault("no operation was given") }
    let inputs = InputFiles(paths, recursive: false, formats: [.jpeg])
    var settings = ResultSettings()
    if output != nil { settings.format = .jpeg }
    let request = CompatRequest(changesPixels: !onlyRetags, make: rendition)
    let run = RequestRun(request, settings, delivery, pipeline: Pipeline(codecs: ImageCodecs.all(in: world)))
    let plan = try run.plan(inputs)
    world.note(plan.notes)
    var task = run.task(for: plan)
    (task.goal.edgeAdvice, task.goal.onlyFormat) = (edgeAdvice, .jpeg)
    var batch = run.batch(world, task, on: plan.files, json: false)
    if isQuiet { batch.outputFilter = .problems }
    batch.labels = LabelsLeft(plan.files)
    batch.advice = advice
    batch.sidecars = SidecarsBeside(offersFamilies: false)
    try inputs.ending(batch.run(plan.files, to: plan.destinations), in: world).end()
  }

  /// Where results go, and how.
  private var delivery: DeliveryRequest {
    var delivery = DeliveryRequest()
    delivery.place = output.map { .path($0) } ?? .inPlace
    (delivery.existing, delivery.backsUp, delivery.keepsTime) = (.overwrite, backsUp, keepsTime)
    return delivery
  }
}

/// What another program's command line makes of each image.
private struct CompatRequest: ImageRequest {
  let changesPixels: Bool
  let make: @Sendable (Probe) -> Rendition

  var identity: BatchIdentity { BatchIdentity("compat") }

  func rendition(of probe: Probe, format: ContainerFormat?, original: EdgeMode.Original) -> Rendition { make(probe) }
}
