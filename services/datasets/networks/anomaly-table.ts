import type { Anomaly } from '../../../schemas/anomaly.ts';
import { type AnomalyAnswer, anomalyEvidenceShape } from '../../../schemas/http/answers/anomaly-answer.ts';
import { anomalyAnswer } from '../../answers/anomaly-answer.ts';
import { overlayOf } from '../../experts/overlay.ts';
import type { RuleRegister } from '../../experts/rule-register.ts';
import { answerColumns } from '../../http/formats/answer-columns.ts';
import type { Column } from '../../http/formats/column.ts';
import { anomalyPages } from '../../stores/anomaly-pages.ts';
import type { VerdictStore } from '../../stores/roles/verdict-store.ts';
import type { Stretch } from './network-address.ts';

/** An anomaly as HTTP answers it, with what its verdict rests on. */
type AnomalyRow = AnomalyAnswer & Pick<Anomaly, 'configuration' | 'evidence'>;

/** Columns of a network's anomalies: the fields of one over HTTP, but for its earlier versions. */
export const ANOMALY_COLUMNS: readonly Column<AnomalyRow>[] = answerColumns<AnomalyRow>(
  anomalyEvidenceShape.omit({ earlier_versions: true }),
);

/** The anomalies of a stretch, newest first, as people call them. */
export async function* anomalyRows(
  store: Pick<VerdictStore, 'anomalies'>,
  experts: Pick<RuleRegister, 'rules'>,
  { network, from, to }: Stretch,
): AsyncGenerator<readonly AnomalyRow[]> {
  const overlay = await overlayOf(experts, { network, from, to });
  for await (const page of anomalyPages(store, { network, from, to })) {
    yield page.map((anomaly) => {
      const { configuration, evidence } = anomaly;
      return { ...anomalyAnswer(anomaly, 'own', overlay.marksOf(anomaly)), configuration, evidence };
    });
  }
}
