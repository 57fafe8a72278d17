// Damaged, hostile and interrupted JPEGs: a typed error or an image, soon, and no third outcome.

import Testing
import Upright
import UprightCodecs
import UprightTestTools

@Suite struct CodecSessionTests {
  static let size = PixelSize<Stored>(width: 32, height: 32)

  static func small(_ progressive: Bool) throws -> [UInt8] {
    try encode(.mixedColors(width: 32, height: 32, channels: 3), .jpeg(40, 2, 2, progressive: progressive))
  }

  /// The bytes with the frame header's marker, precision or size replaced.
  static func framed(_ jpeg: [UInt8], marker: UInt8? = nil, precision: UInt8? = nil, side: Int? = nil) -> [UInt8] {
    guard let header = Marker.all(of: jpeg).first(where: \.isFrame) else { return jpeg }
    var bytes = jpeg
    let index = header.place.lowerBound - 4
    if let marker { bytes[index + 1] = marker }
    if let precision { bytes[index + 4] = precision }
    if let side {
      for field in [index + 5, index + 7] { (bytes[field], bytes[field + 1]) = (UInt8(side >> 8), UInt8(side & 255)) }
    }
    return bytes
  }

  @Test(arguments: [false, true])
  func everyPrefixIsRefusedByATransformAndSurvivedByADecode(progressive: Bool) throws {
    let jpeg = try Self.small(progressive)
    var shown = 0
    for count in 0..<jpeg.count {
      let prefix = Array(jpeg.prefix(count))
      let refused = failure { _ = try transform(prefix, .identity, region: Self.size.bounds) }
      guard case .malformed = refused else {
        Issue.record("\(count) bytes: \(String(describing: refused))")
        return
      }
      if (try? decode(prefix, width: 32, height: 32)) != nil { shown += 1 }
    }
    #expect(shown > 0 && shown < jpeg.count)
    #expect(try transform(jpeg, .identity, region: Self.size.bounds).end == jpeg.count)
  }

  @Test(arguments: [false, true])
  func everyByteMayBeWrong(progressive: Bool) throws {
    let jpeg = try Self.small(progressive)
    var different = 0
    for index in jpeg.indices {
      for change in [0xFF, 0x01, 0x80] as [UInt8] {
        var bytes = jpeg
        bytes[index] ^= change
        let limits = Limits(pixels: 1 << 20, memoryBytes: 1 << 24, seconds: 1)
        if (try? decode(bytes, width: 32, height: 32, limits: limits)) == nil { different += 1 }
        if (try? transform(bytes, orientations[5], region: Self.size.bounds, limits: limits)) == nil { different += 1 }
      }
    }
    #expect(different > 0)
  }

  @Test func aHugeProgressiveImageIsRefusedByItsHeader() throws {
    let bomb = Self.framed(try Self.small(true), side: 65_500)
    let whole = PixelRect<Stored>(x: 0, y: 0, width: 65_500, height: 65_500)
    let pixels = 65_500 * 65_500
    let spent = ProcessorTime.seconds {
      let error = failure { _ = try decode(bomb, width: 65_500, height: 65_500) }
      #expect(error == .limit(.pixels, asked: pixels, allowed: Limits().pixels))
      let limits = Limits(pixels: .max, memoryBytes: 1 << 30)
      let memory = failure { _ = try decode(bomb, width: 65_500, height: 65_500, limits: limits) }
      let blocks = 8188 * 8188 + 2 * 4094 * 4094
      #expect(memory == .limit(.memory, asked: blocks * 128, allowed: 1 << 30))
      let turn = failure { _ = try transform(bomb, .identity, region: whole, limits: limits) }
      #expect(turn == memory)
    }
    #expect(spent < 1)
  }

  @Test(.enabled(if: OutsideTool.cjpeg.isInstalled, "needs cjpeg"))
  func moreScansThanAllowedAreRefused() throws {
    let image = Samples.mixedColors(width: 64, height: 64, channels: 3)
    let jpeg = try cjpeg(image, scans: "0;1;2;")
    let starts = jpeg.indices.filter { $0 + 1 < jpeg.count && jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xDA }
    #expect(starts.count == 3)
    let first = jpeg[starts[0]..<starts[1]]
    let many = Array(jpeg[..<starts[0]]) + (0..<880).flatMap { _ in first } + jpeg[starts[0]...]
    let refused = UprightError.limit(.scans, asked: 101, allowed: 100)
    #expect(failure { _ = try decode(many, width: 64, height: 64) } == refused)
    let size = PixelSize<Stored>(width: 64, height: 64)
    #expect(failure { _ = try transform(many, .identity, region: size.bounds) } == refused)
    let patient = Limits(scans: 883)
    #expect(try decode(many, width: 64, height: 64, limits: patient) == decode(jpeg, width: 64, height: 64))
  }

  @Test(.enabled(if: OutsideTool.cjpeg.isInstalled, "needs cjpeg"))
  func warningsAreToleratedUpToTheirLimitAndNeverByATransform() throws {
    let image = Samples.mixedColors(width: 320, height: 320, channels: 1)
    var jpeg = try OutsideTool.cjpeg.run(["-restart", "1B", "{in}"], input: image.pnm)
    for index in jpeg.indices.dropLast() where jpeg[index] == 0xFF && (0xD0...0xD7).contains(jpeg[index + 1]) {
      jpeg[index + 1] = 0xD0 + (jpeg[index + 1] + 3) % 8
    }
    let error = failure { _ = try decode(jpeg, width: 320, height: 320, channels: 1) }
    #expect(error == .limit(.warnings, asked: 1001, allowed: 1000))
    let patient = Limits(warnings: 1_000_000)
    #expect(try decode(jpeg, width: 320, height: 320, channels: 1, limits: patient).height == 320)
    let size = PixelSize<Stored>(width: 320, height: 320)
    let refused = failure { _ = try transform(jpeg, .identity, region: size.bounds, limits: patient) }
    guard case .malformed(let why) = refused else {
      Issue.record("\(String(describing: refused))")
      return
    }
    #expect(why.code == .corruptData && why.offset > 0 && why.offset <= jpeg.count)
  }

  @Test func unsupportedCodingProcessesAreRefused() throws {
    let jpeg = try Self.small(false)
    for marker in [0xC3, 0xC5, 0xC6, 0xC7, 0xCB, 0xCD, 0xCE, 0xCF] as [UInt8] {
      let bytes = Self.framed(jpeg, marker: marker)
      guard case .unsupported = failure({ _ = try decode(bytes, width: 32, height: 32) }),
        case .unsupported = failure({ _ = try transform(bytes, .identity, region: Self.size.bounds) })
      else {
        Issue.record("SOF \(marker)")
        continue
      }
    }
    let deep = Self.framed(jpeg, marker: 0xC1, precision: 12)
    guard case .unsupported = failure({ _ = try decode(deep, width: 32, height: 32) }) else {
      Issue.record("12 bits")
      return
    }
    guard case .unsupported = failure({ _ = try decode(Self.framed(jpeg, side: 0), width: 1, height: 1) }) else {
      Issue.record("DNL")
      return
    }
  }

  @Test func theClockAndTheCallerCanEndIt() async throws {
    let jpeg = try Self.small(true)
    let hurried = Limits(seconds: 1e-9)
    let late = UprightError.limit(.seconds, asked: 1, allowed: 0)
    #expect(failure { _ = try decode(jpeg, width: 32, height: 32, limits: hurried) } == late)
    #expect(failure { _ = try transform(jpeg, .identity, region: Self.size.bounds, limits: hurried) } == late)
    let image = Samples.mixedColors(width: 32, height: 32, channels: 3)
    #expect(failure { _ = try encode(image, .jpeg(), limits: hurried) } == late)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return [
        failure { _ = try decode(jpeg, width: 32, height: 32) },
        failure { _ = try transform(jpeg, .identity, region: Self.size.bounds) },
        failure { _ = try encode(image, .jpeg()) },
      ]
    }
    task.cancel()
    #expect(await task.value == [.cancelled, .cancelled, .cancelled])
  }

  @Test func sourcesMayFailStutterOrLie() throws {
    let image = Samples.mixedColors(width: 400, height: 400, channels: 3)
    let jpeg = try encode(image, .jpeg(100))
    #expect(jpeg.count > 3 * 65_536)
    let whole = try decode(jpeg, width: 400, height: 400)
    for failsFrom in [0, 65_536, 131_072] {
      let source = FailingSource(bytes: jpeg, failsFrom: failsFrom)
      let error = failure { _ = try decode(source, width: 400, height: 400) }
      #expect(error == .io(path: "", systemError: 5))
    }
    for piece in [1, 7, 1000] {
      let source = OddSource(bytes: jpeg, piece: piece, byteCount: jpeg.count)
      #expect(try decode(source, width: 400, height: 400) == whole)
    }
    let long = OddSource(bytes: jpeg, piece: .max - jpeg.count, byteCount: .max)
    #expect(try decode(long, width: 400, height: 400) == whole)
    let short = OddSource(bytes: jpeg, piece: 1000, byteCount: 70_000)
    #expect(try decode(short, width: 400, height: 400) != whole)
  }

  @Test func fullSinksAndRefusedBandsEndIt() throws {
    let image = Samples.mixedColors(width: 400, height: 400, channels: 3)
    let jpeg = try encode(image, .jpeg(100))
    let size = PixelSize<Stored>(width: 400, height: 400)
    for room in [0, 65_536, 131_072] {
      let full = UprightError.io(path: "full", systemError: 28)
      var sink = FullSink(room: room)
      let encoding = failure {
        try JPEGCodec().encode(
          image.raster(SampleLayout(.rgb)), settings: .jpeg(100), metadata: CarriedMetadata(), limits: Limits(),
          into: &sink)
      }
      #expect(encoding == full && sink.taken == room)
      sink = FullSink(room: room)
      let turning = failure {
        _ = try JPEGCodec().transform(
          LosslessJob(region: size.bounds, orientation: .identity), from: jpeg, metadata: CarriedMetadata(),
          limits: Limits(), into: &sink)
      }
      #expect(turning == full && sink.taken == room)
    }
    let pass = DecodePass(region: size.bounds, denominator: 1, layout: SampleLayout(.rgb))
    var seen: [Int] = []
    let refused = failure {
      try JPEGCodec().decode(pass, from: jpeg, limits: Limits()) { (_, row) throws(UprightError) in
        seen.append(row)
        if seen.count == 3 { throw .unanswerable(field: "band", reason: "enough") }
      }
    }
    #expect(refused == .unanswerable(field: "band", reason: "enough") && seen == [0, 64, 128])
  }
}
