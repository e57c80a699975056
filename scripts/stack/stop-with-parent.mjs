/**
 * Loaded with `--import` into the processes that ours start: when the parent is gone, even killed outright, the process stops as
 * if it had been told to. Nothing is left behind that holds a port or writes to a database. Plain JavaScript: taking the types out of one
 * file would cost each process 12 MB.
 */
const LOOK_EVERY_MS = 1_000;

const parent = process.ppid;
const timer = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(timer);
  process.kill(process.pid, 'SIGTERM');
}, LOOK_EVERY_MS).unref();
