/**
 * Checks of the conformance suite that do not apply here. Most call tools, prompts and resources of the suite's own
 * example server; the rest are about optional parts of the protocol. docs/measurements.md has the same list.
 */
type Applies = (check: string) => boolean;

const startsWith =
  (...beginnings: readonly string[]): Applies =>
  (check) =>
    beginnings.some((beginning) => check.startsWith(beginning));

/** Checks that call the example server's tools, prompts and resources. */
const ofTheExampleServer = startsWith(
  'tools-call-',
  'prompts-get-',
  'resources-read-',
  'resources-templates-read/',
  'json-schema-2020-12/',
  'elicitation-',
  'input-required-result-',
  'http-custom-header-server-validation/',
  'server-stateless/sep-2575-server-rejects-undeclared-capability',
  'server-stateless/sep-2575-missing-capability-http-400',
  'server-stateless/sep-2575-http-server-no-independent-requests-on-stream',
  'server-stateless/sep-2575-server-no-log-without-loglevel',
);

/** Completion, logging and subscriptions are optional capabilities that neither endpoint declares. */
const ofOtherCapabilities = startsWith(
  'completion-complete/',
  'logging-set-level/',
  'resources-subscribe/',
  'resources-unsubscribe/',
);

/** The short-link host only has tools. */
const ofResourcesAndPrompts = startsWith(
  'resources-list/',
  'prompts-list/',
  'sep-2164-resource-not-found/',
  'caching/sep-2549-prompts-',
  'caching/sep-2549-resources-',
);

export function isLeftOut(host: 'bridge' | 'shortener', check: string): boolean {
  if (ofTheExampleServer(check) || ofOtherCapabilities(check)) return true;
  return host === 'shortener' && ofResourcesAndPrompts(check);
}
