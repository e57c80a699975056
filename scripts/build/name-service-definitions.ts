/** Renames the definitions of gRPC services in proto/gen to their names in the .proto files: ts-proto repeats the last word. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';

for (const file of globSync('gen/svc/**/*.ts')) {
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(?<=\w)ServiceService\b/g, 'Service'));
}
