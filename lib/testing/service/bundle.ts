import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll } from 'vitest'
import { bundleFiles } from '../../../server/build.mjs'

/**
 * Bundles a program that the tests of a file start several times: loading its modules one by one takes most of its
 * time. It is removed after them.
 * @returns the path of the bundled program
 */
export async function bundleProgram(source: string): Promise<string> {
  const cache = resolve('node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'program-'))
  await bundleFiles([source], folder)
  afterAll(() => rmSync(folder, { recursive: true }))
  return join(folder, source.replace(/ts$/, 'mjs'))
}
