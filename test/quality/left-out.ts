import { DOCUMENTED_SPREADS } from '../../detectors/baselines/documented-floors.ts';
import type { JudgementConfiguration } from '../../schemas/judgement-configuration.ts';
import { replaceModule, replaceSpreads } from './replaced-parts.ts';
import { wrapVerification } from './wrapped-methods.ts';

/** Pieces of a verdict that are not terms, by the operator's name for them. */
export const PIECES = ['verification delay', 'flat_line', 'resumption', 'baselines', 'slight weather'] as const;
export type Piece = (typeof PIECES)[number];

/**
 * Has this process judge without a piece. Nothing that judges may have been imported before.
 *
 *   verification delay  the first verdict is the last
 *   flat_line           the check is off
 *   resumption          values after a repeated record are verified like all others
 *   baselines           documented smallest deviations and steps apply to every station
 *   slight weather      weather is reported from the smallest deviation on, as suspected, from the first verdict on
 *
 * @returns the configuration to judge by
 */
export function leaveOut(piece: Piece, configuration: JudgementConfiguration): JudgementConfiguration {
  switch (piece) {
    case 'verification delay':
      return { ...configuration, hindsightSlots: 0 };
    case 'flat_line':
      return { ...configuration, checks: configuration.checks.filter((check) => check !== 'flat_line') };
    case 'resumption':
      replaceModule('detectors/exemptions/resumption.ts', 'export function repeatedBefore() { return 0; }');
      return configuration;
    case 'baselines':
      replaceSpreads((_station, variable) => DOCUMENTED_SPREADS[variable]);
      return configuration;
    case 'slight weather':
      wrapVerification(({ verify }) => (question) => {
        const answer = verify(question);
        if (answer.classification !== 'weather_event') return answer;
        const { correlation, neighbors, reason, evidence } = answer;
        return { classification: 'suspected', correlation, neighbors, reason, evidence };
      });
      return configuration;
  }
}
