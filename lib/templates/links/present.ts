import type { TemplateLinkRow } from '#db/schema/templates'
import { getActingUser } from '#lib/core/ctx'
import { presentError } from '#lib/messages/english'
import { getLinkStatus } from './rules.ts'
import type { TemplateLinkRecord } from './schema.ts'
import { linkUrl } from './token.ts'

export function presentLink(link: TemplateLinkRow, now: Date): TemplateLinkRecord {
  return {
    id: link.id,
    template_id: link.templateId,
    url: linkUrl(link),
    status: getLinkStatus(link, now),
    role: link.visitorRole,
    signers: link.people.map(({ role, name, email }) => ({ role, name, email })),
    limit: link.maxUses,
    uses: link.uses,
    expires_at: link.expiresAt?.toISOString() ?? null,
    ended_at: link.endedAt?.toISOString() ?? null,
    ...presentError('problem', link.problem),
    created_by: { id: getActingUser(link)!.id, name: link.createdByName },
    created_at: link.createdAt.toISOString(),
  }
}
