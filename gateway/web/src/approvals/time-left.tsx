import { useEffect, useState } from 'react';

/** How often to check for new requests and decisions. */
export const LOOK_MS = 15_000;

const MINUTE_MS = 60_000;
const COUNT_MS = 5_000;

/** The time left for a decision, counting down. */
export function TimeLeft({ until }: { readonly until: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const looking = setInterval(() => setNow(Date.now()), COUNT_MS);
    return () => clearInterval(looking);
  }, []);
  return <>{timeLeft(Date.parse(until) - now)}</>;
}

function timeLeft(left: number): string {
  if (left <= 0) return 'expired';
  const minutes = Math.ceil(left / MINUTE_MS);
  if (minutes <= 1) return 'less than 1 minute left';
  if (minutes < 120) return `${minutes} minutes left`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} hours left` : `${Math.floor(hours / 24)} days left`;
}
