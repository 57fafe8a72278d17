// Bytes written to a sink are in the file, in pieces of any size.

import Testing
import Upright
import UprightTestTools

@testable import UprightFiles

@Suite struct FileSinkTests {
  @Test(arguments: [1, 2, 1000, 65_535, 65_536, 65_537, 100_000, 400_000])
  func piecesOfAnySizeArriveInOrder(_ piece: Int) throws {
    let folder = try ScratchFolder()
    let count = piece == 1 ? 70_000 : 300_001
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    try SafeReplace.create(folder.path("a")) { (sink: inout FileSink) throws(UprightError) in
      var from = 0
      while from < bytes.count {
        let to = min(bytes.count, from + piece)
        try sink.write(Array(bytes[from..<to]))
        from = to
      }
    }
    #expect(try folder.read("a") == bytes)
  }

  @Test func smallAndLargePiecesKeepTheirOrder() throws {
    let folder = try ScratchFolder()
    let pieces =
      [[1], Array(repeating: 2, count: 65_536), [3], [], Array(repeating: 4, count: 200_000), [5]] as [[UInt8]]
    try SafeReplace.create(folder.path("a")) { (sink: inout FileSink) throws(UprightError) in
      for piece in pieces { try sink.write(piece) }
    }
    #expect(try folder.read("a") == pieces.flatMap { $0 })
  }

  @Test func aFullDiskIsNamedByThePathAsGiven() throws {
    let descriptor = try Syscalls.openFile("/dev/full", 1)
    var sink = FileSink(descriptor, path: "out.jpg")
    #expect(throws: UprightError.io(path: "out.jpg", systemError: 28)) {
      try sink.write([UInt8](repeating: 0, count: 100_000))
    }
  }
}
