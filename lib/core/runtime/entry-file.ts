import { join, resolve } from 'node:path'

/**
 * The entry file of a process or thread.
 * @param source its TypeScript file, relative to the root of the project
 * @param bundle the folder of another version's bundle
 * @returns in development and tests the path of that file; in production that of its bundle from server/build.mjs
 */
export function entryFile(source: string, bundle = process.env.PARAPH_BUNDLE): string {
  return bundle ? join(bundle, source.replace(/\.ts$/, '.mjs')) : resolve(source)
}
