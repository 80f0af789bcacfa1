import { page } from '#app/(dashboard)/page-of'
import { GET as archive } from '#app/api/v1/account/archive-address/route'
import { GET as sender } from '#app/api/v1/account/sender/route'
import { EmailsPage } from '#components/settings/emails/emails-page.tsx'
import { archiveQuery, senderQuery } from '#components/settings/queries.ts'

export default page('tenant.read', async ({ load }) => {
  await load(senderQuery, sender)
  await load(archiveQuery, archive)
  return <EmailsPage />
})
