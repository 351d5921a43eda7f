import type { Statements } from '../../stores/catalogue.ts';
import type { AlertBook } from './alert-book.ts';
import {
  addAlert,
  addAnomalies,
  alertOfCondition,
  alertOfFault,
  alertWithAnomaly,
  alertWithId,
  describeAlert,
  holdAlert,
  reopenAlert,
  setAlertState,
} from './alert-records.ts';
import { addComment } from './comment-records.ts';
import { addDeliveries } from './delivery-records.ts';
import { ruleWithId } from './rule-records.ts';
import { silencesFrom } from './silence-records.ts';

/** The alerts of the catalogue. @param statements of the transaction that changes them */
export function catalogueBook(statements: Statements): AlertBook {
  return {
    rule: (id) => ruleWithId(statements, id),
    silencesFrom: (time) => silencesFrom(statements, time),
    alert: (id) => alertWithId(statements, id),
    hold: (id) => holdAlert(statements, id),
    alertOfFault: (rule, fault) => alertOfFault(statements, rule, fault),
    alertWithAnomaly: (rule, anomalies) => alertWithAnomaly(statements, rule, anomalies),
    alertOfCondition: (rule, condition) => alertOfCondition(statements, rule, condition),
    add: (alert) => addAlert(statements, alert),
    addAnomalies: (alert, anomalies) => addAnomalies(statements, alert, anomalies),
    describe: (id, fields) => describeAlert(statements, id, fields),
    setState: (...given) => setAlertState(statements, ...given),
    reopen: (id, at) => reopenAlert(statements, id, at),
    comment: (id, comment) => addComment(statements, id, comment),
    deliver: (told, targets) => addDeliveries(statements, told, targets),
  };
}
