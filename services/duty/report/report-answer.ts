import type { NetworkReportAnswer, SensorFiguresAnswer } from '../../../schemas/http/answers/network-report-answer.ts';
import type { Station } from '../../../schemas/station.ts';
import { isoOf } from '../../../schemas/time.ts';
import { faultAnswer } from '../../answers/fault-answer.ts';
import { rounded } from '../../answers/report-number.ts';
import { countedIn, type FaultFigures } from './fault-figures.ts';
import type { GroupFigures } from './group-figures.ts';
import type { NetworkReport } from './network-report.ts';
import { type Hours, type StationHours, sumOfHours } from './sensor-hours.ts';
import { worstSentence } from './worst-sentence.ts';
import type { WorstStation } from './worst-stations.ts';

const NOTHING: Hours = { expected: 0, missing: 0, good: 0, suspect: 0, failed: 0, notJudged: 0 };

/** A report in the words of answers, in Halcyon's own units. */
export function reportAnswer(report: NetworkReport): NetworkReportAnswer {
  const { network, period, stations, variables, manufacturers, models, faults, worst } = report;
  const sum = (of: (one: StationHours) => number) => stations.reduce((total, one) => total + of(one), 0);
  return {
    network,
    from: isoOf(period.from),
    to: isoOf(period.to),
    completeness: shareOf(
      sum(({ came }) => came),
      sum(({ expected }) => expected),
    ),
    reports: sum(({ reports }) => reports),
    silent: stations.filter(({ reports }) => reports === 0).map(({ station }) => station.id),
    hours: hoursAnswer(sumOfHours(stations.flatMap(({ sensors }) => sensors.map(({ hours }) => hours)))),
    days: period.days.map(isoOf),
    stations: stations.map(({ station, cadence, reports, came, expected, days }) => ({
      ...named(station),
      ...madeBy(station),
      cadence_minutes: cadence,
      reports,
      completeness: shareOf(came, expected),
      days: days.map((share) => (share === null ? null : Number(share.toFixed(3)))),
    })),
    sensors: sensorsAnswer(report),
    variables: variables.map(({ variable, ...figures }) => ({ variable, ...groupAnswer(figures) })),
    manufacturers: manufacturers.map(({ manufacturer, ...figures }) => ({ manufacturer, ...groupAnswer(figures) })),
    models: models.map(({ manufacturer, model, ...figures }) => ({ manufacturer, model, ...groupAnswer(figures) })),
    faults: faultsAnswer(faults),
    worst: worst.map(worstAnswer),
  };
}

/** The sensors of a report: the rows of its tables. */
export function sensorsAnswer({ stations, ofSensors, period }: NetworkReport): SensorFiguresAnswer[] {
  return stations.flatMap(({ station, cadence, expected, sensors }): SensorFiguresAnswer[] => {
    const of = { ...named(station), ...madeBy(station) };
    if (sensors.length === 0) {
      const hours = (expected * cadence) / 60;
      const figures = {
        cadence_minutes: cadence,
        values: 0,
        hours: hoursAnswer({ ...NOTHING, expected: hours, missing: hours }),
      };
      return [{ ...of, variable: null, ...figures, faults_opened: 0, faults_closed: 0 }];
    }
    return sensors.map(({ variable, values, hours }) => {
      const { opened, closed } = countedIn(ofSensors.of(station.id, variable), period);
      const figures = { cadence_minutes: cadence, values, hours: hoursAnswer(hours) };
      return { ...of, variable, ...figures, faults_opened: opened, faults_closed: closed };
    });
  });
}

function named({ id, name }: Station) {
  return { station_id: id, station_name: name };
}

function madeBy({ manufacturer, model }: Station) {
  return { manufacturer, model };
}

function hoursAnswer({ expected, missing, good, suspect, failed, notJudged }: Hours): SensorFiguresAnswer['hours'] {
  return {
    expected: tenths(expected),
    missing: tenths(missing),
    good: tenths(good),
    suspect: tenths(suspect),
    failed: tenths(failed),
    not_judged: tenths(notJudged),
  };
}

function groupAnswer({ stations, sensors, hours, opened }: GroupFigures) {
  return { stations, sensors, hours: hoursAnswer(hours), faults_opened: opened };
}

function faultsAnswer(figures: FaultFigures): NetworkReportAnswer['faults'] {
  const { opened, closed, open, kinds, notice, repair, passing, overruled, overruledShare } = figures;
  return {
    opened,
    closed,
    open,
    kinds: kinds.map((kind) => ({ ...kind })),
    notice_minutes: notice === null ? null : tenths(notice),
    repair_minutes: repair === null ? null : tenths(repair),
    passing,
    overruled,
    overruled_share: overruledShare === null ? null : rounded(overruledShare),
  };
}

function worstAnswer(worst: WorstStation): NetworkReportAnswer['worst'][number] {
  const { station, lost, missing, failed, variable, fault, silentSince } = worst;
  return {
    ...named(station),
    lost: rounded(lost),
    missing: rounded(missing),
    failed: rounded(failed),
    variable,
    silent_since: silentSince === null ? null : isoOf(silentSince),
    fault: fault === null ? null : faultAnswer(fault, 'own'),
    sentence: worstSentence(worst),
  };
}

function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : rounded(Math.min(1, part / whole));
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
