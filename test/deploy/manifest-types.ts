import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFile } from '../../schemas/package-root.ts';

/** A document of a manifest. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: { readonly name?: string };
}

/** Modules of `kubernetes-types` by API version, and of what others define. */
const MODULES: Readonly<Record<string, string>> = {
  v1: 'node_modules/kubernetes-types/core/v1.d.ts',
  'apps/v1': 'node_modules/kubernetes-types/apps/v1.d.ts',
  'batch/v1': 'node_modules/kubernetes-types/batch/v1.d.ts',
  'policy/v1': 'node_modules/kubernetes-types/policy/v1.d.ts',
  'networking.k8s.io/v1': 'node_modules/kubernetes-types/networking/v1.d.ts',
  'keda.sh/v1alpha1': 'test/deploy/custom-resources.ts',
  'kustomize.config.k8s.io/v1beta1': 'test/deploy/custom-resources.ts',
};
const OPTIONS = ['--ignoreConfig', '--strict', '--noEmit', '--skipLibCheck', '--allowImportingTsExtensions'];
const MODULE_OPTIONS = ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es5', '--types', ''];

/**
 * Holds manifests against the types of the Kubernetes API: the compiler refuses fields that it does not have as well as
 * those that are missing or of another type.
 *
 * @returns a line for each problem, in the compiler's words
 */
export function typeProblems(manifests: readonly Manifest[]): string[] {
  const unknown = manifests.filter(({ apiVersion }) => !(apiVersion in MODULES));
  if (unknown.length > 0) return unknown.map(({ apiVersion, kind }) => `${apiVersion} ${kind} is not known`);
  const statements = manifests.map((manifest, index) => {
    const type = `import('${packageFile(MODULES[manifest.apiVersion])}').${manifest.kind}`;
    return `export const _${index}: ${type} = ${JSON.stringify(manifest)};`;
  });
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-manifests-'));
  try {
    writeFileSync(join(folder, 'manifests.ts'), statements.join('\n'));
    const compiler = packageFile('node_modules', 'typescript', 'bin', 'tsc');
    const asked = [compiler, 'manifests.ts', ...OPTIONS, ...MODULE_OPTIONS, '--pretty', 'false'];
    const { status, stdout } = spawnSync(process.execPath, asked, { cwd: folder, encoding: 'utf8' });
    const found = Array.from(stdout.matchAll(/^manifests\.ts\((\d+),\d+\): error TS\d+: (.*(?:\n .*)*)/gm));
    if (status !== 0 && found.length === 0) throw new Error(`the compiler says: ${stdout}`);
    return found.map(([, line, text]) => {
      const { kind, metadata } = manifests[Number(line) - 1];
      return `${kind} ${metadata?.name ?? ''}: ${text.replace(/\s+/g, ' ')}`;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
