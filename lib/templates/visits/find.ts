import { and, eq } from 'drizzle-orm'
import { type TemplateLinkRow, templateLinks } from '#db/schema/templates'
import { findTemplateLink, type TenantRef } from '#db/tenancy/cross-tenant'
import type { Reader, Tx } from '#db/tenancy/tenant'
import type { Ctx, RequestMeta } from '#lib/core/ctx'
import { AppError, notFound } from '#lib/core/errors'
import { sha256Hex } from '#lib/core/ids'
import type { ErrorText } from '#lib/messages/errors'
import { findLinkProblems } from '../links/problems.ts'
import { getLinkStatus, type LinkStatus } from '../links/rules.ts'
import type { TemplateRow } from '../present.ts'

/** The context in which a visitor's request works on the records of the link's tenant. */
export function makeVisitCtx(meta: RequestMeta, { tenantId }: TenantRef, testMode = false): Ctx {
  return { ...meta, tenantId, actor: { type: 'system', job: 'template_link' }, testMode }
}

/** The reusable link of a token. @throws AppError `not_found` */
export async function findLinkRef(token: string): Promise<TenantRef> {
  const ref = await findTemplateLink(sha256Hex(token))
  if (!ref) throw notFound()
  return ref
}

/** A link by its id, of whatever template. @throws AppError `not_found` */
export async function findLinkById(
  reader: Reader,
  { tenantId }: Pick<Ctx, 'tenantId'>,
  id: number,
): Promise<TemplateLinkRow> {
  const [link] = await reader
    .select()
    .from(templateLinks)
    .where(and(eq(templateLinks.tenantId, tenantId), eq(templateLinks.id, id)))
  if (!link) throw notFound()
  return link
}

/** What a visitor who has not begun can do by a link; `unavailable` with the reason, which is for the sender. */
export async function findVisitStatus(
  reader: Reader,
  job: Ctx,
  link: TemplateLinkRow,
  template: TemplateRow,
): Promise<{ status: LinkStatus; problem?: ErrorText }> {
  const status = getLinkStatus(link, job.now)
  const problem = (await findLinkProblems(reader, job, template, [link])).get(link.id)
  return problem ? { status: 'unavailable', problem } : { status }
}

/** Stores for the sender why nobody can begin. */
export function setProblem(tx: Tx, { tenantId }: TenantRef, linkId: number, problem: ErrorText) {
  return tx
    .update(templateLinks)
    .set({ problem })
    .where(and(eq(templateLinks.tenantId, tenantId), eq(templateLinks.id, linkId)))
}

/** @throws AppError `invalid_state` for a link that makes no processes any more */
export function assertActive(link: TemplateLinkRow, now: Date): void {
  const status = getLinkStatus(link, now)
  if (status !== 'active') throw linkClosed(status)
}

/** The page says it in the visitor's language, by the status. */
export function linkClosed(status: LinkStatus | 'handed_over'): AppError {
  const texts = {
    active: 'This link makes no process at the moment.',
    ended: 'The sender has ended this link.',
    expired: 'This link was open until a day that has passed.',
    used_up: 'This link was used as often as the sender allows.',
    unavailable: 'Nobody can begin by this link at the moment. Ask the sender.',
    handed_over: 'The process of this address was handed over to someone else.',
  }
  return new AppError('invalid_state', texts[status], { current_status: status, reason: `link_${status}` })
}
