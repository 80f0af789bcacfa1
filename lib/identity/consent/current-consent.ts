import { and, eq, inArray, sql } from 'drizzle-orm'
import { type RowsQuery, readTogether, rowsOf } from '#db/lists/rows'
import { consentTexts } from '#db/schema/identity'
import type { Reader } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { sha256Hex } from '#lib/core/ids'
import { findNearestSignerLocale, type SignerLocale, signerLocales } from '#lib/core/locales'
import { type Consent, defaultConsent } from './default-consents.ts'

/** A consent text with its hash for the evidence. */
export interface HashedConsent extends Consent {
  sha256: string
}

type StoredConsent = Pick<typeof consentTexts.$inferSelect, 'locale' | 'version' | 'text'>

/** The text for signers of this language: the tenant's own text, its text for all languages, or the default text. */
export function getCurrentConsent(stored: StoredConsent[], locale: string): HashedConsent {
  return chooseConsent(toOwnTexts(stored), findNearestSignerLocale(locale))
}

/**
 * The current text that has this version: signers may read it in any language. The one in `locale` where none has it.
 */
export function getShownConsent(
  stored: StoredConsent[],
  version: string,
  locale: string,
): { consent: HashedConsent; locale: string } {
  const ownTexts = toOwnTexts(stored)
  const current = { consent: chooseConsent(ownTexts, findNearestSignerLocale(locale)), locale }
  const others = signerLocales.map((other) => ({ consent: chooseConsent(ownTexts, other), locale: other }))
  return [current, ...others].find(({ consent }) => consent.version === version) ?? current
}

function chooseConsent(ownTexts: ReadonlyMap<string, HashedConsent>, language: SignerLocale): HashedConsent {
  return ownTexts.get(language) ?? ownTexts.get('all') ?? withHash(defaultConsent(language))
}

/** Adds the SHA-256 of the text. */
export function withHash(consent: Consent): HashedConsent {
  return { version: consent.version, text: consent.text, sha256: sha256Hex(consent.text) }
}

/** The tenant's own current texts, for `readTogether`: those of all languages, or those that signers of one may see. */
export function selectLatestConsents(
  { tenantId }: Pick<Ctx, 'tenantId'>,
  signerLocale?: string,
): RowsQuery<StoredConsent> {
  const { locale, version, text } = consentTexts
  const ofTenant = eq(consentTexts.tenantId, tenantId)
  const isShown = signerLocale && inArray(locale, [findNearestSignerLocale(signerLocale), 'all'])
  const isLatest = sql`${version} in (select max(${version}) from ${consentTexts} where ${ofTenant} group by ${locale})`
  return rowsOf({ locale, version, text }, (select) =>
    select.from(consentTexts).where(and(ofTenant, isShown || undefined, isLatest)),
  )
}

/** The tenant's own current texts by language. */
export async function findLatestConsents(
  reader: Pick<Reader, 'execute'>,
  ctx: Pick<Ctx, 'tenantId'>,
): Promise<Map<string, HashedConsent>> {
  const { stored } = await readTogether(reader, { stored: selectLatestConsents(ctx) })
  return toOwnTexts(stored)
}

function toOwnTexts(stored: StoredConsent[]): Map<string, HashedConsent> {
  return new Map(
    stored.flatMap(({ locale, version, text }) =>
      text === null ? [] : [[locale, withHash({ version: String(version), text })] as const],
    ),
  )
}
