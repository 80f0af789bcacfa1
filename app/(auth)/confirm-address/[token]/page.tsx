import type { Metadata } from 'next'
import { authTexts, readerPreferences } from '#app/reader'
import { secretPage } from '#app/secret-page'
import { AuthCard } from '#components/auth/auth-card.tsx'
import { ConfirmAddress } from '#components/auth/confirm-address.tsx'
import { ConfirmArchive } from '#components/auth/confirm-archive.tsx'
import { TextLink } from '#components/auth/text-link.tsx'
import { pageMeta } from '#lib/http/page'
import { findArchiveOfLink } from '#lib/identity/archive/link'
import { type LinkView, viewLink } from '#lib/identity/links/view-link'

export const metadata: Metadata = secretPage

export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const t = await authTexts()
  const requestMeta = await pageMeta()
  const archive = await findArchiveOfLink(token, requestMeta.now)
  if (archive)
    return (
      <AuthCard
        title={t('archive.title')}
        intro={t('archive.intro', { tenant: archive.tenant, email: archive.row.email })}
        footer={t('address.notYou')}
      >
        <ConfirmArchive token={token} email={archive.row.email} />
      </AuthCard>
    )
  const link = await viewLink(requestMeta, 'address', token)
  if (!link?.pendingEmail)
    return (
      <AuthCard
        title={t('address.expiredTitle')}
        intro={t('address.expired')}
        footer={<TextLink href="/login">{t('signIn.title')}</TextLink>}
      >
        <p className="text-ink-soft">{t('address.again')}</p>
      </AuthCard>
    )
  return (
    <AuthCard
      title={t('address.title')}
      intro={await describe(link, link.pendingEmail)}
      footer={t('address.notYou')}
    >
      <ConfirmAddress token={token} email={link.pendingEmail} />
    </AuthCard>
  )
}

/** What the confirmation of the address gives, and who signed the organisation up with it. */
async function describe({ name, email, tenantName: tenant, signedUpAt }: LinkView, newEmail: string) {
  const t = await authTexts()
  if (newEmail !== email) return t('address.change', { tenant, newEmail, email })
  if (!signedUpAt) return t('address.confirms', { tenant, email })
  const { locale, timeZone } = await readerPreferences()
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(signedUpAt)
  return t('address.signUp', { name, tenant, email, date })
}
