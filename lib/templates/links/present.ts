import type { TemplateLinkRow } from '#db/schema/templates'
import { getActingUser } from '#lib/core/ctx'
import { presentError } from '#lib/messages/english'
import type { ErrorText } from '#lib/messages/errors'
import { getLinkStatus } from './rules.ts'
import type { TemplateLinkRecord } from './schema.ts'
import { linkUrl } from './token.ts'

/** @param problem why nobody can begin now, of `findLinkProblems` */
export function presentLink(link: TemplateLinkRow, now: Date, problem: ErrorText | null): TemplateLinkRecord {
  const status = getLinkStatus(link, now)
  return {
    id: link.id,
    template_id: link.templateId,
    url: linkUrl(link),
    status: problem ? 'unavailable' : status,
    role: link.visitorRole,
    signers: link.people.map(({ role, name, email }) => ({ role, name, email })),
    limit: link.maxUses,
    uses: link.uses,
    expires_at: link.expiresAt?.toISOString() ?? null,
    ended_at: link.endedAt?.toISOString() ?? null,
    ...presentError('problem', problem ?? link.problem),
    created_by: { id: getActingUser(link)!.id, name: link.createdByName },
    created_at: link.createdAt.toISOString(),
  }
}
