import { liveJudgement, readConfiguration } from '../../../schemas/configuration.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { type ThresholdsAnswer, thresholdsAnswerShape } from '../../../schemas/http/answers/thresholds-answer.ts';
import { EXPECTED_TIME, readTime } from '../../../schemas/read-time.ts';
import { readThresholds } from '../../detection/read-thresholds.ts';
import { thresholdsAnswer } from '../../detection/thresholds-answer.ts';
import { answerColumns } from '../../http/formats/answer-columns.ts';
import { findStation } from '../../stations/find-station.ts';
import type { CommandIo } from '../frame/command-frame.ts';
import { assertNetworkName, NETWORK_OPTION } from '../frame/network-option.ts';
import { type FormatOptions, formatOf } from '../frame/output-format.ts';
import { withStore } from '../frame/with-store.ts';
import { printRecords } from '../terminal/print-records.ts';
import { thresholdLines } from './threshold-lines.ts';

export interface ThresholdsOptions extends FormatOptions {
  readonly network?: string;
  readonly time: string;
}

/** `halcyon station thresholds ID`: what a value of the station has to do to be flagged, and who is asked about it. */
export async function stationThresholdsCommand(id: string, options: ThresholdsOptions, io: CommandIo): Promise<number> {
  const { network } = options;
  const format = formatOf(options);
  assertNetworkName(network);
  const time = readTime(options.time, io.now());
  if (time === undefined) {
    throw new HalcyonError('invalid_parameter', `--time is '${options.time}', should be ${EXPECTED_TIME}`);
  }
  const configuration = liveJudgement(readConfiguration(io.environment));
  return withStore(io, async (store) => {
    const station = await findStation(store, id, network, NETWORK_OPTION);
    const rules = await store.rules(station.network);
    const read = await readThresholds(store, configuration, station, time, rules);
    const answer: ThresholdsAnswer = thresholdsAnswer(read, 'own');
    const columns = answerColumns<ThresholdsAnswer['variables'][number]>(thresholdsAnswerShape.shape.variables.element);
    const lines = (width: number) => thresholdLines(answer, width);
    await printRecords(format, { document: answer, rows: answer.variables, columns, lines }, io);
    return 0;
  });
}
