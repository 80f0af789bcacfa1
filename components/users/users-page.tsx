'use client'

import { useState } from 'react'
import { QueryFault } from '#components/api/query-fault'
import { useMay } from '#components/shell/account'
import { PageBody, PageHead } from '#components/shell/page-head'
import { Pager } from '#components/shell/pager'
import { roleNames } from '#components/shell/role-names'
import { SearchBox } from '#components/shell/search-box'
import { Select } from '#components/ui/input'
import { Sheet } from '#components/ui/sheet'
import { Empty, SkeletonRows } from '#components/ui/states'
import { InviteButton } from '#components/users/invite'
import { useUsers } from '#components/users/queries'
import { UserTable } from '#components/users/user-table'
import { roles } from '#lib/core/roles'

/** Who works here, as what. */
export function UsersPage() {
  const [search, setSearch] = useState('')
  const [role, setRole] = useState('')
  const [page, setPage] = useState(1)
  const users = useUsers({ search, role, page })
  const mayManage = useMay('user.manage')
  const list = users.data
  return (
    <PageBody>
      <PageHead
        title="Users"
        lead="Who works here, and what they may do."
        actions={mayManage ? <InviteButton /> : null}
      />
      <div className="mb-4 flex flex-wrap gap-3">
        <SearchBox
          label="Search names and e-mails"
          value={search}
          onChange={(text) => {
            setSearch(text)
            setPage(1)
          }}
        />
        <Select
          aria-label="Role"
          value={role}
          onChange={(event) => {
            setRole(event.target.value)
            setPage(1)
          }}
        >
          <option value="">Every role</option>
          {roles.map((each) => (
            <option key={each} value={each}>
              {roleNames[each]}
            </option>
          ))}
        </Select>
      </div>
      <Sheet>
        {users.error ? (
          <QueryFault error={users.error} onRetry={() => users.refetch()} className="m-4" />
        ) : !list ? (
          <div className="px-5">
            <SkeletonRows label="Loading the users" />
          </div>
        ) : list.data.length > 0 ? (
          <UserTable users={list.data} />
        ) : (
          <Empty title="Nobody matches">Try fewer words or every role.</Empty>
        )}
      </Sheet>
      {list ? (
        <Pager
          page={list.meta.current_page}
          lastPage={list.meta.last_page}
          total={list.meta.total}
          onPage={setPage}
        />
      ) : null}
    </PageBody>
  )
}
