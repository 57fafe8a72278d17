// `verify` on the command line: one line with the orientation of the images, and an exit code for yes or no.

import Foundation
import Testing
import UprightFixtures
import UprightTestTools

@Suite(.inProcess, .inOptions) struct VerifyCommandTests {
  /// The line and the exit code.
  private func line(_ album: Album, _ words: String...) throws -> String {
    let answer = try UprightTool.run(["verify"] + words, in: album.folder)
    return "\(answer.status) \(answer.text)"
  }

  private func baked() throws -> Album {
    let album = try Album("6.jpg", "6-ragged.jpg")
    for (words, name) in [
      (["fix", "6.jpg"], "fixed.jpg"), (["rotate", "cw", "6.jpg"], "cw.jpg"),
      (["rotate", "cw", "--bake", "6.jpg"], "baked-cw.jpg"),
      (["fix", "--edge", "trim", "6-ragged.jpg"], "trimmed.jpg"),
      (["fix", "--edge", "recode", "--quality", "60", "6-ragged.jpg"], "recoded.jpg"),
    ] {
      let answer = try UprightTool.run(words + ["-o", name], in: album.folder)
      #expect(answer.status == 0, "\(answer.complaints)")
    }
    return album
  }

  /// A re-encoding passes at the tables of the other image or of quality 50, and not at coarser ones.
  @Test func aPoorCopyIsNotTheSameImage() throws {
    let album = try Album()
    var image = TinyImage(width: 160, height: 120, filledWith: [0, 0, 0])
    for y in 0..<120 { for x in 0..<160 { image[x, y] = [UInt8((x * y) % 251), UInt8((x * 7) % 256), UInt8(y)] } }
    func write(_ quality: Int, _ name: String) throws {
      var file = TinyJPEG(image, exif: TinyTIFF(orientation: 1))
      file.quality = quality
      try album.folder.write(file.bytes, as: name)
    }
    try write(95, "photo.jpg")
    try write(2, "poor.jpg")
    try write(60, "coarser.jpg")
    #expect(try line(album, "photo.jpg", "coarser.jpg").hasPrefix("0 re-encoded"))
    let poor = try line(album, "photo.jpg", "poor.jpg")
    #expect(poor.hasPrefix("1 ") && poor.hasSuffix("dB, 40 dB required"), "\(poor)")
    #expect(try line(album, "--min-psnr", "10", "photo.jpg", "poor.jpg").hasPrefix("0 "))
  }

  @Test func theLineSaysHowTheyLie() throws {
    let album = try baked()
    #expect(try line(album, "6.jpg", "6.jpg") == "0 same image, same displayed orientation; the same encoded data")
    #expect(
      try line(album, "6.jpg", "fixed.jpg")
        == "0 same image, same displayed orientation; stored data rotated 90° clockwise, identical DCT blocks")
    #expect(
      try line(album, "fixed.jpg", "6.jpg")
        == "0 same image, same displayed orientation; stored data rotated 270° clockwise, identical DCT blocks")
    #expect(
      try line(album, "6.jpg", "cw.jpg")
        == "1 same image, the second is displayed rotated 90° clockwise; the same encoded data")
    #expect(
      try line(album, "cw.jpg", "baked-cw.jpg")
        == "0 same image, same displayed orientation; stored data rotated 180° clockwise, identical DCT blocks")
    #expect(
      try line(album, "6-ragged.jpg", "trimmed.jpg")
        == "0 same image, same displayed orientation; stored data rotated 90° clockwise, identical DCT blocks except partial edge blocks"
    )
    #expect(
      try line(album, "6-ragged.jpg", "6.jpg") == "1 different image: no rotation makes the sizes equal")
  }

  @Test func theTermsMayBeOthers() throws {
    let album = try baked()
    #expect(
      try line(album, "--allow-turn", "6.jpg", "cw.jpg").hasPrefix("0 same image, the second is displayed rotated"))
    #expect(try line(album, "--exact", "6.jpg", "fixed.jpg").hasPrefix("0 "))
    #expect(
      try line(album, "--exact", "6-ragged.jpg", "trimmed.jpg").hasPrefix("1 same image, same displayed orientation; "))
    let reencoded = "re-encoded, same displayed orientation; stored data rotated 90° clockwise, "
    for words in [[], ["--min-psnr", "12"]] {
      let answer = try UprightTool.run(["verify"] + words + ["6-ragged.jpg", "recoded.jpg"], in: album.folder)
      #expect(answer.status == 0 && answer.text.hasPrefix(reencoded) && answer.text.hasSuffix(" dB"), "\(answer.text)")
    }
    let strict = try line(album, "--min-psnr", "99", "6-ragged.jpg", "recoded.jpg")
    #expect(strict.hasPrefix("1 " + reencoded) && strict.hasSuffix(" dB, 99 dB required"), "\(strict)")
    let exact = try line(album, "--exact", "6-ragged.jpg", "recoded.jpg")
    #expect(exact.hasPrefix("1 " + reencoded), "\(exact)")
    #expect(try line(album, "--exact", "6-ragged.jpg", "recoded.jpg").hasSuffix(" dB, --exact requires an exact match"))
    for number in ["-1", "nan", "inf", "much"] {
      #expect(try album.run("verify", "--min-psnr", number, "6.jpg", "6.jpg").status == 64)
    }
  }

  @Test func reasonsAreSaidWhereTheyAreWanted() throws {
    let album = try baked()
    #expect(
      try line(album, "--explain", "6.jpg", "fixed.jpg")
        == """
        0 same image, same displayed orientation; stored data rotated 90° clockwise, identical DCT blocks
          not by data: the encoded data differs
        """)
  }

  @Test func aLineForPrograms() throws {
    let album = try baked()
    let answer = try album.run("verify", "--json", "6.jpg", "fixed.jpg")
    let turned = #"{"word":"cw","mirrored":false,"clockwise":90}"#
    #expect(
      answer.text
        == #"{"schema":1,"path":"6.jpg","second":"fixed.jpg","yes":true,"same":true,"verdict":"identical","#
        + #""turn":{"word":"upright","mirrored":false,"clockwise":0},"storedTurn":\#(turned),"agreement":"blocks","#
        + #""sharesProfile":true,"rejections":[{"step":"data","code":"data-differs","#
        + #""reason":"the encoded data differs"}]}"#)
    let size = try album.run("verify", "--json", "6.jpg", "6-ragged.jpg")
    #expect(
      size.text
        == #"{"schema":1,"path":"6.jpg","second":"6-ragged.jpg","yes":false,"same":false,"verdict":"another","agreement":"size"}"#
    )
    let noise = try #require(try album.run("verify", "--json", "6-ragged.jpg", "recoded.jpg").objects().first)
    #expect(noise["agreement"] as? String == "noise" && (noise["decibels"] as? Double ?? 0) > 12)
    #expect(noise["verdict"] as? String == "re-encoded" && noise["yes"] as? Bool == true)
    let exact = try #require(
      try album.run("verify", "--json", "--exact", "6-ragged.jpg", "recoded.jpg").objects().first)
    #expect(exact["verdict"] as? String == "re-encoded" && exact["yes"] as? Bool == false)
  }

  @Test func anotherProfileIsNamed() throws {
    let album = try Album("1.jpg")
    let photo = Album.photo(1)
    let profile = TinySegment.icc(TinySegment.profile(byteCount: 300)).flatMap(\.bytes)
    try album.folder.write(Array(photo[..<2]) + profile + photo[2...], as: "coloured.jpg")
    #expect(
      try line(album, "1.jpg", "coloured.jpg")
        == "1 same image, same displayed orientation, but with a different color profile; identical DCT blocks")
  }

  @Test func theFileThatFailsIsNamed() throws {
    let album = try Album("6.jpg")
    try album.addDamaged("cut", as: "cut.jpg")
    try album.folder.write(Array("no picture".utf8), as: "notes.txt")
    for (bad, code) in [("cut.jpg", 65), ("notes.txt", 69), ("missing.jpg", 74)] {
      for words in [["6.jpg", bad], [bad, "6.jpg"]] {
        let answer = try UprightTool.run(["verify", "--json"] + words, in: album.folder)
        #expect(answer.status == Int32(code))
        #expect(answer.complaints.hasPrefix("upright: \(bad): "))
        #expect(try answer.objects().first?["path"] as? String == bad)
      }
    }
    #expect(try album.run("verify", "6.jpg").status == 64)
    #expect(try album.run("verify", "--max-pixels", "100", "cut.jpg", "6.jpg").status == 65)
  }
}
