import { and, eq } from 'drizzle-orm'
import { findRow, readTogether } from '#db/lists/rows'
import { processes } from '#db/schema/processes'
import type { Reader } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { listJobsOfProcess, type OpenJob } from '#lib/jobs/boss-internals'
import { readWorkersState } from '#lib/jobs/heartbeat'
import { englishMessage } from '#lib/messages/english'
import { findUnconfirmed } from '#lib/processes/confirmations'
import { type CurrentRevision, selectRevisions } from '#lib/processes/documents/revisions'
import type { ProcessRow, SignerRow } from '#lib/processes/present'
import { isSigning } from '#lib/processes/rules'
import { selectSigners } from '#lib/processes/signers/invite'
import { findInTenants } from './context.ts'
import { describeJob } from './jobs.ts'

/** Why a process is where it is, without names and addresses of its signers. */
export interface Explanation {
  id: number
  tenantId: number
  status: string
  /** Whether a worker has yet to do something, which `sealProcess` lets it do now. */
  hasWork: boolean
  reasons: string[]
}

/** What a process is explained by. */
interface Facts {
  process: Pick<ProcessRow, 'status' | 'sealError' | 'sealBlocked'>
  signers: Pick<
    SignerRow,
    'id' | 'role' | 'status' | 'order' | 'invitedAt' | 'signedAt' | 'embeddedAt' | 'deliveryError'
  >[]
  documents: Pick<CurrentRevision, 'documentId' | 'revision' | 'fileDeletedAt'>[]
  /** The ids of the signers who have yet to confirm their signature with their provider. */
  unconfirmed: number[]
  jobs: OpenJob[]
  hasWorkers: boolean
}

/** The process of any tenant; null when there is none. */
export async function explainProcess(id: number): Promise<Explanation | null> {
  const result = await findInTenants(async (reader, ctx) => {
    const isProcess = and(eq(processes.tenantId, ctx.tenantId), eq(processes.id, id))
    const process = await findRow(reader, processes, isProcess)
    if (!process) return null
    return { process: process.row, ...(await readParts(reader, ctx, id)) }
  })
  if (!result) return null
  const { found } = result
  const { tenantId } = result.ctx
  const [jobs, { alive: hasWorkers }] = await Promise.all([
    listJobsOfProcess(tenantId, id),
    readWorkersState(),
  ])
  const { status } = found.process
  const hasWork = listWork(found).length > 0
  return { id, tenantId, status, hasWork, reasons: listReasons({ ...found, jobs, hasWorkers }) }
}

/** What `listWork` asks beside the process itself. */
export async function readParts(
  reader: Reader,
  ctx: Ctx,
  id: number,
): Promise<{ signers: SignerRow[]; documents: CurrentRevision[]; unconfirmed: number[] }> {
  const parts = { signers: selectSigners(ctx, id), documents: selectRevisions(ctx, id) }
  return { ...(await readTogether(reader, parts)), unconfirmed: await findUnconfirmed(reader, ctx, { id }) }
}

/** The context of the tenant of a process; null when there is none. */
export async function findProcessOf(id: number): Promise<Ctx | null> {
  const result = await findInTenants((reader, { tenantId }) =>
    findRow(reader, processes, and(eq(processes.tenantId, tenantId), eq(processes.id, id))),
  )
  return result?.ctx ?? null
}

/** What it waits for, in sentences. */
export function listReasons(facts: Facts): string[] {
  const { process, jobs, hasWorkers } = facts
  const { status, sealError, sealBlocked } = process
  if (status === 'draft') return ['It is a draft: the sender has not sent it.']
  const work = listWork(facts)
  const isOpen = status === 'sent' || status === 'in_progress'
  if (!isOpen && work.length === 0) return [`It has ended: ${status}.`]
  const people = isOpen ? listAwaited(facts) : []
  const failure = sealError && [
    `The last attempt failed: ${englishMessage(sealError)}`,
    sealBlocked ? 'No retry will help: the sender was told and can cancel it.' : 'It is retried.',
  ]
  return [
    ...people,
    ...work,
    ...(failure ? [failure.join(' ')] : []),
    ...jobs.map(describeJob),
    ...(work.length > 0 && jobs.length === 0 ? ['No job is queued for it.'] : []),
    ...(work.length > 0 && !hasWorkers ? ['No worker runs, or none has finished a job lately.'] : []),
  ]
}

/** The signers who have yet to act. */
function listAwaited({ signers, unconfirmed }: Facts): string[] {
  return signers
    .filter((signer) => isSigning(signer))
    .flatMap(({ id, order, status, invitedAt, deliveryError }) => {
      if (unconfirmed.includes(id))
        return [`Signer ${id} (order ${order}) has yet to confirm the signature with the signing service.`]
      if (status === 'pending') return [`Signer ${id} (order ${order}) waits for earlier ones.`]
      if (status !== 'notified' && status !== 'viewed') return []
      const delivery = deliveryError
        ? ` An email or text message failed: ${englishMessage(deliveryError)}`
        : ''
      const opened = status === 'viewed' ? ', has opened it' : ''
      const invited = invitedAt?.toISOString() ?? 'an unknown time'
      return [
        `Signer ${id} (order ${order}) was invited at ${invited}${opened} and has not signed.${delivery}`,
      ]
    })
}

/** The steps that the worker has yet to do. */
export function listWork({
  process,
  signers,
  documents,
  unconfirmed,
}: Pick<Facts, 'process' | 'signers' | 'documents' | 'unconfirmed'>): string[] {
  if (documents.some(({ fileDeletedAt }) => fileDeletedAt)) return []
  const signing = signers.filter((signer) => isSigning(signer))
  const unprepared = documents.filter(({ revision }) => revision === 0)
  const isOpen = process.status === 'sent' || process.status === 'in_progress'
  const given = signing.filter(
    ({ id, status, embeddedAt }) => status === 'signed' && embeddedAt === null && !unconfirmed.includes(id),
  )
  const isComplete = signing.length > 0 && signing.every(({ embeddedAt }) => embeddedAt !== null)
  return [
    ...(isOpen ? unprepared.map(({ documentId }) => `Document ${documentId} is not prepared yet.`) : []),
    ...given.map(
      ({ id, signedAt }) =>
        `The signature of signer ${id}, given at ${signedAt?.toISOString()}, is not embedded yet.`,
    ),
    ...(process.status === 'in_progress' && isComplete ? ['Everyone has signed: the seal is missing.'] : []),
  ]
}
