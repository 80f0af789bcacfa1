'use client'

import { useCan } from '#components/shell/account.ts'
import { ListTable, ListTools } from '#components/shell/listing.tsx'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { useListing } from '#components/shell/use-listing.ts'
import { Empty } from '#components/ui/states.tsx'
import { InviteButton } from '#components/users/invite.tsx'
import { userRules, useUsers } from '#components/users/queries.ts'
import { userColumns } from '#components/users/user-columns.tsx'

/** The list of users. */
export function UsersPage() {
  const listing = useListing(userRules)
  const users = useUsers(listing.state)
  const mayManage = useCan('user.manage')
  return (
    <PageBody>
      <PageHead
        title="Users"
        intro="Members of your organisation and their roles."
        actions={mayManage ? <InviteButton /> : null}
      />
      <ListTools listing={listing} searchLabel="Search names and emails" />
      <ListTable
        listing={listing}
        query={users}
        label="Users"
        columns={userColumns}
        empty={<Empty title="No users match">Try fewer words or all roles.</Empty>}
      />
    </PageBody>
  )
}
