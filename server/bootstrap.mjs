import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { releaseLock, waitForLock } from './lock.mjs'
import { fail, step } from './steps.mjs'

/*
 * Finds or installs the Node version and the dependencies. It runs on any Node from 20 on, without dependencies.
 */

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const modules = join(root, 'node_modules')
const NEEDED_MAJOR = 24
/** The first Node version that runs TypeScript; for platforms without an npm package of Node. */
const MIN_VERSION = [22, 18]

/**
 * Installs the dependencies unless they match the lock file. What is built already runs without the packages that only
 * build and test (`dev: false`).
 */
export async function install({ dev }) {
  await step('dependencies', async (say) => {
    if (isInstalled(dev)) return 'as locked'
    say('npm installs the packages')
    const npm = process.env.npm_execpath
    const [command, ...args] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm']
    // With NODE_ENV=production npm would omit the packages of the build.
    await run(command, [...args, 'ci', '--include=dev', '--no-audit', '--no-fund'], 'npm ci')
    return 'installed'
  })
}

/** Whether every package of the lock file that is needed here is installed in the locked version. */
export function isInstalled(dev) {
  try {
    const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
    const installed = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')).packages
    const nodePackage = `node_modules/${platformNode()}`
    return Object.entries(wanted).every(([path, { version, optional, link, dev: isDev }]) => {
      if (path === '' || link || (isDev && !dev)) return true
      const needed = path === nodePackage ? !isNeededNode() : !optional
      return installed[path] ? installed[path].version === version : !needed
    })
  } catch {
    return false
  }
}

/** Does what no other process may do in this checkout at the same time: installs packages, or builds. */
export async function alone(work) {
  const folder = join(root, '.next-lock')
  try {
    // Several users may build one checkout; the lock would make a folder for this user only, as it does for data.
    mkdirSync(folder, { recursive: true })
    await waitForLock(folder)
  } catch (error) {
    fail(`This folder cannot be used: ${error.message}.`)
  }
  const release = () => releaseLock(folder)
  // `fail` ends the process at once.
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

/** The name of the npm package of Node for this platform. */
function platformNode() {
  return `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
}

function isNeededNode() {
  return Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR
}

/** The Node that runs TypeScript: the installed package, or the current one when it is new enough. */
export function findNode() {
  const installed = join(modules, platformNode(), 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (isNeededNode()) return process.execPath
  if (existsSync(installed)) return installed
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > MIN_VERSION[0] || (major === MIN_VERSION[0] && minor >= MIN_VERSION[1])) return process.execPath
  return fail(
    `Paraph needs Node ${NEEDED_MAJOR} here, or at least ${MIN_VERSION.join('.')}; this is ${process.version}.`,
  )
}

/** The environment of our processes: `node` and the installed programs come first on the path. */
export function environment(node, extra = {}) {
  const path = [join(modules, '.bin'), dirname(node), process.env.PATH].join(delimiter)
  return {
    ...process.env,
    PATH: path,
    NEXT_TELEMETRY_DISABLED: '1',
    NEXT_MANUAL_SIG_HANDLE: '1',
    // As `--experimental-next-config-strip-types` does: Node reads next.config.ts, and Next loads no compiler for it.
    __NEXT_NODE_NATIVE_TS_LOADER_ENABLED: 'true',
    ...extra,
  }
}

/** Runs a program and returns its output. When it fails, its output is printed and this process ends. */
export function run(command, args, name, env = process.env) {
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const stop = (signal) => child.kill(signal)
  process.once('SIGTERM', stop).once('SIGINT', stop)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status, signal) => {
      process.off('SIGTERM', stop).off('SIGINT', stop)
      if (status === 0) return resolve(output)
      if (signal) process.exit(1)
      fail(`${output.trim()}\n\n${name} failed.`)
    })
  })
}
