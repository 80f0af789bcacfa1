import type { Metadata } from 'next'
import { AuthSheet } from '#components/auth/auth-card.tsx'
import { BackToLogin } from '#components/auth/back-to-login.tsx'
import { RecoveryForm } from '#components/auth/recovery-form.tsx'

export const metadata: Metadata = { title: 'Forgotten password' }

export default function Page() {
  return (
    <AuthSheet
      title="Forgotten password"
      lead="Enter your email address and we will send you a reset link."
      foot={
        <>
          Remembered it? <BackToLogin />
        </>
      }
    >
      <RecoveryForm />
    </AuthSheet>
  )
}
