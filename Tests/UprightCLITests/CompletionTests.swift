// The completions, asked in the shells themselves.

import Foundation
import Testing
import UprightTestTools

@Suite struct CompletionTests {
  /// A line, and all that is offered at its end in a folder with images, labels and another folder.
  static let lines: [(line: String, offers: [String])] = [
    ("upright ro", ["rotate"]), ("upright labels con", ["convert"]), ("upright help labels con", ["convert"]),
    ("upright plan ", ["crop", "fix", "orient", "rotate", "thumb"]), ("upright hel", ["help"]),
    ("upright fix --sta", ["--stale"]), ("upright labels convert --from-", ["--from-space"]),
    ("upright fix -r --skip", ["--skip-existing"]),
    ("upright fix --stale trust-", ["trust-pixels", "trust-tag"]), ("upright fix --stale=trust-p", ["trust-pixels"]),
    ("upright labels convert --to yolo-", ["yolo-obb", "yolo-segment"]), ("upright rotate cc", ["ccw"]),
    ("upright orient up", ["upright"]), ("upright names mirror-h", ["mirror-horizontal"]),
    ("upright camera explain --pose 2", ["270"]),
    ("upright info ", ["Photos", "a.jpg", "b.HEIC", "c d.png"]), ("upright info a", ["a.jpg"]),
    ("upright info Photos/", ["Photos/e.jpg"]), ("upright rotate cw a", ["a.jpg"]),
    ("upright fix --to tag --stale=skip a", ["a.jpg"]), ("upright fix -- b", ["b.HEIC"]),
    ("upright fix -o P", ["Photos"]), ("upright map --of a", ["a.jpg"]),
    ("upright compat jhead ", ["Photos", "a.jpg"]),
    ("upright verify a.jpg ", ["Photos", "a.jpg", "b.HEIC", "c d.png"]),
    ("upright labels audit ", ["Photos", "labels.json"]), ("upright audit --html ", ["Photos", "page.html"]),
    ("upright undo a", ["a.jpg"]), ("upright undo n", ["notes"]),
    ("upright samples ", ["Photos"]), ("upright index --cache ", ["Photos"]),
    ("upright labels crop --images ", ["Photos"]),
  ]

  private static func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try FileManager.default.createDirectory(atPath: folder.path("Photos"), withIntermediateDirectories: true)
    for name in ["a.jpg", "b.HEIC", "c d.png", "labels.json", "notes", "page.html", "Photos/e.jpg", "Photos/f.md"] {
      try folder.write([], as: name)
    }
    return folder
  }

  /// What is offered, sorted: without the part of a word before `=`, escapes, and the slash after a folder.
  private static func sorted(_ text: String) -> [String] {
    let words = text.split(separator: "\n").map { line in
      let word = line.split(separator: "\t")[0].replacingOccurrences(of: "\\", with: "")
      let value = word.hasPrefix("--") ? word.split(separator: "=").last.map(String.init) ?? word : word
      return value.hasSuffix("/") ? String(value.dropLast()) : value
    }
    return Set(words).sorted()
  }

  // MARK: bash

  /// Completes the line as bash would call the script: it makes three words of `--edge=trim`.
  private static let bash = #"""
    source "$1"
    read -ra COMP_WORDS <<<"${2//=/ = }"
    [[ $2 == *' ' ]] && COMP_WORDS+=('')
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _upright
    printf '%s\n' "${COMPREPLY[@]}"
    """#

  private static func inBash(_ line: String, in folder: ScratchFolder) throws -> [String] {
    let script = try WrittenManual.folder.get().path("bash/upright")
    let answer = try OutsideTool.bash.run(["--norc", "-c", bash, "bash", script, line], in: folder)
    #expect(answer.complaints == "")
    return sorted(answer.text)
  }

  @Test(.enabled(if: OutsideTool.bash.isInstalled, "\(OutsideTool.bash.reason)"), arguments: lines)
  func bashOffersWhatFits(line: String, offers: [String]) throws {
    #expect(try Self.inBash(line, in: Self.folder()) == offers)
  }

  @Test(
    .enabled(if: OutsideTool.bash.isInstalled, "\(OutsideTool.bash.reason)"), arguments: UprightCommandTests.pages)
  func bashOffersTheOptionsOfThePage(_ command: String) throws {
    let folder = try ScratchFolder()
    let offers = try Self.inBash("upright \(command.isEmpty ? "" : command + " ")-", in: folder)
    #expect(try offers == Self.options(command))
  }

  @Test(.enabled(if: OutsideTool.bash.isInstalled, "\(OutsideTool.bash.reason)"))
  func bashRunsNothingThatALineOrANameContains() throws {
    let folder = try ScratchFolder()
    for name in ["$(touch ran).jpg", "`touch ran`.jpg", ";touch ran;.jpg"] { try folder.write([], as: name) }
    #expect(try Self.inBash("upright info ", in: folder).count == 3)
    for word in ["$(touch${IFS}ran)", "`touch${IFS}ran`", "\"$(touch${IFS}ran)", "--files0-from=$(touch${IFS}ran)"] {
      #expect(try Self.inBash("upright info \(word)", in: folder).isEmpty)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("ran")))
  }

  // MARK: zsh

  /// Types the line and a tab in an interactive zsh, and prints what it adds to its list.
  private static let zsh = #"""
    zmodload zsh/zpty
    zpty shell zsh -f -i
    zpty -w shell 'PS1= PS2= RPS1=; unset zle_bracketed_paste'
    zpty -w shell "fpath=(${(q)1} \$fpath); autoload -Uz compinit; compinit -u -D"
    zpty -w shell 'compadd() {
      if [[ " $* " == *" -"[OAD]" "* ]]; then builtin compadd "$@"; return; fi
      local hit
      local -a hits
      builtin compadd -A hits "$@"
      for hit in $hits; do print -r -- "<hit>${IPREFIX##*=}$hit"; done
      builtin compadd "$@"
    }
    stop() { print "<end>"; exit }
    comppostfuncs=(stop)
    bindkey "^I" complete-word'
    zpty -w shell 'print "<"ready">"'
    zpty -r -m shell text '*<ready>*'
    zpty -n -w shell "$2"$'\t'
    while zpty -r shell text; do
      text=${text//$'\r'/}
      [[ $text == *'<hit>'* ]] && print -rn -- "${text#*<hit>}"
      [[ $text == *'<end>'* ]] && break
    done
    zpty -d shell
    """#

  @Test(
    .enabled(
      if: OutsideTool.zsh.isInstalled && OutsideTool.hasTerminals, "\(OutsideTool.zsh.terminalReason)"),
    arguments: lines)
  func zshOffersWhatFits(line: String, offers: [String]) throws {
    let folder = try Self.folder()
    let scripts = try WrittenManual.folder.get().path("zsh")
    let answer = try OutsideTool.zsh.run(["-f", "-c", Self.zsh, "zsh", scripts, line], in: folder)
    // It offers the last part of a path, and only adds the rest.
    let last = offers.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    #expect(Self.sorted(answer.text) == last)
  }

  // MARK: fish

  private static func inFish(_ line: String, in folder: ScratchFolder) throws -> [String] {
    let script = try WrittenManual.folder.get().path("fish/upright.fish")
    let home = try ScratchFolder()
    let answer = try OutsideTool.fish.run(
      ["--no-config", "-c", "source $argv[1]; complete -C $argv[2]", script, line], in: folder,
      environment: ["HOME": home.url.path, "XDG_CONFIG_HOME": home.url.path, "XDG_DATA_HOME": home.url.path])
    #expect(answer.complaints == "")
    return sorted(answer.text)
  }

  @Test(.enabled(if: OutsideTool.fish.isInstalled, "\(OutsideTool.fish.reason)"), arguments: lines)
  func fishOffersWhatFits(line: String, offers: [String]) throws {
    #expect(try Self.inFish(line, in: Self.folder()) == offers)
  }

  @Test(
    .enabled(if: OutsideTool.fish.isInstalled, "\(OutsideTool.fish.reason)"), arguments: UprightCommandTests.pages)
  func fishOffersTheOptionsOfThePage(_ command: String) throws {
    let folder = try ScratchFolder()
    let offers = try Self.inFish("upright \(command.isEmpty ? "" : command + " ")-", in: folder)
    #expect(try offers == Self.options(command))
  }

  /// The options of a command's page, which are those of its help.
  private static func options(_ command: String) throws -> [String] {
    try WrittenManual.page(command).tags("OPTIONS").flatMap { tag in
      tag.split(separator: " ").prefix { $0.hasPrefix("-") }.map { $0.trimmingCharacters(in: [","]) }
    }.sorted()
  }
}
