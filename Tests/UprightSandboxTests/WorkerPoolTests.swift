// Workers are reused, replaced, never shared, and leave nothing behind.

import Foundation
import Testing
import Upright
import UprightCodecs
import UprightConfinedCodecs
import UprightFiles
@testable import UprightSandbox
import UprightTestTools

@Suite(.serialized, .enabled(if: Workers.areHere, Workers.reason)) struct WorkerPoolTests {
  private let pass = DecodePass(
    region: PixelRect(x: 0, y: 0, width: 8, height: 200), denominator: 1, layout: SampleLayout(.gray))

  private func pool(_ mode: SandboxMode = .always) -> WorkerPool {
    WorkerPool(mode: mode, program: UprightTool.product("WorkerFaults"))
  }

  private func codec(_ pool: WorkerPool) -> WorkerCodec {
    WorkerCodec(.heif, Capabilities(decodes: true, encodes: true, transforms: false), workers: pool)
  }

  private func rows(_ source: any ByteSource, _ codec: WorkerCodec) throws(UprightError) -> Int {
    var rows = 0
    try codec.decode(pass, from: source, limits: Limits()) { band, _ in rows += band.size.height }
    return rows
  }

  private func children() -> Int { Self.numbers(in: "/proc/self/task").reduce(0) { $0 + Self.children(of: $1) } }

  private static func numbers(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  private static func children(of task: String) -> Int {
    let text = try? String(contentsOfFile: "/proc/self/task/\(task)/children", encoding: .utf8)
    return text?.split(separator: " ").count ?? 0
  }

  @Test func oneWorkerServesOneCallAfterAnother() throws {
    let pool = pool()
    let first = try pool.take()
    pool.release(first)
    #expect(try pool.take() === first)
    let second = try pool.take()
    #expect(second !== first)
    pool.release(second)
  }

  @Test func aWorkerServesTheFormatsWhoseLibraryItHasLoaded() throws {
    let formats: [ContainerFormat?] = [nil, .tiff, .heif, .avif, .jpegXL, .png]
    let loaded: [ContainerFormat?: Set<ContainerFormat?>] = [
      nil: Set(formats), .tiff: [.tiff, .png], .png: [.tiff, .png], .heif: [.heif, .avif, .tiff, .png],
      .avif: [.heif, .avif, .tiff, .png], .jpegXL: [.jpegXL, .tiff, .png],
    ]
    for first in formats {
      for second in formats {
        let pool = pool()
        let worker = try pool.take(for: first)
        #expect(worker.serves(second) == loaded[first]?.contains(second), "\(String(describing: (first, second)))")
        pool.release(worker)
        #expect(try (pool.take(for: second) === worker) == worker.serves(second))
      }
    }
  }

  @Test func anotherFormatsWorkerWaitsOn() throws {
    let pool = pool()
    let (tiff, heif) = (try pool.take(for: .tiff), try pool.take(for: .heif))
    pool.release(heif)
    pool.release(tiff)
    #expect(try pool.take(for: .avif) === heif)
    #expect(try pool.take(for: .tiff) === tiff)
  }

  @Test func aPreparedWorkerIsTheOneThatIsTaken() throws {
    let pool = pool()
    pool.prepare(for: .heif)
    let other = try pool.take(for: .tiff)
    #expect(other.serves(.heif), "whoever loaded libheif serves TIFF, too")
    #expect(other.handshake != .notReceived && other.handshake.confinement != .none)
    let second = try pool.take(for: .heif)
    #expect(second !== other)
    pool.release(other)
    #expect(try pool.take(for: .heif) === other)
  }

  @Test func aPreparedWorkerThatDiedIsReplaced() throws {
    let pool = pool()
    pool.prepare(for: .heif)
    let first = try pool.take(for: .heif)
    first.end(within: 0)
    pool.release(first)
    #expect(try rows(Array("fine".utf8), codec(pool)) == 200)
  }

  /// A worker that cannot be started, or does not answer, is an error for the caller that needs it, and for no other.
  @Test func whatCannotBePreparedIsNamedWhenItIsTaken() throws {
    let folder = try ScratchFolder()
    let silent = try #require(["/bin/true", "/usr/bin/true"].first(where: WorkerCalls.isProgram))
    for program in [folder.path("nowhere"), silent] {
      let prepared = WorkerPool(program: program)
      prepared.prepare(for: .heif)
      for _ in 0..<2 {
        do throws(UprightError) {
          _ = try prepared.take(for: .heif)
          Issue.record("\(program) greeted")
        } catch {
          guard case .unsupported(let words) = error else { throw error }
          #expect(words.description.hasPrefix("\(program) cannot be started ("))
        }
      }
    }
  }

  @Test func onlyWhatIsPreparedIsStartedBeforehand() throws {
    let pool = pool(.never)
    pool.prepare(for: .tiff)
    let worker = try pool.take(for: .heif)
    #expect(!worker.serves(.jpegXL) && worker.serves(.avif) && worker.handshake.confinement == .none)
    #expect(try pool.take(for: .tiff).serves(.heif) == false, "the prepared one waited on")
  }

  @Test func aWorkerThatDiedMeanwhileIsReplaced() throws {
    let pool = pool()
    let first = try pool.take()
    first.end(within: 0)
    pool.release(first)
    let second = try pool.take()
    #expect(second !== first && second.isAlive && !first.isAlive)
  }

  @Test func aWorkerIsReplacedAfterManyCalls() throws {
    #expect(pool().maxRequests == 1000)
    let pool = WorkerPool(program: UprightTool.product("WorkerFaults"), maxRequests: 5)
    let codec = codec(pool)
    let first = try pool.take()
    pool.release(first)
    for call in 1...4 {
      _ = try rows(Array("fine".utf8), codec)
      #expect(first.requestCount == call)
    }
    _ = try rows(Array("fine".utf8), codec)
    #expect(try pool.take() !== first)
  }

  @Test func deathsLeaveNothingBehind() throws {
    let faults = ["segv", "abort", "exit", "kill"]
    let codec = codec(pool())
    var random = SplitMix64(seed: 12)
    _ = try rows(Array("fine".utf8), codec)
    let (files, processes) = (Self.numbers(in: "/proc/self/fd").count, children())
    for _ in 0..<200 {
      let fault = faults[Int(random.next() % UInt64(faults.count))]
      do throws(UprightError) {
        _ = try rows(Array("fault:\(fault)".utf8), codec)
        Issue.record("\(fault) went by unseen")
      } catch {
        guard case .codec(.heif, let message) = error, message.hasPrefix("the decoder ") else {
          Issue.record("\(fault): \(error)")
          continue
        }
      }
    }
    #expect(try rows(Array("fine".utf8), codec) == 200)
    // Other tests run at the same time, but do not leave a hundred of them open.
    #expect(Self.numbers(in: "/proc/self/fd").count < files + 100)
    #expect(children() < processes + 100)
  }

  @Test func anOpenFileIsReadByTheWorkerItself() throws {
    let folder = try ScratchFolder()
    let file = try FileBytes(path: folder.write(Array("fine".utf8), as: "fine"))
    #expect(try rows(file, codec(pool())) == 200)
    #expect(try rows(file.head(), codec(pool())) == 200)
    let lost = try FileBytes(path: folder.write(Array("fine and long".utf8), as: "lost"))
    _ = try folder.write([], as: "lost")
    #expect(throws: UprightError.self) { try rows(lost, codec(pool())) }
  }

  @Test func aFormatThatIsNotThereIsNamed() {
    let codec = WorkerCodec(.avif, Capabilities(decodes: true, encodes: true, transforms: false), workers: pool())
    #expect(throws: UprightError.unsupported("this upright-worker was built without support for avif")) {
      try rows(Array("fine".utf8), codec)
    }
  }

  @Test func aProgramThatIsNoWorkerIsNamed() throws {
    #expect(throws: UprightError.self) { try WorkerPool(program: "/nowhere/upright-worker").take() }
    let other = try #require(["/bin/true", "/usr/bin/true"].first { FileManager.default.fileExists(atPath: $0) })
    #expect(throws: UprightError.self) { try WorkerPool(program: other).take() }
  }
}

// Formats that only workers decode: distinguished from those of this process, and no more than the worker reports.

@Suite struct ConfinedFormatsTests {
  private let near = SystemCodecs.all

  private func codecs(_ mode: SandboxMode) -> [any Codec] {
    WorkerPool(mode: mode, program: "/nowhere").codecs(beside: near)
  }

  @Test func noFormatOfThisProcessIsConfined() {
    #expect(near.allSatisfy { ConfinedFormats.all[$0.format] == nil })
    #expect(ConfinedFormats.all.values.allSatisfy { $0.decodes && !$0.transforms && $0.missingTrait == nil })
    #expect(ConfinedFormats.all.keys.allSatisfy { [.tiff, .heif, .avif, .jpegXL, .gif].contains($0) })
  }

  /// A codec offers exactly what it claims.
  @Test func everyCodecOffersWhatItsRowSays() {
    for codec in near + ConfinedCodecs.all + codecs(.always) {
      let can = codec.capabilities
      #expect(can == CodecFacts.of(codec.format)?.built, "\(codec.format)")
      #expect((codec.decoder != nil) == can.decodes && (codec.encoder != nil) == can.encodes, "\(codec.format)")
      #expect((codec.blocks != nil) == can.transforms && (codec.planes != nil) == can.planes, "\(codec.format)")
    }
    let all = (near + ConfinedCodecs.all).map(\.format)
    #expect(Set(all) == Set(CodecFacts.all.map(\.format)) && all.count == CodecFacts.all.count)
    #expect(Set(ConfinedCodecs.all.map(\.format)) == Set(CodecFacts.all.filter(\.isConfined).map(\.format)))
  }

  @Test(arguments: SandboxMode.allCases)
  func everyFormatHasOneCodec(_ mode: SandboxMode) {
    let codecs = codecs(mode)
    #expect(codecs.prefix(near.count).map(\.format) == near.map(\.format))
    #expect(Set(codecs.map(\.format)).count == codecs.count)
    #expect(Set(codecs.map(\.format)) == Set(near.map(\.format)).union([.tiff, .heif, .avif, .jpegXL, .gif]))
    for codec in codecs {
      let known = near.first { $0.format == codec.format }?.capabilities ?? ConfinedFormats.all[codec.format]
      #expect(codec.capabilities == known || codec.capabilities.missingTrait != nil, "\(codec.format)")
    }
  }

  @Test func onlyWhereAllIsConfinedWorkersStandInForThisProcess() {
    for mode in SandboxMode.allCases {
      let isFar = codecs(mode).prefix(near.count).map { $0 is WorkerCodec }
      #expect(isFar == near.map { _ in mode == .always })
      for codec in codecs(mode).dropFirst(near.count) {
        #expect(codec is WorkerCodec == (ConfinedFormats.all[codec.format] != nil))
      }
    }
  }

  @Test(.enabled(if: Workers.areHere, Workers.reason)) func theWorkerSaysTheSameOfThem() throws {
    let worker = try Workers.pool.take()
    defer { Workers.pool.release(worker) }
    for codec in codecs(.always) where codec.capabilities.missingTrait == nil {
      #expect(worker.handshake.capabilities[codec.format] == codec.capabilities)
    }
  }
}

// A worker's description of itself, and the message if there is none.

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

// The words of `--sandbox`.

@Suite struct SandboxModeTests {
  @Test func theWordsAreThoseOfTheOption() {
    #expect(SandboxMode.allCases.map(\.rawValue) == ["auto", "always", "never"])
  }

  @Test func nothingElseIsAWord() {
    for mode in SandboxMode.allCases { #expect(SandboxMode(rawValue: mode.rawValue) == mode) }
    for word in ["", "Auto", "on", "off", "always "] { #expect(SandboxMode(rawValue: word) == nil) }
  }
}
