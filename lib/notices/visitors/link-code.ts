import { and, eq } from 'drizzle-orm'
import { tenants } from '#db/schema/identity'
import { linkVisits, templateLinks, templates } from '#db/schema/templates'
import type { Reader } from '#db/tenancy/tenant'
import type { RecordedEvent } from '#lib/audit/trail'
import type { Ctx } from '#lib/core/ctx'
import { codeLimits } from '#lib/signing/one-time-code/one-time-code'
import { getOpenSeconds, isCodeOpen, visitorCode, visitTopic } from '#lib/templates/visits/code'
import type { Mail } from '../mail.ts'
import { safeName } from '../sanitize.ts'
import { toMinutes, writeCodeEmail } from '../templates/code.ts'

/** The code to a visitor of a reusable link, unless it was replaced or used, or has expired. */
export async function makeVisitorCodeMails(
  reader: Reader,
  ctx: Ctx,
  { data }: RecordedEvent,
): Promise<Mail[]> {
  const [row] = await reader
    .select({ visit: linkVisits, link: templateLinks, template: templates.name, tenant: tenants.name })
    .from(linkVisits)
    .innerJoin(templateLinks, eq(templateLinks.id, linkVisits.linkId))
    .innerJoin(templates, eq(templates.id, templateLinks.templateId))
    .innerJoin(tenants, eq(tenants.id, linkVisits.tenantId))
    .where(and(eq(linkVisits.tenantId, ctx.tenantId), eq(linkVisits.id, Number(data.visit_id))))
  if (row?.visit.codeSentAt.toISOString() !== data.sent_at) return []
  const { visit, link, template, tenant } = row!
  if (!isCodeOpen(visit, ctx.now)) return []
  const process = {
    process: safeName(template),
    tenant: safeName(tenant),
    sender: safeName(link.createdByName),
    test: link.testMode,
  }
  const code = visitorCode(visit.id, visit.codeSentAt)
  const validSeconds = Math.min(codeLimits.validSeconds, getOpenSeconds(visit, ctx.now))
  const body = writeCodeEmail(process, { locale: visit.locale, code, minutes: toMinutes(validSeconds) })
  return [{ to: visit.email, topic: visitTopic(visit.id), body, validSeconds }]
}
