import { and, asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { processDocuments, processes, signers } from '#db/schema/processes'
import { read, write } from '#db/tenancy/tenant'
import { endVisit, record } from '#lib/audit/record'
import { findTrail } from '#lib/audit/trail'
import { addSeconds, now } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { defaultConsent } from '#lib/identity/consent/default-consents'
import type { ProcessRecord } from '#lib/processes/schema'
import { sendProcess } from '#lib/processes/send'
import { signingToken } from '#lib/processes/signers/link'
import { enterSigning } from '#lib/signing/enter'
import { oneTimeCode } from '#lib/signing/one-time-code/one-time-code'
import { openSigning } from '#lib/signing/open'
import { runRemoteJob, runRevisionJob } from '#lib/signing/revisions/run'
import type { SignInput } from '#lib/signing/schema'
import { getBytes } from '#lib/storage/files'
import { findVaultDocumentsOfProcess } from '#lib/vault/find'
import { browser, type Handler } from '../service/call.ts'
import { addDraft, addField } from './records.ts'

type WithCtx = { ctx: Ctx }
type Zone = NonNullable<Parameters<typeof addField>[2]>

type SentProcessInput = Parameters<typeof addDraft>[1] & {
  zones?: (Zone & { signer?: number })[]
  bare?: boolean
}

/** A sent process with a signature field for each signer (unless `bare`) and the fields of `zones`. */
export async function addSentProcess(actor: WithCtx, input: SentProcessInput = {}): Promise<ProcessRecord> {
  const { zones = [], bare = false, ...rest } = input
  const draft = await addDraft(actor, rest)
  const people = draft.signers.filter((signer) => signer.role === 'signer')
  for (const [index, signer] of bare ? [] : people.entries()) {
    await addField(actor, draft, { signer_id: signer.id, y: 60 + 50 * index })
  }
  for (const [index, { signer = 0, ...zone }] of zones.entries()) {
    await addField(actor, draft, {
      signer_id: draft.signers[signer]!.id,
      x: 320,
      y: 60 + 40 * index,
      height: 24,
      ...zone,
    })
  }
  return sendProcess(actor.ctx, draft.id)
}

/** The token of a signer's link, once they have one. */
export async function findToken({ ctx }: WithCtx, signerId: number): Promise<string> {
  const [row] = await read(ctx, (reader) =>
    reader.select({ nonce: signers.tokenNonce }).from(signers).where(eq(signers.id, signerId)),
  )
  if (!row?.nonce) throw new Error(`The signer ${signerId} has no link.`)
  return signingToken({ tokenNonce: row.nonce })
}

/** The token of a signer's link, after the documents were shown to them. */
export async function openLink(actor: WithCtx, signerId: number): Promise<string> {
  const token = await findToken(actor, signerId)
  await openSigning(await enterSigning(token, { ...actor.ctx, now: now() }))
  return token
}

/** A process that was sent and prepared, and the parameters of its first signer's link. */
export async function addLink(actor: WithCtx, input: SentProcessInput = {}) {
  const process = await addSentProcess(actor, input)
  await runRevisions(actor, process)
  return { process, params: { token: await findToken(actor, process.signers[0]!.id) } }
}

/** Like `addLink`, but the documents were also shown to the signer. */
export async function addOpenedLink(actor: WithCtx, input: SentProcessInput = {}) {
  const link = await addLink(actor, input)
  await openLink(actor, link.process.signers[0]!.id)
  return link
}

/** The link of a signer who must confirm a code, with a browser and its requests. */
export async function addCodeLink(
  actor: WithCtx,
  routes: { requestCode: Handler; verifyCode: Handler },
  options = { enable_otp: true },
) {
  const { process, params } = await addLink(actor, { options })
  const callFromBrowser = browser()
  return {
    process,
    params,
    call: callFromBrowser,
    requestCode: () => callFromBrowser(routes.requestCode, { method: 'POST', params }),
    submitCode: (code: unknown) => callFromBrowser(routes.verifyCode, { params, body: { code } }),
  }
}

/** The code in the first signer's email, and an incorrect one. */
export async function findCode(actor: WithCtx, process: ProcessRecord) {
  const { signers } = await loadRows(actor, process.id)
  const code = oneTimeCode(signers[0]!.id, signers[0]!.otpSentAt!)
  return { code, wrongCode: String((Number(code) + 1) % 1_000_000).padStart(6, '0') }
}

/** The body of `sign` with a typed name and the consent. */
export function typedSignature(values: SignInput['values'] = [], locale = 'en'): z.input<typeof SignInput> {
  return {
    consent: { version: defaultConsent(locale).version, accepted: true },
    signature: { method: 'typed', text: 'Ada Lovelace' },
    values,
  }
}

/** Runs the revision job of a process, as the worker would: it prepares, signs or seals what is due. */
export function runRevisions({ ctx }: WithCtx, process: { id: number }): Promise<void> {
  return runRevisionJob({ tenantId: ctx.tenantId, processId: process.id })
}

/** The queued revisions of a process, with the signatures of the remote signing service between them. */
export async function runRemoteRevisions(actor: WithCtx, process: { id: number }): Promise<void> {
  await runRevisions(actor, process)
  await runRemoteJob({ tenantId: actor.ctx.tenantId, processId: process.id })
  await runRevisions(actor, process)
}

/** The current rows of a process. */
export function loadRows({ ctx }: WithCtx, processId: number) {
  return read(ctx, async (reader) => {
    const [process] = await reader.select().from(processes).where(eq(processes.id, processId))
    const people = await reader
      .select()
      .from(signers)
      .where(eq(signers.processId, processId))
      .orderBy(asc(signers.order), asc(signers.id))
    const documents = await reader
      .select()
      .from(processDocuments)
      .where(and(eq(processDocuments.processId, processId)))
      .orderBy(asc(processDocuments.position), asc(processDocuments.id))
    return { process: process!, signers: people, documents }
  })
}

/** The current revision of each document of a process. */
export async function loadFiles(actor: WithCtx, processId: number): Promise<Uint8Array[]> {
  const { documents } = await loadRows(actor, processId)
  return Promise.all(documents.map((document) => getBytes(actor.ctx.tenantId, document.currentSha256)))
}

/** The chain of events of a process, read as its trail, which ends the visit of an editor. */
export async function loadEvents({ ctx }: WithCtx, processId: number) {
  await endVisit(ctx, { process: processId })
  return read(ctx, (reader) => findTrail(reader, ctx, { process: processId }))
}

/** Records an event at the time of a machine whose clock is ahead by some seconds. */
export function recordLater({ ctx }: WithCtx, { id }: ProcessRecord): Promise<void> {
  const data = { process_id: id, changed: ['name'], test_mode: ctx.testMode }
  return write(ctx, (tx) =>
    record(
      tx,
      { ...ctx, now: addSeconds(now(), 5) },
      { type: 'process.updated', subject: { process: id }, data },
    ),
  )
}

/** The vault documents of a process. */
export function loadVaultRows({ ctx }: WithCtx, processId: number) {
  return read(ctx, (reader) => findVaultDocumentsOfProcess(reader, ctx, processId))
}

/** The text of a PDF as pdf.js extracts it, without its spaces. */
export async function extractText(bytes: Uint8Array): Promise<string> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  let text = ''
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    text += items.map((item) => ('str' in item ? item.str : '')).join('')
  }
  await pdf.loadingTask.destroy()
  return text
}
