import { page } from '#app/(dashboard)/page-of'
import { GET as consent } from '#app/api/v1/account/consents/[version]/route'
import { GET as consents } from '#app/api/v1/account/consents/route'
import { ConsentPage } from '#components/settings/consent/consent-page.tsx'
import { consentQuery, consentsQuery } from '#components/settings/queries.ts'
import { defaultConsent } from '#lib/identity/consent/default-consents'
import { type ConsentLocale, consentLocales } from '#lib/identity/consent/limits'

export default page('tenant.read', async ({ load }) => {
  const versions = consentLocales.map((locale) => [locale, defaultConsent(locale).version])
  const defaultVersions: Record<ConsentLocale, string> = Object.fromEntries(versions)
  const version = defaultVersions.all
  await Promise.all([load(consentsQuery(), consents), load(consentQuery(version), consent, { version })])
  return <ConsentPage defaultVersions={defaultVersions} />
})
