import { z } from 'zod';
import { checksAnswer } from '../../../schemas/http/answers/health-answer.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { isReady, type ReadinessCheck } from '../../telemetry/readiness-check.ts';
import type { ProcessDependencies } from './process-dependencies.ts';

/** A check that takes longer than this is not ready, ms. */
const PATIENCE_MS = 5_000;

const readinessAnswer = z
  .object({
    status: z
      .enum(['ready', 'degraded', 'not_ready'])
      .describe('`degraded`: something is wrong without which this process can do its work.'),
    checks: checksAnswer,
  })
  .meta({
    examples: [{ status: 'not_ready', checks: { time_series: { ok: false, detail: 'does not answer' } } }],
  });

export const readyz = endpoint({
  name: 'readyz',
  method: 'GET',
  path: '/readyz',
  description:
    'Able to serve: 200 when everything that this process needs for its work answers, else 503 with the same body, which names each part. What it can do without is told with `needed` false.',
  pathParameters: z.object({}),
  query: query({}),
  success: json('Everything that is needed answers.', readinessAnswer),
  errors: { 503: { description: 'Something that is needed does not answer.', schema: readinessAnswer } },
  shared: 'level',
  async answer(_call, dependencies: ProcessDependencies) {
    const checks = await withPatience(dependencies.readiness(), PATIENCE_MS);
    if (!isReady(checks)) return { status: 503, body: { status: 'not_ready', checks } };
    const isWell = Object.values(checks).every(({ ok }) => ok);
    return { status: 200, body: { status: isWell ? 'ready' : 'degraded', checks } };
  },
});

async function withPatience(
  checks: Promise<Record<string, ReadinessCheck>>,
  milliseconds: number,
): Promise<Record<string, ReadinessCheck>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Record<string, ReadinessCheck>>((resolve) => {
    const detail = `the checks took longer than ${milliseconds / 1000} s`;
    timer = setTimeout(() => resolve({ checks: { ok: false, detail } }), milliseconds);
  });
  try {
    return await Promise.race([checks, late]);
  } finally {
    clearTimeout(timer);
  }
}
