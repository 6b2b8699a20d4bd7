import type { JsonObject } from '@ectropy/sdk';
import { test } from 'vitest';
import { compileRules } from './rules.ts';
const schema = { type: 'object', properties: { n: { type: 'integer' }, a: { type: 'array', items: { type: 'integer' } }, l: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } }, s: { type: 'string' }, t: { type: 'string' } } } as JsonObject;
const run = (rule: string, spec: JsonObject) => { const r = compileRules([{ rule }], schema); const s = performance.now(); const out = r.check(spec); console.log(rule.slice(0, 80), (performance.now() - s).toFixed(1), 'ms', JSON.stringify(r.problems), JSON.stringify(out).slice(0, 200)); };
test('x', () => {
  const big = { n: 3, a: Array.from({ length: 3000 }, (_, i) => i), l: Array.from({ length: 3000 }, (_, i) => ({ name: `name-${i}` })), s: 'a'.repeat(400_000), t: 'a'.repeat(100_000) + 'b' + 'a'.repeat(100_000) };
  for (let i = 0; i < 2; i++) {
  run('self.n + 1 == 4 && self.n % 2 == 1', big);
  run('self.a.all(x, self.a.all(y, self.a.all(z, x + y + z >= 0)))', big);
  run('self.a.all(x, self.a.all(y, x + y >= 0))', big);
  run('self.a.all(x, x >= 0)', big);
  run('self.a.map(x, x + 1).filter(y, y > 5).size() == 2995', big);
  run('self.l.all(x, self.l.exists_one(y, y.name == x.name))', { ...big, l: big.l.slice(0, 200) });
  run('self.s.contains(self.t)', big);
  run('[self.s].map(x, x+x).map(x, x+x).map(x, x+x).map(x, x+x).map(x, x+x).map(x, x+x)[0].contains("b")', big);
  run('self.s.replace("a", self.s) == ""', big);
  run('self.l.all(x, x.name.matches("^[a-z]+-[0-9]+$"))', big);
  run('self.a == self.a && self.a.all(x, self.a == self.a)', big);
  run('self.a.all(x, self.a.all(y, self.a.all(z, x + y + z >= 0))) || true', big);
  run('self.foo == 1', big);
  run('self.l.all(x, x.nam == "")', big);
  run('foo(self.a)', big);
  run('self.a.sum() == 4498500 && self.a.max() == 2999 && self.a.isSorted() && self.a.indexOf(7) == 7', big);
  run('quantity("1500m").isLessThan(quantity("2")) && quantity("1Gi").asInteger() == 1073741824 && ip("10.1.2.3").family() == 4 && cidr("10.0.0.0/8").containsIP("10.1.2.3") && url("https://a.b:80/c?d=e").getPort() == "80"', big);
  run('"a,b".split(",").join("-") == "a-b" && " x ".trim() == "x" && "abc".substring(1,2) == "b" && "ab12".find("[0-9]+") == "12" && "a1b2".findAll("[0-9]") == ["1","2"]', big);
  run('self.?n.hasValue()', big);
  run('self.n > 1 ?', big);
  run('('.repeat(2000) + '1' + ')'.repeat(2000), big);
  run('has(self.n) && !has(self.zzz)', big);
  run('timestamp("2024-01-01T00:00:00Z") < timestamp("2025-01-01T00:00:00Z") && duration("1h") > duration("30m")', big);
  }
});
