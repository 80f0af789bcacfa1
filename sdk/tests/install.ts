import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

export const root = resolve(import.meta.dirname, '../..')
export const modules = join(root, 'node_modules')
const compiler = join(modules, 'typescript/bin/tsc')

/** Runs the TypeScript compiler. @returns what it found */
export async function compile(...options: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, ...options]).catch(
    (error: { stdout: string }) => error,
  )
  return stdout
}

/** A new folder, in which the package is installed as it is published. */
export async function installPackage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'paraph-sdk-'))
  const installed = join(folder, 'node_modules/@paraph/sdk')
  await mkdir(installed, { recursive: true })
  const errors = await compile('-p', join(root, 'sdk'), '--outDir', join(installed, 'dist'))
  if (errors) throw new Error(errors)
  await cp(join(root, 'sdk/package.json'), join(installed, 'package.json'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  return folder
}
