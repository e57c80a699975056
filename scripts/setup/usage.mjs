import { readFileSync } from 'node:fs';

/** Output of `--help`, with a line for each command. */
export const USAGE = {
  start: 'npm start [-- --demo]: runs everything on this machine; --demo adds an account with sample data.',
  dev: 'npm run dev [-- --demo]: the same, with the app on port 5173, which reloads as its sources change.',
  migrate:
    'npm run migrate [-- --bootstrap]: applies the migrations of every service; --bootstrap creates roles and schemas first, as the administrator of DATABASE_URL.',
  'claim-database':
    'npm run claim-database: assigns the database of DATABASE_URL, or else the one in the data folder, to this data folder. Roles get new passwords, and everyone must sign in again.',
  'claim-objects':
    'npm run claim-objects: assigns the stored images to this data folder and its database, even if they belong to another installation.',
  'password-link': 'npm run password-link -- <email>: prints a link for setting a new password.',
  'cluster-secrets':
    'npm run -s cluster-secrets [-- --namespace <name> --database <url> …]: prints the Secrets of a new installation in a cluster as YAML.',
  backup:
    'npm run backup [-- <folder>]: backs up all data into a new folder below the given one, by default `backups`.',
  restore: 'npm run restore -- <backup>: restores a backup into an empty data folder.',
  test: 'npm test [-- <part of a path> …]: runs all tests, or those of the files whose paths contain one of the parts.',
  images:
    'npm run images [-- --push <registry>] [--sbom]: builds the images with docker, podman or buildah; --push sends them to a registry, --sbom writes their bill of materials.',
  'compose-secrets':
    'npm run compose-secrets [-- <email address>]: writes .env with the secrets of compose.yaml, once; the address is that of the first administrator.',
  'test-image': 'npm run test:image: builds the images and runs every process from them, as the chart does.',
  'test-model':
    'npm run test:model: asks a small real language model through the whole product, where it can be installed.',
  check: 'npm run check: runs every check of the sources.',
  pictures: 'npm run pictures: retakes the pictures of the README, into docs/pictures.',
  judges:
    'npm run judges: runs conformance suites that others wrote (MCP, OpenAPI, A2A, OAuth) against the product, and installs them when first needed.',
  'offline-model':
    'npm run offline-model [-- --real] [--port <port>]: runs a model server on this machine, so that you can try the copilot without an account at a provider; --real installs and runs a small language model.',
  get viewcheck() {
    return readFileSync(new URL('../../services/viewcheck-command/usage.txt', import.meta.url), 'utf8').trimEnd();
  },
  bench:
    'npm run bench [-- <part> … | compare <commit>]: runs all benchmarks or the named ones, or compares this version with another commit.',
};
