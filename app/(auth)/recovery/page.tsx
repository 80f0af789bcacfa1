import { authTexts } from '#app/reader'
import { AuthCard } from '#components/auth/auth-card.tsx'
import { RecoveryForm } from '#components/auth/recovery-form.tsx'
import { TextLink } from '#components/auth/text-link.tsx'

export default async function Page() {
  const t = await authTexts()
  return (
    <AuthCard
      title={t('recovery.title')}
      intro={t('recovery.intro')}
      footer={t.rich('recovery.remembered', { a: (text) => <TextLink href="/login">{text}</TextLink> })}
    >
      <RecoveryForm />
    </AuthCard>
  )
}
