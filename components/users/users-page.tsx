'use client'

import { useTranslations } from 'use-intl'
import { useCan } from '#components/shell/account.ts'
import { ListTable, ListTools } from '#components/shell/list/listing.tsx'
import { useListing } from '#components/shell/list/use-listing.ts'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { Empty } from '#components/ui/states.tsx'
import { InviteButton } from '#components/users/invite.tsx'
import { userListRules, useUsers } from '#components/users/queries.ts'
import { useUserColumns } from '#components/users/user-columns.tsx'

/** The list of users. */
export function UsersPage() {
  const t = useTranslations('users')
  const listing = useListing(userListRules)
  const users = useUsers(listing.state)
  const mayManage = useCan('user.manage')
  return (
    <PageBody wide>
      <PageHead compact title={t('title')} intro={t('intro')} actions={mayManage ? <InviteButton /> : null} />
      <ListTools listing={listing} searchLabel={t('search')} />
      <ListTable
        listing={listing}
        query={users}
        label={t('title')}
        columns={useUserColumns()}
        empty={<Empty title={t('noMatch')}>{t('noMatchText')}</Empty>}
      />
    </PageBody>
  )
}
