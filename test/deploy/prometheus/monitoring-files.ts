import { readFileSync } from 'node:fs';
import { packageFile } from '../../../schemas/package-root.ts';
import { readYaml } from '../yaml-files.ts';

/** Where the files of Prometheus and Grafana are. */
const DASHBOARD = 'deploy/grafana/halcyon-dashboard.json';
export const RULES = 'deploy/prometheus/halcyon-rules.yaml';

/** A query and where it stands. */
export interface PlacedQuery {
  readonly place: string;
  readonly query: string;
}

export interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly refId: string; readonly expr: string }[];
}

export interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}

/** Panels of the dashboard, in their order. */
export function panels(): readonly Panel[] {
  return (JSON.parse(readFileSync(packageFile(DASHBOARD), 'utf8')) as { panels: Panel[] }).panels;
}

/** The rules of alerts on Halcyon itself. */
export function alertRules(): readonly Rule[] {
  const [file] = readYaml(RULES) as [{ groups: { rules: Rule[] }[] }];
  return file.groups.flatMap(({ rules }) => rules);
}

/** Queries of the dashboard with what Grafana would put for its variables. */
export function dashboardQueries(): readonly PlacedQuery[] {
  return panels().flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({
      place: `panel ${title}`,
      query: expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'),
    })),
  );
}

/** Every query of dashboard and rules. */
export function allQueries(): readonly PlacedQuery[] {
  return [...dashboardQueries(), ...alertRules().map(({ alert, expr }) => ({ place: `rule ${alert}`, query: expr }))];
}
