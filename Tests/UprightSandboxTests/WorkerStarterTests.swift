// The thread that starts workers: after the system had no thread left, a later worker still starts (pthread_create(3)).

#if os(Linux)
  import Foundation
  import Testing
  import UprightTestTools

  @Suite struct WorkerStarterTests {
    private static let compiler = "/usr/bin/cc"
    private static let hasCompiler = FileManager.default.isExecutableFile(atPath: compiler)

    /// A separate program, because no thread of these tests may have stacks too large for memory.
    private static let program = """
      #define _GNU_SOURCE
      #include "CLinuxWorker.h"
      #include <errno.h>
      #include <pthread.h>
      #include <stdio.h>
      int main(void) {
        pthread_attr_t usual, vast;
        pid_t child;
        int ends[2];
        pthread_getattr_default_np(&usual);
        pthread_attr_init(&vast);
        pthread_attr_setstacksize(&vast, (size_t)1 << 46);
        upright_make_channel(ends);
        pthread_setattr_default_np(&vast);
        const int first = upright_start_worker("/bin/true", "", "", ends[1], &child), reason = errno;
        pthread_setattr_default_np(&usual);
        const int second = upright_start_worker("/bin/true", "", "", ends[1], &child);
        printf("%d %d %d", first, reason == EAGAIN, second);
        return 0;
      }
      """

    @Test(.enabled(if: hasCompiler, "needs cc"))
    func aShortageOfThreadsIsForgotten() throws {
      let folder = try ScratchFolder()
      let sources = URL(filePath: #filePath).appending(path: "../../../Sources/CLinuxShim").standardized.path
      let main = try folder.write(Array(Self.program.utf8), as: "main.c")
      let words = ["-I\(sources)/include", "\(sources)/channel.c", main, "-o", "program", "-lpthread"]
      let compiled = try OutsideTool.run(Self.compiler, words, in: folder)
      try #require(compiled.status == 0, "\(compiled.complaints)")
      let answer = try OutsideTool.run(folder.path("program"), [], in: folder)
      #expect(answer.text == "-1 1 0")
    }
  }
#endif
