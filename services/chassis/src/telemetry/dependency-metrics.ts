import { createStateGauge } from './state-gauge.js';

const dependencies = createStateGauge(
  'svc.part.up',
  '1 while the process can use this dependency, 0 while it cannot',
  'svc.part.name',
);
const listeners = createStateGauge(
  'svc.listener.deaf',
  '1 while the process is disconnected from this Postgres channel, 0 while it is connected',
  'svc.listener.channel',
);

/** Dependencies of a process, required ones (`database`) and optional ones. */
export type ObservedDependency = 'database' | 'redis' | 'objects' | 'claim' | 'mail' | 'browser' | 'sandbox';

export function observeDependency(name: ObservedDependency, isUp: boolean): void {
  dependencies.tell(name, isUp);
}

export function observeListener(channel: string, isDisconnected: boolean): void {
  listeners.tell(channel, isDisconnected);
}
