import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { BRIDGE_PATH, type Connection, send } from './connection.js';
import { Failure } from './failure.js';

const Started = z.object({
  requestId: z.string(),
  deviceCode: z.string(),
  userCode: z.string(),
  approvalUrl: z.string(),
  pollIntervalSeconds: z.number().min(0).max(600),
});

const Account = z.object({ name: z.string(), email: z.string() });

const Status = z.object({
  connectionState: z.string(),
  accessToken: z.string().optional(),
  account: Account.optional(),
});

const Refusal = z.object({ error: z.object({ message: z.string() }) });

export interface LoginOptions {
  readonly baseUrl: string;
  readonly clientName: string;
  readonly scopes: readonly string[];
  /** Prints a message to the terminal. */
  readonly say: (line: string) => void;
  /** Asks the user a yes-or-no question; true without a terminal. */
  readonly confirm: (question: string) => Promise<boolean>;
}

/** Requests access with a login link, and waits for the user's decision. Throws Failure unless they approve. */
export async function login({ baseUrl, clientName, scopes, say, confirm }: LoginOptions): Promise<Connection> {
  const begun = await send({ baseUrl }, `${BRIDGE_PATH}/auth/start`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientName, scopes, channel: 'svc-agent-mcp' }),
  });
  const started = await read(begun, Started, baseUrl);
  say(`Open this address and approve:\n\n  ${started.approvalUrl}\n\nThe page must show the code ${started.userCode}.`);
  const path = `${BRIDGE_PATH}/auth/status/${encodeURIComponent(started.requestId)}?deviceCode=${encodeURIComponent(started.deviceCode)}`;
  let waitSeconds = started.pollIntervalSeconds;
  for (;;) {
    await pause(waitSeconds * 1_000);
    const response = await send({ baseUrl }, path);
    if (response.status === 429) {
      waitSeconds = Math.max(waitSeconds + 5, Number(response.headers.get('retry-after')) || 0);
      continue;
    }
    const { connectionState, accessToken, account } = await read(response, Status, baseUrl);
    if (accessToken !== undefined) {
      if (account) await checkAccount(account, say, confirm);
      return { baseUrl, token: accessToken };
    }
    if (connectionState !== 'waiting_for_approval') throw new Failure(`No token was issued: ${connectionState}.`);
  }
}

/** Asks the user to confirm the account, because the person who opens the link connects their own. Throws Failure if it is the wrong one. */
async function checkAccount(
  { name, email }: z.output<typeof Account>,
  say: LoginOptions['say'],
  confirm: LoginOptions['confirm'],
): Promise<void> {
  say(`Connected as ${printable(name)} <${printable(email)}>.`);
  if (await confirm('Is this your account?')) return;
  throw new Failure('Nothing was stored, because this is not your account. Start again, and open the link yourself.');
}

/** Removes characters that a terminal does not show as text. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '');
}

async function read<Shape extends z.ZodType>(
  response: Response,
  shape: Shape,
  baseUrl: string,
): Promise<z.output<Shape>> {
  const body: unknown = await response.json().catch(() => undefined);
  const parsed = response.ok ? shape.safeParse(body) : undefined;
  if (parsed?.success) return parsed.data;
  const refusal = Refusal.safeParse(body);
  throw new Failure(
    refusal.data?.error.message ?? `${baseUrl} answered ${response.status}, and nothing that could be read.`,
  );
}
