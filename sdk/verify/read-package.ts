import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { type Files, UnreadablePackage } from './package-files.ts'
import { unzip } from './unzip.ts'

/** Reads a ZIP, or a folder with its unpacked files. @throws UnreadablePackage */
export async function readPackage(path: string): Promise<Files> {
  const facts = await stat(path).catch(() => null)
  if (!facts) throw new UnreadablePackage(`There is no file ${path}.`)
  return facts.isDirectory() ? readFolder(path) : unzip(await readFile(path))
}

async function readFolder(folder: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files: Files = new Map()
  for (const path of paths.sort())
    files.set(relative(folder, path).split(sep).join('/'), await readFile(path))
  return files
}
