import { DEFAULT_LIMITS } from '../../../http/http-limits.ts';
import type { CommandIo } from '../../frame/command-frame.ts';
import { sentJson } from '../../service/sent-json.ts';

const GRAPH = {
  name: '--graph',
  expected: 'a property graph as JSON, an object with nodes and edges',
  mostBytes: DEFAULT_LIMITS.graphBytes,
};

/**
 * The property graph of a request as its file has it; of `-` from standard input.
 *
 * @throws HalcyonError `invalid_parameter` where it cannot be read or is no JSON object; what is wrong in it, the service says
 */
export function graphText(path: string, io: Pick<CommandIo, 'stdin' | 'signal'>): Promise<string> {
  return sentJson(path, GRAPH, io);
}
