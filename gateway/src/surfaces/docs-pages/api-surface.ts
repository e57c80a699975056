import { type Html, html } from '@svc/http-host/pages/html';
import { breakable } from '../pages/breakable.js';

/** The parts of an OpenAPI operation that the page shows. */
interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags?: readonly string[];
  readonly 'x-svc-tier'?: number;
  readonly 'x-svc-scope'?: string;
}

/** The parts of an OpenAPI document that the page shows. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

/** A surface as tables: one per family, a row per operation. */
export function renderApiSurface({
  title,
  description: { paths },
  source,
}: {
  readonly title: string;
  readonly description: Description;
  /** Path of the OpenAPI document. */
  readonly source: string;
}): Html {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const families = Map.groupBy(operations, ({ operation }) => operation.tags?.[0] ?? 'sign-in');
  const tables = [...families].map(
    ([family, rows]) => html`<h3>${family}</h3>
<table>
<thead><tr><th scope="col">route</th><th scope="col">what</th></tr></thead>
<tbody>
${rows.map(
  ({
    path,
    method,
    operation,
  }) => html`<tr><td><code>${method} ${breakable(path)}</code></td><td>${operation.summary}<br>${nameOf(operation)}</td></tr>
`,
)}</tbody>
</table>
`,
  );
  return html`<h2>${title}</h2>
<p>OpenAPI: <a href="${source}">${source}</a></p>
${tables}`;
}

function nameOf({ operationId, 'x-svc-tier': tier, 'x-svc-scope': scope }: DescribedOperation): Html {
  const facts = [...(tier === undefined ? [] : [`tier ${tier}`]), ...(scope === undefined ? [] : [scope])];
  return html`<code>${breakable(operationId)}</code>${facts.map((fact) => html`, ${breakable(fact)}`)}`;
}
