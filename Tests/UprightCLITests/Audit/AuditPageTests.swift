// The page, as another program reads it: complete, escaped, and nothing loaded from elsewhere.

import Testing
import UprightFixtures
import UprightTestTools

@Suite(.inOptions, .enabled(if: OutsideTool.python3.isInstalled, "needs python3"))
struct AuditPageTests {
  /// Reads `page` and prints the requested parts; fails if elements are not closed in order.
  private static let reader = """
    import base64, html.parser, sys
    class Page(html.parser.HTMLParser):
      def __init__(self):
        super().__init__()
        self.open, self.seen, self.paths, self.words = [], [], [], []
      def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.seen.append((tag, attrs))
        if tag not in ('meta', 'img'): self.open.append((tag, attrs))
      def handle_startendtag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
      def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag, tag
      def handle_data(self, data):
        if self.open and self.open[-1][1].get('class') == 'path': self.paths.append(data)
        elif self.open and self.open[-1][0] != 'style': self.words.append(data)
    page = Page()
    page.feed(open('page.html', encoding='utf-8').read())
    page.close()
    assert not page.open
    tags = [tag for tag, _ in page.seen]

    """

  private func read(_ album: Album, _ script: String) throws -> String {
    let answer = try OutsideTool.python3.run(["-c", Self.reader + script], in: album.folder)
    #expect(answer.status == 0, "\(answer.complaints)")
    return answer.text
  }

  private func audited(_ album: Album) throws -> Album {
    let answer = try album.run("audit", ".", "--html", "page.html")
    #expect(answer.complaints == "")
    return album
  }

  private static let names = [
    "<b>bold<b> & \"quoted\" 'x'.png", "a\nb\u{1B}[1m.png",
    "</span><script>alert(1)</script>.png".replacing("/", with: "∕"),
    "x\" onerror=\"alert(1).png", "&lt;.png", "日本.png",
  ]

  @Test func namesAreNeverMarkup() throws {
    let album = try Album("1.jpg")
    for name in Self.names { try album.folder.write(Album.photo(6), as: name) }
    try album.folder.write([1, 2], as: "<i>broken.jpg")
    _ = try audited(album)
    let paths = try read(album, "print('\\n'.join(sorted(set(page.paths))))").split(separator: "\n").map(String.init)
    let expected = Self.names.map { "./" + $0.replacing("\n", with: "\\n").replacing("\u{1B}", with: "\\x1B") }
    #expect(Set(paths) == Set(expected + ["./<i>broken.jpg"]))
    #expect(
      try read(album, "print({'b', 'i', 'script'} & set(tags), [a for _, a in page.seen if 'onerror' in a])")
        == "set() []")
    #expect(try read(album, "print(len([t for t in tags if t == 'img']))") == "\(2 * Self.names.count)")
  }

  @Test func nothingIsLoadedAndNothingRuns() throws {
    let album = try audited(Album("9.jpg"))
    let sources = try read(
      album,
      "print([a[k][:22] for _, a in page.seen for k in ('src', 'href', 'xlink:href', 'data', 'action') if k in a])")
    #expect(sources == "['#orientation-invalid-v', 'data:image/jpeg;base64', 'data:image/jpeg;base64']")
    #expect(try read(album, "print(sorted({'script', 'link', 'iframe', 'object', 'form'} & set(tags)))") == "[]")
    #expect(try read(album, "print([w in open('page.html').read() for w in ('url(', '@import')])") == "[False, False]")
    #expect(
      try read(album, "print([a['content'] for t, a in page.seen if a.get('name') == 'color-scheme'])")
        == "['light dark']")
  }

  @Test func theNumbersAreThoseOfTheText() throws {
    let album = try audited(Album("1.jpg", "6.jpg", "9.jpg", "8.jpg"))
    let words = try read(album, "print(' '.join(' '.join(page.words).split()))")
    #expect(words.contains("4 files 3 without findings 1 with findings 0 unreadable"))
    #expect(
      words.contains("format untagged tag 1 tag 2 tag 3 tag 4 tag 5 tag 6 tag 7 tag 8 all jpeg – 2 – – – – 1 – 1 4"))
    #expect(words.contains("orientation-invalid-value 1 file The orientation tag is outside 1–8; treated as 1."))
  }

  @Test func eachGroupIsListedAtTheTopAndLinked() throws {
    let album = try Album("9.jpg", "1.jpg")
    try album.folder.write(Album.photo(6), as: "a.png")
    try album.folder.write([1], as: "no.jpg")
    _ = try audited(album)
    let links = try read(album, "print([a['href'] for t, a in page.seen if t == 'a'])")
    #expect(links == "['#orientation-invalid-value', '#extension-wrong', '#not-read']")
    #expect(try read(album, "print([a['id'] for t, a in page.seen if 'id' in a])") == links.replacing("#", with: ""))
  }

  @Test func withoutFindingsItSaysSo() throws {
    let album = try audited(Album("1.jpg"))
    #expect(try read(album, "print(' '.join(page.words))").contains("Nothing unusual was found."))
    #expect(try read(album, "print(tags.count('figure'))") == "0")
  }

  @Test(arguments: [12, 13, 20])
  func whatIsLeftOutIsCounted(_ count: Int) throws {
    let album = try Album()
    for index in 0..<count { try album.folder.write(Album.photo(9), as: "\(index).jpg") }
    _ = try audited(album)
    #expect(try read(album, "print(tags.count('figure'))") == "12")
    let words = try read(album, "print(' '.join(page.words))")
    #expect(words.contains("more file") == (count > 12))
    if count > 12 {
      #expect(words.contains("\(count - 12) more \(count == 13 ? "file is" : "files are") not shown here"))
    }
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs python3 with Pillow"))
  func theImagesAreTheSidesThatAreSeen() throws {
    let album = try Album()
    for tag in 1...8 as ClosedRange<UInt8> { try album.folder.write(Album.photo(tag), as: "\(tag).png") }
    _ = try audited(album)
    let script = """
      sources = [a['src'].split(',')[1] for t, a in page.seen if t == 'img']
      for number, text in enumerate(sources):
        open(f'side{number}', 'wb').write(base64.b64decode(text, validate=True))
      print(len(sources))
      """
    #expect(try read(album, script) == "16")
    let sides = try DecodedByPillow.of((0..<16).map { "side\($0)" }, in: album.folder, as: .stored)
    let photos = (1...8).map { "\($0).png" }
    let stored = try DecodedByPillow.of(photos, in: album.folder, as: .stored)
    let displayed = try DecodedByPillow.of(photos, in: album.folder, as: .displayed)
    for index in 0..<8 {
      #expect(sides[2 * index].corners(inset: 6) == stored[index].corners(inset: 6), "tag \(index + 1)")
      #expect(sides[2 * index + 1].corners(inset: 6) == displayed[index].corners(inset: 6), "tag \(index + 1)")
      #expect(sides[2 * index].tag <= 1 && sides[2 * index + 1].tag <= 1)
    }
  }
}
