/**
 * Writes proto/gen/methods.ts: for each gRPC method, who may call it and whether it can be repeated, taken from the options in the .proto files. So
 * servers need no second list, and a method without options is open only to users.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createFileRegistry, type DescExtension, fromBinary, getOption } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema, MethodOptions_IdempotencyLevel } from '@bufbuild/protobuf/wkt';

const image = execFileSync('buf', ['build', '--as-file-descriptor-set', '-o', '-']);
const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, image));

interface Access {
  public?: boolean;
  services?: string[];
  admin?: boolean;
  agentScopes?: string[];
  ignoresIdempotencyKey?: boolean;
  sensitive?: number;
}

/** Names of `svc.options.v1.Sensitivity`, by number. */
const SENSITIVITIES = ['none', 'write', 'delete'];

const access: DescExtension | undefined = registry.getExtension('svc.options.v1.access');
if (!access) throw new Error('svc.options.v1.access is not declared in proto/svc/options/v1/access.proto');

const entries: string[] = [];
for (const file of registry.files) {
  // The gRPC health service does not check its caller.
  if (!file.proto.package.startsWith('svc.')) continue;
  for (const service of file.services) {
    for (const method of service.methods) {
      const option = getOption(method, access) as Access;
      const value = {
        public: option.public ?? false,
        admin: option.admin ?? false,
        agentScopes: option.agentScopes ?? [],
        services: option.services ?? [],
        readOnly: method.idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS,
        ignoresIdempotencyKey: option.ignoresIdempotencyKey ?? false,
        sensitive: SENSITIVITIES[option.sensitive ?? 0],
      };
      entries.push(`  '/${service.typeName}/${method.name}': ${JSON.stringify(value)},`);
    }
  }
}

writeFileSync(
  'gen/methods.ts',
  `/** Who may call a method, and whether it ignores keys (svc.options.v1.access); whether it only reads (idempotency_level). */
export interface MethodOptions {
  readonly public: boolean;
  readonly admin: boolean;
  readonly agentScopes: readonly string[];
  readonly services: readonly string[];
  readonly readOnly: boolean;
  readonly ignoresIdempotencyKey: boolean;
  readonly sensitive: 'none' | 'write' | 'delete';
}

export const METHOD_OPTIONS: Readonly<Record<string, MethodOptions>> = {
${entries.sort().join('\n')}
};
`,
);
