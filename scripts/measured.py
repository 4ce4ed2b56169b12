"""What a command costs, and under which conditions: used by race-oracle, race-peers, race-measures and growth.

CPU seconds are user and system time of all threads of the command and of the processes that it started and waited for. Peak memory is
the resident set of the largest of them; every command measured here is one process.

This module imports nothing large: a child's peak cannot be told from what its parent held when it was started."""
import json
import os
import platform
import re
import shutil
import signal
import statistics
import subprocess
import sys
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# the same numbers in each run; no __pycache__ in the repository
ENVIRONMENT = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0"}
# environments of Python: packages, and the folder in target/
PEERS = ("scripts/peers-requirements.txt", "peers-venv")
GOLDEN = ("scripts/oracle/requirements-golden.txt", "golden-venv")
STATISTICS = ("scripts/statistics-requirements.txt", "statistics-venv")
QUIET_LOAD = 0.5             # runnable processes on average over the last minute; ours not yet among them


class Failed(Exception):
    """A command that did not end well: exit 3."""


class Stopped(Failed):
    """A command that took more than it may."""


class Usage(Exception):
    """Wrong usage or input: exit 2."""


def exit_code(name, work):
    """Runs `work`, which gives an exit code, and says what went wrong."""
    try:
        return work()
    except Usage as e:
        say("%s: %s" % (name, e))
        return 2
    except (Failed, OSError) as e:
        say("%s: %s" % (name, e))
        return 3


class Cost:
    """What one command took."""

    def __init__(self, wall, cpu, peak):
        self.wall, self.cpu, self.peak = wall, cpu, peak


def run(command, on_line=None, limit_seconds=None, limit_bytes=None, stdout=subprocess.DEVNULL, cwd=ROOT):
    """Runs a command -> Cost. `on_line(pid, line)` hears each line of its stderr while it runs; else stderr is only shown if it fails."""
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=stdout, stderr=subprocess.PIPE, env=ENVIRONMENT, cwd=cwd)
    stopped = []
    watch = threading.Thread(target=watch_limits, args=(child, start, limit_seconds, limit_bytes, stopped), daemon=True)
    if limit_seconds or limit_bytes:
        watch.start()
    lines = []
    for line in child.stderr:
        lines.append(line.decode("utf-8", "replace"))
        if on_line:
            on_line(child.pid, lines[-1])
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    child.stderr.close()
    if stopped:
        raise Stopped(stopped[0])
    if child.returncode != 0:
        raise Failed("%s ended with %d\n%s" % (" ".join(command), child.returncode, "".join(lines[-20:])))
    unit = 1 if sys.platform == "darwin" else 1024
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit)


def watch_limits(child, start, limit_seconds, limit_bytes, stopped):
    """Stops the command when it takes longer or holds more than it may."""
    while child.returncode is None and not stopped:
        if limit_seconds and time.perf_counter() - start > limit_seconds:
            stopped.append("more than %g s" % limit_seconds)
        elif limit_bytes and (status_bytes(child.pid, "VmRSS") or 0) > limit_bytes:
            stopped.append("more than %g GB" % (limit_bytes / 1e9))
        else:
            time.sleep(0.1)
            continue
        try:
            os.kill(child.pid, signal.SIGKILL)
        except ProcessLookupError:
            stopped.clear()
            return


def status_bytes(pid, field):
    """VmRSS or VmHWM of a process that is running; None where the system does not tell."""
    try:
        with open("/proc/%d/status" % pid) as f:
            found = re.search(r"^%s:\s*(\d+) kB" % field, f.read(), re.M)
    except OSError:
        return None
    return int(found[1]) * 1024 if found else None


# ------------------------------------------------------------------------------------------------ what was measured

def summary(values):
    """-> median, least, largest"""
    return statistics.median(values), min(values), max(values)


def spread(values, form="%.2f", scale=1.0):
    """`2.41 (2.38–2.60)`: median, least and largest; the value alone if there is one only."""
    values = [v * scale for v in values if v is not None]
    if not values:
        return "–"
    middle, low, high = (form % v for v in summary(values))
    return middle if len(values) == 1 else "%s (%s–%s)" % (middle, low, high)


def table(header, rows, words=1):
    """A Markdown table; the first `words` columns are words, the others numbers."""
    rule = ["---"] * words + ["---:"] * (len(header) - words)
    return "\n".join("| %s |" % " | ".join(str(cell) for cell in row) for row in [header, rule, *rows])


# ------------------------------------------------------------------------------------------------ conditions

def first_line(command):
    try:
        return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True).stdout.strip().split("\n")[0]
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def processor():
    try:
        with open("/proc/cpuinfo") as f:
            found = re.search(r"^model name\s*:\s*(.*)$", f.read(), re.M)
    except OSError:
        found = None
    return found[1].strip() if found else platform.processor() or platform.machine()


def machine_class():
    """`amd-epyc-2`: processor and cores, as the folders in benches/runs/ are named."""
    model = re.sub(r"\(r\)|\(tm\)|\bcpu\b|\bprocessor\b|@.*|\d+-core", "", processor().lower())
    return "%s-%d" % (re.sub(r"[^a-z0-9]+", "-", model).strip("-"), os.cpu_count())


def memory():
    try:
        return "%.0f GB of memory" % (os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 1e9)
    except (ValueError, OSError):
        return "memory unknown"


def commit():
    changed = first_line(["git", "status", "--porcelain", "--untracked-files=no"])
    return first_line(["git", "rev-parse", "--short=12", "HEAD"]) + (" with changes that are not committed" if changed else "")


class Conditions:
    """Where and when a run took place; made before the first command is measured."""

    def __init__(self):
        self.start, self.load = time.time(), os.getloadavg()[0]
        self.commit = commit()

    def busy(self):
        """A warning, or nothing."""
        if self.load <= QUIET_LOAD:
            return ""
        return "**The machine was busy** when this began (load %.1f): read the CPU times with care and the wall times not at all." % self.load

    def lines(self, command, versions=()):
        """As a Markdown list."""
        took = (time.time() - self.start) / 60
        lines = ["machine: %s, %d cores, %s" % (processor(), os.cpu_count(), memory()),
                 "system: %s %s, %s" % (platform.system(), platform.release(), first_line(["rustc", "--version"])),
                 "commit: %s" % self.commit,
                 "command: `%s`" % command,
                 "time: %s UTC, %.0f minutes, load %.2f before" % (time.strftime("%Y-%m-%d %H:%M", time.gmtime(self.start)), took, self.load),
                 *versions]
        return "\n".join("* " + line for line in lines)

    def folder(self):
        return os.path.join(ROOT, "benches", "runs", "%s-%s" % (time.strftime("%Y-%m-%d", time.gmtime(self.start)), machine_class()))


def versions_of(python, packages):
    """`numpy 2.4.6, scipy 1.17.1` of an environment."""
    ask = "import importlib.metadata as m, platform, sys; print(', '.join(['Python ' + platform.python_version()] + [p + ' ' + m.version(p) for p in sys.argv[1:]]))"
    return first_line([python, "-c", ask, *packages])


# ------------------------------------------------------------------------------------------------ programs

def build(*arguments):
    """Builds with cargo in release mode; -> folder of the programs."""
    done = subprocess.run(["cargo", "build", "--release", "--quiet", *arguments], cwd=ROOT)
    if done.returncode != 0:
        raise Failed("cargo build failed")
    return os.path.join(os.environ.get("CARGO_TARGET_DIR") or os.path.join(ROOT, "target"), "release")


def environment(which):
    """The Python with all packages of PEERS or GOLDEN; the environment is made anew when the requirements change."""
    requirements, venv = os.path.join(ROOT, which[0]), os.path.join(ROOT, "target", which[1])
    python, stamp = os.path.join(venv, "bin/python"), os.path.join(venv, "wanted")
    with open(requirements) as f:
        wanted = f.read()
    if os.path.exists(stamp):
        with open(stamp) as f:
            if f.read() == wanted:
                return python
    say("making %s" % venv)
    shutil.rmtree(venv, ignore_errors=True)
    for command in ([os.environ.get("SOKUTEI_PYTHON", "python3"), "-m", "venv", venv],
                    [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements]):
        if subprocess.run(command).returncode != 0:
            raise Failed("%s failed; Python 3.11 or newer with venv, and a package index, are needed" % " ".join(command))
    with open(stamp, "w") as f:
        f.write(wanted)
    return python


# ------------------------------------------------------------------------------------------------ files

def write_new(folder, files, force):
    """Writes files whole, by rename; refuses to replace one unless told to."""
    os.makedirs(folder, exist_ok=True)
    if not force:
        refuse_existing(folder, files)
    for name, text in files.items():
        path = os.path.join(folder, name)
        with open(path + ".tmp", "w", encoding="utf-8") as f:
            f.write(text)
        os.replace(path + ".tmp", path)


def refuse_existing(folder, names):
    there = [name for name in names if os.path.exists(os.path.join(folder, name))]
    if there:
        raise Usage("%s exists in %s; name another --out, or replace it with --force" % (there[0], folder))


def read_json(path):
    with open(path, encoding="utf-8") as f:
        return json.load(f)


def read_json_lines(path):
    with open(path, encoding="utf-8") as f:
        return [json.loads(line) for line in f if line.strip()]


def say(words):
    print(words, file=sys.stderr, flush=True)
