import type { Metadata } from 'next'
import { authTexts, readerPreferences } from '#app/reader'
import { secretPage } from '#app/secret-page'
import { AuthCard } from '#components/auth/auth-card.tsx'
import { ConfirmAddress } from '#components/auth/confirm-address.tsx'
import { ConfirmArchive } from '#components/auth/confirm-archive.tsx'
import { TextLink } from '#components/auth/text-link.tsx'
import { pageMeta } from '#lib/http/page'
import { findArchiveOfLink } from '#lib/identity/archive/link'
import { viewLink } from '#lib/identity/links/view-link'

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
  if (!link?.pendingEmail || !link.createdAt)
    return (
      <AuthCard
        title={t('address.expiredTitle')}
        intro={t('address.expired')}
        footer={<TextLink href="/login">{t('signIn.title')}</TextLink>}
      >
        <p className="text-ink-soft">{t('address.again')}</p>
      </AuthCard>
    )
  const { name, email, pendingEmail: newEmail, tenantName: tenant } = link
  const { locale, timeZone } = await readerPreferences()
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(link.createdAt)
  return (
    <AuthCard
      title={t('address.title')}
      intro={
        newEmail === email
          ? t('address.signUp', { name, tenant, email, date })
          : t('address.change', { tenant, newEmail, email })
      }
      footer={t('address.notYou')}
    >
      <ConfirmAddress token={token} email={newEmail} />
    </AuthCard>
  )
}
