'use client'

import { useTranslations } from 'use-intl'
import { openPage, safePath, signInWithFactor } from '#components/auth/sign-in.ts'
import { FactorForm } from '#components/second-factor/factor-form.tsx'
import type { FactorProof, FactorRequest } from '#components/second-factor/request.ts'

/** A full page load, so that no data of an earlier session stays in memory. */
export const openNextPage = (next: string | undefined): Promise<never> => openPage(safePath(next))

/** The second step of a sign-in, after the password or the provider. */
export function FactorStep({ request, next }: { request: FactorRequest; next: string | undefined }) {
  const t = useTranslations('auth')

  async function sendFactor(proof: FactorProof): Promise<string | null> {
    const error = await signInWithFactor(request.challenge, proof)
    if (error === null) await openNextPage(next)
    return error && t(`signInErrors.${error}`)
  }

  return <FactorForm request={request} submitLabel={t('signIn.submit')} onProof={sendFactor} />
}
