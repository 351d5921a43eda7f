import type { FaultKind } from '../../../../schemas/fault.ts';
import type { FaultGroup } from '../../../../schemas/http/answers/now-answer.ts';

/** Every text of the page Now, in one place. */
export const WORDS = {
  title: 'Now',
  heading: (network: string) => `Now in ${network}`,
  summary: 'Counts',
  map: 'Map of what is wrong; the list shows the same',
  keys: 'Keys: j and k move, t takes, s snoozes, m maintenance, n not a fault, u mutes, ? all',
  loading: 'Loading what is wrong …',
  nothingWrong: 'No sensor is wrong.',
  nothingElse: 'Nobody has to look at anything.',
  nothingCame: (span: string) => `Nothing has come for ${span}.`,
  newestReport: (moment: string) => `The newest report is of ${moment}.`,
  showThatTime: 'Show that time on the map',
  mayOnlyLook: 'You may look. To take a fault, or to say what it is, you need the role curator in this network.',
  planMaintenance: 'Plan maintenance',
  more: (count: number) => `${count} more`,
  undo: 'Undo',
  since: 'Since',
  lasted: (span: string) => `lasted ${span}`,
  off: 'Off now',
  offUnknown: 'not known',
  reads: (value: string, expected: string) => `reads ${value}, neighbours imply ${expected}`,
  readsAlone: (value: string) => `reads ${value}, no neighbour tells`,
  sure: 'How sure',
  failure: 'Failure',
  suspected: 'Suspected',
  mayChange: 'may still change',
  uncertainty: (value: string) => `± ${value}`,
  neighbours: (count: number) => (count === 1 ? 'by 1 neighbour' : `by ${count} neighbours`),
  unknownSince: (moment: string) => `nobody tells since ${moment}`,
  who: 'Who has it',
  nobody: 'Nobody',
  you: (name: string) => `${name} (you)`,
  acknowledged: 'acknowledged its alert',
  alertOpen: 'alert open',
  todo: 'To do: ',
  earlier: (count: number) => (count === 1 ? 'once before this week' : `${count} times before this week`),
  snoozedUntil: (moment: string, by: string) => `Snoozed until ${moment} by ${by}`,
  mutedUntil: (moment: string, by: string, reason: string) => `Muted until ${moment} by ${by}: ${reason}`,
  inMaintenance: 'Its station is in maintenance',
  sparkline: (station: string, sensor: string) =>
    `${sensor} at ${station} over the last day, beside what its neighbours imply`,
  sparkKey: 'Line: the sensor. Dashes: what its neighbours imply.',
  reopened: {
    snooze_over: (moment: string, by: string) => `Back: snoozed by ${by} until ${moment}, and it continues.`,
    went_on: (moment: string, by: string) => `Back: it had ended, and went on at ${moment}. ${by} had it.`,
    came_back: (moment: string, by: string) => `Back: it was right again, and is wrong since ${moment}. ${by} had it.`,
  },
  somebody: 'Nobody',
  take: 'Take',
  takeOver: 'Take over',
  giveBack: 'Give back',
  assign: 'Assign',
  snooze: 'Snooze',
  wake: 'Wake',
  maintenance: 'Maintenance',
  notAFault: 'Not a fault',
  mute: 'Mute this kind here',
  cancelMute: 'Unmute',
} as const;

/** Texts of the dialogs. */
export const FORMS = {
  assignTitle: 'Assign the fault',
  assignee: 'Who looks after it',
  snoozeTitle: 'Snooze the fault',
  snoozeText:
    'It leaves the open ones until then. If it continues then, or goes on after its end, it comes back and says so.',
  snoozeFor: 'For',
  snoozeChoices: [
    ['1', '1 hour'],
    ['4', '4 hours'],
    ['12', '12 hours'],
    ['24', '1 day'],
    ['72', '3 days'],
    ['168', '7 days'],
  ] as readonly (readonly [hours: string, label: string])[],
  snoozeUntil: (zone: string) => `Or until (${zone})`,
  maintenanceTitle: 'Maintenance',
  maintenanceText: (zone: string) =>
    `Faults of these stations are marked, raise no alert and count as no failure; their values do not count for neighbours. Times are ${zone}.`,
  noStation: 'Choose a station at least.',
  from: 'From',
  to: 'To',
  toHint: 'Left empty it lasts until it is ended.',
  why: 'Why',
  enter: 'Enter',
  someFailed: (names: string, why: string) => `Not entered for ${names}: ${why}`,
  notAFaultTitle: 'Not a fault?',
  notAFaultDoes: 'Not a fault',
  notAFaultText:
    'It leaves every list, its alert ends, and its values get the flags that they have without it. You can take that back.',
  muteTitle: (what: string, station: string) => `Mute “${what}” at ${station}`,
  muteDoes: 'Mute',
  muteText: 'Faults of this kind of this sensor are still found and listed below. Nobody is told of them.',
  muteAsks: 'Looking up what it would have hidden …',
  muteWouldHave: (count: number) =>
    count === 0
      ? 'In the last 30 days it would have hidden nothing.'
      : count === 1
        ? 'In the last 30 days it would have hidden this fault:'
        : `In the last 30 days it would have hidden these ${count} faults:`,
  muteOf: (count: number) => `, ${count} of them for more than an hour`,
  muteFor: 'For',
  muteChoices: [
    ['7', '7 days'],
    ['30', '30 days'],
    ['90', '90 days'],
    ['365', '1 year'],
  ] as readonly (readonly [days: string, label: string])[],
} as const;

/** What is said when something was done. */
export const DONE = {
  taken: (what: string) => `You have ${what}.`,
  given: (what: string, to: string) => `${to} has ${what}.`,
  givenBack: (what: string) => `Nobody has ${what} now.`,
  snoozed: (what: string, moment: string) => `${what} is snoozed until ${moment}.`,
  awake: (what: string) => `${what} is open again.`,
  maintenance: (count: number) =>
    count === 1 ? 'The maintenance is entered.' : `${count} maintenance windows are entered.`,
  notAFault: (what: string) => `${what} is not a fault.`,
  muted: (what: string) => `${what} is muted.`,
  unmuted: (what: string) => `${what} is told of again.`,
  undone: 'It is taken back.',
  conflict: (who: string, did: string, moment: string) =>
    `${who} was faster: ${did} at ${moment}. The list shows it; nothing of yours was changed.`,
  conflictTook: 'took it',
  conflictGave: (to: string) => `gave it to ${to}`,
  conflictGaveBack: 'gave it back',
  conflictSnoozed: (moment: string) => `snoozed it until ${moment},`,
} as const;

/** Titles of the groups of faults. */
export const GROUP_TITLES: Readonly<Record<FaultGroup, string>> = {
  open: 'Open',
  snoozed: 'Snoozed',
  maintenance: 'In maintenance',
  muted: 'Muted',
  recovered: 'Recovered in the last 24 hours',
};

/** Titles and texts of what is no fault of a sensor. */
export const OTHERS = {
  silent: 'Silent stations',
  noneSilent: 'Every station reports.',
  lastSeen: (span: string) => `silent for ${span}`,
  neverSeen: 'nothing for a month',
  outages: 'Outages of the feed',
  noOutage: 'The feed had no outage in the last 24 hours.',
  lasts: 'now',
  over: 'over',
  weather: 'Weather now',
  noWeather: 'No front or storm passes.',
  weatherAt: (count: number) => (count === 1 ? 'at 1 station' : `at ${count} stations`),
  tooLarge: 'Not looked for in networks of more than 2,000 stations.',
  noRecovered: 'No sensor has recovered.',
  front: 'A front',
  storm: 'A storm',
} as const;

/** What is wrong, in words, by the direction in which a sensor is off. */
export const KIND_SENTENCES: Readonly<Record<FaultKind, readonly [plain: string, above: string, below: string]>> = {
  spike: ['has a single wrong value', 'has a single value too high', 'has a single value too low'],
  level: ['is off', 'reads too high', 'reads too low'],
  stuck: ['does not change', 'does not change, too high', 'does not change, too low'],
  noise: ['is noisy', 'is noisy', 'is noisy'],
  impossible: ['reads what cannot be', 'reads what cannot be', 'reads what cannot be'],
  inconsistent: ['contradicts other values', 'contradicts other values', 'contradicts other values'],
  drift: ['drifts', 'drifts upwards', 'drifts downwards'],
  bias: ['is off for days', 'reads too high for days', 'reads too low for days'],
  gain: ['reads a share of what is there', 'reads a share of what is there', 'reads a share of what is there'],
  clock: ['comes with another time', 'comes with another time', 'comes with another time'],
  unit: ['comes in another unit', 'comes in another unit', 'comes in another unit'],
  swapped: ['is of another station', 'is of another station', 'is of another station'],
  radiation: ['is heated by the sun', 'is heated by the sun', 'is heated by the sun'],
  ceiling: ['stops below saturation', 'stops below saturation', 'stops below saturation'],
};

/** What to do about each kind. */
export const ADVICE: Readonly<Record<FaultKind, string>> = {
  spike: 'Watch. If it happens again, check plugs, cable and power supply.',
  level: 'Check the sensor against a hand instrument. Look at shield, ventilation and wiring.',
  stuck:
    'Restart the logger. If the value does not change then, check for ice, dirt or a blocked part, then replace the sensor.',
  noise: 'Check plugs, shielding and earth; look for a loose contact.',
  impossible: 'Check wiring and power. The logger reads a short or an open circuit.',
  inconsistent: 'Compare it with the other sensor by hand: one of both is wrong. Look for ice, dirt and loose wires.',
  drift: 'Plan a calibration. Until then do not use its values without the best estimate.',
  bias: 'Calibrate. Check the height and the place of the sensor in the register.',
  gain: 'Clean the funnel or the bearing. Check the factor of the logger.',
  clock: 'Set the clock of the logger, and check its time zone.',
  unit: 'Check the unit in the settings of the feed.',
  swapped: 'Check the identifiers of both stations at the logger and in the feed.',
  radiation: 'Check the shield and its fan. Clean it, or move it out of the sun.',
  ceiling: 'The humidity sensor ages. Replace it, or calibrate it at saturation.',
};
