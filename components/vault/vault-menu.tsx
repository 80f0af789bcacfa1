'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCan } from '#components/shell/account.ts'
import { Button } from '#components/ui/button.tsx'
import { Menu, MenuItem, MenuLabel, MenuRule } from '#components/ui/lazy/menu.tsx'
import { MoreIcon } from '#components/ui/more-icon.tsx'
import { usePreferences } from '#components/ui/preferences.tsx'
import { useDay } from '#components/ui/time.tsx'
import { DeleteDocument } from '#components/vault/delete-document.tsx'
import { LegalHold } from '#components/vault/legal-hold.tsx'
import { decideDeletion } from '#lib/vault/rules'
import type { VaultRecord } from '#lib/vault/schema'

/** Legal hold and deletion of a vault document, for administrators. */
export function VaultMenu({ document, onDeleted }: { document: VaultRecord; onDeleted?: () => void }) {
  const t = useTranslations()
  const [open, setOpen] = useState<'place' | 'release' | 'delete' | null>(null)
  const formatDay = useDay()
  const { now } = usePreferences()
  if (!useCan('vault.delete')) return null
  const { name, expires_at, legal_hold, test_mode: testMode } = document
  const deletion = decideDeletion({ expiresAt: new Date(expires_at), onHold: legal_hold.on, testMode }, now())
  const dialogProps = (which: typeof open) => ({
    document,
    open: open === which,
    onOpenChange: (isOpen: boolean) => setOpen(isOpen ? which : null),
  })
  return (
    <>
      <Menu
        trigger={
          <Button variant="quiet" size="icon-sm" aria-label={t('common.actionsFor', { name })}>
            <MoreIcon className="size-4" />
          </Button>
        }
      >
        <MenuItem onSelect={() => setOpen(legal_hold.on ? 'release' : 'place')}>
          {t(legal_hold.on ? 'vault.hold.releaseAction' : 'vault.hold.placeAction')}
        </MenuItem>
        <MenuRule />
        <MenuItem danger disabled={!deletion.allowed} onSelect={() => setOpen('delete')}>
          {t('common.delete')}
        </MenuItem>
        {deletion.allowed ? null : (
          <MenuLabel>
            <span className="block max-w-56">
              {t(`vault.deletionRefused.${deletion.code}`, { date: formatDay(expires_at) })}
            </span>
          </MenuLabel>
        )}
      </Menu>
      <LegalHold action="place" {...dialogProps('place')} />
      <LegalHold action="release" {...dialogProps('release')} />
      <DeleteDocument {...dialogProps('delete')} onDeleted={onDeleted} />
    </>
  )
}
