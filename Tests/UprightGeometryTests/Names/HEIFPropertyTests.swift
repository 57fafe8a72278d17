// irot and imir in both listed orders, as readers compose them and as writers choose them.

import Testing
import UprightGeometry
import UprightTestTools

@Suite struct HEIFPropertyTests {
  private func properties(_ row: HEIFRow) throws -> [HEIFProperty] {
    let turn = HEIFProperty.rotation(try #require(HEIFProperty.Angle(rawValue: UInt8(row.irot))))
    let mirror = HEIFProperty.mirror(try #require(HEIFProperty.Axis(rawValue: UInt8(row.imir))))
    return row.rotateFirst ? [turn, mirror] : [mirror, turn]
  }

  @Test(arguments: heifRows) func listedOrderIsComposed(row: HEIFRow) throws {
    #expect(Int(Orientation(try properties(row)).exif.rawValue) == row.tag)
  }

  // The result of a reader that always rotates first, for the same sixteen lists.
  @Test(arguments: heifRows) func turningFirstWhateverTheOrder(row: HEIFRow) throws {
    let listed = try properties(row)
    let first = try #require(heifRows.first { $0.rotateFirst && $0.irot == row.irot && $0.imir == row.imir })
    #expect(Int(HEIFProperty.readingRotateFirst(listed).exif.rawValue) == first.tag)
    let disagree = HEIFProperty.readingRotateFirst(listed) != Orientation(listed)
    #expect(disagree == (!row.rotateFirst && row.irot % 2 == 1))
  }

  @Test func allWritingsAreThoseOfTheTable() throws {
    let orders = [
      (true, "HEIF_irot(CCW x90)+imir(0=top-bottom,1=left-right), irot first"),
      (false, "HEIF_if_imir_listed_before_irot"),
    ]
    for (rotateFirst, title) in orders {
      for (tag, cell) in zip(ExifOrientation.allCases, try Conventions.column(title)) {
        let written = HEIFProperty.writings(of: tag, rotateFirst: rotateFirst)
        let texts = written.map { list in list.isEmpty ? "-" : list.map(\.description).joined(separator: "+") }
        #expect(texts.joined(separator: " | ") == cell, "\(title) \(tag)")
      }
    }
  }

  @Test func everyListOfAtMostOneOfEachIsAWriting() {
    var lists: [[HEIFProperty]] = [[]] + HEIFProperty.Axis.allCases.map { [.mirror($0)] }
    for angle in HEIFProperty.Angle.allCases.dropFirst() {
      lists.append([.rotation(angle)])
      lists += HEIFProperty.Axis.allCases.map { [.rotation(angle), .mirror($0)] }
    }
    let written = ExifOrientation.allCases.flatMap { HEIFProperty.writings(of: $0, rotateFirst: true) }
    #expect(lists.count == 12)
    #expect(Set(written) == Set(lists))
    #expect(written.count == lists.count)
  }

  @Test func canonicalWriters() throws {
    let libavif = try Conventions.column("libavif_writes"), libheif = try Conventions.column("libheif_writes")
    func text(_ list: [HEIFProperty]) -> String {
      list.isEmpty ? "-" : list.map(\.description).joined(separator: " ")
    }
    for (index, tag) in ExifOrientation.allCases.enumerated() {
      #expect(text(HEIFProperty.operations(for: tag)) == libavif[index])
      #expect(text(HEIFProperty.libheifOperations(for: tag)) == libheif[index])
    }
    #expect(HEIFProperty.operations(for: .leftTop) != HEIFProperty.libheifOperations(for: .leftTop))
  }

  @Test func anglesAndAxesThatDoNotExist() {
    for raw in UInt8.min...UInt8.max {
      #expect((HEIFProperty.Angle(rawValue: raw) != nil) == (raw < 4))
      #expect((HEIFProperty.Axis(rawValue: raw) != nil) == (raw < 2))
    }
  }

  // An iPhone's portrait photo: irot 3 together with an Exif tag of 6, which is the same rotation, once.
  @Test func anIPhonesPortrait() {
    #expect(Orientation([HEIFProperty.rotation(.threeQuarters)]).exif == .rightTop)
    #expect(Orientation([HEIFProperty.rotation(.zero)]).isIdentity)
  }
}
