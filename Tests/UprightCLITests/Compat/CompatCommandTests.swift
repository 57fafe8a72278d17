// The commands accept any argument after the program's name.

import Testing
import UprightTestTools

@Suite struct CompatCommandTests {
  @Test(arguments: [["jhead"], ["exiftran"], ["jhead", "-autorot"], ["exiftran", "-ai"], ["jhead", "a.jpg"]])
  func unfinishedLinesAreMistakes(words: [String]) throws {
    let answer = try UprightTool.run(["compat"] + words, in: Album("6.jpg").folder)
    #expect(answer.status == 64)
    #expect(answer.complaints.contains("Error: "))
  }

  @Test func oneBadFileDoesNotStopTheRest() throws {
    let album = try Album("6.jpg", "3.jpg")
    try album.folder.write(Array("no picture".utf8), as: "words.jpg")
    let answer = try album.run("compat", "jhead", "-autorot", "6.jpg", "words.jpg", "3.jpg")
    #expect(answer.status == 2)
    #expect(answer.text.split(separator: "\n").count == 2)
    #expect(try album.folder.read("words.jpg") == Array("no picture".utf8))
  }
}
