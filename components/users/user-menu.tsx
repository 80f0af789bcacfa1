'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#components/ui/button.tsx'
import { Menu, MenuItem, MenuRule } from '#components/ui/lazy/menu.tsx'
import { MoreIcon } from '#components/ui/more-icon.tsx'
import { ChangeUser } from '#components/users/change-user.tsx'
import { RemoveUser } from '#components/users/remove-user.tsx'
import { ResetFactors } from '#components/users/reset-factors.tsx'
import { SendLink } from '#components/users/send-link.tsx'
import { UnlinkProviders } from '#components/users/unlink-providers.tsx'
import type { UserRecord } from '#lib/identity/schema'

/** The actions on a user. */
export function UserMenu({ user, isSelf }: { user: UserRecord; isSelf: boolean }) {
  const t = useTranslations()
  const [openDialog, setOpenDialog] = useState<'change' | 'link' | 'reset' | 'unlink' | 'remove' | null>(null)
  const dialog = (name: typeof openDialog) => ({
    user,
    open: openDialog === name,
    onOpenChange: (isOpen: boolean) => setOpenDialog(isOpen ? name : null),
  })
  return (
    <>
      <Menu
        trigger={
          <Button variant="quiet" size="icon-sm" aria-label={t('common.actionsFor', { name: user.name })}>
            <MoreIcon className="size-4" />
          </Button>
        }
      >
        <MenuItem onSelect={() => setOpenDialog('change')}>
          {t(isSelf ? 'users.menu.changeSelf' : 'users.menu.change')}
        </MenuItem>
        <MenuItem onSelect={() => setOpenDialog('link')}>
          {t(user.status === 'invited' ? 'users.menu.inviteAgain' : 'users.menu.sendLink')}
        </MenuItem>
        {user.provider_links.length > 0 ? (
          <MenuItem onSelect={() => setOpenDialog('unlink')}>{t('users.menu.unlinkProviders')}</MenuItem>
        ) : null}
        {isSelf ? null : (
          <>
            {user.second_factor ? (
              <MenuItem onSelect={() => setOpenDialog('reset')}>{t('users.menu.resetFactors')}</MenuItem>
            ) : null}
            <MenuRule />
            <MenuItem danger onSelect={() => setOpenDialog('remove')}>
              {t('common.remove')}
            </MenuItem>
          </>
        )}
      </Menu>
      <ChangeUser {...dialog('change')} isSelf={isSelf} />
      <SendLink {...dialog('link')} />
      <ResetFactors {...dialog('reset')} />
      <UnlinkProviders {...dialog('unlink')} />
      <RemoveUser {...dialog('remove')} />
    </>
  )
}
