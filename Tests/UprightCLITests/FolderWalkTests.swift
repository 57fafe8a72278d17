// Which files of a folder are processed: by name if the name is enough, otherwise by the first bytes.

import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inOptions) struct FolderWalkTests {
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private func album() throws -> Album {
    let album = try Album("1.jpg", "deep/6.jpg")
    try album.folder.write(Album.photo(3), as: "photo.png")
    try album.folder.write(Album.photo(3), as: "photo")
    try album.folder.write(Self.png, as: "picture.png")
    try album.folder.write(Self.png, as: "picture")
    try album.folder.write([1, 2, 3], as: "broken.heic")
    try album.folder.write([1, 2, 3], as: "notes.txt")
    return album
  }

  private func walk(_ formats: Set<ContainerFormat>, recursive: Bool = false) throws -> FolderWalk {
    let album = try album()
    return FolderWalk(album.folder.url.path, recursive: recursive, formats: formats)
  }

  @Test func allFormatsAreTakenByNameOrBytes() throws {
    let found = try walk(Set(ContainerFormat.allCases))
    #expect(
      found.images.map(\.relativePath) == ["1.jpg", "broken.heic", "photo", "photo.png", "picture", "picture.png"])
    #expect(found.others == [:] && found.unrecognized == 1)
    #expect(found.notes.count == 2 && found.notes[0].hasSuffix("/deep; --recursive searches it"))
    #expect(found.notes[1].hasSuffix(": 1 file skipped: not an image in a known format"))
    #expect(try walk([.jpeg], recursive: true).images.map(\.relativePath).contains("deep/6.jpg"))
  }

  @Test func ofSomeFormatsTheFirstBytesDecideWhatTheNameDoesNotSay() throws {
    let found = try walk([.jpeg])
    #expect(found.images.map(\.relativePath) == ["1.jpg", "photo", "photo.png"])
    #expect(found.others == [.png: 2, .heif: 1] && found.unrecognized == 1)
    #expect(found.notes.count == 3 && found.notes[0].hasSuffix("/deep; --recursive searches it"))
    #expect(found.notes[1].hasSuffix(": 3 files skipped: pixels of PNG, HEIC cannot be decoded yet"))
  }

  @Test func whereNothingIsLeftTheReasonIsSaid() throws {
    let album = try Album()
    try album.folder.write(Self.png, as: "a.png")
    let found = FolderWalk(album.folder.url.path, recursive: false, formats: [.jpeg])
    #expect(found.images.isEmpty)
    #expect(
      found.notes.count == 1 && found.notes[0].hasSuffix(": 1 file skipped: pixels of PNG cannot be decoded yet"))
  }
}
