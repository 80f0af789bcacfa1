import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/*
 * Before `npm pack ./scripts/npx`: copies what is built and run, which .dockerignore lists, into app/, and afterwards (`clean`)
 * removes it.
 */

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '../..')
const app = join(here, 'app')
const hashFile = join(here, 'app-hash')
const license = join(here, 'LICENSE')

for (const path of [app, hashFile, license]) rmSync(path, { recursive: true, force: true })
if (process.argv[2] !== 'clean') {
  copyProgram()
  copyFileSync(join(root, 'LICENSE'), license)
  writeFileSync(hashFile, `${hashFolder(app)}\n`)
}

function copyProgram() {
  const lines = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#') && line !== '*')
  const excluded = lines.filter((line) => !line.startsWith('!')).map(toPattern)
  const paths = lines.filter((line) => line.startsWith('!')).flatMap((line) => listFiles(line.slice(1)))
  for (const path of paths.filter((path) => !excluded.some((pattern) => pattern.test(path)))) {
    mkdirSync(dirname(join(app, path)), { recursive: true })
    copyFileSync(join(root, path), join(app, path))
  }
}

/** The paths of the files at a path of the project. */
function listFiles(path) {
  if (statSync(join(root, path)).isFile()) return [path]
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
}

/** A path of .dockerignore, in which `*` stands for any name, and a beginning with two for any folder. */
function toPattern(line) {
  const name = line.replace(/^\*\*\//, '')
  const escaped = name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')
  return RegExp(`^${name === line ? '' : '(.+/)?'}${escaped}(/|$)`)
}

/** Tells copies of different contents apart that have the same version. */
function hashFolder(folder) {
  const hash = createHash('sha256')
  for (const path of listFiles(relative(root, folder)).sort())
    hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest('hex').slice(0, 8)
}
