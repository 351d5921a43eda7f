#!/usr/bin/env python3
"""The command anomaly-detector of Halcyon for Python: run as a script, or imported as a module.

As a script it passes everything on to the command and ends with its exit code:

    python anomaly_detector.py --database weather.db --spatial-verify

Where nothing says what is read, neither an option nor a variable, that is weather_stream.db in the current folder, else
beside this file, if there is one; else what the command reads without --database.

As a module it runs the command for each call and returns its report:

    from anomaly_detector import AnomalyDetector, SpatialConfig, TemporalConfig

    detector = AnomalyDetector(database_path="weather.db")
    result = detector.detect("2025-11-20 12:00:00", TemporalConfig("arima", 6), SpatialConfig(True))
    for anomaly in result.anomalies:
        print(anomaly.station_id, anomaly.classification)

It needs Python 3.9 or later and its standard library, Node.js, and Halcyon: the checkout or package that this file lies
in, else the command anomaly-detector in PATH.
"""

import datetime
import json
import os
import shutil
import subprocess
import sys
import tempfile
import warnings
from dataclasses import dataclass
from typing import Any, Iterable, List, Optional, Union

__all__ = [
    "AnomalyDetector",
    "AnomalyDetectorError",
    "DatabaseError",
    "InsufficientDataError",
    "InvalidParameterError",
    "Record",
    "SpatialConfig",
    "TemporalConfig",
]

TimeLike = Union[str, int, float, datetime.datetime]


class AnomalyDetectorError(Exception):
    """The command ended with an error; the message is the command's own."""

    def __init__(self, message: str, exit_code: int = 1) -> None:
        super().__init__(message)
        self.exit_code = exit_code


class DatabaseError(AnomalyDetectorError):
    """Exit code 2: the database cannot be reached or read."""


class InvalidParameterError(AnomalyDetectorError, ValueError):
    """Exit code 3: an option, a value or a setting is wrong."""


class InsufficientDataError(AnomalyDetectorError):
    """Exit code 4: not one value could be judged."""


_ERRORS = {2: DatabaseError, 3: InvalidParameterError, 4: InsufficientDataError}


class Record(dict):
    """A part of the report: a dict whose fields are attributes too."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


@dataclass
class TemporalConfig:
    """The temporal method; values are validated by the command. A threshold of None is the method's own."""

    method: str = "arima"
    window_hours: int = 6
    threshold: Optional[float] = None


@dataclass
class SpatialConfig:
    """Whether and how anomalies are verified against neighbouring stations."""

    enabled: bool = False
    method: str = "pearson"
    neighbor_radius_km: float = 100.0


class AnomalyDetector:
    """Judges the observations of a database.

    database_path is what --database takes, a path or a URL; None is what the script reads without it. source_timezone
    is the zone of times in a collector's database that name none, UTC where not given. source_form says in which units
    and kinds its values are, such as "kinds.rain=since_midnight&units.wind_speed=m/s".
    """

    def __init__(
        self, database_path: Any = None, source_timezone: Optional[str] = None, source_form: Optional[str] = None
    ) -> None:
        self.database_path = _default_database([]) if database_path is None else os.fspath(database_path)
        self.source_timezone = source_timezone
        self.source_form = source_form

    def detect(
        self,
        end_time: TimeLike = "NOW",
        temporal_config: Optional[TemporalConfig] = None,
        spatial_config: Optional[SpatialConfig] = None,
        variables: Union[str, Iterable[str], None] = None,
        *,
        start_time: Optional[TimeLike] = None,
        network: Optional[str] = None,
        checks: Union[str, Iterable[str], None] = None,
        verdicts: Optional[str] = None,
    ) -> Record:
        """Judges the observations up to end_time and returns the report.

        A datetime without a zone is UTC. Raises DatabaseError, InvalidParameterError, InsufficientDataError or
        AnomalyDetectorError with the command's message; what the command warns of becomes a UserWarning.
        """
        temporal = temporal_config or TemporalConfig()
        spatial = spatial_config or SpatialConfig()
        arguments = _arguments(
            {
                "end": _time(end_time),
                "start": _time(start_time),
                "window": temporal.window_hours,
                "temporal-method": temporal.method,
                "threshold": temporal.threshold,
                "spatial-method": spatial.method,
                "neighbor-radius": spatial.neighbor_radius_km,
                "variables": _list(variables),
                "checks": _list(checks),
                "verdicts": verdicts,
                "database": self.database_path,
                "source-timezone": self.source_timezone,
                "source-form": self.source_form,
                "network": network,
            }
        )
        if spatial.enabled:
            arguments.append("--spatial-verify")
        with tempfile.TemporaryDirectory(prefix="halcyon-report-") as folder:
            path = os.path.join(folder, "report.json")
            _run(arguments + ["--save=" + path])
            with open(path, encoding="utf-8") as file:
                return json.load(file, object_hook=Record)


def _arguments(options: dict) -> List[str]:
    """Options with their values in one word, so that no value is taken for an option."""
    return ["--{}={}".format(name, value) for name, value in options.items() if value is not None]


def _time(value: Optional[TimeLike]) -> Optional[str]:
    if isinstance(value, datetime.datetime):
        moment = value if value.tzinfo is not None else value.replace(tzinfo=datetime.timezone.utc)
        return repr(moment.timestamp())
    return None if value is None else str(value)


def _list(value: Union[str, Iterable[str], None]) -> Optional[str]:
    return value if value is None or isinstance(value, str) else ",".join(value)


def _run(arguments: List[str]) -> None:
    try:
        done = subprocess.run(
            _command() + arguments,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            env=dict(os.environ, NO_COLOR="1", FORCE_COLOR="0"),
        )
    except OSError as error:
        raise AnomalyDetectorError("the command anomaly-detector cannot be run: {}".format(error)) from error
    lines = done.stderr.splitlines()
    for line in lines:
        if line.startswith("warning: "):
            warnings.warn(line[len("warning: ") :], stacklevel=4)
    if done.returncode == 0:
        return
    if done.returncode in (130, 143):
        raise KeyboardInterrupt
    said = [line[len("error: ") :] for line in lines if line.startswith("error: ")]
    message = "; ".join(said) or done.stderr.strip() or "anomaly-detector ended with {}".format(done.returncode)
    raise _ERRORS.get(done.returncode, AnomalyDetectorError)(message, done.returncode)


# Options and variables that say what is read.
_DATABASE_OPTIONS = ("--database", "--db", "--pg-url")
_DATABASE_VARIABLES = ("HALCYON_DATABASE", "CLICKHOUSE_URL", "HALCYON_DATA")
_COLLECTED = "weather_stream.db"


def _default_database(arguments: List[str]) -> Optional[str]:
    """The collector's file where nothing else says what is read: the current folder's, else the one beside this file."""
    if any(argument.split("=", 1)[0] in _DATABASE_OPTIONS for argument in arguments):
        return None
    if any(os.environ.get(name) for name in _DATABASE_VARIABLES):
        return None
    for folder in (os.getcwd(), os.path.dirname(os.path.abspath(__file__))):
        path = os.path.join(folder, _COLLECTED)
        if os.path.isfile(path):
            return path
    return None


def _command() -> List[str]:
    """The words that run the command: of the Halcyon that this file lies in, else of PATH."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
    script = os.path.join(root, "dist", "bin", "anomaly-detector.js")
    node = shutil.which("node")
    if os.path.exists(script) and node is not None:
        return [node, script]
    command = shutil.which("anomaly-detector")
    if command is not None:
        return [command]
    if os.path.exists(script):
        raise AnomalyDetectorError("there is no node in PATH: Halcyon needs Node.js 20.19 or later")
    if os.path.exists(os.path.join(root, "deploy", "setup.mjs")):
        raise AnomalyDetectorError("Halcyon in {} is not built yet: run npm run build there".format(root))
    raise AnomalyDetectorError("there is no anomaly-detector in PATH: install Halcyon, or keep this file inside of it")


def _main() -> int:
    try:
        command = _command()
        # The command takes this process's place: its exit code, its signals and its terminal are its own.
        collected = _default_database(sys.argv[1:])
        database = [] if collected is None else ["--database=" + collected]
        os.execv(command[0], command + database + sys.argv[1:])
    except (AnomalyDetectorError, OSError) as error:
        print("error: {}".format(error), file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(_main())
