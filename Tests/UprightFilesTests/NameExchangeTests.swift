// Two names that swap, while others save files of their own at every moment in between.

import Foundation
import Synchronization
import Testing
import UprightSystem
import UprightTestTools

@testable import UprightFiles

@Suite struct NameExchangeTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write([1], as: "a")
    try folder.write([2], as: "hidden")
  }

  /// Displaces `a`, as it is now, while `saves` come before the swaps with these numbers.
  private func displace(saves: [Int: [UInt8]], inPlace: Bool = false) throws -> NameExchange.Outcome {
    let expected = try FileIdentity(path: folder.path("a"))
    let folder = folder
    let count = Mutex(0)
    let exchange = NameExchange(hidden: folder.path("hidden"), directoryEntry: folder.path("a")) {
      (one, other, opened) throws(SystemError) in
      let number = count.withLock { count in
        defer { count += 1 }
        return count
      }
      if let bytes = saves[number] {
        do {
          if inPlace {
            try Data(bytes).write(to: folder.url.appending(path: "a"))
          } else {
            try folder.write(bytes, as: "saved")
            try Syscalls.move(folder.path("saved"), to: folder.path("a"))
          }
        } catch { throw SystemError(number: EIO) }
      }
      try Syscalls.exchange(one, other, in: opened)
    }
    return try exchange.displace(expected)
  }

  @Test func whatWasLookedAtIsDisplaced() throws {
    #expect(try displace(saves: [:]) == .displaced)
    #expect(try folder.read("a") == [2])
    #expect(try folder.read("hidden") == [1])
  }

  @Test(arguments: [false, true]) func theNewestOfSeveralSavesStays(inPlace: Bool) throws {
    for count in 1...6 {
      try folder.write([1], as: "a")
      try folder.write([2], as: "hidden")
      let saves = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, [UInt8(10 + $0), 0, 0]) })
      #expect(try displace(saves: saves, inPlace: inPlace) == .stale, "\(count)")
      #expect(try folder.read("a") == [UInt8(10 + count - 1), 0, 0], "\(count)")
      #expect(folder.names.sorted() == ["a", "hidden"], "\(count)")
    }
  }

  @Test func oneThatWasDeletedMeanwhileIsNotThrownAway() throws {
    let expected = try FileIdentity(path: folder.path("a"))
    let folder = folder
    let count = Mutex(0)
    let exchange = NameExchange(hidden: folder.path("hidden"), directoryEntry: folder.path("a")) {
      (one, other, opened) throws(SystemError) in
      let isFirst = count.withLock { count in
        defer { count += 1 }
        return count == 0
      }
      if isFirst {
        do { try folder.write([7, 7], as: "a") } catch { throw SystemError(number: EIO) }
      } else {
        try Syscalls.remove(other)
      }
      try Syscalls.exchange(one, other, in: opened)
    }
    #expect(try exchange.displace(expected) == .unknown)
    #expect(try folder.read("hidden") == [7, 7])
  }

  @Test func aLinkToWhatWasLookedAtIsAnother() throws {
    try folder.write([3], as: "elsewhere")
    try FileManager.default.removeItem(atPath: folder.path("a"))
    try folder.link("a", to: "elsewhere")
    let exchange = NameExchange(hidden: folder.path("hidden"), directoryEntry: folder.path("a"))
    #expect(try exchange.displace(FileIdentity(path: folder.path("elsewhere"))) == .stale)
    #expect(FileIdentity.isSymbolicLink(folder.path("a")))
    #expect(try folder.read("hidden") == [2])
  }

  @Test func whatIsNotThereChangesNothing() throws {
    let exchange = NameExchange(hidden: folder.path("hidden"), directoryEntry: folder.path("b"))
    #expect(throws: SystemError(number: ENOENT)) { try exchange.displace(FileIdentity(path: folder.path("a"))) }
    #expect(try folder.read("hidden") == [2])
  }
}
