import { join, resolve } from 'node:path'

/**
 * The entry file of a process or thread.
 * @param source its TypeScript file, relative to the root of the project
 * @returns in development and tests the path of that file; in production that of its bundle from server/build.mjs
 */
export function entryFile(source: string): string {
  const bundle = process.env.PARAPH_BUNDLE
  return bundle ? join(bundle, source.replace(/\.ts$/, '.mjs')) : resolve(source)
}
