import { build } from '../server/build.mjs'

/** `node scripts/build.mjs [DIST_DIR]`: builds what `npm start` runs, unless it was built from the same sources. */
await build(process.argv[2] ?? '.next', { pages: true })
