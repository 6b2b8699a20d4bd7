import { expect, test } from 'vitest';
import { routes } from './routes.ts';

test('the route table changes only on purpose', async () => {
  const lines = routes.map(({ method, path, name, user, query = [], headers = [], body = '-', answer, stream }) =>
    [
      `${method.padEnd(6)} ${path}`,
      `  ${name}(${body}) -> ${answer}${stream ? ` as ${stream}` : ''}`,
      `  query: ${query.map(({ name: field }) => field).join(' ') || '-'}`,
      `  headers: ${[`user-id (${user})`, ...headers].join(', ')}`,
      '',
    ].join('\n'),
  );
  await expect(lines.join('\n')).toMatchFileSnapshot('routes.golden.txt');
});
