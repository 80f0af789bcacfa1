import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { environment, findNode, install, root } from '../server/bootstrap.mjs'
import { readLock } from '../server/lock.mjs'
import { duration } from '../server/steps.mjs'
import { findChromium } from './chromium.mjs'
import { describeFailures, failedJourneys, failedTests, repeatedJourneys } from './failures.mjs'
import { noLimits } from './no-limits.mjs'

/*
 * npm test: unit and API tests, beside them format and lint, types and the build, then journeys in a browser. It needs
 * no service and no free port, touches no installation, and ends with one line: N passed, N failed.
 */

const DIST_DIR = '.next-test'
const START_MILLISECONDS = 120_000
/** Of what runs beside the tests: it takes the time in which they wait. */
const LOW_PRIORITY = 10
/** One checker: several would each check what they share, and the tests have the other processor. */
const TYPES = ['--noEmit', '--incremental', 'false', '--checkers', '1']
/** A part that takes longer hangs: the longest takes 11 minutes on 2 cores, and 21 where these are slow. */
const PART_MILLISECONDS = 45 * 60_000
const NEXT_ENV = '/// <reference types="next" />\n/// <reference types="next/image-types/global" />\n'
/** The environment of an installation is not used in tests. */
const FOREIGN = ['DATABASE_URL', 'STORAGE_URL', 'SMTP_URL', 'APP_SECRET', 'APP_URL', 'HOST', 'ADMIN_EMAIL']

process.chdir(root)
for (const name of FOREIGN) delete process.env[name]
console.log('\nParaph, tests')
await install({ dev: true })
const node = findNode()
const results = mkdtempSync(join(tmpdir(), 'paraph-results-'))
const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
const env = environment(node, { NODE_ENV: 'test', ...plain })
const bin = (name) => join(root, 'node_modules', ...name)
if (!existsSync('next-env.d.ts')) writeFileSync('next-env.d.ts', NEXT_ENV)

/** `npm test -- build journeys` runs these parts only. */
const chosen = process.argv.slice(2)
const lines = []
const failures = []
/** What failed, and passed when it was run once more: the machine may have stood still, or a fault shows only at times. */
const repeated = []
let passed = 0
let failed = 0
await Promise.all([part('tests', unitTests), besideTests()])
await part('journeys', journeys)
rmSync(results, { recursive: true, force: true })

if (repeated.length > 0) console.log(`\n── passed at the second try\n${describeFailures(repeated)}`)
if (failures.length > 0) console.log(`\n── failures\n${describeFailures(failures)}`)
console.log(`\n${lines.join('\n')}\n\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)

async function part(name, work) {
  if (chosen.length > 0 && !chosen.includes(name)) return
  const from = performance.now()
  const counted = await work()
  if (counted.output) console.log(`\n── ${name}\n${counted.output}`)
  passed += counted.passed
  failed += counted.failed
  const said = `${counted.passed} passed, ${counted.failed} failed`
  lines.push(`  ${name.padEnd(10)}${said.padEnd(32)}${duration(performance.now() - from)}`)
}

async function besideTests() {
  await part('lint', () => one(bin(['@biomejs', 'biome', 'bin', 'biome']), ['ci', '.']))
  await part('types', () => one(bin(['typescript', 'bin', 'tsc']), TYPES))
  await part('build', () => one(join(root, 'scripts', 'build.mjs'), [DIST_DIR]))
}

/** A part that passes or fails as a whole; its output is printed when it ends. */
async function one(script, args) {
  let output = ''
  const status = await runNode([script, ...args], {}, ({ pid, stdout, stderr }) => {
    if (pid) setPriority(pid, LOW_PRIORITY)
    for (const stream of [stdout, stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
  })
  return status === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output }
}

async function unitTests() {
  console.log('\n── tests')
  const first = await vitest()
  if (!first) return failedOutside('tests', 'They ended without a report.')
  const { outcome, status } = first
  const failedFirst = failedTests(outcome)
  // Once more, each file in a process that no other has used.
  const again = failedFirst.length > 0 ? await vitest(new Set(failedFirst.map(({ file }) => file))) : first
  const failedHere = again ? failedTests(again.outcome) : failedFirst
  const titles = new Set(failedHere.map(({ title }) => title))
  const passedAgain = failedFirst.filter(({ title }) => !titles.has(title))
  failures.push(...failedHere)
  repeated.push(...passedAgain)
  const lastStatus = failedFirst.length > 0 ? again?.status : status
  return {
    passed: outcome.numPassedTests + passedAgain.length,
    failed: Math.max(failedHere.length, lastStatus === 0 ? 0 : 1),
  }
}

/** Runs the unit and API tests of all files or of these. */
async function vitest(files = []) {
  const report = join(results, 'unit.json')
  rmSync(report, { force: true })
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const status = await runNode([bin(['vitest', 'vitest.mjs']), 'run', ...reporters, ...files])
  return existsSync(report) ? { outcome: JSON.parse(readFileSync(report, 'utf8')), status } : null
}

async function journeys() {
  console.log('\n── journeys')
  const specs = readdirSync('e2e', { recursive: true }).filter((name) => String(name).endsWith('.spec.ts'))
  if (specs.length === 0) return { passed: 0, failed: 0 }
  const chromium = await findChromium(root)
  if (!chromium) {
    return failedOutside(
      'journeys',
      'Chromium is missing and could not be installed: set CHROME_PATH to the path of one.',
    )
  }
  const service = await startService()
  if (!service.url) {
    await service.stop()
    return failedOutside('journeys', 'The service did not start.')
  }
  const report = join(results, 'journeys.json')
  const status = await runNode([bin(['@playwright', 'test', 'cli.js']), 'test'], {
    BASE_URL: service.url,
    // For the journey that starts Next beside the service.
    ...noLimits,
    DATA_DIR: service.dataDir,
    NEXT_DIST_DIR: DIST_DIR,
    ...service.sms,
    CHROME_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  const clean = await service.stop()
  if (!clean) failures.push({ title: 'journeys', error: 'The service did not stop as it should.' })
  if (!existsSync(report)) return failedOutside('journeys', 'They ended without a report.')
  const outcome = JSON.parse(readFileSync(report, 'utf8'))
  failures.push(...failedJourneys(outcome))
  repeated.push(...repeatedJourneys(outcome))
  const failedHere = outcome.stats.unexpected + (clean ? 0 : 1)
  return {
    passed: outcome.stats.expected + outcome.stats.flaky,
    failed: Math.max(failedHere, status === 0 ? 0 : 1),
  }
}

function failedOutside(title, error) {
  failures.push({ title, error })
  return { passed: 0, failed: 1 }
}

/** `npm start` as a new user runs it, on a data folder and a port of its own. */
async function startService() {
  const dataDir = mkdtempSync(join(tmpdir(), 'paraph-e2e-'))
  const own = { DATA_DIR: dataDir, PORT: '0', NEXT_DIST_DIR: DIST_DIR, LOG_LEVEL: 'warn' }
  // The receivers of webhooks, the OpenID providers and the signing service are the journeys' own.
  const allowed = {
    ...{ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1', OIDC_ALLOWED_HOSTS: '127.0.0.1' },
    SIGNING_SERVICE_ALLOWED_HOSTS: '127.0.0.1',
  }
  // The receiver of text messages is a journey's own too.
  const smsUrl = `http://127.0.0.1:${await findFreePort()}/messages`
  const sms = { SMS_URL: smsUrl, SMS_BODY: '{"to":"{to}","text":"{text}"}' }
  const more = { ...own, ...noLimits, ...allowed, ...sms }
  const child = spawn(node, ['server/start.mjs'], {
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  let running = true
  let isReady = false
  child.stdout.setEncoding('utf8').on('data', (text) => {
    process.stdout.write(text)
    isReady ||= text.includes('Ready in')
  })
  ended.then(() => {
    running = false
  })
  for (const until = Date.now() + START_MILLISECONDS; running && !isReady && Date.now() < until; )
    await sleep(100)
  return {
    url: isReady ? readLock(dataDir)?.address : null,
    dataDir,
    sms,
    /** Whether it succeeded. */
    async stop() {
      if (running) child.kill('SIGTERM')
      const status = await ended
      rmSync(dataDir, { recursive: true, force: true })
      return status === 0
    },
  }
}

async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}

function runNode(args, more = {}, read) {
  const child = spawn(node, args, {
    cwd: root,
    env: { ...env, ...more },
    stdio: ['ignore', ...(read ? ['pipe', 'pipe'] : ['inherit', 'inherit'])],
    timeout: PART_MILLISECONDS,
  })
  read?.(child)
  return new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', (status, signal) => {
      if (signal) console.error(`Stopped by ${signal}; a part may take ${duration(PART_MILLISECONDS)}.`)
      resolve(status ?? 1)
    })
  })
}
