// A worker's description of itself, and the message if there is none.

import Testing
import Upright
import UprightCodecs
import UprightConfinedCodecs
import UprightTestTools

@testable import UprightSandbox

@Suite struct WorkerDescriptionTests {
  private static let reads = Capabilities(decodes: true, encodes: false, transforms: false)
  private static let writes = Capabilities(decodes: false, encodes: true, transforms: false)

  private func description(_ confinement: WorkerHandshake.Confinement) -> WorkerDescription {
    WorkerDescription(
      WorkerHandshake(
        version: 2, confinement: confinement, capabilities: [.tiff: Self.reads, .png: Self.writes],
        libraries: ["libtiff 4.5.0"]),
      path: "/opt/worker")
  }

  @Test func onlyWhatItDecodesIsNamed() {
    let found = description(.filtered)
    #expect(found.formats == [.tiff] && found.libraries == ["libtiff 4.5.0"] && found.path == "/opt/worker")
  }

  @Test func whatKeepsItInIsSaid() {
    #expect(description(.filtered).confinement == "no file access, system calls filtered")
    #expect(
      description(.limited(38)).confinement
        == "no file access; this system cannot filter system calls")
    #expect(description(.none).confinement == "not confined")
  }

  @Test(.enabled(if: Workers.areHere, Workers.reason))
  func theWorkerIsThatOfThisPackage() throws {
    let found = try Workers.pool.description()
    let codecs = SystemCodecs.all + ConfinedCodecs.all
    #expect(found.formats == Set(codecs.filter(\.capabilities.decodes).map(\.format)))
    #expect(found.libraries == (SystemCodecs.libraries + ConfinedCodecs.libraries()).map(\.description))
    #expect(found.path.hasSuffix("/upright-worker"))
    #expect(try Workers.pool.description() == found, "the worker is given back")
  }

  @Test(.enabled(if: Workers.areHere, Workers.reason))
  func aWorkerForOneFormatLoadsNoOtherLibrary() throws {
    let pool = WorkerPool(mode: .always, program: UprightTool.product(WorkerProgram.name))
    let expected: [(ContainerFormat, Set<Substring>)] = [
      (.tiff, []), (.png, []), (.heif, ["libheif"]), (.avif, ["libheif"]), (.jpegXL, ["libjxl"]),
    ]
    for (format, names) in expected {
      let found = Set(try pool.take(for: format).handshake.libraries.map { $0.prefix { $0 != " " } })
      #expect(found.intersection(["libheif", "libjxl"]) == names, "\(format)")
      #expect(found.isSuperset(of: ["libtiff", "libjpeg-turbo"]))
    }
  }

  @Test func whereThereIsNoneThatIsTheError() {
    #expect(throws: UprightError.self) { try WorkerPool(program: "/nowhere/upright-worker").description() }
    #expect(throws: UprightError.self) { try WorkerPool(program: "/bin/true").description() }
  }
}
