import { build } from '../server/build.mjs'

/** `node scripts/build.mjs [DIST_DIR]`: builds what `npm start` and `next start` run, unless it was built already. */
await build(process.argv[2] ?? '.next', { pages: 'and API' })
