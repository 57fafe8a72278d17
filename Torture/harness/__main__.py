"""Runs harnesses, says what was found, and writes it down; the exit code is 1 where a file was damaged or lost, or success or failure was said falsely."""
import argparse
import os
import signal
import sys
import time

import batch
import between
import full
import kills
import ledger
import peers
import power
import preservation
import races
import short
import syscalls
import together
from album import Album
from program import Program
from setting import Setting, Skipped

HARNESSES = {
    "kills": kills, "syscalls": syscalls, "short": short, "full": full, "power": power, "together": together, "between": between,
    "races": races, "preservation": preservation, "peers": peers, "batch": batch,
}
TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def asked():
    lines = "\n".join(f"  {name:13} {harness.WHAT}" for name, harness in HARNESSES.items())
    words = argparse.ArgumentParser(prog="Torture/run", description=__doc__, epilog=f"harnesses:\n{lines}",
                                    formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("names", nargs="*", metavar="NAME", help="all unless some are named")
    words.add_argument("--program", help="the program under test; Scripts/release builds it unless said")
    words.add_argument("--dynamic", help="a build of it that loads libc, for the harness `short`; none unless said")
    words.add_argument("--trials", type=int, help="trials of each operation; of `together` changes of each process")
    words.add_argument("--seconds", type=float, help="for each operation at most")
    words.add_argument("--short", action="store_true", help="few trials: the form that Scripts/check runs")
    words.add_argument("--seed", type=int, default=1, help="the same seed throws the same dice (1)")
    words.add_argument("--first", type=int, default=0, help="the number of the first trial, to see one again (0)")
    words.add_argument("--operation", action="append", default=[], help="only this operation, or file system of `preservation`")
    words.add_argument("--ledger", action="store_true", help="add the sums to LEDGER.md")
    found = words.parse_args()
    unknown = [name for name in found.names if name not in HARNESSES]
    if unknown:
        words.error(f"there is no {unknown[0]}; there are: {', '.join(HARNESSES)}")
    return found


def setting_for(found):
    program = Program(os.path.abspath(found.program))
    dynamic = Program(os.path.abspath(found.dynamic)) if found.dynamic else None
    kept = os.path.join(TOP, ".build", "faults")
    os.makedirs(kept, exist_ok=True)
    return Setting(program, dynamic, Album(program.path), found.trials, found.first, found.seconds, found.short, found.seed, found.operation, kept)


def main():
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    found = asked()
    setting = setting_for(found)
    rows, skipped = [], []
    for name in found.names or [name for name in HARNESSES if not (found.short and name == "peers")]:
        begun = time.monotonic()
        print(f"== {name}: {HARNESSES[name].WHAT}", flush=True)
        try:
            for row in HARNESSES[name].run(setting):
                rows.append(row)
                print(row, flush=True)
        except Skipped as reason:
            skipped.append(name)
            print(f"SKIPPED {name}: {reason}", flush=True)
        print(f"-- {name}: {time.monotonic() - begun:.0f} s", flush=True)
    if found.ledger:
        ledger.add(os.path.join(TOP, "LEDGER.md"), rows, setting.program.version)
    faults = sum(row.faults for row in rows if row.harness != "peers")
    print(f"torture: {'FAIL' if faults else 'PASS'}: {sum(row.trials for row in rows)} trials, {faults} faults, {len(skipped)} harnesses skipped"
          + (f" ({', '.join(skipped)})" if skipped else ""))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
