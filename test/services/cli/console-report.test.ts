import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type ConsoleLook, consoleReport } from '../../../services/cli/detector/console-report.ts';
import { shortTermReport } from '../../../services/detection/short-term-report.ts';
import { someFault } from '../answers/some-fault.ts';
import { anomaly, request, result, station } from '../detection/made-up-result.ts';

const LOOK: ConsoleLook = { paint: (_style, text) => text, width: 120, verbose: false };

function golden(name: string): string {
  return readFileSync(new URL(`golden/${name}`, import.meta.url), 'utf8');
}

/** Forty stations with six anomalies each, fifty without any. */
function largeResult() {
  const numbers = Array.from({ length: 40 }, (_, at) => at + 1);
  const normal = Array.from({ length: 50 }, (_, at) => at + 41);
  return result({
    stations: [...numbers, ...normal].map(station),
    anomalies: numbers.flatMap((number) =>
      [6, 5, 4, 3, 2, 1].map((back) =>
        anomaly(number, 'temp_out', back === 3 ? 'device_failure' : 'weather_event', back, { score: 6 + back }),
      ),
    ),
    outages: [],
    judgedStations: [...numbers, ...normal].map((number) => station(number).id),
  });
}

describe('the console report', () => {
  const small = shortTermReport(request(), 'alps', result(), { arima: 5 });
  const large = shortTermReport(request(), 'alps', largeResult(), { arima: 5 });

  it('looks as the golden file has it', () => {
    assert.equal(consoleReport(small, LOOK), golden('report.txt'));
  });

  it('says so where there is nothing to show', () => {
    const calm = shortTermReport(
      request({ spatial_verify: false, checks: 'none', verdicts: 'first' }),
      'alps',
      result({
        anomalies: [],
        notJudged: [],
        outages: [],
        judgedStations: ['s01', 's02', 's03', 's04'],
        valuesReceived: 533,
        valuesNotJudged: 0,
      }),
      { arima: 5 },
    );
    assert.equal(consoleReport(calm, LOOK), golden('calm-report.txt'));
  });

  it('keeps the lines that scripts look for, each with its number after the colon', () => {
    const text = consoleReport(small, LOOK);
    assert.match(text, /^End Time: +2022-09-15T23:50:00Z$/m);
    assert.match(text, /^Window: +6 hours$/m);
    assert.match(text, /^Method: +arima/m);
    assert.match(text, /^Spatial Verification: +on/m);
    assert.match(text, /^Total Stations: +4$/m);
    assert.match(text, /^Anomalous Stations: +2$/m);
    assert.match(text, /^Normal Stations: +1$/m);
    assert.match(text, /^Device Failures: +2\b/m);
    assert.match(text, /^Weather Events: +2\b/m);
    assert.match(text, /^Suspected: +1\b/m);
    assert.match(text, /^Episodes: +4$/m);
  });

  it('shows the outages of the network first where there are many, and cuts the rest', () => {
    const alone = Array.from({ length: 12 }, () => ({ ...small.outages[1] }));
    const text = consoleReport({ ...small, outages: [...alone, small.outages[0]] }, LOOK);
    assert.match(text, /^2022-09-15T18:50Z +2022-09-15T21:50Z +repeating +67 % +3 of the network$/m);
    assert.match(text, /^\.\.\. and 5 outages \(--verbose lists all, --save keeps all\)$/m);
    const all = consoleReport({ ...small, outages: alone }, { ...LOOK, verbose: true });
    assert.equal(all.split('\n').filter((line) => line.includes(' lasts ')).length, 12);
  });

  it('calls no station normal whose sensor is under a fault, without an anomaly though it be', () => {
    const [station] = small.normal_stations;
    const fault = someFault({ kind: 'bias', offset: 2, station });
    const faulty = shortTermReport(request(), 'alps', result({ faults: [fault] }), {});
    const listed = (text: string) => /^Normal stations\n(.*)$/m.exec(text)?.[1];
    assert.equal(listed(consoleReport(small, LOOK)), station);
    const text = consoleReport(faulty, LOOK);
    assert.equal(listed(text), undefined);
    assert.match(text, /^Fault, No Anomaly: +1 station$/m);
    assert.match(text, /^Normal Stations: +0$/m);
    // The silent one: 4 stations, 2 with an anomaly, 1 with a fault.
    assert.match(text, /^Not Judged Stations: +1$/m);
  });

  it('cuts long lists and says how much is left and how to get it', () => {
    const text = consoleReport(large, LOOK);
    assert.ok(text.split('\n').length < 150, 'fits on a few screens');
    assert.match(text, /\.\.\. and 20 stations \(--verbose lists all, --save keeps all\)/);
    assert.match(text, /\.\.\. and 68 episodes of 34 more stations \(/);
    assert.match(text, /and 20 more \(--verbose lists all\)/);
  });

  it('shows the few gravest episodes of a station, each by its anomaly that says most', () => {
    const hours = [30, 24, 18, 12, 6, 0].flatMap((slots) => [slots + 1, slots]);
    const many = hours.map((slots) => anomaly(1, 'temp_out', slots < 6 ? 'suspected' : 'device_failure', slots * 3));
    const text = consoleReport(shortTermReport(request(), 'alps', result({ anomalies: many }), {}), LOOK);
    const [, detail] = text.split('\ns01  Station 1\n');
    const [table] = detail.split('\n\n');
    assert.equal(table.match(/^20\d\d-/gm)?.length, 4);
    assert.equal(table.match(/^ {4}2 anomalies, level: temp_out \+14\.4 degC/gm)?.length, 4);
    assert.match(table, /\.\.\. and 2 episodes of this station \(/);
    assert.doesNotMatch(table, /suspected/);
  });

  it('shows the failure of a station before its weather', () => {
    const [, detail] = consoleReport(large, LOOK).split('\ns01  Station 1\n');
    assert.match(detail.split('\n\n')[0], /device_failure/);
  });

  it('leaves nothing out when verbose', () => {
    const text = consoleReport(large, { ...LOOK, verbose: true });
    assert.equal(text.match(/^20\d\d-/gm)?.length, 240);
    assert.ok(!text.includes('... and'));
  });

  it('stays within the width of the terminal where names are long', () => {
    const long = result({
      anomalies: [anomaly(1, 'temp_out', 'suspected', 1, { stationName: 'X'.repeat(200), reason: 'why '.repeat(100) })],
    });
    const text = consoleReport(shortTermReport(request(), 'alps', long, {}), { ...LOOK, width: 80 });
    const [, table] = text.split('Stations with anomalies\n');
    for (const line of table.split('\n')) {
      if (!line.startsWith('s01  X')) assert.ok(line.length <= 80, line);
    }
    assert.match(table, /^2022-09-15T23:40Z {2}temp_out {2}27.1 degC +\+14.4 .* suspected/m);
  });

  it('lets no name from outside reach the terminal as a control sequence', () => {
    const evil = '\u001b[2Jname\nEnd Time: 1999\u0007';
    const odd = result({ anomalies: [anomaly(1, 'rain', 'suspected', 1, { stationName: evil, reason: evil })] });
    const text = consoleReport(shortTermReport(request(), 'alps', odd, {}), LOOK);
    assert.ok(!text.includes('\u001b') && !text.includes('\u0007'));
    assert.equal(text.match(/^End Time:/gm)?.length, 1);
  });
});
