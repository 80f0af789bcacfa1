import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/*
 * Before `npm pack ./npx`: copies what is built and run, which .dockerignore lists, into app/, and afterwards (`clean`)
 * removes it.
 */

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(here)
const app = join(here, 'app')
const hashFile = join(here, 'app-hash')
const license = join(here, 'LICENSE')

for (const path of [app, hashFile, license]) rmSync(path, { recursive: true, force: true })
if (process.argv[2] !== 'clean') {
  copyProgram()
  cpSync(join(root, 'LICENSE'), license)
  writeFileSync(hashFile, `${hashFolder(app)}\n`)
}

function copyProgram() {
  const lines = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#') && line !== '*')
  const excluded = lines.filter((line) => !line.startsWith('!')).map(toPattern)
  const filter = (path) => !excluded.some((pattern) => pattern.test(path.slice(root.length + 1)))
  for (const name of lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))) {
    mkdirSync(dirname(join(app, name)), { recursive: true })
    cpSync(join(root, name), join(app, name), { recursive: true, filter })
  }
}

/** A path of .dockerignore, in which `*` stands for any name, and a beginning with two for any folder. */
function toPattern(line) {
  const name = line.replace(/^\*\*\//, '')
  const escaped = name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')
  return RegExp(`^${name === line ? '' : '(.+/)?'}${escaped}$`)
}

/** Tells copies of different contents apart that have the same version. */
function hashFolder(folder) {
  const hash = createHash('sha256')
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  for (const path of paths.sort()) hash.update(`${path.slice(folder.length)}\0`).update(readFileSync(path))
  return hash.digest('hex').slice(0, 8)
}
