/** Checks the bridge's agent card with the A2A project's SDK. */
import type { Court } from './court.ts';
import { check, hold, type Verdict } from './verdict.ts';

interface AgentCard {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly skills: readonly { readonly id: string; readonly name: string; readonly description: string }[];
  readonly supportedInterfaces: readonly { readonly url: string; readonly protocolBinding: string }[];
}

interface Sdk {
  readonly DefaultAgentCardResolver: new () => { resolve(origin: string): Promise<AgentCard> };
}

export async function judgeAgentCard({ packages, hosts }: Court): Promise<Verdict> {
  const { DefaultAgentCardResolver } = await packages.load<Sdk>('@a2a-js/sdk/client');
  const origin = hosts.find(({ name }) => name === 'bridge')?.origin ?? '';
  const resolve = (): Promise<AgentCard> => new DefaultAgentCardResolver().resolve(origin);
  const findings = [
    await check('the resolver finds the card and reads it', resolve),
    await check('the card has the fields that version 1 of the protocol requires', async () => {
      const { name, description, version, skills } = await resolve();
      hold([name, description, version].every(Boolean), 'Name, description or version is empty.');
      hold(skills.length > 0 && skills.every(({ id }) => id !== ''), 'A skill has no id.');
    }),
    await check('the URLs of its interfaces are on this host', async () => {
      const { supportedInterfaces } = await resolve();
      hold(supportedInterfaces.length > 0, 'The card lists no interface.');
      for (const { url, protocolBinding } of supportedInterfaces) {
        hold(new URL(url).origin === origin && protocolBinding !== '', `The interface ${url} is on another host.`);
      }
    }),
  ];
  return { judge: 'A2A: @a2a-js/sdk', findings };
}
