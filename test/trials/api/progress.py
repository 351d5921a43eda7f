"""A line for each operation that schemathesis is through with, as it goes, and at the end what each component came to."""

import time
from collections import defaultdict

from schemathesis import cli
from schemathesis.engine import Status, events


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

    def handle_event(self, ctx, event):
        if isinstance(event, cli.LoadingFinished):
            for path, item in event.schema["paths"].items():
                for method, operation in item.items():
                    label = f"{method.upper()} {path}"
                    self.operations[label] = Totals()
                    self.of_component[label] = operation["tags"][0]
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
        if here.cases > 0:
            label = event.recorder.label
            print(f"{self.now()} {event.phase.value:9} {here.line()}  {label}", flush=True)

    def now(self):
        return f"{time.monotonic() - self.began:7.1f} s"

    def shutdown(self, ctx):
        components = defaultdict(list)
        for label, totals in self.operations.items():
            components[self.of_component[label]].append((label, totals))
        for component, operations in components.items():
            total = Totals()
            for label, totals in operations:
                total.cases += totals.cases
                total.seconds += totals.seconds
                total.slowest = max(total.slowest, totals.slowest)
                total.findings += totals.findings
                if totals.cases == 0:
                    print(f"NOT ASKED: {label}")
            print(f"{component:20} {len(operations):3} operations {total.line()}")
