import { read } from '#db/tenancy/tenant'
import { getActingUser, type RequestMeta } from '#lib/core/ctx'
import { findSender } from '#lib/signing/load'
import { findTemplate } from '../load.ts'
import { findLinkById, findLinkRef, findVisitStatus, makeVisitCtx } from './find.ts'
import type { LinkVisitRecord } from './schema.ts'

/** What a visitor of a reusable link sees first. @throws AppError `not_found` */
export async function viewLink(meta: RequestMeta, token: string): Promise<LinkVisitRecord> {
  const ref = await findLinkRef(token)
  return read(makeVisitCtx(meta, ref), async (reader) => {
    const link = await findLinkById(reader, ref, ref.id)
    const job = makeVisitCtx(meta, ref, link.testMode)
    const template = await findTemplate(reader, job, link.templateId)
    const { status } = await findVisitStatus(reader, job, link, template)
    const { tenant, email } = await findSender(reader, {
      tenantId: ref.tenantId,
      userId: getActingUser(link)!.id,
      folderId: template.folderId,
    })
    return {
      status,
      name: template.name,
      sender: { name: link.createdByName, email },
      tenant,
      test_mode: link.testMode,
    }
  })
}
