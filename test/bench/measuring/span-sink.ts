/** Receives spans as JSON, keeps their durations, and returns them on any message. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface TimedSpan {
  readonly service: string;
  readonly name: string;
  readonly ms: number;
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { key: string; value: { stringValue?: string } }[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly { name: string; startTimeUnixNano: string; endTimeUnixNano: string }[];
    }[];
  }[];
}

let kept: TimedSpan[] = [];
const server = createServer((request, response) => {
  text(request).then(
    (body) => {
      if (request.url === '/v1/traces') kept.push(...read(JSON.parse(body) as Exported));
      response.setHeader('content-type', 'application/json').end('{}');
    },
    () => response.destroy(),
  );
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('message', () => {
  process.send?.(kept);
  kept = [];
});

function read({ resourceSpans }: Exported): TimedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, startTimeUnixNano, endTimeUnixNano }) => {
        return { service, name, ms: Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e6 };
      }),
    );
  });
}
