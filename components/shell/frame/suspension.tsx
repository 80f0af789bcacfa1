'use client'

import { useTranslations } from 'use-intl'
import { useAccount } from '#components/shell/account.ts'

/** A banner while the operator has suspended the organisation: it says why changes are refused. */
export function SuspensionStrip() {
  const t = useTranslations()
  const account = useAccount()
  if (!account.data?.tenant.suspended) return null
  return (
    <section
      aria-label={t('shell.suspension.label')}
      className="border-b border-danger/40 bg-danger-wash px-4 py-2 text-center text-sm text-danger"
    >
      <p>{t('api.errors.tenantSuspended')}</p>
    </section>
  )
}
