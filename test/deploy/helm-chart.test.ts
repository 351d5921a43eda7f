import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { parseAllDocuments } from 'yaml';
import { SETTINGS } from '../../schemas/configuration.ts';
import { packageFile } from '../../schemas/package-root.ts';
import { PARTS } from '../../schemas/parts.ts';
import { builtBefore, HELM } from '../servers/go-programs.ts';
import { kustomized } from './kustomized.ts';
import { type Manifest, typeProblems } from './manifest-types.ts';
import { PACKAGE } from './versions.ts';
import { readYaml } from './yaml-files.ts';

const CHART = packageFile('deploy', 'helm', 'halcyon');
/** A Helm that was not released takes the cluster for a very old one. */
const CLUSTER = ['--kube-version', '1.30.0'];

interface Values {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly parts: Readonly<Record<string, { readonly run: string; readonly env?: Readonly<Record<string, unknown>> }>>;
}

interface Metadata {
  name: string;
  namespace?: string;
  labels?: Record<string, string>;
}

/** Runs a program; what it printed. */
function run(program: string, words: readonly string[]): string {
  const done = spawnSync(program, words, { encoding: 'utf8' });
  assert.equal(done.status, 0, `${program} ${words.join(' ')}\n${done.stderr}${done.stdout}`);
  return done.stdout;
}

function documentsOf(text: string): Manifest[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}

/** Objects by kind and name, without what only one of the two ways adds: the namespace, labels of the whole. */
function objectsOf(manifests: readonly Manifest[]): Record<string, unknown> {
  const objects = manifests
    .filter(({ kind }) => kind !== 'Namespace')
    .map((manifest): [string, unknown] => {
      const told = structuredClone(manifest) as Manifest & { metadata: Metadata };
      const { metadata } = told;
      metadata.name = metadata.name.replace(/^(halcyon-log-deploy)-1$/, '$1');
      delete metadata.namespace;
      delete metadata.labels?.['app.kubernetes.io/part-of'];
      if (Object.keys(metadata.labels ?? {}).length === 0) delete metadata.labels;
      return [`${manifest.kind} ${metadata.name}`, told];
    });
  return Object.fromEntries(objects.sort(([one], [other]) => (one < other ? -1 : 1)));
}

describe('the Helm chart', () => {
  const [values] = readYaml('deploy/helm/halcyon/values.yaml') as [Values];

  it('is of this version, and its values are settings and parts of it', () => {
    const [chart] = readYaml('deploy/helm/halcyon/Chart.yaml') as [{ version: string; appVersion: string }];
    assert.deepEqual([chart.version, chart.appVersion], [PACKAGE.version, PACKAGE.version]);
    const known = new Set(Object.values(SETTINGS).map(({ name }) => name as string));
    const parts = Object.values(values.parts);
    const named = [...Object.keys(values.settings), ...parts.flatMap(({ env = {} }) => Object.keys(env))];
    for (const name of named) assert.ok(known.has(name), name);
    assert.deepEqual(parts.flatMap((part) => part.run.split(',')).sort(), [...PARTS].sort());
  });

  describe('as Helm renders it', () => {
    const helm = spawnSync('helm', ['version']).error === undefined ? 'helm' : (builtBefore(HELM) ?? '');
    before(function () {
      if (helm !== '') return;
      console.log('      helm is not on this machine: the chart is not rendered; npm run test:helm builds it');
      this.skip();
    });
    const rendered = (values: readonly string[]) =>
      documentsOf(run(helm, ['template', 'halcyon', CHART, '--namespace', 'halcyon', ...CLUSTER, ...values]));

    it('passes helm lint', () => {
      assert.match(run(helm, ['lint', '--strict', CHART]), /1 chart\(s\) linted, 0 chart\(s\) failed/);
    });

    it('makes what the manifests of kustomize make, also with the demonstration', function () {
      for (const [folder, values] of [
        ['base', []],
        ['demo', ['--set', 'parts.feed.env.HALCYON_FEED=demo']],
      ] as const) {
        const made = kustomized(packageFile('deploy', 'kubernetes', folder));
        if (made === null) return this.skip();
        assert.deepEqual(objectsOf(rendered(values)), objectsOf(documentsOf(made)), folder);
      }
    });

    it('runs an image by its digest where that is given', () => {
      const digest = `sha256:${'0a'.repeat(32)}`;
      const words = [
        'template',
        'halcyon',
        CHART,
        ...CLUSTER,
        '--set',
        `image.digest=${digest}`,
        '--set',
        'image.tag=9',
      ];
      const text = JSON.stringify(documentsOf(run(helm, words)));
      assert.ok(text.includes(`"image":"halcyon-servers@${digest}"`) && !text.includes('"image":"halcyon-servers:'));
    });

    it('has the types of the Kubernetes API, by its name and with other values too', () => {
      const other = documentsOf(
        run(helm, [
          ...['template', 'north', CHART, '--namespace', 'weather', ...CLUSTER, '--set', 'parts.temporal.replicas=6'],
          ...['--set', 'networkPolicies.enabled=false', '--set', 'image.tag=9', '--set', 'settings.HALCYON_AUTH=off'],
        ]),
      );
      assert.deepEqual(typeProblems(other), []);
      assert.ok(other.every(({ kind }) => kind !== 'NetworkPolicy'));
      const text = JSON.stringify(other);
      assert.ok(text.includes('"image":"halcyon-servers:9"') && text.includes('http://north-detection.weather'));
      for (const { metadata } of other) assert.match(metadata?.name ?? '', /^north-/);
    });
  });
});
