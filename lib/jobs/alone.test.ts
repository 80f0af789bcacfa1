import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { entryFile } from '#lib/core/runtime/entry-file'
import { ProcessEnded, runAlone } from './alone.ts'

const job = { queue: 'heavy', data: {}, id: 'a', attempt: 0 }

afterEach(() => vi.unstubAllEnvs())

/** How a lone job fails whose program runs this statement when it receives the job. */
async function getFailure(statement: string): Promise<Error> {
  const entry = join(await mkdtemp(join(tmpdir(), 'paraph-job-')), 'job.mjs')
  await writeFile(entry, `process.once('message', () => { ${statement} })`)
  return runAlone(entry, job, new AbortController().signal).then(
    () => expect.unreachable(),
    (error) => error,
  )
}

const begun = (then: string) => `process.send('begun', () => { ${then} })`

test.each([
  ...['SIGKILL', 'SIGABRT', 'SIGSEGV', 'SIGBUS'].map((name) => `process.kill(process.pid, '${name}')`),
  begun('process.exit(1)'),
  begun("throw new Error('later')"),
])('a job ends its process: %s', async (statement) => {
  expect(await getFailure(statement)).toBeInstanceOf(ProcessEnded)
})

test.each([
  'process.exit(1)',
  ...['SIGTERM', 'SIGINT', 'SIGHUP'].map((name) => begun(`process.kill(process.pid, '${name}')`)),
  begun("process.send({ error: 'TypeError' }, () => process.exit(1))"),
])('a job fails that did not end its process: %s', async (statement) => {
  expect(await getFailure(statement)).not.toBeInstanceOf(ProcessEnded)
})

test('the program of lone jobs fails, and does not end, while the database is unavailable', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://paraph@127.0.0.1:1/paraph')
  const running = runAlone(entryFile('server/job.ts'), job, new AbortController().signal)
  await expect(running).rejects.toThrow(/failed in its process \(/)
}, 30_000)
