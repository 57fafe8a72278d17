// From file to file: the bytes equal those of the pipeline in memory, and no file is half-written.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightFiles

@Suite struct PipelineFilesTests {
  private static let pipeline = Pipeline(codecs: [])
  private static let turned = Rendition(rotation: .rotate90)

  private static func photo(_ tag: Int) -> [UInt8] { TinyJPEG(.sixColors, exif: TinyTIFF(orientation: tag)).bytes }

  @Test(arguments: 1...8)
  func aFileIsProbedByPathAndByDescriptor(_ tag: Int) throws {
    let folder = try ScratchFolder()
    let path = try folder.write(Self.photo(tag), as: "a.jpg")
    let probe = try Probe(Self.photo(tag))
    #expect(try Probe(contentsOf: path) == probe)
    let file = try #require(FileHandle(forReadingAtPath: path))
    try file.seek(toOffset: 3)
    #expect(try Probe(contentsOf: file.fileDescriptor) == probe)
    #expect(try file.offset() == 3, "its position stays, and it is still open")
  }

  @Test(arguments: 1...8)
  func theNewFileHasTheBytesOfThePipeline(_ tag: Int) throws {
    let folder = try ScratchFolder()
    let path = try folder.write(Self.photo(tag), as: "a.jpg")
    let expected = try Self.pipeline.run(Self.turned, on: Self.photo(tag))
    let plan = try Self.pipeline.run(Self.turned, from: path, to: path + "-b.jpg")
    #expect(plan.route.name == .retag)
    #expect(try folder.read("a.jpg-b.jpg") == expected && folder.read("a.jpg") == Self.photo(tag))
    try Self.pipeline.rewrite(Self.turned, at: path)
    #expect(try folder.read("a.jpg") == expected)
  }

  @Test func aNameThatIsTakenStays() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(Self.photo(6), as: "a.jpg")
    let other = try folder.write([1, 2, 3], as: "b.jpg")
    #expect(throws: UprightError.exists(other)) { try Self.pipeline.run(Self.turned, from: path, to: other) }
    #expect(try folder.read("b.jpg") == [1, 2, 3])
    try Self.pipeline.run(Self.turned, from: path, to: other, overwriting: true)
    #expect(try Probe(contentsOf: other).orientation.exif == .bottomRight)
  }

  @Test func theSourceIsNeverTheDestination() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(Self.photo(6), as: "a.jpg")
    try FileManager.default.linkItem(atPath: path, toPath: path + ".link")
    for destination in [path, path + ".link"] {
      let error = #expect(throws: UprightError.self) {
        try Self.pipeline.run(Self.turned, from: path, to: destination, overwriting: true)
      }
      #expect(error?.codes.exitCode == 64)
    }
    #expect(try folder.read("a.jpg") == Self.photo(6))
  }

  @Test func whatCannotBeMadeLeavesNothing() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(Self.photo(6), as: "a.jpg")
    let pixels = Rendition(upright: .pixels, format: .png)
    #expect(throws: UprightError.self) { try Self.pipeline.run(pixels, from: path, to: path + ".png") }
    #expect(throws: UprightError.self) { try Self.pipeline.rewrite(pixels, at: path) }
    #expect(throws: UprightError.io(path: path + "x", systemError: 2)) { try Probe(contentsOf: path + "x") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(".")) == ["a.jpg"])
  }

  @Test func descriptorsCarryTheBytes() throws {
    let folder = try ScratchFolder()
    let source = try #require(FileHandle(forReadingAtPath: folder.write(Self.photo(8), as: "a.jpg")))
    let target = try #require(FileHandle(forWritingAtPath: folder.write([], as: "b.jpg")))
    try Self.pipeline.run(Self.turned, from: source.fileDescriptor, to: target.fileDescriptor)
    #expect(try folder.read("b.jpg") == Self.pipeline.run(Self.turned, on: Self.photo(8)))
    let pipe = Pipe()
    #expect(throws: UprightError.self) { try Probe(contentsOf: pipe.fileHandleForReading.fileDescriptor) }
    #expect(throws: UprightError.self) { try Probe(contentsOf: -1) }
  }
}
