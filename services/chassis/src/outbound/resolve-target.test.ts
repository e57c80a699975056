import { expect, test } from '@jest/globals';
import { resolveTarget, type TargetRules } from './resolve-target.js';

const OWN_HOSTS = new Set<string>();

/** Rules under which a name resolves to these addresses, in turn. */
function withAnswers(...answers: string[][]): TargetRules & { asked: number } {
  const rules = {
    allowed: new Set<string>(['inside.example.com:8080']),
    ownHosts: OWN_HOSTS,
    ports: new Set([80, 443]),
    asked: 0,
    lookup: () => {
      rules.asked += 1;
      return Promise.resolve(answers.shift() ?? []);
    },
  };
  return rules;
}

test('a public name is resolved once, and only the result may be dialed', async () => {
  const rules = withAnswers(['93.184.215.14', '2606:4700::1111'], ['127.0.0.1']);

  expect(await resolveTarget('rebind.example.com', 443, rules)).toMatchObject({
    ok: true,
    addresses: ['93.184.215.14', '2606:4700::1111'],
  });
  expect(rules.asked).toBe(1);
});

test('a name that resolves first to a public and then to a private address is refused from then on', async () => {
  const rules = withAnswers(['93.184.215.14'], ['127.0.0.1']);
  await resolveTarget('rebind.example.com', 443, rules);

  expect(await resolveTarget('rebind.example.com', 443, rules)).toEqual({ ok: false, reason: 'blocked_target' });
});

test.each([['127.0.0.1'], ['93.184.215.14', '10.0.0.1'], ['::1'], ['64:ff9b::7f00:1'], ['nonsense']])(
  'a name with the addresses %j, %j is refused',
  async (...answers) => {
    expect(await resolveTarget('a.example.com', 443, withAnswers(answers))).toMatchObject({ ok: false });
  },
);

test('an address is not resolved, and a name without addresses is reported', async () => {
  const rules = withAnswers();

  expect(await resolveTarget('8.8.8.8', 443, rules)).toMatchObject({ ok: true, addresses: ['8.8.8.8'] });
  expect(await resolveTarget('[2606:4700::1111]', 80, rules)).toMatchObject({
    ok: true,
    addresses: ['2606:4700::1111'],
  });
  expect(rules.asked).toBe(0);
  expect(await resolveTarget('a.example.com', 443, rules)).toEqual({ ok: false, reason: 'dns_failure' });
});

test('an exempt target may have any address, but only at its own port', async () => {
  expect(await resolveTarget('inside.example.com', 8_080, withAnswers(['10.0.0.1']))).toMatchObject({ ok: true });
  expect(await resolveTarget('inside.example.com', 80, withAnswers(['10.0.0.1']))).toMatchObject({ ok: false });
});

test('a port outside the rules is refused for every host', async () => {
  const rules = { ...withAnswers(), ports: new Set([443, 8_443]) };

  expect(await resolveTarget('8.8.8.8', 8_443, rules)).toMatchObject({ ok: true });
  expect(await resolveTarget('8.8.8.8', 80, rules)).toEqual({ ok: false, reason: 'blocked_target' });
});
