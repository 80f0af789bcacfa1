import type { Metadata } from 'next'
import { AuthSheet } from '#components/auth/auth-sheet'
import { BackToLogin } from '#components/auth/back-to-login'
import { RecoveryForm } from '#components/auth/recovery-form'

export const metadata: Metadata = { title: 'Forgotten password' }

export default function Page() {
  return (
    <AuthSheet
      title="Forgotten password"
      lead="Say who you are, and we write to you."
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
