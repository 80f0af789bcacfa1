import type { TemplateLinkRow } from '#db/schema/templates'
import type { Reader } from '#db/tenancy/tenant'
import { type Ctx, makeSystemCtx } from '#lib/core/ctx'
import { getInitiator } from '#lib/identity/sessions/initiator'
import type { ErrorText } from '#lib/messages/errors'
import { loadWholeTemplate } from '../load.ts'
import type { TemplateRow } from '../present.ts'
import { findTemplateErrors } from '../sendable.ts'
import { makeSenderCtx } from '../sender.ts'
import { findTemplateProblem, getLinkStatus } from './rules.ts'

/**
 * Why nobody can begin now by active links of a template, by their ids: their maker may send nothing, such as while the
 * organisation is suspended, or the template no longer fits them. Links without such a problem are left out.
 */
export async function findLinkProblems(
  reader: Reader,
  { tenantId, now }: Pick<Ctx, 'tenantId' | 'now'>,
  template: TemplateRow,
  links: TemplateLinkRow[],
): Promise<Map<number, ErrorText>> {
  const active = links.filter((link) => getLinkStatus(link, now) === 'active')
  const problems = new Map<number, ErrorText>()
  if (active.length === 0) return problems
  const job = { ...makeSystemCtx(tenantId, 'template_link', now), testMode: template.testMode }
  const errors = await findTemplateErrors(reader, job, await loadWholeTemplate(reader, job, template))
  // The links of one user or API key are looked up together.
  for (const ofMaker of Map.groupBy(active, (link) => JSON.stringify(getInitiator(link))).values()) {
    const sender = await makeSenderCtx(reader, job, ofMaker[0]!, template.folderId)
    for (const link of ofMaker) {
      const problem = 'key' in sender ? sender : findTemplateProblem(link, template.roles, errors)
      if (problem) problems.set(link.id, problem)
    }
  }
  return problems
}
