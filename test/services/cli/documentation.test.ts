import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { ERRORS } from '../../../schemas/errors.ts';
import { packageFile } from '../../../schemas/package-root.ts';
import { EPISODE_KINDS } from '../../../schemas/reports/reported-episode.ts';
import { detectCommand } from '../../../services/cli/detector/detect-command.ts';
import { runInFrame } from '../../../services/cli/frame/command-frame.ts';
import { shortTermReport } from '../../../services/detection/short-term-report.ts';
import { checkNetwork } from '../../../services/health/check-network.ts';
import { readHealth } from '../../../services/health/health-request.ts';
import { END, request, result } from '../detection/made-up-result.ts';
import { calmDay } from '../detection/memory-source.ts';
import { recordedIo } from './recorded-io.ts';

const page = (name: string) => readFileSync(packageFile('docs', name), 'utf8');

describe('the documentation', () => {
  it('has a section for each error, with its status and exit code, and for no other', () => {
    const sections = new Map(
      page('errors.md')
        .split('\n## ')
        .slice(1)
        .map((section) => [section.split('\n')[0], section]),
    );
    assert.deepEqual([...sections.keys()], Object.keys(ERRORS));
    for (const [code, { status, exit }] of Object.entries(ERRORS)) {
      assert.ok(sections.get(code)?.includes(`HTTP ${status}, exit ${exit}.`), code);
    }
  });

  it('has a row for each option of the command', async () => {
    const io = recordedIo();
    await runInFrame(detectCommand, ['--help'], io);
    const options = [...io.out().matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map((match) => match[1]);
    assert.ok(options.length >= 15, io.out());
    for (const option of options) assert.ok(page('command-line.md').includes(`\`${option}`), option);
  });

  it('names every field of the report', () => {
    const report = shortTermReport(request(), 'alps', result(), {});
    const [anomaly] = report.anomalies;
    const verification = Object.keys(anomaly.spatial_verification).map((name) => `spatial_verification.${name}`);
    const names = [
      ...Object.keys(report.metadata),
      ...Object.keys(report.summary),
      ...Object.keys(anomaly).filter((name) => name !== 'spatial_verification'),
      ...verification,
      ...Object.keys(report.not_judged[0]),
      ...Object.keys(report.outages[0]),
    ];
    for (const name of names) assert.ok(page('report.md').includes(`\`${name}\``), name);
  });

  it('names every field of the quality flags', () => {
    const [{ flags }] = shortTermReport(request(), 'alps', result(), {}).anomalies;
    for (const name of [...Object.keys(flags).filter((name) => name !== 'qartod'), ...Object.keys(flags.madis)]) {
      assert.ok(page('flags.md').includes(`"${name}"`), name);
    }
    assert.ok(page('flags.md').includes('`flags.qartod`'));
  });

  it('names every field and kind of an episode', () => {
    const [episode] = shortTermReport(request(), 'alps', result(), {}).episodes;
    const names = [...Object.keys(episode), ...Object.keys(episode.largest), ...EPISODE_KINDS];
    for (const name of names) assert.ok(page('episodes.md').includes(`\`${name}\``), name);
  });

  it('names every field of the health report', async () => {
    const period = readHealth({ end_time: new Date(END), days: 1 }, { now: END });
    const [station] = (await checkNetwork(calmDay(), period)).report;
    const names = [...Object.keys(station), ...Object.keys(station.variable_reports[0])];
    const [, section] = page('report.md').split('\n## The report of a health check\n');
    for (const name of names) assert.ok(section.includes(`\`${name}\``), name);
  });
});
