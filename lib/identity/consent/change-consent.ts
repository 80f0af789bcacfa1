import { eq, max } from 'drizzle-orm'
import { consentTexts } from '#db/schema/identity'
import type { Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { forbidden } from '#lib/core/errors'
import { sha256Hex } from '#lib/core/ids'
import { findLatestConsents } from './current-consent.ts'
import { consentLocales } from './limits.ts'
import type { ConsentChange } from './schema.ts'

/**
 * Adds a version for each text that differs. The caller has locked the tenant.
 * @returns the changes for the event `tenant.updated`: versions by language, not the texts
 */
export async function changeConsent(tx: Tx, ctx: Ctx, change: ConsentChange) {
  const { tenantId, actor, now } = ctx
  if (actor.type !== 'user') throw forbidden()
  const before = await findLatestConsents(tx, ctx)
  const changedLocales = consentLocales.filter((locale) => {
    const text = change[locale]
    return text !== undefined && text !== (before.get(locale)?.text ?? null)
  })
  const [latest] = await tx
    .select({ version: max(consentTexts.version) })
    .from(consentTexts)
    .where(eq(consentTexts.tenantId, tenantId))
  const rows = changedLocales.map((locale, index) => {
    const text = change[locale] ?? null
    const version = (latest?.version ?? 0) + index + 1
    const sha256 = text && sha256Hex(text)
    return { tenantId, version, locale, text, sha256, createdBy: actor.id, createdAt: now }
  })
  if (rows.length > 0) await tx.insert(consentTexts).values(rows)
  return Object.fromEntries(
    rows.map(({ locale, version, sha256 }) => [
      `consent.${locale}`,
      { from: before.get(locale)?.version ?? null, to: String(version), sha256 },
    ]),
  )
}
