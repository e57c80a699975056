/**
 * Loaded with `--import` into the processes that ours start: when the parent is gone, even by SIGKILL, the process stops as if it had received a
 * signal, so that no leftover process holds a port or writes to a database. Plain JavaScript: stripping the types of one file would cost each process
 * 12 MB.
 */
const LOOK_EVERY_MS = 1_000;

const parent = process.ppid;
const timer = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(timer);
  process.kill(process.pid, 'SIGTERM');
}, LOOK_EVERY_MS).unref();
