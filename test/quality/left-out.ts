import { DOCUMENTED_SPREADS } from '../../detectors/baselines/documented-floors.ts';
import type { JudgementConfiguration } from '../../schemas/judgement-configuration.ts';
import { replaceModule, replaceSpreads } from './replaced-parts.ts';
import { wrapVerification } from './wrapped-methods.ts';

/** Pieces of a verdict that are no terms, by what an operator would call them. */
export const PIECES = ['hindsight', 'flat_line', 'resumption', 'baselines', 'slight weather'] as const;
export type Piece = (typeof PIECES)[number];

/**
 * Has this process judge without a piece. Nothing that judges may have been imported before.
 *
 *   hindsight       verdicts at once stay as they are
 *   flat_line       the check is off
 *   resumption      what follows a repeated record is verified like all else
 *   baselines       documented floors and steps hold for every station
 *   slight weather  weather is reported from the floor on: as suspected, so that it is there from the first verdict on
 *
 * @returns the configuration to judge by
 */
export function leaveOut(piece: Piece, configuration: JudgementConfiguration): JudgementConfiguration {
  switch (piece) {
    case 'hindsight':
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
        return answer.classification === 'weather_event' ? { ...answer, classification: 'suspected' } : answer;
      });
      return configuration;
  }
}
