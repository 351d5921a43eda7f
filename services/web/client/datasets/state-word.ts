import { message } from '../messages/message.ts';
import type { DatasetState } from './dataset-answers.ts';

/** The state of a dataset as people read it. */
export function stateWord(state: DatasetState): string {
  return message(`datasets.state_${state}`);
}
