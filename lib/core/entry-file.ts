import { join, resolve } from 'node:path'

/**
 * The entry file of a process or thread.
 * @param source Its TypeScript file, from the root of the project: what runs in development and in tests. In production
 * it is what server/build.mjs made of that file.
 */
export function entryFile(source: string): string {
  const bundle = process.env.PARAPH_BUNDLE
  return bundle ? join(bundle, source.replace(/\.ts$/, '.mjs')) : resolve(source)
}
