import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Forms in which a file lies ready, as `Accept-Encoding` names them. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** A file of the pages, as it is sent. */
export interface WebFile {
  /** Media type. */
  readonly type: string;
  /** Strong, of its content. */
  readonly etag: string;
  /** True where its name changes with its content, so that it may be kept for ever. */
  readonly immutable: boolean;
  /** Its bytes by encoding; `identity` is always there. */
  readonly bytes: Readonly<Partial<Record<Encoding, Buffer>>> & { readonly identity: Buffer };
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
};

/** Ending of what the build has packed. */
const PACKED: Readonly<Record<string, Encoding>> = { br: 'br', gz: 'gzip' };

/**
 * The files of the pages, by their path in the folder of the build; empty where it is not there. They are a few, and are
 * read once.
 *
 * @param folder absolute path
 */
export function readWebFiles(folder: string): ReadonlyMap<string, WebFile> {
  const files = new Map<string, WebFile>();
  for (const name of namesIn(folder)) {
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
    if (type === undefined) continue;
    const identity = readFileSync(join(folder, name));
    files.set(name, {
      type,
      etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
      immutable: name.startsWith('assets/'),
      bytes: { identity, ...packed(folder, name) },
    });
  }
  return files;
}

function packed(folder: string, name: string): Partial<Record<Encoding, Buffer>> {
  const forms: Partial<Record<Encoding, Buffer>> = {};
  for (const [ending, encoding] of Object.entries(PACKED)) {
    try {
      forms[encoding] = readFileSync(join(folder, `${name}.${ending}`));
    } catch {
      // Not everything gets smaller: a picture has no packed form.
    }
  }
  return forms;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  } catch {
    return [];
  }
}
