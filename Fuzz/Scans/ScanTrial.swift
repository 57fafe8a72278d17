// The invariants of coded data that may be damaged anywhere: the same files are damaged for the walk as for libjpeg
// (but for invalid codes), the same first coefficients are found, the same bytes are made by lossless transforms
// (Sources/UprightJPEG/Design.md, "Guarantees"), and the same rows. Regions of undamaged files have the pixels of the
// whole image.

import Foundation
import Upright
import UprightCodecs
import UprightGeometry
import UprightJPEG
import UprightTestTools

/// A small JPEG, damaged in many ways.
enum ScanTrial {
  /// What was tried, and what was wrong.
  struct Tally: Sendable {
    var inputs = 0
    /// Damaged for libjpeg; left to it by the walk; transformed.
    var damaged = 0
    var refused = 0
    var transformed = 0
    /// With bits that are no code, of which libjpeg does not warn far from the end of the data.
    var passedOver = 0
    /// Regions of undamaged files.
    var regions = 0
    var complaints: [String] = []

    mutating func add(_ other: Tally) {
      inputs += other.inputs
      damaged += other.damaged
      refused += other.refused
      transformed += other.transformed
      passedOver += other.passedOver
      regions += other.regions
      complaints += other.complaints
    }

    var sentence: String {
      """
      \(inputs) inputs: \(damaged) damaged for libjpeg, \(refused) left to it, \(transformed) transformed, \
      \(passedOver) with invalid codes that libjpeg passes over; \(regions) regions; \
      \(complaints.count) disagreements
      """
    }
  }

  /// A file, and the same with 1 to 3 bytes of its coded data replaced, removed or inserted.
  static func run(file seed: UInt64, count: Int) -> Tally {
    var random = SplitMix64(seed: seed)
    var base = CodedJPEG.any(seed)
    base.width = base.width % 48 + 1
    base.height = base.height % 40 + 1
    base.density = [1, 3, 6].randomElement(using: &random) ?? 3
    let bytes = base.bytes
    var tally = Tally()
    if let complaint = complaint(aboutRegionsOf: CodedJPEG.any(seed), &random, &tally) {
      tally.complaints.append("file \(seed): \(complaint)")
    }
    guard let header = try? ScanHeader(of: bytes) else { return tally }
    for number in 0..<count {
      let input = number == 0 ? bytes : damaged(bytes, from: header.dataStart, &random)
      for complaint in complaints(input, number, &tally) {
        tally.complaints.append(
          "file \(seed), input \(number): \(complaint)\n\(Data(input).base64EncodedString())")
      }
    }
    return tally
  }

  private static func damaged(_ bytes: [UInt8], from start: Int, _ random: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let place = Int.random(in: min(start, bytes.count - 1)..<bytes.count, using: &random)
      let any = UInt8.random(in: 0...255, using: &random)
      let value = [0xFF, 0, 0xD0, 0xD1, 0xD9, any].randomElement(using: &random) ?? any
      switch Int.random(in: 0..<8, using: &random) {
      case 0: bytes.remove(at: place)
      case 1: bytes.insert(value, at: place)
      case 2: bytes[place] = value
      case 3: bytes.removeLast(min(3, bytes.count - place))
      default: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
      }
    }
    return bytes
  }

  private static func complaints(_ bytes: [UInt8], _ number: Int, _ tally: inout Tally) -> [String] {
    tally.inputs += 1
    guard let header = try? ScanHeader(of: bytes) else { return [] }
    let theirs = libjpegs(bytes, header.size)
    if theirs == nil { tally.damaged += 1 }
    let turn = complaint(aboutTurnOf: bytes, header, ExifOrientation.allCases[number % 8], &tally)
    let rows = complaint(aboutRowsOf: bytes, header, [1, 2, 4, 8][number / 8 % 4])
    let means = complaint(aboutMeansOf: bytes, header, [2, 4, 8][number % 3])
    let skipped = complaint(aboutSkippingOf: bytes, header)
    return [complaint(aboutWalkOf: bytes, header, theirs, &tally), turn, rows, means, skipped].compactMap { $0 }
  }

  /// Compares means, by one thread and by two.
  private static func complaint(aboutMeansOf bytes: [UInt8], _ header: ScanHeader, _ denominator: Int) -> String? {
    guard let channels = [1: SampleLayout.Channels.gray, 3: .rgb][header.components.count] else { return nil }
    var pass = DecodePass(
      region: PixelRect(x: 0, y: 0, width: header.size.width, height: header.size.height), denominator: denominator,
      layout: SampleLayout(channels))
    pass.isOfMeans = true
    let found = [WalkThreads.one, .twoInTurn].map { threads in
      var codec = JPEGCodec()
      codec.threads = { threads }
      return pixels(pass, of: bytes, by: codec)
    }
    return found[0] == found[1] ? nil : "other means at 1/\(denominator)"
  }

  /// Compares a walk by a kernel, which keeps no coefficients, with that of Swift's loop, which keeps the first ones.
  private static func complaint(aboutSkippingOf bytes: [UInt8], _ header: ScanHeader) -> String? {
    func walk(_ keepsDC: Bool, _ threads: WalkThreads) -> Result<[AnyHashable], ScanFault> {
      Result { () throws(ScanFault) in
        let walk = try ScanWalk(header, reading: bytes, interval: 3, keepsDC: keepsDC, threads: threads)
        return [walk.checkpoints, walk.dataEnd, walk.hasExtraneousBytes]
      }
    }
    let expected = walk(true, .one)
    return [walk(false, .one), walk(false, .twoInTurn)].allSatisfy { $0 == expected } ? nil : "another walk by a kernel"
  }

  /// Compares decoded rows, by one thread and by two.
  private static func complaint(aboutRowsOf bytes: [UInt8], _ header: ScanHeader, _ denominator: Int) -> String? {
    guard let channels = [1: SampleLayout.Channels.gray, 3: .rgb][header.components.count] else { return nil }
    let whole = DecodePass(
      region: PixelRect(x: 0, y: 0, width: header.size.width, height: header.size.height), denominator: denominator,
      layout: SampleLayout(channels))
    var libjpeg = JPEGCodec()
    libjpeg.usesOnlyLibjpeg = true
    let expected = pixels(whole, of: bytes, by: libjpeg)
    for threads in [WalkThreads.one, .twoInTurn] {
      var codec = JPEGCodec()
      codec.threads = { threads }
      if pixels(whole, of: bytes, by: codec) != expected { return "other rows at 1/\(denominator) by \(threads)" }
    }
    return nil
  }

  /// Compares the verdict and all first coefficients.
  private static func complaint(
    aboutWalkOf bytes: [UInt8], _ header: ScanHeader, _ theirs: [[Int16]]?, _ tally: inout Tally
  ) -> String? {
    do throws(ScanFault) {
      let walk = try ScanWalk(header, reading: bytes, interval: 3, keepsDC: true, threads: .twoInTurn)
      guard let theirs else { return walk.hasExtraneousBytes ? nil : "damage for libjpeg only" }
      return walk.planes(header).map(\.values) == theirs ? nil : "other first coefficients"
    } catch {
      if error.code.isUnsupported { tally.refused += 1 }
      guard theirs != nil, !error.code.isUnsupported else { return nil }
      if error.code == .codeInvalid {
        tally.passedOver += 1
        return nil
      }
      return "damage for the walk only: \(error)"
    }
  }

  /// Compares regions that are cut out, with an index and without, with the same pixels of the whole image.
  private static func complaint(
    aboutRegionsOf file: CodedJPEG, _ random: inout SplitMix64, _ tally: inout Tally
  ) -> String? {
    guard let channels = [1: SampleLayout.Channels.gray, 3: .rgb, 4: .cmyk][file.factors.count] else { return nil }
    let bytes = file.bytes
    let denominator = [1, 2, 4, 8].randomElement(using: &random) ?? 1
    var libjpeg = JPEGCodec()
    libjpeg.usesOnlyLibjpeg = true
    func pass(_ region: PixelRect<Stored>, cutLimit: Int? = nil) -> DecodePass {
      DecodePass(region: region, denominator: denominator, layout: SampleLayout(channels), cutLimit: cutLimit)
    }
    let whole = pass(PixelRect(x: 0, y: 0, width: file.width, height: file.height))
    guard let expected = pixels(whole, of: bytes, by: libjpeg), let index = try? RegionIndex(ofBytes: bytes) else {
      return nil
    }
    for _ in 0..<4 {
      let region = Self.rectangle(
        edges(file.width, denominator, &random), edges(file.height, denominator, &random))
      let part = pass(region, cutLimit: .max)
      let bytesPerPixel = part.layout.bytesPerPixel
      let left = region.x / denominator * bytesPerPixel
      let rows = (0..<part.size.height).flatMap { row in
        let start = (region.y / denominator + row) * whole.size.width * bytesPerPixel + left
        return expected[start..<start + part.size.width * bytesPerPixel]
      }
      for codec in [JPEGCodec(), JPEGCodec(index: index)] {
        tally.regions += 1
        if pixels(part, of: bytes, by: codec) != rows { return "\(region) at 1/\(denominator) has other pixels" }
      }
    }
    return nil
  }

  /// A range that begins and ends with a pixel at 1/`denominator`, or at the end.
  private static func edges(_ length: Int, _ denominator: Int, _ random: inout SplitMix64) -> Range<Int> {
    let count = (length + denominator - 1) / denominator
    let first = Int.random(in: 0..<count, using: &random)
    let last = Int.random(in: first + 1...count, using: &random)
    return first * denominator..<min(length, last * denominator)
  }

  private static func rectangle(_ columns: Range<Int>, _ rows: Range<Int>) -> PixelRect<Stored> {
    PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }

  private static func pixels(_ pass: DecodePass, of jpeg: [UInt8], by codec: JPEGCodec) -> [UInt8]? {
    var bytes: [UInt8] = []
    do throws(UprightError) {
      try codec.decode(pass, from: jpeg, limits: Limits()) { (band, _) throws(UprightError) in bytes += band.bytes }
    } catch { return nil }
    return bytes
  }

  /// The first coefficients of each component as libjpeg reads them; nil if it fails or warns.
  private static func libjpegs(_ jpeg: [UInt8], _ size: PixelSize<Stored>) -> [[Int16]]? {
    var form: [UInt8] = []
    do {
      try JPEGCodec().writeBlocks(of: size, as: .identity, from: jpeg, limits: Limits(warnings: 0), into: &form)
    } catch { return nil }
    return BlockForm(form).firsts
  }

  /// Compares a lossless transform, by one thread, by two, and in bands.
  private static func complaint(
    aboutTurnOf bytes: [UInt8], _ header: ScanHeader, _ tag: ExifOrientation, _ tally: inout Tally
  ) -> String? {
    let orientation = Orientation<Stored, Displayed>(exif: tag)
    let (reversed, unit) = (orientation.reversesFromAxes, header.unitSize)
    let region = PixelRect<Stored>(
      x: 0, y: 0, width: reversed.horizontal ? header.size.width / unit.width * unit.width : header.size.width,
      height: reversed.vertical ? header.size.height / unit.height * unit.height : header.size.height)
    guard !region.isEmpty else { return nil }
    let job = LosslessJob(region: region, orientation: orientation)
    let expected = result(bytes, job, nil)
    if expected != nil { tally.transformed += 1 }
    for threads in [WalkThreads.one, .twoInTurn] where result(bytes, job, threads) != expected {
      return "transformed to \(tag) by \(threads), it is not libjpeg's"
    }
    guard let bands = bands(bytes, job) else { return nil }
    // Bands find coefficients that no image with 8 bits has only in the region.
    if expected == nil, isUnusual(bytes, job) { return nil }
    return expected.map { $0.suffix(bands.count).elementsEqual(bands) } == true
      ? nil : "transformed to \(tag) in bands, it is not libjpeg's"
  }

  /// Whether a file is left to libjpeg for its coefficients.
  private static func isUnusual(_ jpeg: [UInt8], _ job: LosslessJob) -> Bool {
    do throws(ScanFault) { _ = try ScanReorientation(job.region, as: job.orientation, of: jpeg) } catch {
      return error.code == .samplesUnusual
    }
    return false
  }

  private static func result(_ jpeg: [UInt8], _ job: LosslessJob, _ threads: WalkThreads?) -> [UInt8]? {
    var codec = JPEGCodec()
    codec.usesOnlyLibjpeg = threads == nil
    codec.threads = { threads ?? .one }
    var bytes: [UInt8] = []
    let end = try? codec.transform(
      job, from: jpeg, metadata: CarriedMetadata(segments: []), limits: Limits(), into: &bytes)
    return end == nil ? nil : bytes
  }

  /// What bands make after the start marker; nil for what is left to libjpeg, or damaged.
  private static func bands(_ jpeg: [UInt8], _ job: LosslessJob) -> [UInt8]? {
    guard
      var turn = try? ScanReorientation(
        job.region, as: job.orientation, of: jpeg, threads: .twoInTurn, longest: 0, band: 1 << 14)
    else { return nil }
    var bytes = turn.headers
    do throws(ScanFault) {
      while let part = try turn.part() { bytes += part }
    } catch { return nil }
    return bytes
  }
}

/// The form in which libjpeg's coefficients are written (docs/digest-and-verify.md, "The digest").
private struct BlockForm {
  private(set) var firsts: [[Int16]] = []
  private let form: [UInt8]
  private var at = 24

  init(_ form: [UInt8]) {
    self.form = form
    for _ in 0..<number(1) {
      at += 2
      let count = number(4) * number(4)
      at += 128
      firsts.append((0..<count).map { _ in first() })
    }
  }

  private mutating func number(_ count: Int) -> Int {
    var value = 0
    for index in 0..<count { value |= Int(form[at + index]) << (8 * index) }
    at += count
    return value
  }

  /// The first coefficient of the next block.
  private mutating func first() -> Int16 {
    let mask = UInt64(bitPattern: Int64(number(8)))
    let first = mask & 1 == 1 ? Int16(truncatingIfNeeded: Int(form[at]) | Int(form[at + 1]) << 8) : 0
    at += 2 * mask.nonzeroBitCount
    return first
  }
}
