import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Attack, atMost } from '../attack.ts';
import { AttackedSystem } from '../attacked-system.ts';

/** Ways to have something not have happened. */
const FORGERIES: Readonly<Record<string, (lines: string[]) => string[]>> = {
  'a record changed': (lines) => lines.map((line, k) => (k === 3 ? line.replace('refused', 'done') : line)),
  'a record removed': (lines) => lines.toSpliced(3, 1),
  'a record inserted twice': (lines) => lines.toSpliced(3, 0, lines[2]),
  'two records swapped': (lines) => lines.with(3, lines[4]).with(4, lines[3]),
  'the last records removed': (lines) => lines.slice(0, -2),
};

/** Traces that somebody takes away who may write the files of the audit log. */
export const forgedAudit: Attack = {
  name: 'audit',
  title: 'an audit log with records changed, removed, inserted and swapped',
  async run({ folder }) {
    const system = await AttackedSystem.start(folder);
    try {
      for (let k = 0; k < 8; k++) await system.login(`nobody-${k}`, 'a wrong password', `192.0.2.${k + 1}`);
      await system.bearerOf('reader', 'user');
    } finally {
      await system.stop();
    }
    const audit = join(folder, 'data', 'audit');
    const whole = await system.halcyon('audit', 'verify');
    const file = readdirSync(audit, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => join(audit, name))
      .sort((a, b) => readFileSync(b).length - readFileSync(a).length)[0];
    const before = readFileSync(file, 'utf8');
    const lines = before.split('\n').filter((line) => line !== '');
    const missed: string[] = [];
    for (const [name, forge] of Object.entries(FORGERIES)) {
      writeFileSync(file, `${forge(lines).join('\n')}\n`);
      if ((await system.halcyon('audit', 'verify')).code === 0) missed.push(name);
    }
    writeFileSync(file, before);
    return [
      atMost('findings in the log as it was written', whole.code, 0),
      atMost(
        `forgeries missed, of ${Object.keys(FORGERIES).length}${missed.map((one) => `, ${one}`).join('')}`,
        missed.length,
        0,
      ),
    ];
  },
};
