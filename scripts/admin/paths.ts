import { resolve } from 'node:path'

/** A path as it was typed: npm runs commands in the folder of the package, and says in which one it was called. */
export function resolvePath(path: string): string {
  return resolve(process.env.INIT_CWD ?? '.', path)
}
