import assert from 'node:assert/strict';
import { readConfiguration, SETTINGS } from '../../schemas/configuration.ts';
import { type Part, servesMore } from '../../schemas/parts.ts';
import { ENDPOINTS } from '../../services/api/registry.ts';
import { isLoopbackName } from '../../services/http/listening/loopback-names.ts';
import { assertIssuer, assertReachable, chosenParts } from '../../services/system/chosen-parts.ts';
import { kafkaSettings } from '../../services/system/kafka-configuration.ts';

/** A process of Halcyon as a file of deploy/ starts it. */
export interface HalcyonProcess {
  readonly name: string;
  /** What follows the image's entry point. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Largest memory [MiB]. */
  readonly memory: number;
}

/** Paths that every process has. */
const OPERATION = ['/healthz', '/readyz', '/metrics'];
/** Longest time that a process takes to end what it has in hand, see services/cli/halcyon.ts [s]. */
export const ENDING_SECONDS = 20;
/** Windows of one station, all in [MiB]. */
const STATION = 2.5 / 1024;
/** What the limits of the stages that hold windows are made for. */
const STATIONS = 100_000;
/** What a process takes beside heap and windows, at most [MiB]. */
const BESIDE = 150;

const SETTING_NAMES: readonly string[] = Object.values(SETTINGS).map((setting) => setting.name);

/**
 * Holds a process against the settings, the parts and the rules of the code.
 *
 * @throws AssertionError that names the process and what is wrong with it
 */
export function assertRuns(process: HalcyonProcess): void {
  const { name, args, environment } = process;
  for (const variable of Object.keys(environment)) {
    assert.ok([...SETTING_NAMES, 'NODE_OPTIONS'].includes(variable), `${name} sets ${variable}, which nothing reads`);
  }
  const configuration = readConfiguration(environment);
  assert.notEqual(kafkaSettings(configuration), null, `${name} has no log to share with the others`);
  assert.ok(!isLoopbackName(configuration.host), `${name} cannot be reached from outside its container`);
  if (args[0] === 'log') {
    assert.deepEqual(args, ['log', 'deploy'], name);
    return;
  }
  const [run, only, list, ...rest] = args;
  assert.deepEqual([run, only], ['run', '--only'], name);
  const parts = chosenParts(list ?? '');
  assertReachable(parts, configuration);
  // Whoever serves health and metrics only listens anywhere; what others serve is under access control.
  assert.deepEqual(rest, [], `${name}: no more than its parts`);
  if (servesMore(parts)) assert.equal(configuration.auth, 'required', `${name}: access control`);
  assertIssuer(configuration, parts);
  assert.notEqual(configuration.clickhouseUrl, '', `${name} has a store of its own`);
  assert.notEqual(configuration.postgresUrl, '', `${name} has a catalogue of its own`);
  if (configuration.feed !== '') assert.ok(parts.has('feed'), `${name}: feeds run where feed is`);
  assertMemory(process, parts);
}

/** The heap and, beside it, the windows fit the limit. */
function assertMemory({ name, environment, memory }: HalcyonProcess, parts: ReadonlySet<Part>): void {
  const heap = Number(/^--max-old-space-size=(\d+)$/.exec(environment['NODE_OPTIONS'] ?? '')?.[1]);
  assert.ok(heap > 0, `${name}: the heap has no limit below the container's`);
  assert.ok(heap + BESIDE <= memory, `${name}: a heap of ${heap} MiB does not fit ${memory} MiB`);
  if (!parts.has('temporal') && !parts.has('spatial')) return;
  assert.ok(
    heap + BESIDE + STATION * STATIONS <= memory,
    `${name}: windows of ${STATIONS} stations do not fit beside the heap`,
  );
}

/** The path that a probe or Prometheus asks for is one that every process has. @throws AssertionError */
export function assertOperationPath(path: string): void {
  assert.ok(OPERATION.includes(path), `${path} says nothing of how a process is`);
  assert.ok(
    ENDPOINTS.some((endpoint) => endpoint.method === 'GET' && endpoint.path === path),
    `${path} is no endpoint`,
  );
}
