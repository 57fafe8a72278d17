// The kernels that make rows of pixels, against the formulas: every color, and every pair of neighbouring samples.

import CKernels
import Testing
import UprightTestTools

@testable import UprightJPEG

@Suite struct SampleKernelsTests {
  /// A row of pixels of three planes, or the samples of one.
  private func written(
    _ planes: [[UInt8]], columns: Range<Int>, far: [UInt8]? = nil, isSmooth: Bool = false, _ kernels: up_kernels
  ) -> [UInt8] {
    var samples: [UInt8] = []
    func added(_ line: [UInt8]) -> Int {
      defer { samples += line }
      return samples.count
    }
    var row = up_row()
    let parts = planes.map { line in
      up_row_plane(
        near: added(line), far: far.map(added) ?? -1, columns: line.count, across: isSmooth ? 2 : 1, is_smooth: isSmooth
      )
    }
    (row.plane_count, row.channels, row.is_luma) = (Int32(planes.count), planes.count == 3 ? 3 : 1, planes.count == 3)
    row.planes.0 = parts[0]
    if parts.count == 3 { (row.planes.1, row.planes.2) = (parts[1], parts[2]) }
    samples += [UInt8](repeating: 0, count: Int(UP_ROW_SLACK))
    var writer = RowWriter(columns, channels: planes.count, kernels)
    var result = [UInt8](repeating: 0, count: columns.count * planes.count)
    var span = result.mutableSpan
    writer.write(row, of: samples, to: &span)
    return result
  }

  private static let sets = [UP_BASE_KERNELS, up_best_kernels()]

  /// JFIF 1.02's formulas in 65536ths, rounded as by jdcolor.c.
  private func rgb(_ y: Int, _ cb: Int, _ cr: Int) -> [UInt8] {
    let (cb, cr) = (cb - 128, cr - 128)
    return [
      UInt8(min(255, max(0, y + (91_881 * cr + 32_768) >> 16))),
      UInt8(min(255, max(0, y + (-22_554 * cb - 46_802 * cr + 32_768) >> 16))),
      UInt8(min(255, max(0, y + (116_130 * cb + 32_768) >> 16))),
    ]
  }

  @Test(arguments: 0..<256)
  func everyColorIsThatOfTheFormulas(blue: Int) {
    let luma = (0..<256).map { UInt8($0) }
    for red in 0..<256 {
      let planes = [luma, [UInt8](repeating: UInt8(blue), count: 256), [UInt8](repeating: UInt8(red), count: 256)]
      let expected = (0..<256).flatMap { rgb($0, blue, red) }
      for set in Self.sets {
        let isSame = written(planes, columns: 0..<256, set) == expected
        #expect(isSame, "\(blue) \(red)")
      }
    }
  }

  /// Three parts the nearest sample and one part the next, across and, with a second row, down (jdsample.c).
  @Test(arguments: [3, 4, 15, 16, 17, 40], [false, true])
  func chromaIsInterpolatedAsByTheFormulas(count: Int, hasRows: Bool) {
    var random = SplitMix64(seed: UInt64(count))
    for trial in 0..<200 {
      let near = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let far = (0..<count).map { _ in trial % 7 == 0 ? 255 : UInt8.random(in: 0...255, using: &random) }
      let sums = zip(near, far).map { hasRows ? 3 * Int($0) + Int($1) : Int($0) }
      let (low, high, shift): (Int, Int, Int) = hasRows ? (8, 7, 4) : (1, 2, 2)
      var whole: [UInt8] = []
      for index in 0..<count {
        let (before, after) = (sums[max(0, index - 1)], sums[min(count - 1, index + 1)])
        whole.append(UInt8((3 * sums[index] + before + low) >> shift))
        whole.append(UInt8((3 * sums[index] + after + high) >> shift))
      }
      for columns in [0..<2 * count, 0..<2 * count - 1, 1..<2 * count, count..<count + 1, 2 * count - 1..<2 * count] {
        for set in Self.sets {
          let found = written([near], columns: columns, far: hasRows ? far : nil, isSmooth: true, set)
          #expect(found == Array(whole[columns]), "\(near) \(far) \(columns)")
        }
      }
    }
  }
}
