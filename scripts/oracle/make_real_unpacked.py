#!/usr/bin/env python3
"""make_real.py on packages that were unpacked, not installed. make_real.py itself stays as its author left it.

    make_real_unpacked.py UNPACKED OUT_HTML_DIR     UNPACKED/PACKAGE holds what `dpkg -x` made of the package

The only thing that make_real.py asks the system is `dpkg -L PACKAGE`. Here the answer is the package's unpacked folder. All paths of
a package begin alike, so that they sort as the installed ones do."""
import os
import sys

import make_real


class Unpacked:
    """Stands in for the module `subprocess` in make_real.py."""

    def __init__(self, root):
        self.root = os.path.abspath(root)

    def check_output(self, command, text):
        if command[:2] != ["dpkg", "-L"] or len(command) != 3:
            raise SystemExit("make_real_unpacked: make_real.py asks for something else than `dpkg -L`: %s" % command)
        folder = os.path.join(self.root, command[2])
        if not os.path.isdir(folder):
            raise SystemExit("make_real_unpacked: %s: no such folder; unpack the package there first" % folder)
        # links to folders are not followed, as dpkg lists only what lies in the package
        return "\n".join(os.path.join(where, name) for where, _, names in os.walk(folder) for name in names)


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: make_real_unpacked.py UNPACKED OUT_HTML_DIR")
    make_real.subprocess = Unpacked(sys.argv[1])
    sys.argv = ["make_real.py", sys.argv[2]]
    make_real.main()


if __name__ == "__main__":
    main()
