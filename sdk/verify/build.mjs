// Bundles the command with the engines of the service that it shares into one file, which needs no other package.
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'

const folder = import.meta.dirname
const dist = process.argv[2] ?? join(folder, 'dist')
await rm(dist, { recursive: true, force: true })
await build({
  entryPoints: [join(folder, 'main.ts')],
  outfile: join(dist, 'main.js'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'linked',
  banner: {
    // Bundled CommonJS modules call it.
    js: "#!/usr/bin/env node\nimport { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)",
  },
  logLevel: 'warning',
})
await copyFile(join(folder, '../../LICENSE'), join(dist, 'LICENSE'))
