import ts from 'typescript';
import { packageFile } from '../../schemas/package-root.ts';

/** A document of a manifest. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: { readonly name?: string };
}

/** Modules of `kubernetes-types` by API version, and of what others define. */
const MODULES: Readonly<Record<string, string>> = {
  v1: 'kubernetes-types/core/v1.d.ts',
  'apps/v1': 'kubernetes-types/apps/v1.d.ts',
  'batch/v1': 'kubernetes-types/batch/v1.d.ts',
  'policy/v1': 'kubernetes-types/policy/v1.d.ts',
  'networking.k8s.io/v1': 'kubernetes-types/networking/v1.d.ts',
  'keda.sh/v1alpha1': './custom-resources.ts',
  'kustomize.config.k8s.io/v1beta1': './custom-resources.ts',
};

/**
 * Holds manifests against the types of the Kubernetes API: the compiler refuses fields that it does not have as well as
 * those that are missing or of another type.
 *
 * @returns a line for each problem, in the compiler's words
 */
export function typeProblems(manifests: readonly Manifest[]): string[] {
  const unknown = manifests.filter(({ apiVersion }) => !(apiVersion in MODULES));
  if (unknown.length > 0) return unknown.map(({ apiVersion, kind }) => `${apiVersion} ${kind} is not known`);
  const path = packageFile('test', 'deploy', 'manifests-as-code.ts');
  const statements = manifests.map((manifest, index) => {
    const type = `import('${MODULES[manifest.apiVersion]}').${manifest.kind}`;
    return `export const _${index}: ${type} = ${JSON.stringify(manifest)};`;
  });
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es5.d.ts'],
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === path || fileExists(name);
  host.getSourceFile = (name, version, ...rest) =>
    name === path ? ts.createSourceFile(name, statements.join('\n'), version) : getSourceFile(name, version, ...rest);
  const program = ts.createProgram([path], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText, start, file }) => {
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start ?? 0).line;
    const { kind, metadata } = manifests[line];
    return `${kind} ${metadata?.name ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}
