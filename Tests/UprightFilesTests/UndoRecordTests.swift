// Undo records as bytes: every record survives, nothing else is accepted as one, and they show how far a change
// progressed.

import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightFiles

@Suite struct UndoRecordTests {
  private static func patch(_ edits: [(Int, Int)]) -> BytePatch {
    BytePatch(
      edits.map { offset, count in
        let old = (0..<count).map { UInt8(truncatingIfNeeded: offset + $0) }
        return BytePatch.Edit(offset: offset, old: old, new: old.map { $0 ^ 0xA5 })
      })
  }

  static let patches = [
    patch([(0, 1)]), patch([(85, 1), (12_705, 1)]), patch([(10, 36), (60, 36), (4_900, 100)]),
    patch([(0, 1), (1, 1)]), patch([(127, 1), (255, 127), (16_511, 128), (2_097_151, 300)]), patch([(1 << 60, 1)]),
  ]

  @Test(arguments: patches) func aRecordSurvivesAsBytes(patch: BytePatch) throws {
    for byteCount in [1 << 60 + 1, Int.max] {
      let record = UndoRecord(patch, byteCount: byteCount)
      #expect(UndoRecord(bytes: record.bytes) == record)
    }
  }

  @Test func twoBytesOfAPhotoFitIntoTheFilesOwnEntryOnTheDisk() {
    #expect(UndoRecord(Self.patches[1], byteCount: 40_000_000).bytes.count == 14)
  }

  @Test func whatBreaksOffIsNone() throws {
    let record = UndoRecord(Self.patch([(100, 36), (600, 36), (4_900, 36)]), byteCount: 5_000)
    let bytes = record.bytes
    let ends = [1, 2, 3].map {
      UndoRecord(BytePatch(Array(record.patch.edits.prefix($0))), byteCount: 5_000).bytes.count
    }
    for count in 0...bytes.count {
      let read = UndoRecord(bytes: Array(bytes.prefix(count)))
      #expect((read != nil) == ends.contains(count), "\(count)")
    }
    #expect(UndoRecord(bytes: [2] + bytes.dropFirst()) == nil, "another version")
    #expect(UndoRecord(bytes: [1] + [UInt8](repeating: 0xFF, count: 30)) == nil, "a number without an end")
  }

  @Test func anyByteMayBeAnyOther() {
    let bytes = UndoRecord(Self.patch([(100, 3), (600, 2)]), byteCount: 5_000).bytes
    for place in bytes.indices {
      for value in UInt8.min...UInt8.max {
        var wrong = bytes
        wrong[place] = value
        guard let read = UndoRecord(bytes: wrong) else { continue }
        #expect(
          read.patch.edits.allSatisfy { $0.offset + $0.old.count <= read.byteCount && $0.old.count == $0.new.count })
      }
    }
  }

  @Test func howFarAChangeCameIsTold() throws {
    let folder = try ScratchFolder()
    let record = UndoRecord(Self.patch([(3, 2), (10, 1)]), byteCount: 20)
    let states: [([Int], UndoRecord.Progress)] = [
      ([], .begun), ([3], .begun), ([10], .begun), ([3, 4], .begun), ([3, 4, 10], .done),
    ]
    for (written, progress) in states {
      var bytes = (0..<20).map { UInt8($0) }
      for place in written { bytes[place] ^= 0xA5 }
      let file = try Syscalls.openFile(folder.write(bytes, as: "a"), O_RDWR)
      #expect(try record.progress(in: file) == progress, "\(written)")
      try record.put(\.new, into: file)
      #expect(try record.progress(in: file) == .done)
      try record.put(\.old, into: file)
      #expect(try folder.read("a") == (0..<20).map { UInt8($0) })
      bytes[4] = 77
      let other = try Syscalls.openFile(folder.write(bytes, as: "b"), O_RDONLY)
      #expect(try record.progress(in: other) == .unknown)
    }
    let short = try Syscalls.openFile(folder.write([0, 1, 2, 3, 4], as: "c"), O_RDONLY)
    #expect(try record.progress(in: short) == .unknown)
  }
}
