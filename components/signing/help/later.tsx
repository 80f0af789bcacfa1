'use client'

import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { usePreferences } from '#components/ui/preferences.tsx'
import { formatTag } from '#lib/core/locales'
import { fill } from '../fill.ts'
import { useSigningSession } from '../session/context.ts'

/** Says how the signer comes back, and until when. */
export function Later({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { signing, t } = useSigningSession()
  const { timeZone } = usePreferences()
  const { expires_at: expiresAt } = signing.process
  const day = new Intl.DateTimeFormat(formatTag(t.locale), { dateStyle: 'long', timeZone })
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={t.later}
      closeLabel={t.close}
    >
      <p className="text-pretty">{t.comeBack}</p>
      {expiresAt ? (
        <p className="mt-3 text-ink-soft">{fill(t.until, { date: day.format(new Date(expiresAt)) })}</p>
      ) : null}
      <Button size="lg" variant="primary" className="mt-5 sm:self-end" onClick={onClose}>
        {t.close}
      </Button>
    </Dialog>
  )
}
