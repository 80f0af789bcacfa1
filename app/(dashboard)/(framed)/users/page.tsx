import type { Metadata } from 'next'
import { Allowed } from '#components/shell/allowed'
import { UsersPage } from '#components/users/users-page'

export const metadata: Metadata = { title: 'Users' }

export default function Page() {
  return (
    <Allowed action="user.read">
      <UsersPage />
    </Allowed>
  )
}
