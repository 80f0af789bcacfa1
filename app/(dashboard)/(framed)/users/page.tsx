import type { Metadata } from 'next'
import { page } from '#app/(dashboard)/page-of'
import { GET as users } from '#app/api/v1/users/route'
import { listStateOf } from '#components/shell/list-address'
import { userRules, usersQuery } from '#components/users/queries'
import { UsersPage } from '#components/users/users-page'

export const metadata: Metadata = { title: 'Users' }

export default page('user.read', async ({ search, load }) => {
  await load(usersQuery(listStateOf(userRules, search)), users)
  return <UsersPage />
})
