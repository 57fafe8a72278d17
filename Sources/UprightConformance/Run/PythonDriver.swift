// Calls of a Python function, each in a process of its own that one interpreter forks, so that modules load once.

/// The program that the interpreter runs.
enum PythonDriver {
  /// Arguments: the function, the file with the calls, and seconds per call. For each call, the file `status` in its
  /// folder tells how it ended, and the file `log` has the output.
  static let program = """
    importlib, json, os, signal, sys, time = map(__import__, "importlib json os signal sys time".split())
    module, name = sys.argv[1].split(":")
    function = getattr(importlib.import_module(module), name)
    limit = float(sys.argv[3])
    try:
        end_with_parent = __import__("ctypes").CDLL(None).prctl
    except (ImportError, OSError, AttributeError):
        end_with_parent = lambda option, value: None
    def call(job):
        os.setpgid(0, 0)
        # PR_SET_PDEATHSIG: a call does not outlive an interpreter that is killed.
        end_with_parent(1, int(signal.SIGKILL))
        os.chdir(job["folder"])
        os.environ.update(dict.fromkeys(("HOME", "TMPDIR", MARK), job["folder"]))
        if "tempfile" in sys.modules:
            sys.modules["tempfile"].tempdir = None
        for name, stream in (("log", 1), ("errors", 2)):
            os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666), stream)
        try:
            function(job["operation"], job["in"], job["out"], w=job["w"], h=job["h"], x=job["x"], y=job["y"])
        except NotImplementedError:
            os._exit(119)
        except BaseException as error:
            os.write(2, (type(error).__name__ + ": " + str(error)).encode("utf-8", "replace")[:4000])
            os._exit(1)
        os._exit(0)
    MARK = "UPRIGHT_CONFORMANCE_CALL"
    def end_leftovers(folder):
        # What left the call's process group, by its environment (proc_pid_environ(5)).
        for attempt in range(20):
            found = 0
            for name in filter(str.isdigit, os.listdir("/proc") if os.path.isdir("/proc") else ()):
                try:
                    with open("/proc/%s/environ" % name, "rb") as file:
                        if os.fsencode(MARK + "=" + folder) in file.read().split(b"\\0"):
                            os.kill(int(name), signal.SIGKILL)
                            found += 1
                except OSError:
                    pass
            if not found:
                return
            time.sleep(0.001)
    for job in json.load(open(sys.argv[2])):
        child = os.fork()
        if child == 0:
            call(job)
        try:
            os.setpgid(child, child)
        except OSError:
            pass
        end, pause, status = time.monotonic() + limit, 0.0005, ""
        while not status:
            done = os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if done or time.monotonic() > end:
                os.killpg(child, signal.SIGKILL)
                code = os.waitpid(child, 0)[1]
                signalled = os.WIFSIGNALED(code)
                status = "signal %d" % os.WTERMSIG(code) if signalled else "exit %d" % os.WEXITSTATUS(code)
                status = status if done else "timeout"
            else:
                time.sleep(pause)
                pause = min(pause * 2, 0.01)
        end_leftovers(job["folder"])
        with open(os.path.join(job["folder"], "status"), "w") as file:
            file.write(status)

    """

  /// How a call ended, by its file `status`.
  static func end(_ status: String) -> ProcessEnd {
    let words = status.split(separator: " ")
    guard words.count == 2, let number = Int32(words[1]) else { return status == "timeout" ? .timeout : .unstarted }
    return words[0] == "signal" ? .signal(number) : .exit(number)
  }

  /// The exit status by which a function declines an operation.
  static let declined: Int32 = 119
}
