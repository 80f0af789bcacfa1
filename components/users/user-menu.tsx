'use client'

import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Menu, MenuItem, MenuRule } from '#components/ui/menu.tsx'
import { ChangeUser } from '#components/users/change-user.tsx'
import { RemoveUser } from '#components/users/remove-user.tsx'
import { ResetFactors } from '#components/users/reset-factors.tsx'
import { SendLink } from '#components/users/send-link.tsx'
import type { UserRecord } from '#lib/identity/schema'

/** The actions on a user. */
export function UserMenu({ user, self }: { user: UserRecord; self: boolean }) {
  const [open, setOpen] = useState<'change' | 'link' | 'reset' | 'remove' | null>(null)
  const dialog = (name: typeof open) => ({
    user,
    open: open === name,
    onOpenChange: (isOpen: boolean) => setOpen(isOpen ? name : null),
  })
  return (
    <>
      <Menu
        trigger={
          <Button variant="quiet" size="icon-sm" aria-label={`Actions for ${user.name}`}>
            <MoreHorizontal className="size-4" aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem onSelect={() => setOpen('change')}>
          {self ? 'Change name or email' : 'Change name, email or role'}
        </MenuItem>
        <MenuItem onSelect={() => setOpen('link')}>
          {user.status === 'invited' ? 'Invite again' : 'Send a password link'}
        </MenuItem>
        {self ? null : (
          <>
            {user.second_factor ? (
              <MenuItem onSelect={() => setOpen('reset')}>Reset second factor</MenuItem>
            ) : null}
            <MenuRule />
            <MenuItem danger onSelect={() => setOpen('remove')}>
              Remove
            </MenuItem>
          </>
        )}
      </Menu>
      <ChangeUser {...dialog('change')} self={self} />
      <SendLink {...dialog('link')} />
      <ResetFactors {...dialog('reset')} />
      <RemoveUser {...dialog('remove')} />
    </>
  )
}
