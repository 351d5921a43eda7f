import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../../schemas/package-root.ts';

/** Images that are made from this project: their digest is known to whoever builds them. */
const OWN = /^(halcyon|halcyon-servers)(:\d+\.\d+\.\d+)?$/;
const BY_DIGEST = /^[a-z0-9./:_-]+@sha256:[0-9a-f]{64}$/;

/** Files of deploy that name images: Dockerfiles, Compose, manifests, templates. */
function filesWithImages(): string[] {
  const files = readdirSync(packageFile('deploy'), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => /(^|\/)Dockerfile[^/]*$|\.ya?ml$/.test(file)).map((file) => join('deploy', file));
}

/** What a file starts from or runs, without the stages of its own. */
function imagesIn(text: string): string[] {
  const stages = new Set(Array.from(text.matchAll(/^FROM .* AS (\S+)$/gm), ([, name]) => name));
  const bases = Array.from(text.matchAll(/^FROM (?:--\S+ )*(\S+)/gm), ([, base]) => base);
  const run = Array.from(text.matchAll(/^\s*(?:- )?image: *(\S.*?)\s*$/gm), ([, image]) =>
    image.replace(/^"(.*)"$/, '$1'),
  );
  return [...bases.filter((base) => !stages.has(base)), ...run];
}

/** The variable by which an image can be pinned; undefined where there is none. */
const variableOf = (image: string) => /^\$\{([A-Z_]+)(?::-[^}]+)?\}$/.exec(image)?.[1];

/** True for what a chart of Helm puts in: its values say by which digest. */
const isValue = (image: string) =>
  image === '{{ include "halcyon.image" . }}' || image === '{{ include "halcyon.image" $ }}';

describe('the images of others in deploy', () => {
  const named = filesWithImages().flatMap((file) =>
    imagesIn(readFileSync(packageFile(file), 'utf8')).map((image) => ({ file, image })),
  );

  it('are by digest, or by a variable that the page says how to pin', () => {
    const page = readFileSync(packageFile('deploy', 'README.md'), 'utf8');
    const [, section] = /^### Images by digest\n([\s\S]*?)^##/m.exec(page) ?? [];
    const variables = new Set<string>();
    for (const { file, image } of named) {
      if (OWN.test(image) || isValue(image) || BY_DIGEST.test(image)) continue;
      const variable = variableOf(image) ?? assert.fail(`${file}: ${image} cannot be pinned by digest`);
      assert.ok(section?.includes(`\`${variable}\``) || section?.includes(` ${variable}=`), `${file}: ${variable}`);
      variables.add(variable);
    }
    assert.deepEqual([...variables].sort(), [
      'CLICKHOUSE_IMAGE',
      'KAFKA_IMAGE',
      'NODE_IMAGE',
      'POSTGRES_IMAGE',
      'REGISTRY_IMAGE',
    ]);
    assert.match(readFileSync(packageFile('deploy/helm/halcyon/values.yaml'), 'utf8'), /^ {2}digest: ""$/m);
  });

  it('are found where they are named', () => {
    const text = `FROM a AS b\nFROM --platform=x \${C} AS d\nFROM b\n  image: e:1\n  - image: "f@sha256:0"\n`;
    assert.deepEqual(imagesIn(text), ['a', `\${C}`, 'e:1', 'f@sha256:0']);
    const images = [`\${A_B:-c:1}`, `\${A_B}`, 'c:1', `c:\${A_B}`];
    assert.deepEqual(images.map(variableOf), ['A_B', 'A_B', undefined, undefined]);
  });
});
