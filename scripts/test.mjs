import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { environment, findNode, install, root } from '../server/bootstrap.mjs'
import { readLock } from '../server/lock.mjs'
import { duration } from '../server/steps.mjs'
import { findChromium } from './chromium.mjs'

/*
 * npm test: format and lint, types, unit and API tests, build, journeys in a browser. It needs no service and no free
 * port, touches no installation, and ends with one line: N passed, N failed.
 */

const DIST_DIR = '.next-test'
const START_TIMEOUT_MILLISECONDS = 120_000
/** A part that takes longer is killed: all parts together take less than 20 minutes on 2 cores. */
const PART_TIMEOUT_MILLISECONDS = 30 * 60_000
const NO_LIMITS = {
  RATE_LIMIT_PER_MINUTE: '0',
  RATE_LIMIT_ADDRESS: '0',
  RATE_LIMIT_LOGIN: '0',
  RATE_LIMIT_SIGNING: '0',
  RATE_LIMIT_VERIFY: '0',
}
/** What Next writes to next-env.d.ts; the type check needs it before the first build. */
const NEXT_ENV = '/// <reference types="next" />\n/// <reference types="next/image-types/global" />\n'
/** Variables that are removed from the environment, so that the tests do not use those of an installation. */
const REMOVED_VARIABLES = [
  'DATABASE_URL',
  'STORAGE_URL',
  'SMTP_URL',
  'APP_SECRET',
  'APP_URL',
  'HOST',
  'ADMIN_EMAIL',
]

process.chdir(root)
for (const name of REMOVED_VARIABLES) delete process.env[name]
console.log('\nParaph, tests')
await install()
const node = findNode()
const results = mkdtempSync(join(tmpdir(), 'paraph-results-'))
const colours = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
const env = environment(node, { NODE_ENV: 'test', ...colours })
const modulePath = (name) => join(root, 'node_modules', ...name)
if (!existsSync('next-env.d.ts')) writeFileSync('next-env.d.ts', NEXT_ENV)

/** The parts to run, or none for all: `npm test -- build journeys`. */
const chosen = process.argv.slice(2)
const summaryLines = []
let passed = 0
let failed = 0
await part('lint', () => runAsOne(modulePath(['@biomejs', 'biome', 'bin', 'biome']), ['ci', '.']))
await part('types', () =>
  runAsOne(modulePath(['typescript', 'bin', 'tsc']), ['--noEmit', '--incremental', 'false']),
)
await part('tests', unitTests)
await part('build', () => runAsOne(join(root, 'scripts', 'build.mjs'), [DIST_DIR]))
await part('journeys', journeys)
rmSync(results, { recursive: true, force: true })

console.log(`\n${summaryLines.join('\n')}\n\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)

async function part(name, work) {
  if (chosen.length > 0 && !chosen.includes(name)) return
  const startedAt = performance.now()
  console.log(`\n── ${name}`)
  const counts = await work()
  passed += counts.passed
  failed += counts.failed
  const outcome = `${counts.passed} passed, ${counts.failed} failed`
  summaryLines.push(`  ${name.padEnd(10)}${outcome.padEnd(32)}${duration(performance.now() - startedAt)}`)
}

/** Runs a script that counts as one test, which passes when the exit status is 0. */
async function runAsOne(script, args) {
  const status = await runNode([script, ...args])
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function unitTests() {
  const report = join(results, 'unit.json')
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const status = await runNode([modulePath(['vitest', 'vitest.mjs']), 'run', ...reporters])
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  // A file that fails before its first test has no failed test, so the file is counted.
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  const failures = numFailedTests + brokenFiles.length
  return { passed: numPassedTests, failed: status !== 0 && failures === 0 ? 1 : failures }
}

async function journeys() {
  const specs = readdirSync('e2e', { recursive: true }).filter((name) => String(name).endsWith('.spec.ts'))
  if (specs.length === 0) return { passed: 0, failed: 0 }
  const chromium = await findChromium(root)
  if (!chromium) {
    console.error('Chromium is missing and could not be installed: set CHROME_PATH to the path of one.')
    return { passed: 0, failed: 1 }
  }
  const service = await startService()
  if (!service.url) {
    await service.stop()
    return { passed: 0, failed: 1 }
  }
  const report = join(results, 'journeys.json')
  const status = await runNode([modulePath(['@playwright', 'test', 'cli.js']), 'test'], {
    BASE_URL: service.url,
    // For the journey that starts Next beside the service.
    ...NO_LIMITS,
    DATA_DIR: service.dataDir,
    NEXT_DIST_DIR: DIST_DIR,
    CHROME_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  const endedCleanly = await service.stop()
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { stats } = JSON.parse(readFileSync(report, 'utf8'))
  const failures = stats.unexpected + stats.flaky + (endedCleanly ? 0 : 1)
  return { passed: stats.expected, failed: status !== 0 && failures === 0 ? 1 : failures }
}

/** Runs `npm start` as a new user would, with a temporary data folder and a free port. */
async function startService() {
  const dataDir = mkdtempSync(join(tmpdir(), 'paraph-e2e-'))
  const settings = { DATA_DIR: dataDir, PORT: '0', NEXT_DIST_DIR: DIST_DIR, LOG_LEVEL: 'warn' }
  // The journeys receive webhooks on this machine.
  const extra = { ...settings, ...NO_LIMITS, WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' }
  const child = spawn(node, ['server/start.mjs'], {
    env: { ...env, ...extra },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  let isRunning = true
  let isReady = false
  child.stdout.setEncoding('utf8').on('data', (text) => {
    process.stdout.write(text)
    isReady ||= text.includes('Ready in')
  })
  ended.then(() => {
    isRunning = false
  })
  for (
    const deadline = Date.now() + START_TIMEOUT_MILLISECONDS;
    isRunning && !isReady && Date.now() < deadline;
  )
    await sleep(100)
  return {
    url: isReady ? readLock(dataDir)?.address : null,
    dataDir,
    /** @returns whether the service ended with status 0 */
    async stop() {
      if (isRunning) child.kill('SIGTERM')
      const status = await ended
      rmSync(dataDir, { recursive: true, force: true })
      return status === 0
    },
  }
}

function runNode(args, extra = {}) {
  const child = spawn(node, args, {
    cwd: root,
    env: { ...env, ...extra },
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: PART_TIMEOUT_MILLISECONDS,
  })
  return new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', (status, signal) => {
      if (signal)
        console.error(`Stopped by ${signal}; a part may take ${duration(PART_TIMEOUT_MILLISECONDS)}.`)
      resolve(status ?? 1)
    })
  })
}
