import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** A build fetches some hundred modules and compiles them on two cores [ms]. */
const BUILD_MS = 1_500_000;

/** A program that is built from Go modules. */
export interface GoProgram {
  readonly name: string;
  readonly version: string;
  /** Builds it into a folder, under its name. */
  readonly build: (folder: string) => Promise<void>;
}

/** A program that `go install` makes of one package. */
function installed(name: string, path: string, version: string): GoProgram {
  return { name, version, build: (folder) => go(['install', `${path}@${version}`], { GOBIN: folder }) };
}

/** Renders and checks charts. */
export const HELM = installed('helm', 'helm.sh/helm/v3/cmd/helm', 'v3.22.0');
/** Makes manifests of a folder, as `kubectl kustomize` does. */
export const KUSTOMIZE = installed('kustomize', 'sigs.k8s.io/kustomize/kustomize/v5', 'v5.8.1');

const COLLECTOR_VERSION = 'v0.124.0';
/** An OpenTelemetry collector that takes OTLP and passes it on: put together by the collector's own builder. */
export const COLLECTOR: GoProgram = {
  name: 'otelcol',
  version: COLLECTOR_VERSION,
  build: async (folder) => {
    const core = 'go.opentelemetry.io/collector';
    const manifest = join(folder, 'builder.yaml');
    const parts = {
      dist: { name: 'otelcol', output_path: folder },
      receivers: [{ gomod: `${core}/receiver/otlpreceiver ${COLLECTOR_VERSION}` }],
      exporters: [{ gomod: `${core}/exporter/otlphttpexporter ${COLLECTOR_VERSION}` }],
      // Its builder wants the one of the environment beside that of files.
      providers: ['file', 'env'].map((name) => ({ gomod: `${core}/confmap/provider/${name}provider v1.30.0` })),
    };
    // Every JSON text is YAML.
    writeFileSync(manifest, JSON.stringify(parts));
    await go(['run', `${core}/cmd/builder@${COLLECTOR_VERSION}`, '--config', manifest]);
  },
};

/** Path of a program that was built before; null where it was not. */
export function builtBefore({ name, version }: GoProgram): string | null {
  const path = join(cache(), `${name}-${version}`, name);
  return existsSync(path) ? path : null;
}

/**
 * A program, built the first time and kept for the next.
 *
 * @returns its path; or why there is none, with what would be needed
 */
export async function goProgram(program: GoProgram): Promise<{ path: string } | { missing: string }> {
  const { name, version, build } = program;
  const before = builtBefore(program);
  if (before !== null) return { path: before };
  mkdirSync(cache(), { recursive: true });
  const filling = mkdtempSync(join(cache(), 'building-'));
  try {
    await build(filling);
    const place = join(cache(), `${name}-${version}`);
    rmSync(place, { recursive: true, force: true });
    renameSync(filling, place);
    return { path: join(place, name) };
  } catch (error) {
    rmSync(filling, { recursive: true, force: true });
    const { code, stderr } = error as { code?: string | number; stderr?: string };
    if (code === 'ENOENT') return { missing: `${name} needs Go to be built: https://go.dev/doc/install` };
    const last = String(stderr ?? error)
      .trim()
      .split('\n')
      .at(-1);
    return { missing: `${name} ${version} cannot be built: ${last}` };
  }
}

/** Outside the project: a fresh clone need not build again. */
function cache(): string {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'halcyon', 'go');
}

async function go(words: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<void> {
  await run('go', words, {
    env: { ...process.env, ...environment },
    timeout: BUILD_MS,
    maxBuffer: 64 * 1024 * 1024,
  });
}
