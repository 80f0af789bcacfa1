'use client'

import { useMay } from '#components/shell/account'
import { ListSheet, ListTools, useListing } from '#components/shell/listing'
import { PageBody, PageHead } from '#components/shell/page-head'
import { roleNames } from '#components/shell/role-names'
import { Empty } from '#components/ui/states'
import { InviteButton } from '#components/users/invite'
import { useUsers } from '#components/users/queries'
import { UserTable } from '#components/users/user-table'
import { roles } from '#lib/core/roles'

const everyRole = [
  { value: '', label: 'Every role' },
  ...roles.map((role) => ({ value: role as string, label: roleNames[role] })),
]

/** Who works here, as what. */
export function UsersPage() {
  const listing = useListing()
  const { search, choice: role, page } = listing
  const users = useUsers({ search, role, page })
  const mayManage = useMay('user.manage')
  return (
    <PageBody>
      <PageHead
        title="Users"
        lead="Who works here, and what they may do."
        actions={mayManage ? <InviteButton /> : null}
      />
      <ListTools
        listing={listing}
        searchLabel="Search names and e-mails"
        choiceLabel="Role"
        choices={everyRole}
      />
      <ListSheet
        listing={listing}
        answer={users}
        loading="Loading the users"
        empty={<Empty title="Nobody matches">Try fewer words or every role.</Empty>}
      >
        {(items) => <UserTable users={items} />}
      </ListSheet>
    </PageBody>
  )
}
