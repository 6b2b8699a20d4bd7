/** What `/metrics` tells, from the instruments themselves. */
import { openMetrics } from '../../packages/server/src/telemetry/metrics.ts';
import { code, prose, table } from './markdown.ts';

export async function metricsReference(): Promise<string> {
  const metrics = openMetrics({ sources: { queue: async () => ({ depth: {}, oldestAgeSeconds: 0 }), resources: async () => [] } });
  try {
    const text = await metrics.text();
    const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]));
    const rows = [...text.matchAll(/^# HELP (ectropy_\S+) (.*)$/gm)].map(([, name = '', help = '']) => [
      code(name),
      types.get(name) ?? '',
      prose(help),
    ]);
    return [
      '# Metrics',
      '',
      'Written by `npm run reference` from the instruments. `GET /metrics` answers in the format of Prometheus; the usual ones of a Node process (`process_…`, `nodejs_…`) are there too.',
      '',
      table(['Name', 'Type', 'Meaning'], rows.sort()),
    ].join('\n');
  } finally {
    metrics.close();
  }
}
