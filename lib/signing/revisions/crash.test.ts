import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { database } from '#db/connection/client'
import { isChainIntact } from '#lib/audit/chain'
import { now } from '#lib/core/clock'
import { documentReferences } from '#lib/document-references'
import { documentJobs } from '#lib/documents/jobs'
import { startWorker } from '#lib/jobs/worker'
import { verifyPdf } from '#lib/pades/verify'
import { REVISION_QUEUE } from '#lib/processes/revision-queue'
import { addDocument } from '#lib/testing/records/records'
import {
  addSentProcess,
  loadEvents,
  loadFiles,
  loadRows,
  loadVaultRows,
  openLink,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { runWorkerKilledAt, WORKER_TIMEOUT } from '#lib/testing/service/killed-worker'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { closeThreads } from '#lib/workers/pdf-pool'
import { enterSigning } from '../enter.ts'
import { signingJobs } from '../jobs.ts'
import { SignInput } from '../schema.ts'
import { signProcess } from '../sign.ts'

const steps: [step: string, occurrence: number][] = [
  ['stored', 1],
  ['prepared', 1],
  ['certified', 1],
  ['signed', 1],
  ['stored', 3],
  ['signed', 2],
  ['sealed', 1],
  ['certified', 2],
  ['sealed', 2],
  ['platform sealed', 1],
  ['platform sealed', 2],
  ['evidence', 1],
  ['completed', 1],
]

const workerJobs = { ...signingJobs, ...documentJobs(documentReferences) }

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
afterAll(closeThreads)

/** Two documents and two signers who have signed; no worker has run yet. */
async function signedByAll() {
  const documents = [await addDocument(tenant), await addDocument(tenant)]
  const sentProcess = await addSentProcess(tenant, {
    documents: documents.map(({ id }) => ({ id })),
    signers: [
      { name: 'Ada Lovelace', type: 'parallel' },
      { name: 'Grace Hopper', type: 'parallel' },
    ],
  })
  for (const signer of sentProcess.signers) {
    const requestMeta = { now: now(), requestId: 'req_test', address: null, userAgent: null, locale: 'en' }
    const ctx = await enterSigning(await openLink(tenant, signer.id), requestMeta)
    await signProcess(ctx, SignInput.parse(typedSignature()))
  }
  return sentProcess.id
}

async function runUntilCompleted(processId: number): Promise<void> {
  const worker = await startWorker(workerJobs)
  try {
    await expect
      .poll(async () => (await loadRows(tenant, processId)).process.status, {
        timeout: WORKER_TIMEOUT,
        interval: 100,
      })
      .toBe('completed')
  } finally {
    await worker.stop()
  }
}

describe('a process whose worker is killed', () => {
  it.each(steps)(
    'at step "%s", occurrence %d, is completed by the next worker, with every result once',
    { timeout: 3 * WORKER_TIMEOUT },
    async (step, occurrence) => {
      const processId = await signedByAll()
      await runWorkerKilledAt(workerJobs, step, occurrence)
      await runUntilCompleted(processId)

      const { process, documents, signers } = await loadRows(tenant, processId)
      expect([process.sealError, documents.map((document) => document.revision)]).toEqual([null, [4, 4]])
      expect(signers.every((signer) => signer.embeddedAt !== null)).toBe(true)
      for (const bytes of await loadFiles(tenant, processId)) {
        const report = await verifyPdf(bytes)
        expect([report.valid, report.coversWholeFile]).toEqual([true, true])
        const names = report.signatures.map((signature) => signature.signerName)
        expect(names.slice(1, 3)).toEqual(['Ada Lovelace', 'Grace Hopper'])
        expect(names).toHaveLength(4)
      }
      const events = await loadEvents(tenant, processId)
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
      expect(await loadVaultRows(tenant, processId)).toHaveLength(2)
    },
  )

  it('twice, is completed in a process of its own', { timeout: 2 * WORKER_TIMEOUT }, async () => {
    const processId = await signedByAll()
    await database().execute(sql`
        insert into job_runs (key, job_id, process, deaths, at)
        select name || ' ' || singleton_key, id, 'ended', 1, now() from pgboss.job
        where name = ${REVISION_QUEUE} and singleton_key = ${`process:${processId}`} limit 1`)
    const jobs = { [REVISION_QUEUE]: { ...signingJobs[REVISION_QUEUE]!, handle: () => expect.unreachable() } }
    const worker = await startWorker(jobs)
    await expect
      .poll(async () => (await loadRows(tenant, processId)).process.status, {
        timeout: WORKER_TIMEOUT,
        interval: 100,
      })
      .toBe('completed')
    await worker.stop()
    expect(await loadVaultRows(tenant, processId)).toHaveLength(2)
  })
})
