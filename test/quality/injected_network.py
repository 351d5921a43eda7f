"""Reads the folders that inject.mjs of the harness writes, and writes reports as score.mjs reads them."""

import csv
import gzip
import json
import os
from datetime import datetime, timezone

import numpy as np

VARIABLES = ["temp_out", "out_hum", "wind_speed", "bar", "rain"]
SLOT_SECONDS = 600
DAY_SLOTS = 144


def slot_of(text):
    return int(datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()) // SLOT_SECONDS


def rows_of(path):
    opened = gzip.open(path, "rt") if path.endswith(".gz") else open(path)
    with opened as file:
        return list(csv.DictReader(file))


class Network:
    """The reports of a folder, [station][variable][report], NaN where there is none; times in reports since the epoch."""

    def __init__(self, folder):
        self.folder = folder
        with open(os.path.join(folder, "segments.json")) as file:
            self.cadence = json.load(file)["cadence"]
        stations = rows_of(os.path.join(folder, "stations.csv"))
        self.ids = [station["station_id"] for station in stations]
        self.index = {name: i for i, name in enumerate(self.ids)}
        rows = rows_of(os.path.join(folder, "observations.csv.gz"))
        times = [slot_of(row["time"]) // self.cadence for row in rows]
        self.first = min(times)
        self.values = np.full((len(stations), len(VARIABLES), max(times) - self.first + 1), np.nan)
        for row, time in zip(rows, times):
            station = self.index.get(row["station_id"])
            if station is None:
                continue
            for v, name in enumerate(VARIABLES):
                if row[name]:
                    self.values[station, v, time - self.first] = float(row[name])
        self.latitude = np.array([float(station["latitude"]) for station in stations])
        self.longitude = np.array([float(station["longitude"]) for station in stations])
        latitude, longitude = np.radians(self.latitude), np.radians(self.longitude)
        # Haversine.
        a = np.sin((latitude[:, None] - latitude) / 2) ** 2
        a += np.cos(latitude)[:, None] * np.cos(latitude) * np.sin((longitude[:, None] - longitude) / 2) ** 2
        self.kilometres = 2 * 6371 * np.arcsin(np.sqrt(a))

    def times(self):
        return np.arange(self.values.shape[2]) + self.first

    def within(self, begin, end):
        """Mask of the reports of slots from begin on and before end."""
        slots = self.times() * self.cadence
        return np.broadcast_to((slots >= begin) & (slots < end), self.values.shape)


def moved(series, reports):
    """The series so many reports later; NaN where there is none."""
    result = np.full_like(series, np.nan)
    if reports > 0:
        result[..., reports:] = series[..., :-reports]
    else:
        result[..., :reports] = series[..., -reports:]
    return result


def write_report(network, failures, path):
    """Names each value where failures, [station][variable][report], is true a device failure."""
    anomalies = []
    for station, v, k in zip(*np.where(failures)):
        time = datetime.fromtimestamp(int(network.first + k) * network.cadence * SLOT_SECONDS, timezone.utc)
        stamp = time.isoformat().replace("+00:00", "Z")
        name = {"station_id": network.ids[station], "variable": VARIABLES[v], "timestamp": stamp}
        anomalies.append({**name, "classification": "device_failure"})
    with open(path, "w") as file:
        json.dump({"anomalies": anomalies}, file)
