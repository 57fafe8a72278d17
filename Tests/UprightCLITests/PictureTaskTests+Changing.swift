// A file that somebody changes between the plan and the run.

import Foundation
import Testing
import Upright
import UprightCodecs
import UprightTestTools

@testable import UprightCLI

extension PictureTaskTests {
  @Test(arguments: [Destination.inPlace, .file("b.jpg")])
  func aFileThatIsChangedMeanwhileIsSaidToBe(destination: Destination) throws {
    let album = try Album("6.jpg")
    let path = album.folder.path("6.jpg")
    let before = try album.folder.read("6.jpg")
    let changed = try Probe(before).retag(to: Orientation(exif: .bottomRight)).applied(to: before)
    var target = destination
    if case .file(let name) = destination { target = .file(album.folder.path(name)) }
    let task = PictureTask(pipeline: Pipeline(codecs: SystemCodecs.all)) { _ in
      try? Data(changed).write(to: URL(fileURLWithPath: path))
      return Rendition(upright: .pixels)
    }
    let file = InputFile(path: path, relativePath: "6.jpg")
    #expect(throws: UprightError.io(path: path, systemError: ESTALE)) { try task.run(file, to: target) }
    #expect(try album.folder.read("6.jpg") == changed)
    #expect(try FileManager.default.contentsOfDirectory(atPath: album.folder.url.path) == ["6.jpg"])
  }
}
