"""The committed record of past runs."""
import datetime
import os
import platform


def add(path, rows, version):
    """Adds a line for each sum."""
    date = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
    machine = f"{platform.system()} {platform.release().split('-')[0]}, {os.cpu_count()} cores"
    with open(path, "a", encoding="utf-8") as file:
        for row in rows:
            left, false_failure = row.left if row.recovers else "–", row.false_failure if row.is_held else "–"
            cells = [date, row.harness, row.operation, row.place, row.trials, row.half_done, row.damaged, row.lost, row.false_success,
                     false_failure, row.wrong_code, row.strays, left, version, machine]
            file.write("| " + " | ".join(map(str, cells)) + " |\n")
