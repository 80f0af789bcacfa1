import { build, findNode } from './bootstrap.mjs'

/** Builds into the folder named, if the sources changed. */
await build(findNode(), process.argv[2] ?? '.next')
