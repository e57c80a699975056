import { expect, test } from '@jest/globals';
import { WORKFLOWS } from '@svc/operations/agents/agent-workflows';
import { OPERATIONS } from '@svc/operations/registry/registry';
import { isTool, toolNameOf } from '@svc/operations/registry/tools';
import { instructionsUnder } from '../agent-bridge/bridge-tools.js';
import { bridgeOperations } from './bridge.js';
import { describeSkill } from './skill.js';

const TOOLS = bridgeOperations(OPERATIONS).filter(isTool);
const LISTED = TOOLS.filter(({ core }) => core === true);
/** Length of the short list, which is full. */
const LISTED_MAX = 25;

/** The tools that a text names, as tools or as operations. */
function toolsIn(text: string): string[] {
  const words = new Set(text.match(/[a-z][a-z_.]*[a-z]/g));
  return TOOLS.filter((operation) => words.has(operation.name) || words.has(toolNameOf(operation))).map(
    ({ name }) => name,
  );
}

const facts = { origin: 'https://app.example', appName: 'Test', version: '1', operations: OPERATIONS };
/** Approvals in advance name operations as values, which need not be tools. */
const VALUES = ['contacts.create', 'contacts.update'];

test.each([
  ...WORKFLOWS.map(({ name, steps }) => [`the prompt ${name}`, steps.join('\n')]),
  ['the skill', describeSkill(facts)],
  ['the instructions', instructionsUnder({ approvesNonDeleteWrites: true })],
])('%s names only tools of the short list', (_what, text) => {
  const named = toolsIn(text ?? '');

  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !VALUES.includes(name))).toEqual(
    named.filter((name) => LISTED.some((tool) => tool.name === name)),
  );
});

test('the short list is short', () => {
  expect(LISTED.length).toBeLessThanOrEqual(LISTED_MAX);
});

test.each(TOOLS.map(({ name, summary, description }) => [name, summary, description]))(
  '%s says what it returns or when to use it, beyond its title',
  (_name, summary, description = '') => {
    expect(description.length).toBeGreaterThan(40);
    expect(description.startsWith(summary ?? '')).toBe(false);
    expect(description).toMatch(/\b(?:Returns|Streams|Use it)\b/);
  },
);
