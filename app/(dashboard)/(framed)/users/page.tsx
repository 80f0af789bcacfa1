import { page } from '#app/(dashboard)/page-of'
import { GET as users } from '#app/api/v1/users/route'
import { parseListState } from '#components/shell/list/list-state.ts'
import { userListRules, usersQuery } from '#components/users/queries.ts'
import { UsersPage } from '#components/users/users-page.tsx'

export default page('user.read', async ({ search, load }) => {
  await load(usersQuery(parseListState(userListRules, search)), users)
  return <UsersPage />
})
