import { join, resolve } from 'node:path'

/**
 * The file that a process or thread of ours begins with.
 * @param source Its TypeScript file, from the root of the project: what runs in development and in tests. In production
 * it is what server/build.mjs made of that file.
 */
export function entryFile(source: string): string {
  const bundle = process.env.PARAPH_BUNDLE
  return bundle ? join(bundle, source.replace(/\.ts$/, '.mjs')) : resolve(source)
}
