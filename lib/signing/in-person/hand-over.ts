import { read, write } from '#db/tenancy/tenant'
import { addSeconds } from '#lib/core/clock'
import { type Ctx, getActingUser, makeSystemCtx, type RequestMeta } from '#lib/core/ctx'
import { AppError, forbidden, notFound } from '#lib/core/errors'
import type { Expiring } from '#lib/core/secretbox'
import { hasEndedLogins } from '#lib/identity/sessions/end-session'
import { makeInitiatorCtx } from '#lib/identity/sessions/initiator'
import { isLive } from '#lib/processes/facts'
import { findProcess, loadWholeProcess, lockProcess } from '#lib/processes/load'
import { linkHandle, signingToken } from '#lib/processes/signers/link'
import { namedSigner, recordOfProcess } from '#lib/processes/trail/record'
import { writeFrameSession } from '../frame/frame-session.ts'
import { limitRequests } from '../help/limits.ts'
import { findSender } from '../load.ts'
import { findNextSigners, listInPerson } from './candidates.ts'
import { IN_PERSON_SECONDS, type InPersonSession, readInPersonSession } from './in-person-session.ts'

/** As long as a confirmed code counts. */
const SIGNER_SECONDS = 12 * 3600

interface InPersonView {
  process: string
  host: string
  testMode: boolean
  tenant: { name: string; logo_url: string | null; color: string | null }
  /** Whose turn it is. */
  next: { id: number; name: string; locale: string }[]
  /** Someone else can sign here once it is their turn. */
  waits: boolean
}

/** What the host's device shows between two signers; null for a session that has ended. */
export async function viewInPerson(token: string, now: Date): Promise<InPersonView | null> {
  const session = readInPersonSession(token, now)
  if (!session) return null
  const job = { ...makeSystemCtx(session.tenantId, 'in_person', now), testMode: session.testMode }
  const host = await findHost(job, session)
  if (!host) return null
  return read(host, async (reader) => {
    const process = await findProcess(reader, host, session.processId)
    const { signers } = await loadWholeProcess(reader, host, process)
    const next = isLive(process) ? findNextSigners(process, signers) : []
    const { tenant } = await findSender(reader, { tenantId: session.tenantId, userId: null, folderId: null })
    return {
      process: process.name,
      host: getActingUser(host)!.name,
      testMode: process.testMode,
      tenant,
      next: next.map(({ id, name, locale }) => ({ id, name, locale })),
      waits: isLive(process) && listInPerson(process, signers).length > 0,
    }
  }).catch((error: unknown) => {
    // The host has no access to the folder any more.
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  })
}

/**
 * Hands the device to a signer whose turn it is, which the trail says with the host.
 * @returns the token of the signer's session, in the place of that of a link
 * @throws AppError `not_found`; `forbidden` if the host may not send processes any more, or has ended all logins; `rate_limited`
 */
export async function handOver(
  token: string,
  signerId: number,
  { now, address, userAgent }: RequestMeta,
): Promise<string> {
  const session = readInPersonSession(token, now)
  if (!session) throw notFound()
  const { tenantId, testMode } = session
  const job = { ...makeSystemCtx(tenantId, 'in_person', now), testMode, address, userAgent }
  const host = await findHost(job, session)
  if (!host) throw forbidden()
  return write(host, async (tx) => {
    const process = await lockProcess(tx, host, session.processId)
    const { signers } = await loadWholeProcess(tx, host, process)
    const next = isLive(process) ? findNextSigners(process, signers) : []
    const signer = next.find(({ id }) => id === signerId)
    if (!signer) throw notFound()
    const { tokenNonce, tokenHash } = signer
    await limitRequests('in_person', tokenHash!)
    const data = { ...namedSigner(signer), link: linkHandle(tokenHash!) }
    await recordOfProcess(tx, host, process, 'signature.in_person', data)
    const link = signingToken({ tokenNonce: tokenNonce! })
    return writeFrameSession({ token: link, origins: [], inPerson: token }, addSeconds(now, SIGNER_SECONDS))
  })
}

/**
 * The context of the host, with the rights that the host has now; null if they are not enough any more, or the host has
 * ended all logins or changed the password since.
 */
async function findHost(job: Ctx, { hostId, expiresAt }: InPersonSession & Expiring): Promise<Ctx | null> {
  const since = addSeconds(new Date(expiresAt), -IN_PERSON_SECONDS)
  const initiator = { userId: hostId, keyId: null, address: job.address }
  return read(job, async (reader) => {
    if (await hasEndedLogins(reader, { tenantId: job.tenantId, userId: hostId }, since)) return null
    const ctx = await makeInitiatorCtx(reader, job, initiator, ['process.host'])
    return 'key' in ctx ? null : ctx
  })
}
