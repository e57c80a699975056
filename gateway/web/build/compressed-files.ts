import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Text files, which are compressed if they are at least `BYTES_MIN` long. */
const COMPRESSED = /\.(js|css|svg|json|txt)$/;
const BYTES_MIN = 1_024;

/** Emits a brotli and a gzip variant of each text file, so that no request waits for compression. */
export function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    generateBundle: {
      // After all plugins that still change the files.
      order: 'post',
      async handler(_options, bundle) {
        for (const [fileName, file] of Object.entries(bundle)) {
          const source = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          if (!COMPRESSED.test(fileName) || source.length < BYTES_MIN) continue;
          const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
          const brotli = await promisify(brotliCompress)(source, { params });
          const gzipped = await promisify(gzip)(source, { level: 9 });
          this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotli });
          this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipped });
        }
      },
    },
  };
}
