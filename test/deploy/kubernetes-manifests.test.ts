import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Deployment } from 'kubernetes-types/apps/v1.d.ts';
import type { Job } from 'kubernetes-types/batch/v1.d.ts';
import type { ConfigMap, Container, PodSpec, Probe, Secret, Service } from 'kubernetes-types/core/v1.d.ts';
import type { NetworkPolicy } from 'kubernetes-types/networking/v1.d.ts';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.d.ts';
import { parseAllDocuments } from 'yaml';
import { planJudgement } from '../../detectors/network/judgement-plan.ts';
import type { EventLog, SubscriptionOptions } from '../../ingest/log/event-log.ts';
import { groupInCluster } from '../../ingest/log/kafka/kafka-log.ts';
import type { KafkaSettings } from '../../ingest/log/kafka/kafka-settings.ts';
import { topicInCluster } from '../../ingest/log/kafka/topic-specifications.ts';
import { liveJudgement, readConfiguration } from '../../schemas/configuration.ts';
import { SILENT } from '../../schemas/logger.ts';
import { packageFile } from '../../schemas/package-root.ts';
import { PARTS } from '../../schemas/parts.ts';
import type { TopicName } from '../../schemas/topics.ts';
import { DistributedPipeline } from '../../services/pipeline/distributed-pipeline.ts';
import { WHOLE } from '../../services/system/chosen-parts.ts';
import { kafkaSettings } from '../../services/system/kafka-configuration.ts';
import { MemoryStore } from '../services/pipeline/snapshot/memory-store.ts';
import type { Kustomization, ScaledObject } from './custom-resources.ts';
import { assertOperationPath, assertRuns, ENDING_SECONDS } from './halcyon-process.ts';
import { kustomized } from './kustomized.ts';
import { type Manifest, typeProblems } from './manifest-types.ts';
import { SERVERS_IMAGE } from './versions.ts';
import { readYaml } from './yaml-files.ts';

const FOLDER = join('deploy', 'kubernetes');
/** What an operator may have put beside the example. */
const OWN_SECRET = 'secret.yaml';
type Labels = Readonly<Record<string, string>>;

/** Every document of the folder with the file it is in. */
function manifests(): (Manifest & { file: string })[] {
  const files = readdirSync(packageFile(FOLDER), { recursive: true, encoding: 'utf8' });
  return files
    .filter((name) => name.endsWith('.yaml') && basename(name) !== OWN_SECRET)
    .flatMap((name) => readYaml(join(FOLDER, name)).map((document) => ({ ...(document as Manifest), file: name })));
}

const all = manifests();
const documents = all.map(({ file: _, ...manifest }) => manifest as Manifest);
const ofKind = <T>(kind: string) => documents.filter((manifest) => manifest.kind === kind) as T[];

/** Pods that the manifests make: labels and what is in them. */
const pods = [...ofKind<Deployment>('Deployment'), ...ofKind<Job>('Job')].map(({ metadata, spec }) => {
  const template = spec?.template;
  return { name: metadata?.name ?? '', labels: template?.metadata?.labels ?? {}, spec: template?.spec as PodSpec };
});
const selected = (selector: Labels | undefined) =>
  pods.filter(({ labels }) => Object.entries(selector ?? {}).every(([name, value]) => labels[name] === value));
const containerOf = (spec: PodSpec): Container => spec.containers[0];

/** Environment of a container, with what config map and secret bring. */
function environmentOf(container: Container): Record<string, string> {
  const [settings] = ofKind<ConfigMap>('ConfigMap');
  const [secret] = ofKind<Secret>('Secret');
  const sources = (container.envFrom ?? []).map(({ configMapRef, secretRef }) => {
    if (configMapRef !== undefined) return configMapRef.name === settings.metadata?.name ? settings.data : undefined;
    return secretRef?.name === secret.metadata?.name ? secret.stringData : undefined;
  });
  assert.ok(!sources.includes(undefined), `${container.name} takes settings from what is not there`);
  const own = (container.env ?? []).map(({ name, value = '' }): [string, string] => [name, value]);
  return Object.assign({}, ...sources, Object.fromEntries(own)) as Record<string, string>;
}

function mebibytes(quantity: string | undefined): number {
  const [, amount, unit] = /^(\d+)(Mi|Gi)$/.exec(quantity ?? '') ?? [];
  return Number(amount) * (unit === 'Gi' ? 1024 : 1);
}

/** Groups that share a topic, with it, as the processes join them. */
async function groups(): Promise<{ group: string; topic: TopicName }[]> {
  const joined: { group: string; topic: TopicName }[] = [];
  const log = {
    subscribe: async ({ group, topic, read = 'shared' }: SubscriptionOptions<TopicName>) => {
      if (read === 'shared') joined.push({ group, topic });
      return { stop: async () => undefined };
    },
    ends: async () => [],
    close: async () => undefined,
  } as unknown as EventLog;
  const store = new MemoryStore();
  const plan = planJudgement(liveJudgement(readConfiguration({})));
  const pipeline = new DistributedPipeline({
    ...{ log, plan, store, scored: true, parts: WHOLE, now: Date.now },
    rules: async () => [],
    logger: SILENT,
  });
  await pipeline.start();
  await pipeline.stop();
  return joined;
}

describe('deploy/kubernetes', () => {
  const deployments = ofKind<Deployment>('Deployment');

  it('is what the Kubernetes API has', () => {
    assert.deepEqual(typeProblems(documents), []);
    const [first] = deployments;
    const misspelt = { ...first, spec: { ...first.spec, replica: 3 } } as unknown as Manifest;
    assert.match(typeProblems([misspelt]).join(), /Deployment halcyon-.*"replica"' does not exist/);
  });

  it('lists every file but the example of the secret, and kustomize takes them', function () {
    for (const folder of ['base', 'scaled', 'demo']) {
      const files = readdirSync(packageFile(FOLDER, folder)).filter((name) => name.endsWith('.yaml'));
      const listed = (readYaml(join(FOLDER, folder, 'kustomization.yaml'))[0] as Kustomization).resources;
      const beside = files.filter((name) => !['kustomization.yaml', 'secret.example.yaml', OWN_SECRET].includes(name));
      assert.deepEqual(listed.filter((name) => name !== '../base').sort(), beside.sort(), folder);
    }
    const built = kustomized(packageFile(FOLDER, 'scaled'));
    if (built === null) {
      console.warn('      skipped: kubectl is not on this machine; npm run test:helm builds kustomize');
      return this.skip();
    }
    assert.match(built, new RegExp(`image: ${SERVERS_IMAGE}$`, 'm'));
    const replicas = [...built.matchAll(/^ {2}replicas: /gm)].length;
    assert.equal(replicas, deployments.length - ofKind<ScaledObject>('ScaledObject').length);
  });

  it('runs every part of Halcyon, each with settings that hold', () => {
    for (const { name, spec } of pods) {
      const container = containerOf(spec);
      const memory = mebibytes(container.resources?.limits?.['memory']);
      assert.ok(mebibytes(container.resources?.requests?.['memory']) <= memory, `${name} asks for more than its limit`);
      const environment = environmentOf(container);
      assertRuns({ name, args: container.args ?? [], environment, memory });
    }
    const started = deployments.flatMap(
      ({ spec }) => containerOf(spec?.template.spec as PodSpec).args?.[2].split(',') ?? [],
    );
    assert.deepEqual(started.sort(), [...PARTS].sort());
    assert.equal(ofKind('Job').length, 1);
  });

  it('has invented stations only with the overlay demo', function () {
    for (const { name, spec } of pods) {
      assert.equal(readConfiguration(environmentOf(containerOf(spec))).feed, '', name);
    }
    const built = kustomized(packageFile(FOLDER, 'demo'));
    if (built === null) return this.skip();
    const made = parseAllDocuments(built).map((document) => document.toJS() as Manifest);
    const feeds = made
      .filter(({ kind }) => kind === 'Deployment')
      .map((deployment) => {
        const { env = [] } = containerOf((deployment as Deployment).spec?.template.spec as PodSpec);
        return [deployment.metadata?.name, env.find(({ name }) => name === 'HALCYON_FEED')?.value];
      })
      .filter(([, feed]) => feed !== undefined);
    assert.deepEqual(feeds, [['halcyon-feed', 'demo']]);
  });

  it('runs the image of this version', () => {
    const [kustomization] = readYaml(join(FOLDER, 'base', 'kustomization.yaml')) as [Kustomization];
    for (const { name, spec } of pods) {
      const image = kustomization.images?.find((candidate) => candidate.name === containerOf(spec).image);
      assert.equal(`${image?.newName}:${image?.newTag}`, SERVERS_IMAGE, name);
    }
  });

  it('selects the pods that it means', () => {
    const component = (name: string) => name.replace('halcyon-', '');
    for (const { metadata, spec } of deployments) {
      const name = metadata?.name ?? '';
      assert.deepEqual(
        selected(spec?.selector.matchLabels).map((pod) => pod.name),
        [name],
      );
      for (const { labelSelector } of spec?.template.spec?.topologySpreadConstraints ?? []) {
        assert.deepEqual(
          selected(labelSelector?.matchLabels).map((pod) => pod.name),
          [name],
        );
      }
      const budgets = ofKind<PodDisruptionBudget>('PodDisruptionBudget');
      const budget = budgets.find((candidate) => candidate.metadata?.name === name);
      assert.deepEqual(
        selected(budget?.spec?.selector?.matchLabels).map((pod) => pod.name),
        [name],
      );
      assert.equal(budget?.spec?.maxUnavailable, 1, `${name}: a drain of its node must not wait for ever`);
    }
    for (const { metadata, spec } of ofKind<Service>('Service')) {
      const [pod, ...others] = selected(spec?.selector);
      assert.deepEqual([pod.name, others], [metadata?.name, []]);
      const [{ port, targetPort }] = spec?.ports ?? [];
      const open = containerOf(pod.spec).ports?.find(({ name }) => name === targetPort);
      assert.ok(open, `${metadata?.name} leads to a port that is not open`);
      assert.equal(port, 80, metadata?.name);
      const named = new URL(environmentOf(containerOf(pod.spec))['HALCYON_PUBLIC_URL']);
      assert.equal(named.host, 'halcyon-detection.halcyon', 'tokens name where they were issued');
    }
    for (const { metadata, spec } of ofKind<NetworkPolicy>('NetworkPolicy')) {
      const chosen = selected(spec?.podSelector?.matchLabels).map(({ name }) => component(name));
      const components = spec?.podSelector?.matchExpressions?.[0]?.values ?? ['feed'];
      for (const name of components) assert.ok(chosen.includes(name), `${metadata?.name}: no pod is ${name}`);
    }
  });

  it('asks each process for endpoints that are there, on the port it listens on', () => {
    const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'] as const;
    for (const { metadata, spec } of deployments) {
      const container = containerOf(spec?.template.spec as PodSpec);
      const port = Number(environmentOf(container)['PORT']);
      assert.deepEqual(container.ports, [{ name: 'http', containerPort: port }]);
      const paths = probes.map((probe) => {
        const { path = '', port: asked } = (container[probe] as Probe).httpGet ?? {};
        assertOperationPath(path);
        assert.equal(asked, 'http');
        return path;
      });
      assert.deepEqual(paths, ['/readyz', '/healthz', '/readyz'], metadata?.name);
      const { periodSeconds = 0, failureThreshold = 0 } = container.startupProbe ?? {};
      assert.ok((spec?.progressDeadlineSeconds ?? 0) > periodSeconds * failureThreshold, metadata?.name);
      const scraped = spec?.template.metadata?.annotations ?? {};
      assert.equal(scraped['prometheus.io/port'], String(port));
      assert.equal(scraped['prometheus.io/path'], '/metrics');
      assertOperationPath('/metrics');
    }
  });

  it('lets no process be root, change its image or gain rights', () => {
    for (const { name, spec } of pods) {
      const { runAsNonRoot, runAsUser, seccompProfile } = spec.securityContext ?? {};
      assert.deepEqual([runAsNonRoot, runAsUser, seccompProfile], [true, 1000, { type: 'RuntimeDefault' }], name);
      assert.equal(spec.automountServiceAccountToken, false, name);
      assert.deepEqual(containerOf(spec).securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  it('gives each process the folders that it writes to', () => {
    const image = readFileSync(packageFile('deploy', 'container', 'Dockerfile'), 'utf8');
    const [, data] = /HALCYON_DATA=(\S+)/.exec(image) ?? [];
    for (const { name, spec } of pods) {
      const mounts = containerOf(spec).volumeMounts ?? [];
      assert.deepEqual(
        mounts.map(({ mountPath }) => mountPath),
        [data, '/tmp', ...(name === 'halcyon-detection' ? ['/etc/halcyon'] : [])],
        name,
      );
      assert.deepEqual(
        mounts.map((mount) => mount.name),
        spec.volumes?.map((volume) => volume.name),
        name,
      );
      for (const { emptyDir, secret } of spec.volumes ?? []) assert.ok(emptyDir?.sizeLimit ?? secret, name);
    }
  });

  it('lets each process end what it has in hand', () => {
    for (const { metadata, spec } of deployments) {
      const pod = spec?.template.spec;
      const pause = Number(containerOf(pod as PodSpec).lifecycle?.preStop?.exec?.command?.[1] ?? 0);
      assert.ok((pod?.terminationGracePeriodSeconds ?? 0) > ENDING_SECONDS + pause, metadata?.name);
    }
  });

  it('scales by the groups and topics of the log, to no more workers than partitions', async () => {
    const [settings] = ofKind<ConfigMap>('ConfigMap');
    const kafka = kafkaSettings(readConfiguration(settings.data ?? {})) as KafkaSettings;
    const known = (await groups()).map(({ group, topic }) =>
      [groupInCluster(kafka, group, topic), topicInCluster(kafka, topic)].join(),
    );
    const scaled = ofKind<ScaledObject>('ScaledObject');
    assert.deepEqual(scaled.map(({ metadata }) => metadata.name).sort(), [
      'halcyon-sink',
      'halcyon-spatial',
      'halcyon-temporal',
    ]);
    for (const { metadata, spec } of scaled) {
      const target = deployments.find((deployment) => deployment.metadata?.name === spec.scaleTargetRef.name);
      assert.equal(target?.metadata?.name, metadata.name);
      assert.ok((spec.maxReplicaCount ?? 100) <= kafka.partitions, `${metadata.name}: workers without a partition`);
      assert.ok((spec.minReplicaCount ?? 0) >= 2, `${metadata.name}: nobody takes over`);
      for (const { metadata: trigger } of spec.triggers) {
        assert.ok(
          known.includes([trigger.consumerGroup, trigger.topic].join()),
          `nobody reads as ${trigger.consumerGroup}`,
        );
        const container = containerOf(target?.spec?.template.spec as PodSpec);
        assert.ok(environmentOf(container)[trigger.bootstrapServersFromEnv], trigger.bootstrapServersFromEnv);
      }
    }
    const [spatial] = scaled.filter(({ metadata }) => metadata.name === 'halcyon-spatial');
    assert.equal(
      spatial.spec.triggers[0].metadata.consumerGroup,
      groupInCluster(kafka, 'spatial', 'temporal-anomalies'),
    );
  });

  it('opens the way to every server that the settings name', () => {
    const closed = ofKind<NetworkPolicy>('NetworkPolicy').find(({ metadata }) => metadata?.name === 'halcyon-closed');
    const open = (closed?.spec?.egress ?? []).flatMap(({ ports = [] }) => ports.map(({ port }) => Number(port)));
    const environment = environmentOf(containerOf(pods[0].spec));
    const [, broker] = environment['KAFKA_BROKERS'].split(':');
    const urls = ['SCHEMA_REGISTRY_URL', 'CLICKHOUSE_URL', 'POSTGRES_URL', 'S3_ENDPOINT'].map(
      (name) => new URL(environment[name]).port,
    );
    for (const port of [broker, ...urls].map(Number)) assert.ok(open.includes(port), `${port} is closed`);
  });

  it('holds no secret', () => {
    const [stores, identity, ...others] = ofKind<Secret>('Secret');
    assert.deepEqual(others, []);
    const files = all.filter(({ kind }) => kind === 'Secret').map(({ file }) => file);
    assert.deepEqual([...new Set(files)], [join('base', 'secret.example.yaml')]);
    for (const value of Object.values(stores.stringData ?? {})) assert.match(value, /:\/\/USER:PASSWORD@|^REPLACE$/);
    assert.deepEqual(identity.stringData, { 'identity.key': 'REPLACE' });
    const plain = [
      ...ofKind<ConfigMap>('ConfigMap').map(({ data }) => data ?? {}),
      ...pods.map(({ spec }) =>
        Object.fromEntries((containerOf(spec).env ?? []).map(({ name, value = '' }) => [name, value])),
      ),
    ];
    for (const [name, value] of plain.flatMap((settings) => Object.entries(settings))) {
      assert.doesNotMatch(name, /PASSWORD(?!_FILE)|SECRET|TOKEN(?!_URL)/);
      assert.doesNotMatch(value, /:\/\/[^/]*@/, name);
    }
    assert.match(readFileSync(packageFile(FOLDER, 'base', '.gitignore'), 'utf8'), /^secret\.yaml$/m);
  });
});
