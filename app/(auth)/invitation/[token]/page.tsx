import type { Metadata } from 'next'
import { authTexts } from '#app/reader'
import { secretPage } from '#app/secret-page'
import { AuthCard } from '#components/auth/auth-card.tsx'
import { ChoosePassword } from '#components/auth/choose-password.tsx'
import { TextLink } from '#components/auth/text-link.tsx'
import { pageMeta } from '#lib/http/page'
import { viewLink } from '#lib/identity/links/view-link'

export const metadata: Metadata = secretPage

export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const t = await authTexts()
  const link = await viewLink(await pageMeta(), 'invitation', token)
  if (!link)
    return (
      <AuthCard
        title={t('invitation.expiredTitle')}
        intro={t('invitation.expired')}
        footer={t.rich('invitation.beenHere', { a: (text) => <TextLink href="/login">{text}</TextLink> })}
      >
        <p className="text-ink-soft">{t('invitation.again')}</p>
      </AuthCard>
    )
  return (
    <AuthCard
      title={t('invitation.title', { name: link.name })}
      tabTitle={t('invitation.tabTitle')}
      intro={t(link.signInUrl ? 'invitation.signIn' : 'invitation.intro', { tenant: link.tenantName })}
      footer={t('invitation.notYou')}
    >
      <ChoosePassword kind="invitation" token={token} email={link.email} signInUrl={link.signInUrl} />
    </AuthCard>
  )
}
