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
  const link = await viewLink(await pageMeta(), 'recovery', token)
  if (!link)
    return (
      <AuthCard
        title={t('newPassword.expiredTitle')}
        intro={t('newPassword.expired')}
        footer={t.rich('newPassword.remembered', { a: (text) => <TextLink href="/login">{text}</TextLink> })}
      >
        <TextLink href="/recovery">{t('newPassword.again')}</TextLink>
      </AuthCard>
    )
  return (
    <AuthCard
      title={t('newPassword.title')}
      intro={
        link.signInUrl
          ? t('newPassword.signIn', { tenant: link.tenantName })
          : t(link.takesOver ? 'newPassword.takeOver' : 'newPassword.intro', { name: link.name })
      }
      footer={<TextLink href="/login">{t('newPassword.cancel')}</TextLink>}
    >
      <ChoosePassword kind="recovery" token={token} email={link.email} signInUrl={link.signInUrl} />
    </AuthCard>
  )
}
