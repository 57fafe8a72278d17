// `-` as a path: what comes through a pipe gives the bytes and words that the same file gives, or nothing and an error.

import Foundation
import Testing
import Upright
import UprightTestTools

@Suite struct PipeTests {
  /// The answer to a line of the shell, in which `$0` is the program.
  private func shell(_ line: String, in album: Album) throws -> OutsideTool.Answer {
    try OutsideTool.run("/bin/sh", ["-c", line, try #require(UprightTool.path)], in: album.folder)
  }

  /// The same with the path of the file in place of `-`.
  private func text(_ answer: OutsideTool.Answer, naming file: String = "-") -> String {
    String(decoding: answer.output, as: UTF8.self).replacing(file, with: "-")
  }

  @Test(arguments: [
    "thumb 24", "thumb --format png 24", "crop 16,0,16,16", "crop --size 20x20 square", "rotate cw",
    "rotate --bake mirror-horizontal", "orient 3", "fix", "fix --verify", "fix --format png", "fix --to tag",
    "fix --strip gps", "camera stamp --sensor 90",
  ])
  func anImageThroughPipesIsTheOneFromAFile(_ command: String) throws {
    for name in ["1.jpg", "6.jpg", "6-ragged.jpg"] {
      let album = try Album(name)
      let file = try shell("\"$0\" \(command) \(name) -o -", in: album)
      #expect(file.status == 0 && !file.output.isEmpty, "\(file.complaints)")
      for line in ["cat \(name) | \"$0\" \(command) - -o - | cat", "\"$0\" \(command) - -o - <\(name)"] {
        let answer = try shell(line, in: album)
        let isSame = answer.output == file.output
        #expect(isSame, "\(line)")
        #expect(answer.complaints == file.complaints.replacing(name, with: "-"), "\(line)")
      }
      let named = try shell(
        "cat \(name) | \"$0\" \(command) - -o out.\(command.contains("png") ? "png" : "jpg")", in: album)
      #expect(named.status == 0)
      let isSame = try album.contents().filter { $0.key != name }.values.map { $0 } == [file.output]
      #expect(isSame)
    }
  }

  @Test(arguments: [
    "info FILE", "info --json FILE", "digest FILE", "digest --json FILE", "plan fix FILE", "plan thumb 8 --json FILE",
    "audit --json FILE", "fix --check FILE", "verify FILE 1.jpg", "verify 1.jpg FILE", "verify --json FILE 6.jpg",
    "map --of FILE --from displayed --to stored 1,2,3,4", "fix -n FILE", "show --protocol sixel FILE",
  ])
  func whatIsSaidOfAPipeIsSaidOfTheFile(_ command: String) throws {
    let album = try Album("1.jpg", "6.jpg")
    try album.folder.write(Album.photo(6), as: "in.jpg")
    let file = try shell("\"$0\" " + command.replacing("FILE", with: "in.jpg"), in: album)
    let piped = try shell("cat in.jpg | \"$0\" " + command.replacing("FILE", with: "-"), in: album)
    #expect(!file.output.isEmpty)
    #expect(piped.status == file.status, "\(piped.complaints)")
    let time = /"milliseconds":[0-9]+/
    #expect(
      text(piped).replacing(time, with: "") == text(file, naming: "in.jpg").replacing(time, with: ""))
    #expect(piped.complaints == file.complaints.replacing("in.jpg", with: "-"))
  }

  @Test func aPipeIsOneOfSeveralFiles() throws {
    let album = try Album("1.jpg", "6.jpg")
    let answer = try shell("cat 6.jpg | \"$0\" info 1.jpg - 6.jpg", in: album)
    let lines = answer.text.split(separator: "\n")
    #expect(answer.status == 0 && lines.count == 3)
    #expect(lines.count == 3 && lines[1].hasSuffix("  -") && lines[1].contains("tag 6"))
  }

  @Test(arguments: [
    "thumb 24", "fix", "rotate cw", "crop square", "digest", "info", "verify 6.jpg",
    "map --from displayed --to stored 1,2 --of",
  ])
  func aCutOrEmptyPipeFailsAsTheFileDoes(_ command: String) throws {
    let album = try Album("6.jpg")
    let whole = try album.folder.read("6.jpg")
    let writes = ["thumb", "fix", "rotate", "crop"].contains { command.hasPrefix($0) }
    for count in [0, 1, 20, 400, whole.count / 2, whole.count - 40] {
      try album.folder.write(Array(whole.prefix(count)), as: "cut.jpg")
      let end = writes ? "-o -" : ""
      let file = try shell("\"$0\" \(command) cut.jpg \(end)", in: album)
      let piped = try shell("head -c \(count) 6.jpg | \"$0\" \(command) - \(end)", in: album)
      #expect(piped.status == file.status, "\(count)")
      #expect(text(piped) == text(file, naming: "cut.jpg"), "\(count)")
      if count == 0 { #expect(piped.status != 0) }
      if writes, piped.status != 0 {
        let isMade = ["shows what could be decoded", "its end is missing"].contains { piped.complaints.contains($0) }
        #expect(piped.output.isEmpty != isMade, "\(count)")
        #expect(!piped.complaints.isEmpty)
      }
    }
  }

  @Test func aDamagedImageThatCannotBeFixedIsNotWritten() throws {
    let album = try Album()
    for kind in ["cut", "noise"] {
      try album.addDamaged(kind, as: "6.jpg")
      let answer = try shell("cat 6.jpg | \"$0\" fix - -o -", in: album)
      #expect(answer.status == 65)
      #expect(answer.output.isEmpty)
      #expect(answer.complaints.contains("nothing was written to standard output"))
    }
  }

  @Test func anOutputThatFailsIs74() throws {
    let album = try Album("6.jpg")
    for (end, complaint) in [(">/dev/full", "No space left"), (">&-", "Bad file descriptor")] {
      let answer = try shell("cat 6.jpg | \"$0\" thumb 24 - -o - \(end)", in: album)
      #expect(answer.status == 74)
      #expect(answer.complaints.contains(complaint), "\(answer.complaints)")
    }
    let closed = try shell("cat 6.jpg | { \"$0\" rotate cw - -o -; echo $? >code; } | true", in: album)
    let code = try String(decoding: album.folder.read("code"), as: UTF8.self)
    #expect(["0\n", "74\n"].contains(code), "\(closed.complaints)")
    #expect(!closed.complaints.contains("Broken pipe"))
  }

  @Test func aReaderThatIsGoneIs74() throws {
    let album = try Album("6.jpg")
    let line =
      "{ cat 6.jpg; head -c 300000 /dev/zero; } >big.jpg; "
      + "{ cat big.jpg | \"$0\" rotate cw - -o -; echo $? >code; } | head -c1 >first"
    let answer = try shell(line, in: album)
    #expect(try album.folder.read("first") == [0xFF])
    #expect(try album.folder.read("code") == Array("74\n".utf8))
    #expect(!answer.complaints.contains("rotate") && !answer.complaints.contains("retag"))
  }

  @Test(arguments: ["info", "rotate cw -o -", "digest", "verify 6.jpg"])
  func aStreamBeyondTheLimitIsRefused(_ command: String) throws {
    let album = try Album("6.jpg")
    let answer = try shell("head -c 100000000 /dev/zero | \"$0\" \(command) --max-bytes 50M -", in: album)
    #expect(answer.status == 65)
    #expect(answer.output.isEmpty)
    #expect(answer.complaints.contains("more than 52428800 bytes on standard input; --max-bytes allows more"))
    let file = try shell("\"$0\" \(command) --max-bytes 100 - <6.jpg", in: album)
    #expect(file.status == 65 && file.output.isEmpty)
  }

  @Test func aStreamThatIsKeptOnDiskGivesTheSame() throws {
    let album = try Album("6.jpg")
    let big = "{ cat 6.jpg; head -c 20000000 /dev/zero; }"
    let file = try shell("\(big) >big.jpg; \"$0\" rotate cw big.jpg -o -", in: album)
    let piped = try shell("\(big) | TMPDIR=. \"$0\" rotate cw - -o -", in: album)
    #expect(piped.status == 0 && piped.output.count > 20_000_000)
    let isSame = piped.output == file.output
    #expect(isSame)
    #expect(try album.contents().keys.sorted() == ["6.jpg", "big.jpg"])
    let nowhere = try shell("\(big) | TMPDIR=/missing \"$0\" rotate cw - -o -", in: album)
    #expect(nowhere.status == 74 && nowhere.output.isEmpty)
  }

  @Test(arguments: [
    ("info - -", "it can be read only once"), ("verify - -", "it can be read only once"),
    ("info --files0-from - -", "it can be read only once"),
    ("rotate cw -i -", "needs a file with a name"), ("fix -o out --update -", "needs a file with a name"),
    ("fix -o out.jpg --preserve-mtime -", "needs a file with a name"), ("fix -o out/ -", "has no name"),
    ("fix -o out.jpg --journal j -", "needs a file with a name"), ("audit --html a.html -", "--html shows files"),
    ("crop --cache c square -o - -", "needs a file with a name"), ("fix -o - - 6.jpg", "takes one input file"),
    ("map --of - --from displayed --to stored", "--of - reads the image"), ("fix -o - --json -", "use only one"),
  ])
  func whatNeedsANameIsRefused(command: String, reason: String) throws {
    let album = try Album("6.jpg")
    let before = try album.contents()
    let answer = try shell("cat 6.jpg | \"$0\" \(command)", in: album)
    #expect(answer.status == 64, "\(answer.complaints)")
    #expect(answer.complaints.contains(reason), "\(answer.complaints)")
    #expect(answer.output.isEmpty)
    #expect(try album.contents() == before)
  }

  @Test func aDashIsAFileInAListAndAfterADot() throws {
    let album = try Album()
    try album.folder.write(Album.photo(6), as: "-")
    for line in ["\"$0\" info ./-", "printf -- '-\\0' | \"$0\" info --files0-from -"] {
      let answer = try shell(line, in: album)
      #expect(answer.status == 0)
      #expect(answer.text.hasSuffix("  ./-"))
    }
  }

  @Test func nothingToReadIsAnError() throws {
    let album = try Album()
    let closed = try shell("\"$0\" info - <&-", in: album)
    #expect(closed.status == 74 && closed.output.isEmpty, "\(closed.complaints)")
    let folder = try shell("\"$0\" info - <.", in: album)
    #expect(folder.status == 74 && folder.output.isEmpty)
    let json = try shell(": | \"$0\" info --json -", in: album)
    #expect(try json.objects().first?["path"] as? String == "-")
    #expect(try json.objects().first?["error"] != nil)
  }

  @Test func aResultIsAsOpenAsItsSource() throws {
    let album = try Album("6.jpg")
    let line = """
      umask 022; chmod 600 6.jpg; "$0" fix - -o private.jpg <6.jpg; cat 6.jpg | "$0" fix - -o open.jpg
      stat -c '%a %n' private.jpg open.jpg
      """
    #expect(try shell(line, in: album).text.hasSuffix("600 private.jpg\n644 open.jpg"))
  }

  @Test(.enabled(if: OutsideTool.python3.isInstalled, "needs python3")) func aTerminalIsRefused() throws {
    let album = try Album("6.jpg")
    let script = """
      import os, pty, sys
      try: one, other = pty.openpty()
      except OSError: sys.exit(99)
      if os.fork() == 0:
        os.dup2(other, 0)
        os.execv(sys.argv[1], sys.argv[1:])
      sys.exit(os.waitstatus_to_exitcode(os.wait()[1]))
      """
    let path = try #require(UprightTool.path)
    for line in ["info -", "thumb 24 - -o -", "verify - 6.jpg", "labels validate -"] {
      let words = line.split(separator: " ").map(String.init)
      let answer = try OutsideTool.python3.run(["-c", script, path] + words, in: album.folder)
      if answer.status == 99 { return }
      #expect(answer.status == 64, "\(line)")
      #expect(answer.output.isEmpty)
      #expect(answer.complaints.contains("standard input: it is a terminal"), "\(answer.complaints)")
    }
  }

  // MARK: Labels

  private static let coco = """
    {"images":[{"id":1,"file_name":"6.jpg","width":48,"height":32}],"categories":[{"id":1,"name":"cat"}],\
    "annotations":[{"id":1,"image_id":1,"category_id":1,"bbox":[2,4,10,8],"area":80,"iscrowd":0}]}
    """

  @Test(arguments: [
    "--to-space stored --from-space displayed", "--to create-ml", "--to voc", "--to jsonl",
  ])
  func labelsGoThroughPipes(_ options: String) throws {
    let album = try Album("photos/6.jpg")
    try album.folder.write(Array(Self.coco.utf8), as: "in.json")
    let command = "\"$0\" labels convert \(options) --images photos"
    let file = try shell("\(command) in.json -o out/", in: album)
    #expect(file.status == 0, "\(file.complaints)")
    let made = try album.contents().filter { $0.key.hasPrefix("out/") }
    let piped = try shell("cat in.json | \(command) - -o -", in: album)
    #expect(piped.status == 0, "\(piped.complaints)")
    let isSame = made.values.contains(piped.output)
    #expect(isSame, "\(piped.text)")
  }

  @Test func labelsThatCannotBeConvertedGiveNothing() throws {
    let album = try Album("photos/6.jpg")
    let broken = Self.coco.replacing("[2,4,10,8]", with: "[2,4,\"x\"]")
    try album.folder.write(Array(broken.utf8), as: "broken.json")
    for (input, status) in [("broken.json", 2), ("/dev/null", 64)] as [(String, Int32)] {
      let answer = try shell(
        "cat \(input) | \"$0\" labels convert --to create-ml --from-space stored --images photos - -o -", in: album)
      #expect(answer.status == status, "\(answer.complaints)")
      #expect(answer.output.isEmpty && !answer.complaints.isEmpty)
    }
    try album.folder.write(Array(Self.coco.utf8), as: "in.json")
    for (command, complaint) in [
      ("labels convert --to yolo --from-space displayed --images photos - -o -", "the result has 2 files"),
      ("labels diff - -", "it can be read only once"), ("labels convert --json --to jsonl - -o -", "use only one"),
    ] {
      let answer = try shell("cat in.json | \"$0\" \(command)", in: album)
      #expect(answer.status == 64 && answer.output.isEmpty)
      #expect(answer.complaints.contains(complaint), "\(answer.complaints)")
    }
    #expect(try shell("\"$0\" labels validate - <broken.json", in: album).status == 2)
    #expect(try shell("cat in.json | \"$0\" labels validate -", in: album).status == 0)
  }
}
