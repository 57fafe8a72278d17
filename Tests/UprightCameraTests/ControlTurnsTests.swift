// Controls that stay upright while poses change.

import Testing
import UprightCamera

@Suite struct ControlTurnsTests {
  @Test func eachOfTheSixteenPairsIsTold() async {
    for locked in DevicePose.allCases {
      let (device, interface) = (OrientationManager(.interface), OrientationManager(.interface))
      await interface.setCustom(locked)
      await device.setCustom(locked)
      var turns = ControlTurns(device: device, interface: interface).makeAsyncIterator()
      #expect(await turns.next() == .zero)
      for quarters in 1...3 {
        await device.setCustom(DevicePose(turn: locked.turn + QuarterTurn(quarters: quarters)))
        #expect(await turns.next() == QuarterTurn(quarters: -quarters))
      }
      // The interface follows: nothing is rotated any more.
      await interface.setCustom(DevicePose(turn: locked.turn + .counterclockwise))
      #expect(await turns.next() == .zero)
    }
  }

  private static func single(_ pose: DevicePose) -> AsyncStream<DevicePose> {
    AsyncStream {
      $0.yield(pose)
      $0.finish()
    }
  }

  @Test func itEndsWithBoth() async {
    let (device, interface) = (
      OrientationManager(.interface, interface: { Self.single(DevicePose(turn: .clockwise)) }),
      OrientationManager(.interface, interface: { Self.single(.natural) })
    )
    for manager in [device, interface] {
      await manager.start()
      for await _ in manager {}
    }
    var all: [QuarterTurn] = []
    for await turn in ControlTurns(device: device, interface: interface) { all.append(turn) }
    #expect(all == [.counterclockwise])
  }
}
