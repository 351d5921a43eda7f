import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { detectCommand } from '../../../services/cli/detector/detect-command.ts';
import { runInFrame } from '../../../services/cli/frame/command-frame.ts';
import { halcyonCommand } from '../../../services/cli/halcyon-command.ts';
import { asOrdinaryUser } from '../../as-ordinary-user.ts';
import { onSqlite, sqliteMissing } from '../../servers/sqlite.ts';
import { recordedIo } from './recorded-io.ts';

/** What lies under a name: a text, or what an object says; null: nothing. */
type Content =
  | string
  | null
  | { readonly text: string; readonly encoding: 'utf16le' | 'latin1' | 'base64' }
  | { readonly sqlite: string }
  | { readonly link: string }
  | { readonly mode: 'unreadable'; readonly text: string }
  | 'a folder'
  | 'a pipe';

/**
 * A source that is wrong somewhere. Files lie in a folder `{folder}` beside good ones of `stations.csv` and
 * `observations.csv`, whose texts are `{stations}` and `{observations}` in the contents of others.
 */
interface BadSource {
  readonly what: string;
  /** Words of the command line, the first of them the command's name. */
  readonly arguments: readonly string[];
  readonly files?: Readonly<Record<string, Content>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly exit: number;
  /** The whole of standard error, line by line. */
  readonly says: readonly string[];
  /** Values that were judged all the same. */
  readonly judged?: number;
  /** What stands on standard output. */
  readonly shows?: string;
}

const CASES = JSON.parse(
  readFileSync(new URL('bad-input-sources.json', import.meta.url), 'utf8'),
) as readonly BadSource[];

const STATIONS = 'station_id,station_name,latitude,longitude,elevation\ns1,One,50,4,10\ns2,Two,50.1,4.1,20\n';

/** Twelve hours of two stations on 15 September 2022. */
const OBSERVATIONS = ['station_id,time,temp_out,out_hum,wind_speed,bar,rain']
  .concat(
    Array.from({ length: 144 }, (_, at) => {
      const time = new Date(Date.UTC(2022, 8, 15) + Math.floor(at / 2) * 600_000).toISOString();
      return `s${1 + (at % 2)},${time},${(15 + Math.sin(at / 9)).toFixed(1)},60,5.${at % 10},1010.${at % 7},0`;
    }),
  )
  .join('\n')
  .concat('\n');

describe('a source that is wrong somewhere', () => {
  let parent: string;
  before(() => {
    parent = mkdtempSync(join(tmpdir(), 'halcyon-bad-'));
    chmodSync(parent, 0o755);
  });
  after(() => rmSync(parent, { recursive: true, force: true }));

  for (const [number, bad] of CASES.entries()) {
    it(`${bad.what}: ${bad.exit}, ${bad.says[0] ?? 'nothing'}`, async function () {
      const names = Object.values(bad.files ?? {});
      if (names.some((one) => typeof one === 'object' && one !== null && 'sqlite' in one) && sqliteMissing() !== null) {
        this.skip();
      }
      const folder = join(parent, String(number), 'weather');
      write(folder, bad.files ?? {});
      const run = await commandOn(folder, bad);
      assert.deepEqual(run.err.split('\n').filter(Boolean), bad.says);
      assert.equal(run.code, bad.exit);
      if (bad.exit === 0) assert.equal(run.judged, bad.judged);
      if (bad.shows !== undefined) assert.ok(run.out.includes(bad.shows), run.out);
    });
  }
});

async function commandOn(folder: string, bad: BadSource) {
  const at = (text: string) => text.replaceAll('{folder}', folder);
  const environment = Object.fromEntries(
    Object.entries({ HALCYON_DATA: '{folder}/../data', ...bad.environment }).map(([name, text]) => [name, at(text)]),
  );
  const io = recordedIo({ environment });
  const [command, ...words] = bad.arguments.map(at);
  const report = join(folder, '..', 'report.json');
  const judges = command === 'anomaly-detector' && bad.judged !== undefined;
  const argv = judges ? [...words, '--save', report] : words;
  const work = () => runInFrame(command === 'halcyon' ? halcyonCommand : detectCommand, argv, io);
  const bound = Object.values(bad.files ?? {}).some((one) => typeof one === 'object' && one !== null && 'mode' in one);
  const code = await (bound ? asOrdinaryUser(work) : work());
  const plain = (text: string) => text.replaceAll(folder, '{folder}').replaceAll(dirname(folder), '{folder}/..');
  const judged = judges && code === 0 ? JSON.parse(readFileSync(report, 'utf8')).metadata.values_judged : undefined;
  return { code, err: plain(io.err()), out: plain(io.out()), judged };
}

function write(folder: string, files: Readonly<Record<string, Content>>): void {
  mkdirSync(folder, { recursive: true });
  const all: Record<string, Content> = { 'stations.csv': '{stations}', 'observations.csv': '{observations}', ...files };
  for (const [name, content] of Object.entries(all)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    if (content === null) continue;
    if (content === 'a folder') mkdirSync(path);
    else if (content === 'a pipe') execFileSync('mkfifo', [path]);
    else if (typeof content === 'string') writeFileSync(path, filled(content));
    else if ('sqlite' in content) onSqlite(path, content.sqlite);
    else if ('link' in content) symlinkSync(content.link, path);
    else if ('mode' in content) writeFileSync(path, filled(content.text), { mode: 0 });
    else writeFileSync(path, Buffer.from(filled(content.text), content.encoding));
  }
}

function filled(text: string): string {
  return text
    .replaceAll('{stations}', STATIONS)
    .replaceAll('{observations}', OBSERVATIONS)
    .replaceAll('{ten megabytes}', '9'.repeat(10_000_000));
}
