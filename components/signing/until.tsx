'use client'

import { usePreferences } from '#components/ui/preferences.tsx'
import { formatTag } from '#lib/core/locales'
import { fill } from './fill.ts'
import { useSigningSession } from './session/context.ts'

/** Until when to sign or approve; nothing for those who only read. */
export function Until({ className }: { className: string }) {
  const { signing, t } = useSigningSession()
  const { timeZone } = usePreferences()
  const { expires_at: expiresAt } = signing.process
  const { role } = signing.signer
  if (!expiresAt || role === 'viewer') return null
  const styles = { dateStyle: 'long', timeStyle: 'short', timeZone } as const
  const date = new Intl.DateTimeFormat(formatTag(t.locale), styles).format(new Date(expiresAt))
  return <p className={className}>{fill(role === 'approver' ? t.approveUntil : t.until, { date })}</p>
}
