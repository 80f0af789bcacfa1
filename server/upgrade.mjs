import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isInstalled, modules, root } from './bootstrap.mjs'
import { hashSources, SOURCE_FILES, SOURCES } from './build.mjs'
import { isAlive } from './lock.mjs'
import { step } from './steps.mjs'

/*
 * A service that runs is replaced by another version without an interruption: `npm start` with changed code copies it
 * to a folder of its own, with its packages, and builds it there, as the processes that run still read their files. Then
 * it writes to the data folder what it has built and sends the supervisor a signal, which starts the new processes
 * beside the old ones.
 */

const RELEASES = join(root, '.next-releases')
/** `next build` and `npm start` write here, in a release as in a checkout. */
const DIST_DIR = '.next'
const BUILT = 'built'

const requestPath = (dataDir) => join(dataDir, 'upgrade.json')
const reportPath = (dataDir) => join(dataDir, 'upgrade-report.json')

/** The folder in which a version was built beside another one that ran; null when there is none. */
export function findRelease(version) {
  const folder = join(RELEASES, version)
  return existsSync(join(folder, BUILT)) ? folder : null
}

/**
 * Builds the code of this checkout beside the service that runs, and has its supervisor switch to it.
 * @throws Error when the new version does not start: the service runs on as it was
 */
export async function upgrade(dataDir, { pid, version: old }) {
  const version = hashSources()
  const folder = findRelease(version) ?? (await buildRelease(version, old))
  await step('switch', async (say) => {
    say('the new processes start beside the old ones')
    rmSync(reportPath(dataDir), { force: true })
    const bundle = join(folder, `${DIST_DIR}-server`, version)
    const variables = {
      PARAPH_BUNDLE: bundle,
      NODE_COMPILE_CACHE: join(bundle, 'compile-cache'),
      NEXT_DIST_DIR: DIST_DIR,
    }
    write(requestPath(dataDir), { version, folder, variables })
    process.kill(pid, 'SIGUSR2')
    const { error } = await waitForReport(dataDir, pid, version)
    if (error) throw new Error(`The new version does not start; the old one runs on.\n${error}`)
    return `${version} runs`
  })
}

/** What another `npm start` has built; null when nothing can be read. */
export function readUpgrade(dataDir) {
  return read(requestPath(dataDir))
}

/** Tells the other `npm start` what became of its version. */
export function reportUpgrade(dataDir, report) {
  write(reportPath(dataDir), report)
}

async function waitForReport(dataDir, pid, version) {
  for (let isOver = false; ; isOver = !isAlive(pid)) {
    const report = read(reportPath(dataDir))
    if (report?.version === version) return report
    if (isOver) return { error: 'The service was stopped.' }
    await sleep(200)
  }
}

/** Copies the sources and links the packages, then builds with the code of the copy. */
async function buildRelease(version, old) {
  const folder = join(RELEASES, version)
  await step('copy', async () => {
    for (const name of existsSync(RELEASES) ? readdirSync(RELEASES) : [])
      if (name !== old) rmSync(join(RELEASES, name), { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    for (const path of [...SOURCES, ...SOURCE_FILES, 'package.json'])
      cpSync(join(root, path), join(folder, path), {
        recursive: true,
        filter: (file) => !file.includes('.test.'),
      })
    if (isInstalled(true)) linkTree(modules, join(folder, 'node_modules'))
    return 'beside the service that runs'
  })
  const child = spawn(process.execPath, ['server/start.mjs', 'build'], {
    cwd: folder,
    env: { ...process.env, NEXT_DIST_DIR: DIST_DIR },
    stdio: 'inherit',
  })
  const status = await new Promise((resolve) => child.once('exit', resolve))
  if (status !== 0) throw new Error('The new version was not built; the old one runs on.')
  if (hashSources(folder) !== version) throw new Error('The sources have changed meanwhile: start again.')
  writeFileSync(join(folder, BUILT), '')
  return folder
}

/** A copy of a folder whose files are hard links: it costs no space, and stays when the first is removed. */
function linkTree(from, to) {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkTree(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else linkSync(source, target)
  }
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/** Replaces the file as a whole: the other process may read it at any time. */
function write(path, value) {
  writeFileSync(`${path}.new`, JSON.stringify(value), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}
