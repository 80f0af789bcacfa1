import type { Metadata } from 'next'
import { AuthCard } from '#components/auth/auth-card.tsx'
import { BackToLogin } from '#components/auth/back-to-login.tsx'
import { RecoveryForm } from '#components/auth/recovery-form.tsx'

export const metadata: Metadata = { title: 'Forgotten password' }

export default function Page() {
  return (
    <AuthCard
      title="Forgotten password"
      intro="Enter your email address and we will send you a reset link."
      footer={
        <>
          Remembered it? <BackToLogin />
        </>
      }
    >
      <RecoveryForm />
    </AuthCard>
  )
}
