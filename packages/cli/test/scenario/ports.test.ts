import { expect, test } from 'vitest';
import { mapPorts } from './ports.ts';

const ports = mapPorts({ '8080': '41001', '8090': '41002', '3000': '41003', '5432': '41004' });

test('what is written with the ports that people have runs on ports of its own', () => {
  expect(ports.inward('curl http://127.0.0.1:8080/readyz localhost:8090')).toBe('curl http://127.0.0.1:41001/readyz localhost:41002');
  expect(ports.inward('port: 5432\nPORT=3000 node x.js')).toBe('port: 41004\nPORT=41003 node x.js');
});

test('other numbers are left alone', () => {
  for (const text of ['size: 8080', '127.0.0.1:80801', '10.0.0.1:8080', 'head -3000']) expect(ports.inward(text)).toBe(text);
  expect(ports.outward('141001 x41002')).toBe('141001 x41002');
});

test('what is printed names the ports that were written, and tables keep their columns', () => {
  expect(ports.outward('at http://127.0.0.1:41001')).toBe('at http://127.0.0.1:8080');
  expect(ports.outward('http://127.0.0.1:41001   shop\nport 41004')).toBe('http://127.0.0.1:8080    shop\nport 5432');
});
