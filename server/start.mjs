import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { build, copyPdfjs, environment, findNode, install, root } from './bootstrap.mjs'
import { AlreadyRunning, acquireLock, releaseLock } from './lock.mjs'
import { fail } from './steps.mjs'

/*
 * npm start: everything. npm run web, npm run worker: one process, for installations of several machines.
 * npm run dev: everything, with pages compiled on request.
 */

const mode = process.argv[2] ?? 'start'
const entries = { start: 'supervisor.ts', dev: 'supervisor.ts', web: 'web.ts', worker: 'worker.ts' }
if (!entries[mode]) fail(`There is no "${mode}": use start, dev, web or worker.`)
if (Number(process.versions.node.split('.')[0]) < 20)
  fail(`Paraph needs Node 20 or later; this is ${process.version}.`)

process.chdir(root)
console.log('\nParaph')
const supervises = mode === 'start' || mode === 'dev'
const dataDir = resolve(process.env.DATA_DIR || '.data')
if (supervises) {
  await acquireLock(dataDir).catch((error) =>
    fail(error instanceof AlreadyRunning ? error.message : error.stack),
  )
  process.on('exit', () => releaseLock(dataDir))
}

await install()
const node = findNode()
const distDir = process.env.NEXT_DIST_DIR || (mode === 'dev' ? '.next-dev' : '.next')
if (mode === 'start' || mode === 'web') await build(node, distDir)
if (mode === 'dev') copyPdfjs()

const entry = resolve('server', entries[mode])
const env = environment(node, {
  NEXT_DIST_DIR: distDir,
  NODE_ENV: mode === 'dev' ? 'development' : 'production',
  PARAPH_PART: mode === 'dev' ? 'start' : mode,
})
// A process that serves needs the environment from its start; the supervisor only passes it on.
if (node === process.execPath && supervises) {
  Object.assign(process.env, env)
  await import(entry)
} else {
  relay(spawn(node, [entry, mode], { env, detached: true, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }))
}

/** Passes signals on to the child and its exit status back. The IPC channel tells the child of this process's death. */
function relay(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (status, signal) => process.exit(status ?? (signal ? 1 : 0)))
}
