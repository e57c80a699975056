/** Gives the definitions of gRPC services in proto/gen the name that they have in their .proto file: ts-proto doubles the last word. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';

for (const file of globSync('gen/svc/**/*.ts')) {
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(?<=\w)ServiceService\b/g, 'Service'));
}
