import { spawn } from 'node:child_process'
import module from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { alone, environment, findNode, install, isInstalled, root } from './bootstrap.mjs'
import { findUsed, planBuild, runBuild } from './build.mjs'
import { AlreadyRunning, acquireLock, readLock, releaseLock } from './lock.mjs'
import { buildRelease, findRelease, keepStaticFiles, releaseVariables } from './release.mjs'
import { fail, step } from './steps.mjs'
import { lockSwitch, requestSwitch } from './switch.mjs'
import { markUse } from './uses.mjs'

/*
 * npm start runs everything, or replaces a service that runs other code by this version; npm run web and npm run worker
 * run one process, for installations on several machines; npm run build only builds what these run; npm run dev runs
 * everything, with pages compiled on request. While a process runs from what was built here, another version is built
 * beside it.
 */

const mode = process.argv[2] ?? 'start'
const entries = { start: 'supervisor', dev: 'supervisor', web: 'web', worker: 'worker', build: null }
if (!(mode in entries)) fail(`There is no "${mode}": use start, dev, web, worker or build.`)
if (Number(process.versions.node.split('.')[0]) < 20)
  fail(`Paraph needs Node 20 or later; this is ${process.version}.`)

process.chdir(root)
const dev = mode === 'dev'
const supervises = mode === 'start' || dev
const dataDir = resolve(process.env.DATA_DIR?.trim() || '.data')
const distDir = process.env.NEXT_DIST_DIR || (dev ? '.next-dev' : '.next')
const makePlan = () => (dev ? null : planBuild(distDir, { pages: mode !== 'worker' }))
const plan = makePlan()
const running = mode === 'start' ? readLock(dataDir) : null
const release = dev || plan.isBuilt ? null : findRelease(dataDir, plan.sourcesHash)
if (running?.version && running.version !== plan.sourcesHash) await replace(running)
else if (release) await startRelease(release)
else if (canBuildHere()) await start()
else await startRelease(await buildBeside())

/** Not while a process runs from what was built here of another version: it still reads pages, bundle and packages. */
function canBuildHere() {
  // On top of a service that runs, a start only says so.
  return dev || plan.isBuilt || (running && !running.stopping) || !findUsed(plan.bundles, plan.folder)
}

/** Builds this version beside the one that runs, and has its supervisor switch. */
async function replace({ address, distFolder }) {
  const version = plan.sourcesHash
  console.log(`\nParaph runs at ${address}, with other code`)
  try {
    await lockSwitch(dataDir)
    const folder = release ?? (await buildRelease(dataDir, version))
    keepStaticFiles(folder, distFolder)
    await step('switch', async (say) => {
      say('the new processes start beside the old ones')
      await requestSwitch(dataDir, { version, folder, variables: releaseVariables(folder, version) })
      return 'the new version runs'
    })
  } catch (error) {
    fail(error.message)
  }
}

/** Builds this version beside the processes that run from here. */
async function buildBeside() {
  console.log('\nAnother version runs from this folder')
  return buildRelease(dataDir, plan.sourcesHash).catch((error) => fail(error.message))
}

/** Starts a version that was built beside another one. */
async function startRelease(folder) {
  Object.assign(process.env, { DATA_DIR: dataDir, NEXT_DIST_DIR: '' })
  await import(pathToFileURL(join(folder, 'server', 'start.mjs')).href)
}

async function start() {
  console.log('\nParaph')
  if (supervises) {
    await acquireLock(dataDir).catch((error) => {
      if (error instanceof AlreadyRunning) fail(error.message)
      // Of the file system.
      fail(error.code ? `DATA_DIR cannot be used: ${error.message}.` : error.stack)
    })
    process.on('exit', () => releaseLock(dataDir))
  }
  const isPrepared = plan ? plan.isBuilt && isInstalled(false) : isInstalled(true)
  // What this one waited for may have built everything.
  const bundle = isPrepared ? await prepare(plan) : await alone(() => prepare(makePlan()))
  const node = findNode()
  if (mode === 'build') return
  if (bundle) markUse(bundle, dataDir)
  const entry = bundle
    ? join(bundle, 'server', `${entries[mode]}.mjs`)
    : resolve('server', `${entries[mode]}.ts`)
  const env = environment(node, {
    NEXT_DIST_DIR: distDir,
    NODE_ENV: dev ? 'development' : 'production',
    PARAPH_PART: dev ? 'start' : mode,
    ...(bundle && { PARAPH_BUNDLE: bundle, NODE_COMPILE_CACHE: join(bundle, 'compile-cache') }),
  })
  if (node === process.execPath) {
    Object.assign(process.env, env)
    if (bundle) module.enableCompileCache(env.NODE_COMPILE_CACHE)
    await import(pathToFileURL(entry).href)
  } else {
    relay(
      spawn(node, [entry, mode], { env, detached: true, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }),
    )
  }
}

/** Installs packages and builds. @returns the folder of the bundle; null in development */
async function prepare(plan) {
  await install({ dev: !plan?.isBuilt })
  return plan && runBuild(plan)
}

/** Passes signals to the child and exits with its status. The child sees by the IPC channel that this process ended. */
function relay(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (status, signal) => process.exit(status ?? (signal ? 1 : 0)))
}
