import { build } from '../server/build.mjs'

/** Builds into the folder named, if the sources changed. */
await build(process.argv[2] ?? '.next', { pages: true })
