import { createHash } from 'node:crypto'
import { read, type Tx, write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { authorize } from '#lib/policy'
import { maySeeLinks } from './links/disclosed.ts'
import { recordDisclosure } from './links/disclosure.ts'
import { findWholeProcess, type LoadedProcess, loadWholeProcess } from './load.ts'
import { type ProcessRow, presentProcess } from './present.ts'
import type { ProcessRecord, SignerRecord } from './schema.ts'
import { signingUrl } from './signers/link.ts'

/** One process; a key that may see the signing links also gets them, which is recorded in the trail. */
export async function getProcess(ctx: Ctx, id: number): Promise<ProcessRecord> {
  authorize(ctx, 'process.read')
  if (!maySeeLinks(ctx)) return readProcess(ctx, id)
  return write(ctx, async (tx) => toProcessResponse(tx, ctx, await findWholeProcess(tx, ctx, id)))
}

function readProcess(ctx: Ctx, id: number): Promise<ProcessRecord> {
  return read(ctx, async (reader) => presentProcess(await findWholeProcess(reader, ctx, id)))
}

/** One signer of a process, without the signing link. @throws AppError `not_found` */
export async function getSigner(ctx: Ctx, processId: number, signerId: number): Promise<SignerRecord> {
  authorize(ctx, 'process.read')
  const { signers } = await readProcess(ctx, processId)
  const signer = signers.find(({ id }) => id === signerId)
  if (!signer) throw notFound()
  return signer
}

/**
 * A process as a response, with signing links where the caller may see them.
 * @param shown the ids of the signers that the response has; by default all
 */
export async function toProcessResponse(
  tx: Tx,
  ctx: Ctx,
  whole: LoadedProcess,
  shown = whole.signers.map(({ id }) => id),
): Promise<ProcessRecord> {
  if (!maySeeLinks(ctx)) return presentProcess(whole)
  const signersWithLink = whole.signers.filter(
    ({ id, tokenNonce }) => tokenNonce !== null && shown.includes(id),
  )
  await recordDisclosure(tx, ctx, whole.process.id, signersWithLink, whole.disclosures)
  const links = new Map(signersWithLink.map((signer) => [signer.id, signingUrl(signer)]))
  return presentProcess(whole, links)
}

/** One signer of a process as a response, with the signing link where the caller may see it. */
export async function toSignerResponse(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  id: number,
): Promise<SignerRecord> {
  const whole = await loadWholeProcess(tx, ctx, process)
  const { signers } = await toProcessResponse(tx, ctx, whole, [id])
  return signers.find((signer) => signer.id === id)!
}

/**
 * The version of a process, for `If-Match`. Once it was sent, it is that of what its sender determines and the record
 * shows, which has no access codes: a change of theirs is not refused because a signer has opened the documents meanwhile.
 */
export function getProcessVersion(process: ProcessRecord): string {
  const { status, folder_id, documents, signers, options, expires_at, updated_at } = process
  if (status === 'draft') return updated_at
  const people = signers.map((signer) => {
    const { id, name, email, phone, order, role, locale, otp, signature_level, subject, message } = signer
    return [id, name, email, phone, order, role, locale, otp, signature_level, subject, message]
  })
  const determined = [status, folder_id, documents.map(({ id }) => id), people, options, expires_at]
  return createHash('sha256').update(JSON.stringify(determined)).digest('hex')
}
