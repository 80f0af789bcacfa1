import { and, desc, eq, inArray } from 'drizzle-orm'
import { consentTexts } from '#db/schema/identity'
import type { Reader } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { sha256Hex } from '#lib/core/ids'
import { findNearestSignerLocale, type SignerLocale, signerLocales } from '#lib/core/locales'
import { type Consent, defaultConsent } from './default-consents.ts'
import { type ConsentLocale, consentLocales } from './limits.ts'

/** A consent text with its hash for the evidence. */
export interface HashedConsent extends Consent {
  sha256: string
}

/** The text for signers of this language: the tenant's own text, its text for all languages, or the default text. */
export async function findCurrentConsent(
  reader: Pick<Reader, 'selectDistinctOn'>,
  ctx: Pick<Ctx, 'tenantId'>,
  locale: string,
): Promise<HashedConsent> {
  const language = findNearestSignerLocale(locale)
  return chooseConsent(await findLatestConsents(reader, ctx, [language, 'all']), language)
}

/**
 * The current text that has this version: signers may read it in any language. The one in `locale` where none has it.
 */
export async function findShownConsent(
  reader: Pick<Reader, 'selectDistinctOn'>,
  ctx: Pick<Ctx, 'tenantId'>,
  version: string,
  locale: string,
): Promise<{ consent: HashedConsent; locale: string }> {
  const ownTexts = await findLatestConsents(reader, ctx)
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

/** The tenant's own current texts by language. */
export async function findLatestConsents(
  reader: Pick<Reader, 'selectDistinctOn'>,
  { tenantId }: Pick<Ctx, 'tenantId'>,
  locales: readonly ConsentLocale[] = consentLocales,
): Promise<Map<string, HashedConsent>> {
  const rows = await reader
    .selectDistinctOn([consentTexts.locale])
    .from(consentTexts)
    .where(and(eq(consentTexts.tenantId, tenantId), inArray(consentTexts.locale, [...locales])))
    .orderBy(consentTexts.locale, desc(consentTexts.version))
  return new Map(
    rows.flatMap(({ locale, version, text }) =>
      text === null ? [] : [[locale, withHash({ version: String(version), text })] as const],
    ),
  )
}
