# %% [markdown]
# # Halcyon in pandas
#
# Observations, flags and anomalies of a running Halcyon as data frames: by REST, page by page, and by Parquet, in one answer.
# Needs pandas, pyarrow and requests. Open it as a notebook (VS Code, Spyder, jupytext), or run it as a script.

# %% Where Halcyon is, and what to read
import io
import os

import pandas as pd
import pyarrow.parquet as pq
import requests

URL = os.environ.get("HALCYON_PUBLIC_URL", "http://127.0.0.1:8080")
NETWORK = "demo"
END = pd.Timestamp.now(tz="UTC").floor("h")
START = END - pd.Timedelta(hours=24)
VARIABLES = ["temp_out", "out_hum", "wind_speed", "bar", "rain"]

session = requests.Session()
if os.environ.get("HALCYON_TOKEN"):
    session.headers["Authorization"] = f"Bearer {os.environ['HALCYON_TOKEN']}"


def stretch(**query):
    """The query of every list here: the network and the time, both ends included."""
    return {"network": NETWORK, "from": START.isoformat(), "to": END.isoformat(), **query}


def answer_to(path, query):
    """One answer; what Halcyon refuses is raised with its reason."""
    answer = session.get(f"{URL}{path}", params=query, timeout=120)
    if not answer.ok:
        raise RuntimeError(f"{answer.status_code} {path}: {answer.text[:500]}")
    return answer


def rows_of(name, **query):
    """Every row of a list, page after page: `next_cursor` of a page leads to the next, and is null on the last."""
    query = stretch(limit=1000, **query)
    while True:
        page = answer_to(f"/api/v1/{name}", query).json()
        yield from page[name]
        if page["next_cursor"] is None:
            return
        query["cursor"] = page["next_cursor"]


# %% Anomalies by REST: one row each, what lies inside an object as columns of their own
anomalies = pd.json_normalize(list(rows_of("anomalies")), sep="_")
if not anomalies.empty:
    anomalies["timestamp"] = pd.to_datetime(anomalies["timestamp"], utc=True)
    print(anomalies.groupby(["classification", "variable"]).size().unstack(fill_value=0))
print(f"{len(anomalies)} anomalies from {START} to {END}")


# %% Observations by REST: the values, and the QARTOD flag of each in a column beside it
def flat(row):
    """A row as a table has it; a flag is missing until the value was judged."""
    flags = row["flags"] or {}
    values = {variable: row[variable] for variable in VARIABLES}
    marks = {f"{variable}_flag": flags.get(variable, {}).get("flag") for variable in VARIABLES}
    return {"station_id": row["station_id"], "timestamp": row["timestamp"], **values, **marks}


names = ["station_id", "timestamp", *VARIABLES, *(f"{variable}_flag" for variable in VARIABLES)]
observations = pd.DataFrame([flat(row) for row in rows_of("observations")], columns=names)
observations[VARIABLES] = observations[VARIABLES].astype(float)
observations["timestamp"] = pd.to_datetime(observations["timestamp"], format="ISO8601", utc=True)
observations = observations.sort_values(["station_id", "timestamp"], ignore_index=True)
print(f"{len(observations)} observations of {observations['station_id'].nunique()} stations by REST")

# %% The same by Parquet: one answer for the whole stretch, made to be read in columns; units are metadata of the fields
parquet = pq.read_table(io.BytesIO(answer_to("/api/v1/observations", stretch(limit="all", format="parquet")).content))
units = {field.name: field.metadata[b"unit"].decode() for field in parquet.schema if b"unit" in (field.metadata or {})}
columns = parquet.to_pandas().sort_values(["station_id", "timestamp"], ignore_index=True)
print(f"{len(columns)} observations by Parquet, {parquet.nbytes / 1e6:.1f} MB in memory; units {units}")

# %% What is worth using: values that passed (1), nothing where they are suspect (3) or failed (4)
good = observations[["station_id", "timestamp"]].copy()
for variable in VARIABLES:
    good[variable] = observations[variable].where(observations[f"{variable}_flag"] == 1)
print(good.groupby("station_id")[VARIABLES].mean().round(1))

# %% An hour round the newest device failure: what the station showed, and what it should have
failures = anomalies[anomalies["classification"] == "device_failure"] if not anomalies.empty else anomalies
if not failures.empty:
    newest = failures.sort_values("timestamp").iloc[-1]
    near = observations[
        (observations["station_id"] == newest["station_id"])
        & ((observations["timestamp"] - newest["timestamp"]).abs() <= pd.Timedelta(hours=1))
    ]
    print(f"{newest['station_id']} {newest['variable']}: {newest['actual_value']}, expected {newest['expected_value']:.1f}")
    print(near.set_index("timestamp")[[newest["variable"], f"{newest['variable']}_flag"]])
