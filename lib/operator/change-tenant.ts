import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { tenants } from '#db/schema/identity'
import { type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { subscriptionTypes } from '#lib/core/enumerations'
import { AppError } from '#lib/core/errors'
import type { Json } from '#lib/core/json'
import { dashboardLocales } from '#lib/core/locales'
import { type NewTenant, openTenant } from '#lib/identity/account/open-tenant'
import { Email, PersonName } from '#lib/identity/person-schema'
import { SELF_HOSTED_PLAN } from '#lib/identity/rules'
import { errorText } from '#lib/messages/errors'
import { makeOperatorCtx, type Run, refusal } from './context.ts'

export const MAX_LIMIT = 1_000_000_000
const Limit = z.coerce.number().int().min(0).max(MAX_LIMIT)
/** A petabyte. */
const MAX_BYTES = 1e15
export const BytesLimit = z.number().int().min(0).max(MAX_BYTES)
/** On the command line: a number, or `none`. */
const BytesText = z.union([
  z.literal('none').transform(() => null),
  z.coerce.number().int().min(0).max(MAX_BYTES),
])
const Plan = z.enum(subscriptionTypes)

/** What an operator says of a new tenant; its first administrator gets an invitation. */
export const NewTenantInput = z.object({
  name: PersonName,
  email: Email,
  administrator: PersonName.default('Administrator'),
  plan: Plan.default(SELF_HOSTED_PLAN.subscriptionType),
  documents: Limit.default(SELF_HOSTED_PLAN.documentsLimit),
  signatures: Limit.default(SELF_HOSTED_PLAN.signaturesLimit),
  bytes: BytesText.default(SELF_HOSTED_PLAN.bytesLimit),
  locale: z.enum(dashboardLocales).default('en'),
})

/** Opens a tenant. With `isDisclosed` the link of the invitation is not emailed. */
export function createTenantFor(
  input: z.output<typeof NewTenantInput>,
  { isDisclosed }: Pick<NewTenant, 'isDisclosed'>,
): Promise<{ id: number; userId: number; link: string }> {
  const { name, email, administrator, plan, documents, signatures, bytes, locale } = input
  return openTenant(makeOperatorCtx, {
    ...{ name, plan, locale, isDisclosed },
    admin: { name: administrator, email },
    documentsLimit: documents,
    signaturesLimit: signatures,
    bytesLimit: bytes,
  })
}

export const PlanInput = z.object({ plan: Plan })
export const LimitsInput = z.object({
  documents: Limit.optional(),
  signatures: Limit.optional(),
  bytes: BytesText.optional(),
})

/**
 * The name of the plan, how many documents and signatures the tenant may use in a month, and how many bytes it may store
 * (null: no limit): what is absent stays.
 */
type Terms = Partial<z.output<typeof PlanInput>> & z.output<typeof LimitsInput>

/**
 * Changes the name of the plan, or the limits: neither changes the other.
 * @param seen the terms when the change was decided
 * @throws AppError `precondition_failed` when a term that is changed no longer is as in `seen`
 */
export function changeTerms(
  id: number,
  terms: Terms,
  { seen = {}, run }: { seen?: Terms; run?: Run } = {},
): Promise<void> {
  return changeTenant(id, run, ({ subscriptionType, documentsLimit, signaturesLimit, bytesLimit }) => {
    const before = {
      plan: subscriptionType,
      documents: documentsLimit,
      signatures: signaturesLimit,
      bytes: bytesLimit,
    }
    for (const term of ['plan', 'documents', 'signatures', 'bytes'] as const)
      if (terms[term] !== undefined && seen[term] !== undefined && seen[term] !== before[term])
        throw new AppError('precondition_failed', errorText('operator.termsChangedMeanwhile', { id }))
    const { plan, documents, signatures, bytes } = { ...before, ...terms }
    return {
      patch: {
        subscriptionType: plan,
        documentsLimit: documents,
        signaturesLimit: signatures,
        bytesLimit: bytes,
      },
      changes: {
        subscription_type: [before.plan, plan],
        documents_limit: [before.documents, documents],
        signatures_limit: [before.signatures, signatures],
        bytes_limit: [before.bytes, bytes],
      },
    }
  })
}

/**
 * Suspends a tenant: its users and keys read, but change and send nothing, and so do jobs in their names. Signers go on,
 * and what they sign is sealed.
 */
export function suspendTenant(id: number, run?: Run): Promise<void> {
  return changeTenant(id, run, ({ suspendedAt }, { now }) => {
    if (suspendedAt) throw refusal(errorText('operator.suspendedAlready', { id }))
    return { patch: { suspendedAt: now }, changes: { suspended: [false, true] } }
  })
}

/** Ends the suspension of a tenant; bulk sends that it has paused are resumed by their senders. */
export function resumeTenant(id: number, run?: Run): Promise<void> {
  return changeTenant(id, run, ({ suspendedAt }) => {
    if (!suspendedAt) throw refusal(errorText('operator.notSuspended', { id }))
    return { patch: { suspendedAt: null }, changes: { suspended: [true, false] } }
  })
}

/** Lets a tenant send emails to others though nobody has followed the link of its sign-up. */
export function confirmTenantOf(id: number, run?: Run): Promise<void> {
  return changeTenant(id, run, ({ unconfirmed }) => {
    if (!unconfirmed) throw refusal(errorText('operator.confirmedAlready', { id }))
    return { patch: { unconfirmed: false }, changes: { email_confirmed: [false, true] } }
  })
}

type TenantRow = typeof tenants.$inferSelect

interface Change {
  patch: Partial<TenantRow>
  /** Before and after, by the name in the audit log. */
  changes: Record<string, [Json, Json]>
}

/** Writes and records what differs. @throws AppError when there is no such tenant */
function changeTenant(
  id: number,
  run: Run = write,
  decide: (before: TenantRow, ctx: Ctx) => Change,
): Promise<void> {
  const ctx = makeOperatorCtx(id)
  return run(ctx, async (tx) => {
    const { patch, changes } = decide(await lockTenant(tx, id), ctx)
    const differing = Object.entries(changes).filter(([, [from, to]]) => from !== to)
    if (differing.length === 0) return
    await tx.update(tenants).set(patch).where(eq(tenants.id, id))
    const data = { changes: Object.fromEntries(differing.map(([name, [from, to]]) => [name, { from, to }])) }
    await record(tx, ctx, { type: 'tenant.updated', subject: { tenant: id }, data })
  })
}

async function lockTenant(tx: Tx, id: number): Promise<TenantRow> {
  const [row] = await tx.select().from(tenants).where(eq(tenants.id, id)).for('update')
  if (!row) throw refusal(errorText('operator.noOrganisation', { id }))
  return row
}
