// Finds how two images relate, by the cheapest comparison that can decide.

/// Compares two images.
struct Comparison<First: ByteSource, Second: ByteSource> {
  let pipeline: Pipeline
  let first: ComparedImage<First>
  let second: ComparedImage<Second>
  /// The colors in which both are compared.
  var colors = Rendition.Colors.asSource
  /// The displayed reorientation that is asked about. If the image looks the same in several, as a blank one does, this
  /// is the one that is found.
  var expected = Reorientation.identity

  typealias Reorientation = Orientation<Displayed, Displayed>

  /// Bytes compared at once.
  private static var chunk: Int { 1 << 17 }
  /// The box of the small versions with which likely reorientations are found.
  private static var coarse: Int { 256 }
  /// The margin in decibels below the best small version for trying a reorientation, and the level from which it is
  /// always tried.
  private static var trial: (margin: Double, enough: Double) { (6, 40) }

  /// How much better in decibels another reorientation must agree than the expected one.
  private static var clearly: Double { 3 }

  /// How the first relates to the second; nil if no reorientation makes their sizes equal.
  func relation() throws(ComparisonFailure) -> ImageRelation? {
    if try sharesData() {
      let turn = first.probe.orientation.inverse.then(second.probe.orientation)
      let isExpected = turn == expected || ((try? agreesExactly(by: expected)) ?? false)
      return relation(isExpected ? expected : turn, .data, sharesProfile: true, rejections: [])
    }
    if first.probe.hasSeveralPages || second.probe.hasSeveralPages { return try relationOfPages() }
    var sharesProfile = colors == .srgb
    if !sharesProfile { sharesProfile = try first.profile(pipeline) == second.profile(pipeline) }
    var rejections = [ImageRelation.Rejection(step: .data, reason: .dataDiffers)]
    let turns = blockTurns(&rejections)
    if let (turn, agreement) = try blocks(agreeByAnyOf: turns) {
      return relation(turn, agreement, sharesProfile: sharesProfile, rejections: rejections)
    }
    if !turns.isEmpty {
      rejections.append(.init(step: .blocks, reason: .blocksDiffer))
    }
    let whole = Reorientation.all.filter { $0.applied(to: first.probe.displayedSize) == second.probe.displayedSize }
    guard !whole.isEmpty else { return nil }
    let (turn, agreement) = try pixels(agreeBy: likely(whole))
    if agreement != .pixels { rejections.append(.init(step: .pixels, reason: .samplesDiffer)) }
    guard agreement != .pixels, sharesProfile else {
      return relation(turn, agreement, sharesProfile: sharesProfile, rejections: rejections)
    }
    let found = try reencoding(turn)
    if found == .neither {
      rejections.append(.init(step: .quantization, reason: .quantizationExceeded))
    }
    return relation(turn, agreement, found, sharesProfile: sharesProfile, rejections: rejections)
  }

  private func relation(
    _ turn: Reorientation, _ agreement: ImageRelation.Agreement, _ reencoding: ImageRelation.Reencoding = .unknown,
    sharesProfile: Bool, rejections: [ImageRelation.Rejection]
  ) -> ImageRelation {
    ImageRelation(
      reorientation: turn, storedTurn: storedTurn(turn), agreement: agreement, reencoding: reencoding,
      isCoarse: isCoarse(reencoding, turn), sharesProfile: sharesProfile, rejections: rejections)
  }

  /// The effect of a displayed reorientation on the stored image.
  private func storedTurn(_ turn: Reorientation) -> Orientation<Stored, Stored> {
    first.probe.orientation.then(turn).then(second.probe.orientation.inverse)
  }
}

// MARK: - Coded data

extension Comparison {
  /// Whether both files code their stored image with the same bytes, or differ only by a retag.
  private func sharesData() throws(ComparisonFailure) -> Bool {
    let (one, other) = (first.probe, second.probe)
    guard one.format == other.format, one.storedSize == other.storedSize else { return false }
    if one.jpeg?.colorModel == other.jpeg?.colorModel, let mine = try first.codedImage(),
      let others = try second.codedImage()
    {
      return try agree(mine, others)
    }
    return try differsByTag()
  }

  /// Whether retagging the first gives the second, byte for byte.
  private func differsByTag() throws(ComparisonFailure) -> Bool {
    let target = second.probe.orientation
    var patches = (try? first.probe.retag(to: target)).map { [$0] } ?? []
    for pages in first.probe.furtherPages == nil ? [] : [PageRetagging.alike, .sameTag] {
      let patch = try? first.probe.retag(to: target, normalizing: false, notingSize: false, pages: pages)
      if let patch, !patches.contains(patch) { patches.append(patch) }
    }
    for patch in patches {
      let isSame = try agree(
        ComparedBytes(source: PatchedSource(first.source, patch), side: first.side),
        ComparedBytes(source: second.source, side: second.side))
      if isSame { return true }
    }
    return false
  }

  /// Whether two sources contain the same bytes.
  private func agree(_ one: ComparedBytes, _ other: ComparedBytes) throws(ComparisonFailure) -> Bool {
    let count = one.source.byteCount
    guard count == other.source.byteCount else { return false }
    for start in stride(from: 0, to: count, by: Self.chunk) {
      let part = start..<min(count, start + Self.chunk)
      let bytes = try one.read(part)
      guard bytes.count == part.count, try other.read(part) == bytes else { return false }
    }
    return true
  }
}

// MARK: - Blocks

extension Comparison {
  /// The reorientations that may map the blocks of one to those of the other, the identity first; empty, with a reason,
  /// if none can.
  private func blockTurns(_ rejections: inout [ImageRelation.Rejection]) -> [Reorientation] {
    let reason = reasonBlocksAreClosed
    let turns = reason == nil ? Reorientation.all.filter { parts(sharedBy: $0) != nil } : []
    if turns.isEmpty { rejections.append(.init(step: .blocks, reason: reason ?? .codingDiffers)) }
    return turns
  }

  /// Why blocks cannot be compared; nil if they can.
  private var reasonBlocksAreClosed: ImageRelation.Rejection.Reason? {
    if colors == .srgb { return .colorsConverted }
    for probe in [first.probe, second.probe] {
      guard let frame = probe.jpeg else { return .notBothJPEG }
      if let reason = frame.reasonCoefficientsAreClosed { return .coefficientsUnsupported(reason) }
    }
    return pipeline.planner.capabilities[.jpeg]?.transforms == true ? nil : .blocksNotReadable
  }

  /// How much of each stored image a reorientation can map block by block; nil if their blocks cannot match.
  private func parts(sharedBy turn: Reorientation) -> (first: PixelSize<Stored>, second: PixelSize<Stored>)? {
    let stored = storedTurn(turn)
    guard let one = first.probe.jpeg, let other = second.probe.jpeg, one.isCodedAlike(other, after: stored) else {
      return nil
    }
    let (mine, others) = (first.probe.storedSize, stored.inverse.applied(to: second.probe.storedSize))
    let (block, reversed) = (one.blockSize, stored.reversesFromAxes)
    let shared = PixelSize<Stored>(
      width: Self.shared(mine.width, others.width, block: block.width, isReversed: reversed.horizontal),
      height: Self.shared(mine.height, others.height, block: block.height, isReversed: reversed.vertical))
    return shared.isEmpty ? nil : (shared, stored.applied(to: shared))
  }

  /// Pixels of an axis that two images share: all, or whole blocks if one was trimmed or an edge cannot move; 0 for
  /// none.
  private static func shared(_ one: Int, _ other: Int, block: Int, isReversed: Bool) -> Int {
    if one == other, !isReversed { return one }
    return one / block == other / block ? one / block * block : 0
  }

  /// The reorientation under which the blocks agree, and how far; nil for none.
  private func blocks(
    agreeByAnyOf turns: [Reorientation]
  ) throws(ComparisonFailure) -> (Reorientation, ImageRelation.Agreement)? {
    var digests: [PixelSize<Stored>: [UInt8]] = [:]
    let first = [expected, .identity].filter(turns.contains)
    for turn in first {
      if let agreement = try blocks(agreeBy: turn, &digests) { return (turn, agreement) }
    }
    guard turns.contains(where: { !first.contains($0) }) else { return nil }
    for turn in try likely(turns) where !first.contains(turn) {
      if let agreement = try blocks(agreeBy: turn, &digests) { return (turn, agreement) }
    }
    return nil
  }

  /// How far the blocks agree; nil if they do not. `digests` caches the second image's digests by the size kept.
  private func blocks(
    agreeBy turn: Reorientation, _ digests: inout [PixelSize<Stored>: [UInt8]]
  ) throws(ComparisonFailure) -> ImageRelation.Agreement? {
    guard let parts = parts(sharedBy: turn) else { return nil }
    if digests[parts.second] == nil {
      digests[parts.second] = try second.blocks(of: parts.second, as: second.probe.orientation, pipeline)
    }
    let mine = try first.blocks(of: parts.first, as: first.probe.orientation.then(turn), pipeline)
    guard mine == digests[parts.second] else { return nil }
    let isWhole = parts.first == first.probe.storedSize && parts.second == second.probe.storedSize
    return isWhole ? .blocks : .innerBlocks
  }
}

extension JPEGFrame {
  /// Whether components, subsampling and tables equal another's after a reorientation, as far as headers state.
  fileprivate func isCodedAlike(_ other: JPEGFrame, after turn: Orientation<Stored, Stored>) -> Bool {
    components.count == other.components.count
      && turn.applied(to: blockSize) == other.blockSize
      && zip(components, other.components).allSatisfy { mine, others in
        table(of: mine, swapped: turn.swapsAxes).map { $0 == other.table(of: others, swapped: false) ?? $0 } ?? true
      }
  }

  /// The quantization table of a component, row by row; nil if the headers have none.
  func table(of component: Component, swapped: Bool) -> [UInt16]? {
    guard quantization.indices.contains(component.table), let table = quantization[component.table],
      table.count == 64
    else { return nil }
    return swapped ? Self.transposed(table) : table
  }
}

// MARK: - Pixels

extension Comparison {
  /// The reorientations under which small versions agree about as well as under any, the best first.
  private func likely(_ turns: [Reorientation]) throws(ComparisonFailure) -> [Reorientation] {
    let (one, other) = try coarseRasters()
    let measured = turns.map { (turn: $0, decibels: one.decibels(to: other, after: $0) ?? .infinity) }
    let best = measured.map(\.decibels).max() ?? 0
    let found = measured.filter { $0.decibels >= min(best - Self.trial.margin, Self.trial.enough) }
      .sorted { $0.decibels > $1.decibels }.map(\.turn)
    return found.filter { $0 == expected } + found.filter { $0 != expected }
  }

  /// Small versions of both images.
  private func coarseRasters() throws(ComparisonFailure) -> (Raster<Output>, Raster<Output>) {
    let box = Rendition.Size.within(Self.coarse, Self.coarse)
    return try alike(
      first.raster(size: box, colors: colors, pipeline), second.raster(size: box, colors: colors, pipeline))
  }

  /// Whether the first shows exactly what the second shows after `turn`, although their coded data says otherwise: it
  /// looks the same in several orientations.
  private func agreesExactly(by turn: Reorientation) throws(ComparisonFailure) -> Bool {
    guard turn.applied(to: first.probe.displayedSize) == second.probe.displayedSize else { return false }
    var ignored: [ImageRelation.Rejection] = []
    if blockTurns(&ignored).contains(turn) {
      var digests: [PixelSize<Stored>: [UInt8]] = [:]
      guard let agreement = try blocks(agreeBy: turn, &digests) else { return false }
      if agreement == .blocks { return true }
    }
    let (one, other) = try coarseRasters()
    guard one.decibels(to: other, after: turn) == .infinity else { return false }
    return try pixels(agreeBy: [turn]).1 == .pixels
  }

  /// The reorientation under which the decoded images agree best, and how well.
  private func pixels(agreeBy turns: [Reorientation]) throws(ComparisonFailure) -> (
    Reorientation, ImageRelation.Agreement
  ) {
    let shown = try second.raster(colors: colors, pipeline)
    var limits = pipeline.limits
    limits.memoryBytes -= shown.bytesPerRow * shown.size.height
    let rest = Pipeline(codecs: pipeline.codecs, colors: pipeline.colors, limits: limits)
    var best: (turn: Reorientation, decibels: Double, lowest: Double)?
    for turn in turns {
      let (one, other) = try alike(first.raster(turned: turn, colors: colors, rest), shown)
      guard let decibels = one.decibels(to: other) else { throw outOfMemory }
      if decibels == .infinity { return (turn, .pixels) }
      let margin = best?.turn == expected ? Self.clearly : 0
      if decibels > (best?.decibels ?? -.infinity) + margin {
        guard let lowest = one.minDecibels(to: other) else { throw outOfMemory }
        best = (turn, decibels, lowest)
      }
    }
    guard let best else { throw outOfMemory }
    return (best.turn, .noise(decibels: best.decibels, lowest: best.lowest))
  }

  /// Both in the same channels and depth: gray becomes RGB beside RGB, either gets full alpha beside one with alpha, 8
  /// bits become 16 beside 16.
  private func alike(_ one: Raster<Output>, _ other: Raster<Output>) throws(ComparisonFailure) -> (
    Raster<Output>, Raster<Output>
  ) {
    let (mine, others) = (one.layout.channels, other.layout.channels)
    if one.layout == other.layout { return (one, other) }
    let channels: SampleLayout.Channels = mine.rawValue > others.rawValue ? mine : others
    let depth: SampleLayout.Depth = one.layout.depth == other.layout.depth ? one.layout.depth : .sixteen
    guard mine == others || channels != .cmyk else {
      throw ComparisonFailure(side: .second, error: .unsupported("\(mine) and \(others) pixels cannot be compared"))
    }
    guard let one = one.converted(to: channels)?.converted(to: depth),
      let other = other.converted(to: channels)?.converted(to: depth)
    else { throw outOfMemory }
    return (one, other)
  }

  private var outOfMemory: ComparisonFailure {
    ComparisonFailure(side: .second, error: .outOfMemory)
  }
}

extension Raster<Output> {
  /// The signal-to-noise ratio of this image, reoriented, to another; nil if they cannot be compared.
  fileprivate func decibels(to other: Raster<Output>, after turn: Orientation<Displayed, Displayed>) -> Double? {
    oriented(by: Orientation<Output, Output>(mirrored: turn.isMirrored, clockwise: turn.clockwiseQuarters))?
      .decibels(to: other)
  }
}

// Compares files of several pages: they are the same if every page is, in the same reorientation.
extension Comparison {
  /// How the pages of both relate: the least agreement of any; nil if no reorientation maps all of them.
  ///
  /// - Throws: `.unsupported` if the files have different numbers of pages.
  func relationOfPages() throws(ComparisonFailure) -> ImageRelation? {
    let (count, other) = (first.probe.pageCount, second.probe.pageCount)
    guard count == other else {
      let reason: Phrase =
        "the first file has \(count) pages, the second \(other): compare single pages, made with \(option: .page)"
      throw ComparisonFailure(side: .second, error: .unsupported(reason))
    }
    guard let relations = try relations(expecting: expected) else { return nil }
    // A blank page looks the same in several reorientations.
    for turn in [expected] + relations.map(\.reorientation) {
      let again = turn == expected ? relations : try self.relations(expecting: turn)
      guard let again, again.allSatisfy({ $0.reorientation == turn }) else { continue }
      return again.max { $0.agreement.isStricter(than: $1.agreement) }
    }
    return nil
  }

  /// How each page relates, with this reorientation where several are possible; nil if any does not.
  private func relations(expecting turn: Reorientation) throws(ComparisonFailure) -> [ImageRelation]? {
    var found: [ImageRelation] = []
    for number in 1...first.probe.pageCount {
      guard let one = first.page(number), let other = second.page(number),
        let relation = try Comparison(
          pipeline: pipeline, first: one, second: other, colors: colors, expected: turn
        ).relation()
      else { return nil }
      found.append(relation)
    }
    return found
  }
}

extension ImageRelation.Agreement {
  /// Whether two images agree more closely than two others; equal ones are not.
  func isStricter(than other: Self) -> Bool {
    switch (self, other) {
    case (.noise(let one, let lowest), .noise(let two, let least)): min(one, lowest) > min(two, least)
    default: rank < other.rank
    }
  }

  private var rank: Int {
    switch self {
    case .data: 0
    case .blocks: 1
    case .innerBlocks: 2
    case .pixels: 3
    case .noise: 4
    }
  }
}
