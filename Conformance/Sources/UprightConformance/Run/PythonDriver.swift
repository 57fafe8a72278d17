// Calls of a Python function, each in a process of its own that one interpreter forks, so that modules load once.

/// The program that the interpreter runs.
enum PythonDriver {
  /// Arguments: the function, the file with the calls, and seconds per call. For each call, its file `status` tells how
  /// it ended, and the file `log` in its folder has the output. It ends with ``unwritable`` if it cannot write a status.
  static let program = """
    importlib, json, os, signal, sys, time = map(__import__, "importlib json os signal sys time".split())
    module, name = sys.argv[1].split(":")
    try:
        function = getattr(importlib.import_module(module), name)
    except SystemExit:
        raise ImportError("the module ends the interpreter")
    limit = float(sys.argv[3])
    try:
        control = __import__("ctypes").CDLL(None).prctl
    except (ImportError, OSError, AttributeError):
        control = lambda option, value: None
    # PR_SET_CHILD_SUBREAPER: what a call leaves behind becomes a child of this interpreter.
    control(36, 1)
    def call(job):
        os.setpgid(0, 0)
        # PR_SET_PDEATHSIG: a call does not outlive an interpreter that is killed.
        control(1, int(signal.SIGKILL))
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
        # What left the call's process group: orphans, and what has the call's environment (proc_pid_environ(5)).
        for attempt in range(1000):
            found = processes(lambda name: is_child(name) or is_marked(name, folder)) - own
            if not found:
                return
            for process in found:
                stop(process)
            time.sleep(0.001)
    def processes(matches):
        found = set()
        for name in filter(str.isdigit, os.listdir("/proc") if os.path.isdir("/proc") else ()):
            try:
                if matches(name):
                    found.add(int(name))
            except OSError:
                pass
        return found
    def is_child(name):
        with open("/proc/%s/stat" % name, "rb") as file:
            return int(file.read().rpartition(b")")[2].split()[1]) == os.getpid()
    def is_marked(name, folder):
        with open("/proc/%s/environ" % name, "rb") as file:
            return os.fsencode(MARK + "=" + folder) in file.read().split(b"\\0")
    def stop(process):
        try:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, os.WNOHANG)
        except OSError:
            pass
    # What the module started when it was loaded serves all calls.
    own = processes(is_child)
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
                try:
                    os.killpg(child, signal.SIGKILL)
                except OSError:
                    pass
                # A call may have left its own group.
                os.kill(child, signal.SIGKILL)
                code = os.waitpid(child, 0)[1]
                signalled = os.WIFSIGNALED(code)
                status = "signal %d" % os.WTERMSIG(code) if signalled else "exit %d" % os.WEXITSTATUS(code)
                status = status if done else "timeout"
            else:
                time.sleep(pause)
                pause = min(pause * 2, 0.01)
        end_leftovers(job["folder"])
        try:
            with open(job["status"], "w") as file:
                file.write(status)
        except OSError as error:
            print("cannot write %s: %s" % (job["status"], error.strerror))
            sys.exit(\(unwritable))

    """

  /// How a call ended, by its file of `status`.
  static func end(_ status: String) -> ProcessEnd {
    let words = status.split(separator: " ")
    guard words.count == 2, let number = Int32(words[1]) else { return status == "timeout" ? .timeout : .unstarted }
    return words[0] == "signal" ? .signal(number) : .exit(number)
  }

  /// The exit status of the interpreter if it cannot write how a call ended.
  static let unwritable: Int32 = 74

  /// The exit status by which a function declines an operation.
  static let declined: Int32 = 119
}
