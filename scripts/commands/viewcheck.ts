/**
 * `npm run -s viewcheck -- preflight|collect [options]`: finds the videos of a sponsorship, and reports what is proven and what is
 * missing for each. One JSON document goes to stdout. See `docs/evidence.md`.
 */
import '@svc/viewcheck-command/main';
