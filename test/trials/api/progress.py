"""A line for each operation that schemathesis is through with, as it goes, and at the end what each component came to."""

import time
from collections import defaultdict
from pathlib import Path

import schemathesis
import single_characters  # A hook of its own.
from schemathesis import cli
from schemathesis.engine import Status, events


JSON_LINES = ("application/x-ndjson", "application/ndjson", "application/jsonl")


@schemathesis.serializer(*JSON_LINES)
def lines(ctx, value):
    """Lines are a text."""
    return str(value).encode()


@schemathesis.hook
def filter_case(context, case):
    """Whatever the lines say, they are a text, each answered for itself: there is no body that is none."""
    return case.media_type not in JSON_LINES or isinstance(case.body, str)


class Totals:
    """What came of the requests of one operation or one component."""

    def __init__(self):
        self.cases = 0
        self.seconds = 0.0
        self.slowest = 0.0
        self.findings = 0

    def add(self, seconds, failed):
        self.cases += 1
        self.seconds += seconds
        self.slowest = max(self.slowest, seconds)
        self.findings += failed

    def line(self):
        return f"{self.cases:6} cases {self.seconds:7.1f} s, slowest {self.slowest:5.2f} s, {self.findings} findings"


@cli.handler()
class Progress(cli.EventHandler):
    """Prints while the phases run; `cases` are requests with their answers, `findings` checks that failed."""

    def __init__(self, *args, **params):
        self.began = time.monotonic()
        self.operations = {}
        self.of_component = {}
        self.skipped = {}

    def handle_event(self, ctx, event):
        if isinstance(event, cli.LoadingFinished):
            for path, item in event.schema["paths"].items():
                for method, operation in item.items():
                    label = f"{method.upper()} {path}"
                    self.operations[label] = Totals()
                    self.of_component[label] = operation["tags"][0]
                    if event.location.endswith(path):
                        self.skipped[label] = "it is the document, which was asked for"
        elif isinstance(event, events.PhaseStarted):
            print(f"{self.now()} {event.phase.name.value}", flush=True)
        elif isinstance(event, events.ScenarioFinished):
            self.scenario(event)

    def scenario(self, event):
        here = Totals()
        for case_id, node in event.recorder.cases.items():
            interaction = event.recorder.interactions.get(case_id)
            if interaction is None:
                continue
            seconds = 0.0 if interaction.response is None else interaction.response.elapsed
            checks = event.recorder.checks.get(case_id, [])
            failed = sum(1 for check in checks if check.status == Status.FAILURE)
            here.add(seconds, failed)
            self.operations[node.value.operation.label].add(seconds, failed)
        label = event.recorder.label
        if event.skip_reason is not None:
            self.skipped.setdefault(label, event.skip_reason)
        if here.cases > 0:
            print(f"{self.now()} {event.phase.value:9} {here.line()}  {label}", flush=True)

    def now(self):
        return f"{time.monotonic() - self.began:7.1f} s"

    def shutdown(self, ctx):
        components = defaultdict(list)
        for label, totals in self.operations.items():
            components[self.of_component[label]].append((label, totals))
        unexplained = []
        for component, operations in components.items():
            total = Totals()
            # Another run's.
            if all(totals.cases == 0 for _, totals in operations):
                continue
            for label, totals in operations:
                total.cases += totals.cases
                total.seconds += totals.seconds
                total.slowest = max(total.slowest, totals.slowest)
                total.findings += totals.findings
                if totals.cases == 0:
                    why = self.skipped.get(label)
                    print(f"not asked: {label}: {why}")
                    if why is None:
                        unexplained.append(label)
            print(f"{component:20} {len(operations):3} operations {total.line()}")
        Path("not-asked.txt").write_text("".join(f"{label}\n" for label in unexplained))
