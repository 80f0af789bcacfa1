import { and, eq } from 'drizzle-orm'
import { processes } from '#db/schema/processes'
import { delegations } from '#db/schema/processes-links'
import { findLinkHolders, findReplacedLink } from '#db/tenancy/cross-tenant'
import { read } from '#db/tenancy/tenant'
import { addSeconds } from '#lib/core/clock'
import type { Ctx, RequestMeta } from '#lib/core/ctx'
import { AppError, notFound } from '#lib/core/errors'
import { sha256Hex } from '#lib/core/ids'
import { getSender } from '#lib/processes/present'
import { sortByDuty } from '#lib/processes/signers/shared-links'
import { findSender } from './load.ts'
import { sessionSeconds } from './one-time-code/one-time-code.ts'

/**
 * Makes the signer's context from the token of a link. `secret` is that of the browser's signing session, `place` as in the
 * context.
 * @throws AppError `not_found` for an unknown link; for one that ended with `reason`, `sender` and `tenant`
 */
export async function enterSigning(
  token: string,
  requestMeta: RequestMeta,
  { secret = null, place }: { secret?: string | null; place?: 'frame' | 'in_person' | undefined } = {},
): Promise<Ctx> {
  const tokenHash = sha256Hex(token)
  const holders = await findLinkHolders(tokenHash, {
    secretHash: secret === null ? null : sha256Hex(secret),
    confirmedAfter: addSeconds(requestMeta.now, -sessionSeconds),
  })
  if (holders.length === 0) throw await missingLinkError(tokenHash)
  const [holder] = sortByDuty(holders)
  const { id, name, email, processId, processStatus, tenantId, testMode, locale, sessionId } = holder!
  if (processStatus === 'draft') throw notFound()
  return {
    ...requestMeta,
    tenantId,
    actor: { type: 'signer', id, name, email, processId, tokenHash, sessionId, ...(place && { place }) },
    testMode,
    locale,
  }
}

/**
 * The holder of a link that was handed over learns to whom. The holder of a replaced one may be a stranger to the process: they
 * learn whom to ask, and nothing of the process.
 */
async function missingLinkError(tokenHash: string): Promise<AppError> {
  const processRef = await findReplacedLink(tokenHash)
  if (!processRef) return notFound()
  return read(processRef, async (reader) => {
    const [process] = await reader
      .select({
        options: processes.options,
        sentById: processes.sentById,
        sentByName: processes.sentByName,
        createdById: processes.createdById,
        createdByName: processes.createdByName,
        folderId: processes.folderId,
      })
      .from(processes)
      .where(and(eq(processes.tenantId, processRef.tenantId), eq(processes.id, processRef.id)))
    if (!process) return notFound()
    const { id: userId, name } = getSender(process)
    const { tenant, email } = await findSender(reader, { ...processRef, userId, folderId: process.folderId })
    const sender = { name, email }
    const [delegation] = await reader
      .select({ name: delegations.toName })
      .from(delegations)
      .where(and(eq(delegations.tenantId, processRef.tenantId), eq(delegations.tokenHash, tokenHash)))
    const reason = delegation
      ? { reason: 'link_delegated', delegated_to: delegation }
      : { reason: 'link_replaced' }
    const { enable_notifications } = process.options
    return new AppError('not_found', notFound().message, { ...reason, sender, tenant, enable_notifications })
  })
}
