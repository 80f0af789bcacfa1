import { eq } from 'drizzle-orm'
import { type SubscriptionType, tenants } from '#db/schema/identity'
import { createTenantAtomically } from '#db/tenancy/cross-tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { getInvitationLink } from '../links/link-tokens.ts'
import { insertUser } from '../users/create-user.ts'
import { invite } from '../users/internal/users.ts'

export interface NewTenant {
  name: string
  /** The first administrator, who is invited. */
  admin: { name: string; email: string }
  locale: string
  plan: SubscriptionType
  documentsLimit: number
  signaturesLimit: number
  bytesLimit: number | null
  /** The link of the invitation is for the caller, who passes it on: no email has it. */
  isDisclosed: boolean
}

/** The operator opens a tenant for its first administrator. @returns the link of the invitation */
export function openTenant(
  makeCtx: (tenantId: number) => Ctx,
  { name, admin, locale, plan, documentsLimit, signaturesLimit, bytesLimit, isDisclosed }: NewTenant,
): Promise<{ id: number; userId: number; link: string }> {
  const limits = { documentsLimit, signaturesLimit }
  return createTenantAtomically({ name, ...limits, at: makeCtx(0).now }, async (tx, id) => {
    const ctx = { ...makeCtx(id), locale }
    await tx.update(tenants).set({ subscriptionType: plan, bytesLimit, locale }).where(eq(tenants.id, id))
    await record(tx, ctx, { type: 'tenant.created', subject: { tenant: id }, data: { name } })
    const user = await insertUser(tx, ctx, { ...admin, role: 'tenant_admin', locale })
    const invited = await invite(tx, ctx, user, { isDisclosed })
    return { id, userId: user.id, link: getInvitationLink(invited)! }
  })
}
