import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { database } from '#db/client'
import { isChainIntact } from '#lib/audit/chain'
import { now } from '#lib/core/clock'
import { documentReferences } from '#lib/document-references'
import { documentJobs } from '#lib/documents/jobs'
import { startWorker } from '#lib/jobs/worker'
import { verifyPdf } from '#lib/pades/verify'
import {
  addSentProcess,
  eventsOf,
  filesOf,
  openedTokenFor,
  rowsOf,
  typed,
  vaultRowsOf,
} from '#lib/testing/ceremony'
import { addDocument } from '#lib/testing/records'
import { makeTenant, type TestTenant } from '#lib/testing/tenant'
import { closeThreads } from '#lib/workers/pdf-pool'
import { enterSigning } from '../enter.ts'
import { signingJobs } from '../jobs.ts'
import { SignInput } from '../schema.ts'
import { signProcess } from '../sign.ts'

const TIMEOUT = 90_000
const steps: [step: string, time: number][] = [
  ['stored', 1],
  ['stored', 2],
  ['prepared', 1],
  ['certified', 1],
  ['signed', 1],
  ['stored', 3],
  ['signed', 2],
  ['stored', 4],
  ['sealed', 1],
  ['certified', 2],
  ['sealed', 2],
  ['platform sealed', 1],
  ['platform sealed', 2],
  ['evidence', 1],
  ['completed', 1],
]

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
afterAll(closeThreads)

/** Two documents and two signers who have signed; no worker has run yet. */
async function signedByAll() {
  const documents = [await addDocument(tenant), await addDocument(tenant)]
  const sent = await addSentProcess(tenant, {
    documents: documents.map(({ id }) => ({ id })),
    signers: [
      { name: 'Ada Lovelace', type: 'parallel' },
      { name: 'Grace Hopper', type: 'parallel' },
    ],
  })
  for (const signer of sent.signers) {
    const requestMeta = { now: now(), requestId: 'req_test', address: null, userAgent: null, locale: 'en' }
    const ctx = await enterSigning(await openedTokenFor(tenant, signer.id), requestMeta)
    await signProcess(ctx, SignInput.parse(typed()))
  }
  return sent.id
}

async function dieAt(step: string, time: number): Promise<void> {
  const worker = spawn(process.execPath, ['lib/testing/dying-worker.ts', step, String(time)], {
    env: { ...process.env, LOG_LEVEL: 'debug' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const timer = setTimeout(() => worker.kill('SIGTERM'), TIMEOUT)
  const [, signal] = await once(worker, 'exit')
  clearTimeout(timer)
  expect(signal).toBe('SIGKILL')
  // Marks the job's heartbeat as expired.
  await database().execute(
    sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`,
  )
}

async function completed(processId: number): Promise<void> {
  const worker = await startWorker({ ...signingJobs, ...documentJobs(documentReferences) })
  try {
    await expect
      .poll(async () => (await rowsOf(tenant, processId)).process.status, {
        timeout: TIMEOUT,
        interval: 100,
      })
      .toBe('completed')
  } finally {
    await worker.stop()
  }
}

describe('a killed worker', () => {
  it.each(steps)(
    'after "%s" (%d.) is continued by the next one, and every result exists once',
    { timeout: 3 * TIMEOUT },
    async (step, time) => {
      const processId = await signedByAll()
      await dieAt(step, time)
      await completed(processId)

      const { process, documents, signers } = await rowsOf(tenant, processId)
      expect([process.sealError, documents.map((document) => document.revision)]).toEqual([null, [4, 4]])
      expect(signers.every((signer) => signer.embeddedAt !== null)).toBe(true)
      for (const bytes of await filesOf(tenant, processId)) {
        const report = await verifyPdf(bytes)
        expect([report.valid, report.coversWholeFile]).toEqual([true, true])
        const names = report.signatures.map((signature) => signature.signerName)
        expect(names.slice(1, 3)).toEqual(['Ada Lovelace', 'Grace Hopper'])
        expect(names).toHaveLength(4)
      }
      const events = await eventsOf(tenant, processId)
      expect(isChainIntact(events)).toBe(true)
      const types = events.map((event) => event.type)
      expect(types.slice(-6)).toEqual([
        'process.prepared',
        'signature.sealed',
        'signature.sealed',
        'document.completed',
        'document.completed',
        'process.completed',
      ])
      expect(await vaultRowsOf(tenant, processId)).toHaveLength(2)
    },
  )
})
