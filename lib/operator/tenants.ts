import { and, eq, isNull } from 'drizzle-orm'
import { countBytes } from '#db/lists/counters'
import { tenants, users } from '#db/schema/identity'
import { listTenantIds } from '#db/tenancy/cross-tenant'
import { read } from '#db/tenancy/tenant'
import { errorText } from '#lib/messages/errors'
import { refusal } from './context.ts'

/** A tenant as an operator sees it. */
export interface TenantSummary {
  id: number
  name: string
  subscriptionType: string
  documentsLimit: number
  signaturesLimit: number
  /** How many bytes it may store; null: no limit. */
  bytesLimit: number | null
  /** How many bytes it has stored. */
  bytes: number
  /** Whether its address was never confirmed: it can send no emails to others. */
  unconfirmed: boolean
  /** Since when it is suspended: its users and keys read, but change and send nothing. */
  suspendedAt: Date | null
  users: number
  createdAt: Date
}

const { id, name, subscriptionType, documentsLimit, signaturesLimit, bytesLimit } = tenants
const { unconfirmed, suspendedAt, createdAt } = tenants
const columns = {
  ...{ id, name, subscriptionType, documentsLimit, signaturesLimit, bytesLimit },
  ...{ unconfirmed, suspendedAt, createdAt },
}

/** All tenants, oldest first. */
export async function listTenants(): Promise<TenantSummary[]> {
  const summaries: TenantSummary[] = []
  for (const tenantId of (await listTenantIds()).toSorted((a, b) => a - b)) {
    const summary = await summarize(tenantId)
    if (summary) summaries.push(summary)
  }
  return summaries
}

/** One tenant. @throws AppError when there is none */
export async function findTenant(tenantId: number): Promise<TenantSummary> {
  const summary = await summarize(tenantId)
  if (!summary) throw refusal(errorText('operator.noOrganisation', { id: tenantId }))
  return summary
}

function summarize(tenantId: number): Promise<TenantSummary | undefined> {
  return read({ tenantId }, async (reader) => {
    const [tenant] = await reader.select(columns).from(tenants).where(eq(tenants.id, tenantId))
    const count = await reader.$count(users, and(eq(users.tenantId, tenantId), isNull(users.deletedAt)))
    return tenant && { ...tenant, users: count, bytes: await countBytes(reader, { tenantId }) }
  })
}
