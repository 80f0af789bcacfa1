import { and, asc, desc, eq } from 'drizzle-orm'
import { consentTexts, users } from '#db/schema/identity'
import { type Reader, read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { authorize } from '#lib/policy'
import { findLatestConsents, type HashedConsent, withHash } from './current-consent.ts'
import { defaultConsents } from './default-consents.ts'
import type { ConsentQuery, ConsentRecord } from './schema.ts'

type OwnRow = { consent: typeof consentTexts.$inferSelect; creatorName: string }

/** The versions of the tenant's own texts, a page at a time. */
export function listConsents(ctx: Ctx, { page, per_page: perPage, sort, locale }: ConsentQuery) {
  authorize(ctx, 'account.read')
  const direction = sort === 'version' ? asc : desc
  const isOfTenant = eq(consentTexts.tenantId, ctx.tenantId)
  const condition = locale ? and(isOfTenant, eq(consentTexts.locale, locale)) : isOfTenant
  return read(ctx, async (reader) => {
    const latest = await findLatestConsents(reader, ctx)
    const rows = await ownConsents(reader)
      .where(condition)
      .orderBy(direction(consentTexts.version))
      .limit(perPage)
      .offset((page - 1) * perPage)
    const total = await reader.$count(consentTexts, condition)
    return { items: rows.map((row) => presentOwn(row, latest)), total, page, perPage }
  })
}

/** One version of a text: the tenant's own, or a default one. */
export function getConsent(ctx: Ctx, version: string): Promise<ConsentRecord> {
  authorize(ctx, 'account.read')
  return read(ctx, async (reader) => {
    const consent = await findConsent(reader, ctx, version)
    if (!consent) throw notFound()
    return consent
  })
}

/** Finds a version for an operation that has authorized the caller; null for an unknown version. */
export async function findConsent(reader: Reader, ctx: Ctx, version: string): Promise<ConsentRecord | null> {
  const defaultText = defaultConsents.find((consent) => consent.version === version)
  if (defaultText) {
    const { locale, current } = defaultText
    return { ...withHash(defaultText), locale, current, created_by: null, created_at: null }
  }
  if (!/^[1-9]\d{0,8}$/.test(version)) return null
  const [row] = await ownConsents(reader).where(
    and(eq(consentTexts.tenantId, ctx.tenantId), eq(consentTexts.version, Number(version))),
  )
  return row ? presentOwn(row, await findLatestConsents(reader, ctx)) : null
}

function ownConsents(reader: Reader) {
  return reader
    .select({ consent: consentTexts, creatorName: users.name })
    .from(consentTexts)
    .innerJoin(users, and(eq(users.tenantId, consentTexts.tenantId), eq(users.id, consentTexts.createdBy)))
    .$dynamic()
}

function presentOwn(
  { consent, creatorName }: OwnRow,
  latest: ReadonlyMap<string, HashedConsent>,
): ConsentRecord {
  const version = String(consent.version)
  return {
    version,
    locale: consent.locale,
    text: consent.text,
    sha256: consent.sha256,
    current: latest.get(consent.locale)?.version === version,
    created_by: { id: consent.createdBy, name: creatorName },
    created_at: consent.createdAt.toISOString(),
  }
}
