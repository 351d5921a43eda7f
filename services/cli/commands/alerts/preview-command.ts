import { z } from 'zod';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { type RulePreviewAnswer, rulePreviewShape } from '../../../../schemas/http/answers/rule-preview-answer.ts';
import { answerColumns } from '../../../http/formats/answer-columns.ts';
import { DEFAULT_LIMITS } from '../../../http/http-limits.ts';
import type { CommandIo } from '../../frame/command-frame.ts';
import { type FormatOptions, formatOf } from '../../frame/output-format.ts';
import { RunningService } from '../../service/running-service.ts';
import { sentJson } from '../../service/sent-json.ts';
import { printRecords } from '../../terminal/print-records.ts';
import { previewLines } from './preview-lines.ts';

const API = { name: 'service of alerts', root: '/api/v1', below: '/api', namesMissing: false };
const RULE = {
  name: 'the rule',
  expected: 'a rule as JSON, an object with name, classes, severity and channels',
  mostBytes: DEFAULT_LIMITS.bodyBytes,
};

/** The stations of a preview, which the format for tables has. */
const STATION_COLUMNS = answerColumns<RulePreviewAnswer['stations'][number]>(rulePreviewShape.shape.stations.element);

export interface PreviewOptions extends FormatOptions {
  /** Id of a rule that there is. */
  readonly rule?: string;
  readonly url?: string;
}

/** `halcyon alert rule preview [FILE]`: what a rule would have told in the last days, as `POST /api/v1/alert-rules/preview` says. */
export async function previewCommand(
  file: string | undefined,
  options: PreviewOptions,
  io: CommandIo,
): Promise<number> {
  const format = formatOf(options);
  const { rule } = options;
  if ((file === undefined) === (rule === undefined)) {
    const problem = file === undefined ? 'the rule is missing: give' : 'there are two rules: give either';
    throw new HalcyonError('invalid_parameter', `${problem} a file with its JSON, or --rule ID of one that there is`);
  }
  const body = file === undefined ? null : await sentJson(file, RULE, io);
  const service = await RunningService.find(API, options, io);
  const sent = body ?? (await storedRule(service, rule ?? ''));
  const { read } = await service.send('POST', '/alert-rules/preview', sent, rulePreviewShape);
  const lines = (width: number) => previewLines(read, width);
  await printRecords(format, { document: read, rows: read.stations, columns: STATION_COLUMNS, lines }, io);
  return 0;
}

/** A rule that there is, as it can be sent again. */
async function storedRule(service: RunningService, id: string): Promise<string> {
  const path = `/alert-rules/${encodeURIComponent(id)}`;
  return (await service.ask({ method: 'GET', path }, z.looseObject({ name: z.string() }))).text;
}
