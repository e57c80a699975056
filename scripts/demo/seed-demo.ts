/** Sample data for `npm start -- --demo`. */
import { callerOf } from './demo-api.ts';
import { DEALS } from './demo-deals.ts';
import { seedAgent } from './seed-agent.ts';
import { seedDeals } from './seed-deals.ts';
import { seedTeam } from './seed-team.ts';
import { seedWork } from './seed-work.ts';

const EMAIL = 'demo@localhost.localdomain';
const TEAMMATE_EMAIL = 'robin@localhost.localdomain';

/** The added data, and the accounts that can see it. */
export interface Seeded {
  readonly email: string;
  /** Email of the teammate, whose password is the same. */
  readonly teammate: string;
  readonly summary: string;
}

/** Adds the missing sample data; a second run changes nothing. Throws when the account cannot be used. */
export async function seedDemo(gatewayUrl: string, password: string): Promise<Seeded> {
  const demo = await callerOf(gatewayUrl, { email: EMAIL, password, name: 'Demo' });
  const robin = await callerOf(gatewayUrl, { email: TEAMMATE_EMAIL, password, name: 'Robin' });
  const deals = await seedDeals(demo);
  const { shortLinkId } = await seedWork(demo, deals);
  const shared = await seedTeam({
    owner: demo,
    teammate: robin,
    teammateEmail: TEAMMATE_EMAIL,
    dealId: deals.get('Spring launch, Northwind Coffee') ?? '',
    shortLinkId,
  });
  await seedAgent(gatewayUrl, demo, deals);
  const due = await demo<'deals.due_views'>('GET', '/api/deals/due-views');
  return {
    email: EMAIL,
    teammate: TEAMMATE_EMAIL,
    summary: `${DEALS.length} deals, ${due.total} views to check today, a team with ${shared} shared records`,
  };
}
