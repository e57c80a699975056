import { readFileSync } from 'node:fs';

/** Output of `--help`; every command has a line. */
export const USAGE = {
  start: 'npm start [-- --demo]: runs everything on this machine; --demo adds an account with sample data.',
  dev: 'npm run dev [-- --demo]: the same, with the app on port 5173 as its sources change.',
  migrate:
    'npm run migrate [-- --bootstrap]: brings the databases up to date; --bootstrap creates roles and schemas first, as the administrator of DATABASE_URL.',
  'claim-database':
    'npm run claim-database: makes the database of DATABASE_URL, else the one in the data folder, belong to this data folder. Roles get new passwords, and everyone must sign in again.',
  'claim-objects':
    'npm run claim-objects: makes the stored images belong to this data folder and its database, even if another installation had them.',
  'password-link': 'npm run password-link -- <email>: prints a link with which the user sets a new password.',
  'cluster-secrets':
    'npm run -s cluster-secrets [-- --namespace <name> --database <url> …]: prints the Secrets of a new installation in a cluster as YAML.',
  backup:
    'npm run backup [-- <folder>]: copies everything that is kept into a new folder below it; below backups without one.',
  restore: 'npm run restore -- <backup>: makes an installation out of such a folder, in an empty data folder.',
  test: 'npm test [-- <part of a path> …]: runs all tests, or those of the files whose paths contain one of the parts.',
  images:
    'npm run images [-- --push <registry>] [--sbom]: builds the images with docker, podman or buildah; --push sends them to a registry, --sbom lists what they are made of.',
  'compose-secrets':
    'npm run compose-secrets [-- <email address>]: writes .env with the secrets of compose.yaml, once; the address is that of the first administrator.',
  'test-image': 'npm run test:image: builds the images and runs every process out of them, as the chart would.',
  'test-model':
    'npm run test:model: asks a small real language model through the whole product, where it can be installed.',
  check: 'npm run check: runs every check of the sources.',
  pictures: 'npm run pictures: retakes the pictures of the README, into docs/pictures.',
  judges:
    'npm run judges: the whole product before judges that others wrote (MCP, OpenAPI, A2A, OAuth), which are installed when first needed.',
  'offline-model':
    'npm run offline-model [-- --real] [--port <port>]: runs a model server on this machine, so that the copilot can be tried without an account anywhere; --real installs a small language model and runs that.',
  get viewcheck() {
    return readFileSync(new URL('../../services/viewcheck-command/usage.txt', import.meta.url), 'utf8').trimEnd();
  },
  bench:
    'npm run bench [-- <part> … | compare <commit>]: measures everything, the parts that are named, or against another commit.',
};
