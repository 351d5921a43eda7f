import assert from 'node:assert/strict';
import { Q90_OF_NORMAL } from '../../detectors/baselines/step-sketch.ts';
import { judgeStandingAnemometer, STANDING_SLOTS } from '../../detectors/checks/standing-anemometer.ts';
import { type LastingContent, readContents, textOfContent } from '../../detectors/faults/lasting-content.ts';
import type { NamedPlace } from '../../detectors/faults/named-faults.ts';
import {
  byVariable,
  VARIABLE_INDEX,
  VARIABLE_SPECIFICATIONS,
  VARIABLES,
  type Variable,
} from '../../schemas/variables.ts';
import { detectCommand } from '../../services/cli/detector/detect-command.ts';
import { runInFrame } from '../../services/cli/frame/command-frame.ts';
import { WrittenWindows } from '../detectors/spatial/written-windows.ts';
import { recordedIo } from '../services/cli/recorded-io.ts';
import { calmDay } from '../services/detection/memory-source.ts';

const GUST = 'wind_gust' as Variable;
const DEW = 'dew_point' as Variable;

/** A calm day of a network whose stations report a gust and a dew point too, and what is changed of it. */
const day = (change: (values: Record<string, number | null>, number: number, back: number) => void) =>
  calmDay((values, number, back) => {
    for (const [variable, value] of Object.entries(byVariable(() => null))) values[variable as Variable] ??= value;
    values[GUST] = 14 + ((number * 7 + back * 3) % 4);
    values[DEW] = 2 + ((number + back) % 3) / 10;
    change(values, number, back);
  });

interface Found {
  readonly station_id: string;
  readonly variable: string;
  readonly classification: string;
  readonly reason: string;
}

async function found(variables: string, source: ReturnType<typeof calmDay>): Promise<readonly Found[]> {
  const io = recordedIo();
  const argv = ['--end', '2022-09-15 23:50:00', '--spatial-verify', '--variables', variables, '--format', 'json'];
  const code = await runInFrame((args, given) => detectCommand(args, given, async () => source), argv, io);
  assert.equal(code, 0, io.err());
  return (JSON.parse(io.out()) as { anomalies: Found[] }).anomalies;
}

describe('an element beyond the five', () => {
  it('is judged and verified as the five are', async () => {
    const broken = day((values, number, back) => {
      if (number === 2 && back === 6) values[GUST] = 180;
    });
    const anomalies = await found('temp_out,wind_gust', broken);
    assert.deepEqual([...new Set(anomalies.map(({ variable }) => variable))], ['wind_gust']);
    assert.ok(anomalies.some(({ classification }) => classification === 'device_failure'));
  });

  it('fails where another value of the report contradicts it', async () => {
    const broken = day((values, number, back) => {
      if (number === 1 && back < 3) values[DEW] = (values['temp_out'] ?? 0) + 4;
    });
    const anomalies = await found('dew_point', broken);
    assert.ok(anomalies.length > 0);
    assert.deepEqual([...new Set(anomalies.map(({ classification }) => classification))], ['device_failure']);
    assert.match(anomalies[0].reason, /^dew point .* degC is above the temperature of .* degC/);
  });

  it('that is a gust stands still as wind does, in proportion', () => {
    const [slot, v] = [1000, VARIABLE_INDEX[GUST]];
    const judged = (around: number) => {
      const windows = new WrittenWindows();
      for (let at = slot - STANDING_SLOTS; at <= slot; at++) {
        windows.write(0, GUST, at, 0);
        for (const k of [1, 2]) windows.write(k, GUST, at, around + (at % 2));
      }
      const neighbours = [1, 2].map((index) => ({ index, id: `n${index}`, km: 5 }));
      const spreads = VARIABLES.map(() => 1 / Q90_OF_NORMAL);
      return judgeStandingAnemometer({
        ...{ station: 0, variable: GUST, slot, actual: 0, expected: 0, floors: VARIABLES.map(() => 1), spreads },
        ...{ neighbours, windows, known: slot, hindsightSlots: 6 },
      });
    };
    assert.ok(VARIABLE_SPECIFICATIONS[GUST].restsAt.includes(0) && v >= 5);
    assert.equal(judged(11), null);
    assert.equal(judged(12)?.classification, 'device_failure');
  });

  it('that is not learnt is judged by its limits and by the other values of its report alone', async () => {
    const RAIN_DAY = 'rain_day' as Variable;
    const jumps = (high: number, rain: number) =>
      day((values, number, back) => {
        values[RAIN_DAY] = number === 2 && back < 20 ? high : 3;
        if (number === 2 && back === 6) values['rain'] = rain;
      });
    assert.deepEqual(await found('rain_day', jumps(90, 0)), []);
    const impossible = await found('rain_day', jumps(2500, 0));
    assert.deepEqual([...new Set(impossible.map(({ classification }) => classification))], ['device_failure']);
    const [contradicted, ...others] = await found('rain_day', jumps(2, 4));
    assert.deepEqual(others, []);
    assert.match(contradicted?.reason ?? '', /^rain of the day 2\.0 mm is below the rain of 4\.0 mm/);
  });

  it('changes no verdict on the five', async () => {
    const spike = (values: Record<string, number | null>, number: number, back: number) => {
      if (number === 2 && back === 6) values['temp_out'] = 40;
    };
    const withAnother = day((values, number, back) => {
      spike(values, number, back);
      if (back % 5 === 0) values[GUST] = 200;
    });
    const five = 'temp_out,out_hum,wind_speed,bar,rain';
    const strip = (anomalies: readonly Found[]) =>
      anomalies.map(({ station_id, variable, classification, reason }) => ({
        station_id,
        variable,
        classification,
        reason,
      }));
    assert.deepEqual(strip(await found(five, withAnother)), strip(await found(five, day(spike))));
  });
});

describe('faults of days of elements', () => {
  it('are written for a successor by the name of the element, as it may keep others or in another order', () => {
    const written = { next: 8, clocks: [], told: [], sensors: [], named: [] };
    const dew = {
      variable: VARIABLE_INDEX[DEW],
      station: 's1',
      recovered: null,
      isOver: false,
    } as unknown as NamedPlace;
    const ofHumidity = { ...dew, variable: VARIABLE_INDEX.out_hum };
    const content = { ...written, named: [dew, ofHumidity] };
    const text = textOfContent(content, ['s1']);
    assert.deepEqual(
      (JSON.parse(text) as { named: { variable: unknown }[] }).named.map(({ variable }) => variable),
      ['dew_point', VARIABLE_INDEX.out_hum],
    );
    assert.deepEqual(
      readContents(`[${text}]`, () => 0),
      [content],
    );
  });

  it('are counted by the names of the elements where they are of a clock', () => {
    const values = VARIABLES.map((_, variable) => 10 + variable);
    const clock = { station: 's1', ended: [], open: { course: { values } } };
    const content = { next: 8, sensors: [], told: [], named: [], clocks: [clock] } as unknown as LastingContent;
    const text = textOfContent(content, ['s1']);
    assert.ok(text.includes(`["dew_point",${values[VARIABLE_INDEX[DEW]]}]`), text);
    assert.deepEqual(
      readContents(`[${text}]`, () => 0),
      [content],
    );
  });
});
