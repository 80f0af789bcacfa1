import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { build, copyPdfjs, environment, findNode, install, root } from './bootstrap.mjs'
import { AlreadyRunning, releaseLock, takeLock } from './lock.mjs'
import { fail } from './steps.mjs'

/*
 * npm start: everything. npm run web, npm run worker: one part, for installations of several machines.
 * npm run dev: everything, the pages compiled as they are asked for.
 */

const mode = process.argv[2] ?? 'start'
const entries = { start: 'supervise.ts', dev: 'supervise.ts', web: 'web.ts', worker: 'worker.ts' }
if (!entries[mode]) fail(`There is no "${mode}": use start, dev, web or worker.`)
if (Number(process.versions.node.split('.')[0]) < 20)
  fail(`Paraph needs Node 20 or later; this is ${process.version}.`)

process.chdir(root)
console.log('\nParaph')
const supervises = mode === 'start' || mode === 'dev'
const dataDir = resolve(process.env.DATA_DIR || '.data')
if (supervises) {
  await takeLock(dataDir).catch((error) =>
    fail(error instanceof AlreadyRunning ? error.message : error.stack),
  )
  process.on('exit', () => releaseLock(dataDir))
}

await install()
const node = findNode()
const distDir = process.env.NEXT_DIST_DIR || (mode === 'dev' ? '.next-dev' : '.next')
if (mode === 'start' || mode === 'web') await build(node, distDir)
if (mode === 'dev') copyPdfjs()

const entry = resolve('scripts', entries[mode])
const env = environment(node, {
  NEXT_DIST_DIR: distDir,
  NODE_ENV: mode === 'dev' ? 'development' : 'production',
  PARAPH_PART: mode === 'dev' ? 'start' : mode,
})
// What serves has to begin with its environment; what supervises only hands it on.
if (node === process.execPath && supervises) {
  Object.assign(process.env, env)
  await import(entry)
} else {
  relay(spawn(node, [entry, mode], { env, detached: true, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }))
}

/** What this process cannot go on with itself: it hands signals down and the end up. The channel tells its death. */
function relay(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (status, signal) => process.exit(status ?? (signal ? 1 : 0)))
}
