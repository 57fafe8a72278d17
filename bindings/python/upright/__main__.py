"""The program `upright` of the wheel, as the command `upright` and as `python -m upright`."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

from . import _program
from ._errors import UnsupportedError


def main() -> NoReturn:
    """Becomes the program, with the same arguments."""
    try:
        path = _program.path()
        os.execv(path, ["upright", *sys.argv[1:]])
    except (UnsupportedError, OSError) as error:
        sys.exit(f"upright: {error}")


if __name__ == "__main__":
    main()
